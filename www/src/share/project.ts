import type { Document } from "../engine/types";
import { fromText, toText } from "./bytes";
import { compress, decompress } from "./compress";
import { shorten, writtenOut } from "./words";

/**
 * 2.BASE64: version, then the document's JSON with its words shortened, compressed. In version 1 they are written out. The
 * engine migrates old documents when it reads them.
 */
const VERSION = "2";
const UNPACKED: Record<string, (text: string) => string> = { "1": (text) => text, [VERSION]: writtenOut };

export async function encodeProject(document: Document): Promise<string> {
  return `${VERSION}.${toText(await compress(shorten(JSON.stringify(document))))}`;
}

/** The JSON of a link, not yet checked by the engine; throws, in words, what is wrong with the link itself. */
export async function decodeProject(text: string): Promise<string> {
  const [version, packed, ...more] = text.split(".");
  const unpacked = Object.hasOwn(UNPACKED, version ?? "") ? UNPACKED[version ?? ""] : undefined;
  if (!unpacked)
    throw new Error(`it is of version ${String(version).slice(0, 8)}, which this page does not know`);
  const bytes = packed === undefined || more.length > 0 ? null : fromText(packed);
  if (!bytes || bytes.length === 0) throw new Error("it has letters that no link has");
  try {
    return unpacked(await decompress(bytes));
  } catch (error) {
    const told = error instanceof Error && error.message.startsWith("it ");
    throw told ? error : new Error("it was cut off or changed on its way");
  }
}
