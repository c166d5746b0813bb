/** Bytes that grow as they are written. */
export class ByteWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A whole number that is not negative, in so many bytes, the highest first. */
  fixed(value: bigint, size: number): void {
    for (let shift = BigInt(size - 1) * 8n; shift >= 0n; shift -= 8n) this.byte(Number((value >> shift) & 0xffn));
  }

  /** What was written, as bytes of their own. */
  written(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
