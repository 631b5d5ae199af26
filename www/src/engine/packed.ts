/** Fetches one of the page's own data files. They are compressed, because not every file server compresses what it sends. */
export async function fetchPacked(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address} could not be loaded (${response.status})`);
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
