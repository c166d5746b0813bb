export interface Part {
  readonly bytes: Buffer;
  readonly last: boolean;
}

/** Cuts a stream into parts of this size; only the last may be shorter, and only where it is the only one, empty. */
export async function* inParts(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Part> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (let chunk of bytes) {
    // Only when there is more: so the last part is known to be the last.
    while (length + chunk.byteLength > size) {
      const cut = size - length;
      const full = Buffer.concat([...held, chunk.subarray(0, cut)], size);
      chunk = chunk.subarray(cut);
      [held, length] = [[], 0];
      yield { bytes: full, last: false };
    }
    held.push(chunk);
    length += chunk.byteLength;
  }
  yield { bytes: Buffer.concat(held, length), last: true };
}
