import { expect, test } from "@jest/globals";
import { decimalFromDigits } from "../decimal.ts";
import { printValue } from "../print.ts";
import { Closure, Datetime, RecordId, Uuid, type Value } from "../value.ts";
import { RandomValues } from "./random-values.ts";
import { decodeStored, storedValue } from "./stored-decode.ts";
import { encodeStored } from "./stored.ts";

test.each<[Value, string]>([
  [null, "null"],
  ["text", '"text"'],
  [7n, "7"],
  [1.5, "1.5"],
  [[true, "a"], '[true,"a"]'],
  [new Map([["name", "Ann"]]), '{"name":"Ann"}'],
  [7, '{"$float":"7"}'],
  [2n ** 53n, '{"$int":"9007199254740992"}'],
  [undefined, '{"$none":true}'],
  [decimalFromDigits("3.0"), '{"$decimal":"3.0"}'],
  [new Datetime(-5n), '{"$datetime":"-5"}'],
  [new RecordId("person", 1n), '{"$record":["person",1]}'],
  [
    new RecordId("person", new Uuid("018f2b3c-0000-7000-8000-000000000000")),
    '{"$record":["person",{"$uuid":"018f2b3c-0000-7000-8000-000000000000"}]}',
  ],
  [new Map([["$float", "7"]]), '{"$object":{"$float":"7"}}'],
  [
    new Map([
      ["$float", "7"],
      ["a", "b"],
    ]),
    '{"$float":"7","a":"b"}',
  ],
  ["a\0b", String.raw`{"$text":"a\\0b"}`],
])("%p is stored as %s", (value, text) => {
  expect(encodeStored(value)).toBe(text);
  expect(printValue(decodeStored(text))).toBe(printValue(value));
});

test("any value comes back as it was, also through the order of keys that jsonb makes", () => {
  const random = new RandomValues(1);
  for (let i = 0; i < 2000; i++) {
    const value = random.value(3);
    const text = encodeStored(value);
    expect(text).not.toContain(String.raw`\u0000`);
    expect(decodeStored(text)).toStrictEqual(value);
    expect(printValue(storedValue(reversed(JSON.parse(text))))).toBe(printValue(value));
  }
});

/** The same JSON with the keys of its objects in another order. */
function reversed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(reversed);
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).reverse();
  return Object.fromEntries(entries.map(([key, value]) => [key, reversed(value)]));
}

test("a function cannot be stored", () => {
  expect(() => encodeStored(new Closure("|| 1", {}))).toThrow("Closures cannot be stored on disk");
});
