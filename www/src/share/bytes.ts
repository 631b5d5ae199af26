/** Bytes in an address: base64 with - and _, without the padding. */
export function toText(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes of a text; null if it is none. */
export function fromText(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Writes numbers and words one after the other. */
export class Writer {
  readonly #bytes: number[] = [];

  get bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  byte(value: number): void {
    this.#bytes.push(value & 0xff);
  }

  /** A whole number from 0 to 2⁵³, seven bits a byte. */
  whole(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  word(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.whole(bytes.length);
    this.#bytes.push(...bytes);
  }

  double(value: number): void {
    this.#bytes.push(...new Uint8Array(new Float64Array([value]).buffer));
  }
}

/** Reads what `Writer` wrote; throws where the bytes end too early or make no sense. */
export class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new Error("it ends too early");
    this.#at += 1;
    return value;
  }

  whole(): number {
    let value = 0;
    for (let k = 0; k < 8; k++) {
      const byte = this.byte();
      value += (byte % 0x80) * 0x80 ** k;
      if (byte < 0x80) return value;
    }
    throw new Error("a number in it is too large");
  }

  word(): string {
    const length = this.whole();
    if (length > this.left) throw new Error("it ends too early");
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  }

  double(): number {
    const bytes = Uint8Array.from({ length: 8 }, () => this.byte());
    return new Float64Array(bytes.buffer)[0] ?? 0;
  }
}
