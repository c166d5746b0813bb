import { expect, test } from "@jest/globals";
import { Decimal } from "decimal.js";
import { compareValues } from "../order.ts";
import { printValue } from "../print.ts";
import { Closure, type Value } from "../value.ts";
import { decodeRecordKey } from "./key-decode.ts";
import { indexKeyBytes, keyAfter, recordKeyBytes } from "./key.ts";
import { RandomValues } from "./random-values.ts";

const sign = (a: Value, b: Value) => Math.sign(compareValues(a, b));
const bytewise = (a: Uint8Array, b: Uint8Array) => Math.sign(Buffer.compare(a, b));

test("the order of the bytes is the order of the values, whatever their kinds", () => {
  const random = new RandomValues(2);
  const values = Array.from({ length: 300 }, () => random.value(2));
  const keys = values.map((value) => indexKeyBytes([value]));
  for (const [i, a] of values.entries()) {
    for (const [j, b] of values.entries()) {
      const found = bytewise(keys[i] as Uint8Array, keys[j] as Uint8Array);
      if (found !== sign(a, b)) throw new Error(`${printValue(a)} and ${printValue(b)}: ${found} but ${sign(a, b)}`);
    }
  }
});

test("numbers are in order across ints, floats and decimals", () => {
  const random = new RandomValues(3);
  const numbers = Array.from({ length: 400 }, () =>
    random.pick([() => random.int(), () => random.float(), () => random.decimal()])(),
  );
  const keys = numbers.map((number) => indexKeyBytes([number]));
  for (const [i, a] of numbers.entries()) {
    for (const [j, b] of numbers.entries()) {
      const found = bytewise(keys[i] as Uint8Array, keys[j] as Uint8Array);
      if (found !== sign(a, b)) throw new Error(`${printValue(a)} and ${printValue(b)}: ${found} but ${sign(a, b)}`);
    }
  }
  expect(indexKeyBytes([1n])).toEqual(indexKeyBytes([1]));
  expect(indexKeyBytes([0])).toEqual(indexKeyBytes([new Decimal(0)]));
});

test("no key is the beginning of another, unless they are equal", () => {
  const random = new RandomValues(4);
  const keys = Array.from({ length: 100 }, () => Buffer.from(indexKeyBytes([random.value(2)])));
  for (const a of keys) for (const b of keys) if (b.subarray(0, a.length).equals(a)) expect(b.equals(a)).toBe(true);
});

test("several columns are in order one after the other, and those with a prefix are together", () => {
  const random = new RandomValues(5);
  const rows = Array.from({ length: 60 }, () => [random.value(1), random.value(1)]);
  const keys = rows.map((row) => indexKeyBytes(row));
  for (const [i, a] of rows.entries()) {
    const prefix = indexKeyBytes([a[0]]);
    for (const [j, b] of rows.entries()) {
      expect(bytewise(keys[i] as Uint8Array, keys[j] as Uint8Array)).toBe(sign(a[0], b[0]) || sign(a[1], b[1]));
      const within = bytewise(keys[j] as Uint8Array, prefix) >= 0 && bytewise(keys[j] as Uint8Array, keyAfter(prefix)) < 0;
      expect(within).toBe(sign(a[0], b[0]) === 0);
    }
  }
});

test("the keys of records come back as they were", () => {
  const random = new RandomValues(6);
  for (let i = 0; i < 1000; i++) {
    const key = random.recordKey(3);
    // −0 and decimals with zeros at their end come back without.
    expect(compareValues(decodeRecordKey(recordKeyBytes(key)), key)).toBe(0);
  }
  for (const key of [1n, "1", [1n, 1, new Decimal(1), -1.5, Number.NaN, -Infinity, 0n, 0], 2n ** 63n - 1n, -(2n ** 63n)]) {
    expect(printValue(decodeRecordKey(recordKeyBytes(key)))).toBe(printValue(key));
  }
});

test("records are in the order of their keys", () => {
  const random = new RandomValues(7);
  const keys = Array.from({ length: 80 }, () => random.recordKey(2));
  for (const a of keys) {
    for (const b of keys) {
      const order = sign(a, b);
      if (order !== 0) expect(bytewise(recordKeyBytes(a), recordKeyBytes(b))).toBe(order);
    }
  }
});

test("a function has a key by its text", () => {
  expect(indexKeyBytes([new Closure("|| 1", {})])).toEqual(indexKeyBytes([new Closure("|| 1", {})]));
});

test("reads whole numbers of every length, also those that end in zeros", () => {
  for (let digits = 1; digits <= 19; digits++)
    for (const first of ["1", "10", "19", "50", "91", "99"]) {
      const number = BigInt(first.padEnd(digits, "7").slice(0, digits));
      const round = BigInt(first.padEnd(digits, "0").slice(0, digits));
      for (const key of [number, round, -number, number + 1n]) expect(decodeRecordKey(recordKeyBytes(key))).toBe(key);
    }
});
