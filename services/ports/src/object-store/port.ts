/**
 * Holds the originals of documents. A key is ours, never a caller's text: segments of a-z, 0-9, `.`, `_`, `:` and `-`, joined by slashes.
 * No key stands below another one (`a/b` and `a`). Every method throws LociError `invalid` for what is not a key, and `unavailable` when
 * the store does not take or give it just now.
 */
export interface ObjectStore {
  /**
   * Stores what the bytes give under the key, whole or not at all; what stood there is replaced. When the bytes fail, nothing is stored
   * and their error is thrown.
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredObject>;
  /** @throws LociError `not_found` */
  get(key: string): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Gives what is stored under `from` the key `to`; what stood there is replaced. Done before: nothing happens.
   * @throws LociError `not_found` when nothing is stored under either
   */
  move(from: string, to: string): Promise<void>;
  /** What is not there needs no deleting. */
  delete(keys: readonly string[]): Promise<void>;
  /** The keys that begin with the prefix, in any order. */
  list(prefix: string): AsyncIterable<string>;
  close(): Promise<void>;
}

export interface StoredObject {
  readonly sizeBytes: number;
  /** SHA-256 of the content, in lower-case hex. */
  readonly sha256: string;
}

const longestKey = 1_024;
const longestSegment = 200;
const segmentPattern = /^[a-z0-9._:-]+$/;

/** Whether this is a key: what each adapter checks first. No segment can leave a folder. */
export function isObjectKey(key: string): boolean {
  return key.length <= longestKey && key.split("/").every(isSegment);
}

function isSegment(segment: string): boolean {
  return segmentPattern.test(segment) && segment.length <= longestSegment && segment !== "." && !segment.includes("..");
}
