import { isUtf8 } from "node:buffer";
import { Tokenizer, Type, type Token } from "cborg";
import { usualLimits } from "../../limits.ts";
import { invalidCbor } from "../../messages/codec.ts";
import { atOnce, pause, type Pausing } from "../../turns.ts";
import { isInt64 } from "../numbers.ts";
import { isArray } from "../kind-of.ts";
import { setInTurns } from "../order.ts";
import type { ReadRecordId } from "../read-record-id.ts";
import { Duration, Range, type Bound, type Value } from "../value.ts";
import { tag } from "./cbor-tags.ts";
import { taggedValue } from "./cbor-tagged.ts";
import { deepest, ValueBudget, valuesOfObject } from "./value-budget.ts";

/**
 * Decodes one value from CBOR. Ints and floats keep apart, as the bytes tell. Whatever is wrong with the bytes fails as "invalid cbor", and so do record
 * ids that are written as texts where nobody reads those (official clients send the parts). `most`: so many values are made of it, then it fails.
 */
export function decodeCbor(bytes: Uint8Array, readRecordId: ReadRecordId = () => undefined, most?: number): Value {
  return atOnce(readCbor(bytes, readRecordId, most));
}

/** The same, in which others may have their turns. */
export function* readCbor(
  bytes: Uint8Array,
  readRecordId: ReadRecordId = () => undefined,
  most: number = usualLimits.values,
): Pausing<Value> {
  return yield* new Reader(bytes, readRecordId, most).value(0);
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

  value(depth: number): Pausing<Value> {
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

  *#valueOf(token: TypedToken, depth: number): Pausing<Value> {
    if (!holdsOthers(token)) return this.#scalar(token, depth);
    this.#make(token, depth);
    const { type, value } = token;
    if (type === Type.map) return yield* this.#object(value as number, depth);
    if (type === Type.array) return yield* this.#array(value as number, depth);
    return yield* this.#tagged(value as number, depth);
  }

  #make({ type }: TypedToken, depth: number): void {
    if (depth > deepest) throw invalidCbor();
    this.#budget.make(type === Type.map ? valuesOfObject : 1);
  }

  #scalar(token: TypedToken, depth: number): Value {
    this.#make(token, depth);
    const { type, value } = token;
    if (type === Type.uint || type === Type.negint) return intOf(BigInt(value as number | bigint));
    if (type === Type.string) return textOf(token);
    if (type === Type.float) return value as number;
    if (type === Type.bytes) return new Uint8Array(value as Uint8Array);
    if (type === Type.true) return true;
    if (type === Type.false) return false;
    if (type === Type.null || type === Type.undefined) return null;
    // A break where no list is open.
    throw invalidCbor();
  }

  /** `length` is infinite where a break ends the list. Nothing is reserved for a length that is only claimed. */
  *#array(length: number, depth: number): Pausing<readonly Value[]> {
    const values: Value[] = [];
    while (values.length < length) {
      const token = this.#next();
      if (token.type === Type.break && length === Infinity) break;
      // A generator for each number would take as long as the number itself.
      values.push(holdsOthers(token) ? yield* this.#valueOf(token, depth + 1) : this.#scalar(token, depth + 1));
      if (this.#budget.pauseIsDue()) yield;
    }
    return values;
  }

  *#object(length: number, depth: number): Pausing<ReadonlyMap<string, Value>> {
    const object = new Map<string, Value>();
    for (let i = 0; i < length; i++) {
      const token = this.#next();
      if (token.type === Type.break && length === Infinity) break;
      if (token.type !== Type.string) throw invalidCbor();
      object.set(textOf(token), yield* this.value(depth + 1));
      if (this.#budget.pauseIsDue()) yield;
    }
    return object;
  }

  /** What stands for NONE is of no interest, but must be there. */
  *#tagged(number: number, depth: number): Pausing<Value> {
    if (number === tag.range) return yield* this.#range(depth);
    if (number === tag.duration) return this.#duration();
    const content = yield* this.value(depth + 1);
    if (number === tag.none) return undefined;
    if (number === tag.set && isArray(content)) return yield* setInTurns(content, pause);
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

  *#range(depth: number): Pausing<Range> {
    const token = this.#next();
    if (token.type !== Type.array || token.value !== 2) throw invalidCbor();
    return new Range(yield* this.#bound(depth), yield* this.#bound(depth));
  }

  *#bound(depth: number): Pausing<Bound<Value> | undefined> {
    const token = this.#next();
    if (token.type === Type.null) return undefined;
    if (token.type !== Type.tag || (token.value !== tag.included && token.value !== tag.excluded)) throw invalidCbor();
    return { inclusive: token.value === tag.included, value: yield* this.value(depth + 1) };
  }
}

function holdsOthers({ type }: TypedToken): boolean {
  return type === Type.array || type === Type.map || type === Type.tag;
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
