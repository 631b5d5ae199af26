/**
 * The browser's own compression: nothing to load, as good as any library, and in every browser that can run the engine
 * (SIMD came later). The zlib format carries a checksum, so that a damaged link is known for one.
 */
const FORMAT = "deflate";

/** A link of a few kilobytes that unpacks to more than this is meant to do harm. */
export const LARGEST_BYTES = 16 * 1024 * 1024;
export const TOO_LARGE = "it unpacks to more than any garment";

export async function compress(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(FORMAT));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function decompress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORMAT));
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST_BYTES) {
      await reader.cancel();
      throw new Error(TOO_LARGE);
    }
    chunks.push(value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(chunks).arrayBuffer());
}
