import { isUtf8 } from "node:buffer";
import { Tokenizer, Type, type Token } from "cborg";
import { usualLimits } from "../../limits.ts";
import { invalidCbor } from "../../messages/codec.ts";
import { isInt64 } from "../numbers.ts";
import type { ReadRecordId } from "../read-record-id.ts";
import { Duration, Range, type Bound, type Value } from "../value.ts";
import { tag } from "./cbor-tags.ts";
import { taggedValue } from "./cbor-tagged.ts";
import { deepest, ValueBudget, valuesOfObject } from "./value-budget.ts";

/**
 * Decodes one value from CBOR. Ints and floats keep apart, as the bytes tell. Whatever is wrong with the bytes fails as "invalid cbor", and so do record
 * ids that are written as texts where nobody reads those (official clients send the parts). `most`: so many values are made of it, then it fails.
 */
export function decodeCbor(
  bytes: Uint8Array,
  readRecordId: ReadRecordId = () => undefined,
  most: number = usualLimits.values,
): Value {
  return new Reader(bytes, readRecordId, most).value(0);
}

/** The library says `any` of what a token holds. */
type TypedToken = Pick<Token, "type" | "byteValue"> & { readonly value?: unknown };

class Reader {
  readonly #tokens: { next(): TypedToken; done(): boolean };
  readonly #readRecordId: ReadRecordId;
  readonly #budget: ValueBudget;
  constructor(bytes: Uint8Array, readRecordId: ReadRecordId, most: number) {
    this.#budget = new ValueBudget(most);
    this.#tokens = new Tokenizer(bytes, { allowBigInt: true, retainStringBytes: true });
    this.#readRecordId = readRecordId;
  }

  value(depth: number): Value {
    return this.#valueOf(this.#next(), depth);
  }

  /** The library throws plain errors for bytes that are no CBOR, and reads on behind the end where it is not asked first. */
  #next(): TypedToken {
    if (this.#tokens.done()) throw invalidCbor();
    try {
      return this.#tokens.next();
    } catch {
      throw invalidCbor();
    }
  }

  #valueOf(token: TypedToken, depth: number): Value {
    if (depth > deepest) throw invalidCbor();
    const { type, value } = token;
    this.#budget.make(type === Type.map ? valuesOfObject : 1);
    if (type === Type.uint || type === Type.negint) return intOf(BigInt(value as number | bigint));
    if (type === Type.string) return textOf(token);
    if (type === Type.map) return this.#object(value as number, depth);
    if (type === Type.array) return this.#array(value as number, depth);
    if (type === Type.tag) return this.#tagged(value as number, depth);
    if (type === Type.float) return value as number;
    if (type === Type.bytes) return new Uint8Array(value as Uint8Array);
    if (type === Type.true) return true;
    if (type === Type.false) return false;
    if (type === Type.null || type === Type.undefined) return null;
    // A break where no list is open.
    throw invalidCbor();
  }

  /** `length` is infinite where a break ends the list. Nothing is reserved for a length that is only claimed. */
  #array(length: number, depth: number): readonly Value[] {
    const values: Value[] = [];
    while (values.length < length) {
      const token = this.#next();
      if (token.type === Type.break && length === Infinity) break;
      values.push(this.#valueOf(token, depth + 1));
    }
    return values;
  }

  #object(length: number, depth: number): ReadonlyMap<string, Value> {
    const object = new Map<string, Value>();
    for (let i = 0; i < length; i++) {
      const token = this.#next();
      if (token.type === Type.break && length === Infinity) break;
      if (token.type !== Type.string) throw invalidCbor();
      object.set(textOf(token), this.value(depth + 1));
    }
    return object;
  }

  /** What stands for NONE is of no interest, but must be there. */
  #tagged(number: number, depth: number): Value {
    if (number === tag.range) return this.#range(depth);
    if (number === tag.duration) return this.#duration();
    const content = this.value(depth + 1);
    if (number === tag.none) return undefined;
    const value = taggedValue(number, content, this.#readRecordId);
    if (value === undefined) throw invalidCbor();
    return value;
  }

  /** Its seconds have all 64 bits, one more than ints elsewhere. */
  #duration(): Duration {
    const { type, value: length } = this.#next();
    if (type !== Type.array || (length as number) > 2) throw invalidCbor();
    const [seconds = 0n, nanos = 0n] = Array.from({ length: length as number }, () => this.#unsigned());
    if (nanos >= 1_000_000_000n) throw invalidCbor();
    return new Duration(seconds * 1_000_000_000n + nanos);
  }

  #unsigned(): bigint {
    const { type, value } = this.#next();
    if (type !== Type.uint) throw invalidCbor();
    return BigInt(value as number | bigint);
  }

  #range(depth: number): Range {
    const token = this.#next();
    if (token.type !== Type.array || token.value !== 2) throw invalidCbor();
    return new Range(this.#bound(depth), this.#bound(depth));
  }

  #bound(depth: number): Bound<Value> | undefined {
    const token = this.#next();
    if (token.type === Type.null) return undefined;
    if (token.type !== Type.tag || (token.value !== tag.included && token.value !== tag.excluded)) throw invalidCbor();
    return { inclusive: token.value === tag.included, value: this.value(depth + 1) };
  }
}

/** The library puts U+FFFD for what is no UTF-8; where it is, the bytes themselves tell. */
function textOf(token: TypedToken): string {
  const text = token.value as string;
  if (text.includes("\uFFFD") && token.byteValue !== undefined && !isUtf8(token.byteValue)) throw invalidCbor();
  return text;
}

function intOf(int: bigint): bigint {
  if (!isInt64(int)) throw invalidCbor();
  return int;
}
