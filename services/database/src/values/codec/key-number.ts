import { Decimal } from "decimal.js";
import { decimalFromDigits } from "../decimal.ts";
import { exactly, type NumberValue } from "../numbers.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { numberByte, numberKind } from "./key-layout.ts";

/** Exponents of ten lie between −400 and 400; two bytes hold them without a sign. */
const exponentBias = 0x8000;

/**
 * A number by its worth, whatever its kind: a sign, where the point stands, then two digits a byte, each one more than they say, up to a zero. Of a
 * negative number all of that is inverted. `exact` adds its kind.
 */
export function writeNumber(writer: ByteWriter, number: NumberValue, exact: boolean): void {
  writeWorth(writer, number);
  if (exact)
    writer.byte(typeof number === "bigint" ? numberKind.int : typeof number === "number" ? numberKind.float : numberKind.decimal);
}

function writeWorth(writer: ByteWriter, number: NumberValue): void {
  if (typeof number === "bigint") return writeDigits(writer, number < 0n, (number < 0n ? -number : number).toString(), 0);
  if (typeof number === "number") {
    if (Number.isNaN(number)) return writer.byte(numberByte.notANumber);
    if (!Number.isFinite(number)) return writer.byte(number > 0 ? numberByte.positiveInfinity : numberByte.negativeInfinity);
  }
  const text = (typeof number === "number" ? exactly(number) : number).abs().toFixed();
  const point = text.indexOf(".");
  const negative = number instanceof Decimal ? number.isNegative() : number < 0;
  writeDigits(
    writer,
    negative,
    point < 0 ? text : text.slice(0, point) + text.slice(point + 1),
    point < 0 ? 0 : text.length - point - 1,
  );
}

/** `digits` over ten to the power of `scale`. */
function writeDigits(writer: ByteWriter, negative: boolean, digits: string, scale: number): void {
  let first = 0;
  while (first < digits.length && digits.charCodeAt(first) === 48) first += 1;
  if (first === digits.length) return writer.byte(numberByte.zero);
  let last = digits.length;
  while (digits.charCodeAt(last - 1) === 48) last -= 1;
  const invert = negative ? 0xff : 0;
  writer.byte(negative ? numberByte.negative : numberByte.positive);
  const exponent = digits.length - scale - first + exponentBias;
  writer.byte((exponent >> 8) ^ invert);
  writer.byte((exponent & 0xff) ^ invert);
  for (let i = first; i < last; i += 2)
    writer.byte((digitAt(digits, i) * 10 + (i + 1 < last ? digitAt(digits, i + 1) : 0) + 1) ^ invert);
  writer.byte(invert);
}

function digitAt(digits: string, index: number): number {
  return digits.charCodeAt(index) - 48;
}

/** Reads what `writeNumber` wrote with its kind; `at` is where it begins, and `end` in the answer where it ends. */
export function readNumber(bytes: Uint8Array, at: number): { readonly number: NumberValue; readonly end: number } {
  const sign = bytes[at];
  if (sign === numberByte.zero) return { number: ofKind(bytes[at + 1], "0"), end: at + 2 };
  if (sign === numberByte.notANumber) return { number: Number.NaN, end: at + 2 };
  if (sign === numberByte.positiveInfinity) return { number: Infinity, end: at + 2 };
  if (sign === numberByte.negativeInfinity) return { number: -Infinity, end: at + 2 };
  const invert = sign === numberByte.negative ? 0xff : 0;
  const byteAt = (index: number) => (bytes[index] ?? 0) ^ invert;
  const exponent = ((byteAt(at + 1) << 8) | byteAt(at + 2)) - exponentBias;
  const small = invert === 0 ? readSmallInt(bytes, at + 3, exponent) : undefined;
  if (small !== undefined) return small;
  let digits = "";
  let end = at + 3;
  for (; end < bytes.length && byteAt(end) !== 0; end++) digits += String(byteAt(end) - 1).padStart(2, "0");
  const number = new Decimal(`${invert === 0 ? "" : "-"}0.${digits}e${exponent}`);
  return { number: ofKind(bytes[end + 1], number.toFixed()), end: end + 2 };
}

/** So many digits a float holds exactly, whatever they are. */
const exactDigits = 14;

/** The usual key of a record: a positive int without many digits. Undefined for every other number. */
function readSmallInt(
  bytes: Uint8Array,
  from: number,
  exponent: number,
): { readonly number: bigint; readonly end: number } | undefined {
  if (exponent > exactDigits) return undefined;
  let worth = 0;
  let at = from;
  for (let byte = bytes[at] ?? 0; byte !== 0; byte = bytes[++at] ?? 0) worth = worth * 100 + byte - 1;
  const zeros = exponent - 2 * (at - from);
  if (bytes[at + 1] !== numberKind.int || zeros < -1) return undefined;
  return { number: BigInt(zeros < 0 ? worth / 10 : worth * 10 ** zeros), end: at + 2 };
}

function ofKind(kind: number | undefined, digits: string): NumberValue {
  if (kind === numberKind.int) return BigInt(digits);
  return kind === numberKind.float ? Number(digits) : (decimalFromDigits(digits) ?? new Decimal(0));
}

/** A float in eight bytes that are in its order: of negative ones all bits are inverted, of others the first. −0 counts as 0. */
export function writeFloat(writer: ByteWriter, float: number): void {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, float === 0 ? 0 : float);
  const bits = view.getBigUint64(0);
  writer.fixed(bits >> 63n === 1n ? bits ^ 0xffffffffffffffffn : bits | (1n << 63n), 8);
}

/** What `writeFloat` wrote. */
export function readFloat(bytes: Uint8Array, at: number): number {
  const view = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < 8; i++) view.setUint8(i, bytes[at + i] ?? 0);
  const bits = view.getBigUint64(0);
  view.setBigUint64(0, bits >> 63n === 1n ? bits ^ (1n << 63n) : bits ^ 0xffffffffffffffffn);
  return view.getFloat64(0);
}
