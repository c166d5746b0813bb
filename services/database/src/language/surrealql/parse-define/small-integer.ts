import type { Cursor } from "../parse/cursor.ts";
import { parseInteger } from "../parse/number.ts";

/** A whole number without a sign, of so many bits. */
export function parseSmallInteger(cursor: Cursor, bits: 8 | 16 | 32): number {
  return Number(parseIntegerOf(cursor, bits));
}

/** The same, also where JavaScript's own numbers cannot hold it. */
export function parseIntegerOf(cursor: Cursor, bits: 8 | 16 | 32 | 64): bigint {
  const token = cursor.peek();
  const value = parseInteger(cursor);
  if (value >= 1n << BigInt(bits))
    throw cursor.error("Invalid integer: number too large to fit in target type", { ...token, end: cursor.last.end });
  return value;
}
