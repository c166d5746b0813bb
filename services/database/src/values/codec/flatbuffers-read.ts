import { isUtf8 } from "node:buffer";
import { invalidFlatbuffers } from "../../messages/codec.ts";
import type { Pausing } from "../../turns.ts";
import { ValueBudget } from "./value-budget.ts";

/**
 * The bytes of a FlatBuffer, of which nothing is believed: each offset, length and alignment is checked before it is used, and fails as "invalid
 * flatbuffers". Several offsets may lead to one table, so that few bytes can stand for many tables: `most` bounds those that are read.
 */
class FlatBytes {
  readonly bytes: Buffer;
  readonly #view: DataView;
  /** Texts by where they lie: an encoder may write equal ones once. */
  readonly #texts = new Map<number, string>();
  /** Bytes that texts and byte strings may still have: those at different places do not overlap. */
  #unread: number;
  readonly budget: ValueBudget;
  constructor(bytes: Uint8Array, most: number) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#unread = bytes.length;
    this.budget = new ValueBudget(most);
  }

  byte(at: number): number {
    return this.#view.getUint8(this.#checked(at, 1));
  }
  uint16(at: number): number {
    return this.#view.getUint16(this.#checked(at, 2), true);
  }
  uint32(at: number): number {
    return this.#view.getUint32(this.#checked(at, 4), true);
  }
  int32(at: number): number {
    return this.#view.getInt32(this.#checked(at, 4), true);
  }
  int64(at: number): bigint {
    return this.#view.getBigInt64(this.#checked(at, 8), true);
  }
  float64(at: number): number {
    return this.#view.getFloat64(this.#checked(at, 8), true);
  }

  /** Where an offset leads: always forward. */
  target(at: number): number {
    return at + this.uint32(at);
  }

  text(at: number): string {
    const known = this.#texts.get(at);
    if (known !== undefined) return known;
    const bytes = this.byteString(at);
    if (this.byte(at + 4 + bytes.length) !== 0 || !isUtf8(bytes)) throw invalidFlatbuffers();
    const text = bytes.toString("utf8");
    this.#texts.set(at, text);
    return text;
  }

  byteString(at: number): Buffer {
    const length = this.uint32(at);
    this.#unread -= length;
    if (this.#unread < 0 || at + 4 + length > this.bytes.length) throw invalidFlatbuffers();
    return this.bytes.subarray(at + 4, at + 4 + length);
  }

  /** Where the items of a list of offsets lie. */
  *list(at: number): Generator<number> {
    const length = this.uint32(at);
    if (at + 4 + length * 4 > this.bytes.length) throw invalidFlatbuffers();
    for (let item = at + 4; item < at + 4 + length * 4; item += 4) yield this.target(item);
  }

  #checked(at: number, size: number): number {
    if (at < 0 || at % size !== 0 || at + size > this.bytes.length) throw invalidFlatbuffers();
    return at;
  }
}

/** A table of a FlatBuffer: its fields by their numbers. A scalar that is missing is 0; anything else must be there. */
export class FlatTable {
  readonly #bytes: FlatBytes;
  readonly #at: number;
  readonly #layout: number;
  readonly #fields: number;
  readonly #size: number;

  /** The table that a buffer is of. */
  static root(bytes: Uint8Array, most: number): FlatTable {
    const flat = new FlatBytes(bytes, most);
    return new FlatTable(flat, flat.target(0));
  }

  private constructor(bytes: FlatBytes, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    this.#layout = at - bytes.int32(at);
    const length = bytes.uint16(this.#layout);
    this.#fields = (length - 4) / 2;
    this.#size = bytes.uint16(this.#layout + 2);
    const inside = this.#layout + length <= bytes.bytes.length && at + this.#size <= bytes.bytes.length;
    if (!inside || length < 4 || length % 2 !== 0 || this.#size < 4) throw invalidFlatbuffers();
    bytes.budget.make(1);
  }

  /** Counts what is made of it beyond one value. */
  make(count: number): void {
    this.#bytes.budget.make(count);
  }

  byte(field: number): number {
    const at = this.#find(field, 1);
    return at === undefined ? 0 : this.#bytes.byte(at);
  }

  uint32(field: number): number {
    const at = this.#find(field, 4);
    return at === undefined ? 0 : this.#bytes.uint32(at);
  }

  int(field: number): bigint {
    const at = this.#find(field, 8);
    return at === undefined ? 0n : this.#bytes.int64(at);
  }

  float(field: number): number {
    const at = this.#find(field, 8);
    return at === undefined ? 0 : this.#bytes.float64(at);
  }

  text(field: number): string {
    return this.#bytes.text(this.#target(field));
  }

  /** A copy: the message may be large and is gone afterwards. */
  byteString(field: number): Uint8Array {
    return new Uint8Array(this.#bytes.byteString(this.#target(field)));
  }

  table(field: number): FlatTable {
    return new FlatTable(this.#bytes, this.#target(field));
  }

  /** What `read` makes of each table of a list. */
  *tables<T>(field: number, read: (table: FlatTable) => Pausing<T>): Pausing<readonly T[]> {
    const items: T[] = [];
    for (const at of this.#bytes.list(this.#target(field))) {
      items.push(yield* read(new FlatTable(this.#bytes, at)));
      if (this.#bytes.budget.pauseIsDue()) yield;
    }
    return items;
  }

  #target(field: number): number {
    const at = this.#find(field, 4);
    if (at === undefined) throw invalidFlatbuffers();
    return this.#bytes.target(at);
  }

  /** Where a field lies; undefined where it is missing. */
  #find(field: number, size: number): number | undefined {
    if (field >= this.#fields) return undefined;
    const offset = this.#bytes.uint16(this.#layout + 4 + field * 2);
    if (offset === 0) return undefined;
    if (offset < 4 || offset + size > this.#size) throw invalidFlatbuffers();
    return this.#at + offset;
  }
}
