import { expect, test } from "@jest/globals";
import { Decimal } from "decimal.js";
import { add, divide, multiply, negate, power, remainder, subtract } from "./calculate.ts";
import { parseDatetime } from "./datetime.ts";
import { parseDuration } from "./duration.ts";
import { printValue } from "./print.ts";
import { SetValue, Uuid, type Value } from "./value.ts";

const operators = { "+": add, "-": subtract, "*": multiply, "/": divide, "%": remainder, "**": power };
type Operator = keyof typeof operators;

const largest = 2n ** 63n - 1n;
const smallest = -(2n ** 63n);
const dec = (text: string | number) => new Decimal(text);
const day = parseDatetime("2024-01-01") as Value;
const span = (text: string) => parseDuration(text) as Value;

test.each<[Value, Operator, Value, string]>([
  [1n, "+", 1n, "2"],
  [1n, "+", 1, "2f"],
  [1n, "+", dec(1), "2dec"],
  [0.1, "+", dec("0.2"), "0.3dec"],
  [1e300, "+", dec(1), "1dec"],
  [123456789.123456789, "+", dec(1), "123456790.1234568dec"],
  ["a", "+", "b", "'ab'"],
  [[1n], "+", [2n, 1n], "[1, 2, 1]"],
  [
    new Map([["a", 1n]]),
    "+",
    new Map([
      ["a", 3n],
      ["b", 2n],
    ]),
    "{ a: 3, b: 2 }",
  ],
  [span("1h"), "+", span("30m"), "1h30m"],
  [day, "+", span("1h"), "d'2024-01-01T01:00:00Z'"],
  [span("1h"), "+", day, "d'2024-01-01T01:00:00Z'"],
  [day, "-", span("1h"), "d'2023-12-31T23:00:00Z'"],
  [span("1h"), "-", day, "d'2023-12-31T23:00:00Z'"],
  [day, "-", parseDatetime("2023-12-31"), "1d"],
  [span("1h"), "*", 2n, "2h"],
  [span("10ns"), "*", 0.35, "3ns"],
  [span("10ns"), "*", dec("0.29"), "2ns"],
  [span("1h"), "/", 2n, "30m"],
  [span("1h"), "/", 0.5, "2h"],
  [span("1h"), "/", dec("1.5"), "40m"],
  [span("1h"), "/", 0n, "NaN"],
  [span("1h"), "/", -1, "NaN"],
  [span("1h"), "/", span("2h"), "NaN"],
  [7n, "/", 2n, "3"],
  [-7n, "/", 2n, "-3"],
  [7n, "/", 2, "3.5f"],
  [1n, "/", 0n, "NaN"],
  [1, "/", 0n, "Infinity"],
  [dec(1), "/", 0n, "NaN"],
  [smallest, "/", -1n, "NaN"],
  ["a", "/", 2n, "NaN"],
  [-7n, "%", 2n, "-1"],
  [1, "%", 0, "NaN"],
  [2n, "**", 3n, "8"],
  [2n, "**", 0.5, "1.4142135623730951f"],
  [2n, "**", dec(2), "4f"],
  [1n, "**", largest, "1"],
  [0n, "**", 0n, "1"],
  [-2n, "**", 3n, "-8"],
  [1, "**", Number.NaN, "1f"],
  [dec(1), "/", dec(3), "0.3333333333333333333333333333dec"],
  [dec(2), "/", 3n, "0.6666666666666666666666666667dec"],
  [dec(100), "/", 3n, "33.333333333333333333333333333dec"],
])("%p %s %p is %s", (left, operator, right, text) => {
  expect(printValue(operators[operator](left, right))).toBe(text);
});

test.each<[string, Operator, string, string]>([
  ["1.5", "*", "2", "3.0"],
  ["1.23", "*", "4.56", "5.6088"],
  ["1.5", "-", "0.5", "1.0"],
  ["1.5", "*", "0", "0"],
  ["3", "/", "2", "1.50"],
  ["1", "/", "4", "0.25"],
  ["1", "/", "8", "0.125"],
  ["1", "/", "1024", "0.00097656250"],
  ["10", "/", "5", "2"],
  ["1.5", "/", "0.5", "3"],
  ["6.6", "/", "2", "3.3"],
  ["123.456", "/", "10", "12.34560"],
  ["1", "/", "1000", "0.001"],
  ["7", "%", "2.5", "2.0"],
  ["1.5", "-", "1.5", "0.0"],
  ["3", "%", "123.456", "3"],
  ["1.5", "%", "1.5", "0"],
  ["3", "/", "0.3", "10"],
  ["79228162514264337593543950335", "+", "0.3", "79228162514264337593543950335"],
  ["2", "**", "10", "1024"],
  ["1.1", "**", "2", "1.21"],
  ["2", "**", "-1", "0.50"],
  ["2", "**", "-2", "0.25"],
  ["2", "**", "95", "39614081257132168796771975168"],
])("with decimals, %s %s %s is %s", (left, operator, right, text) => {
  expect(printValue(operators[operator](dec(left), dec(right)))).toBe(`${text}dec`);
});

test.each<[Value, Operator, Value, string]>([
  [largest, "+", 1n, "Cannot perform addition with '9223372036854775807' and '1'"],
  [smallest, "-", 1n, "Cannot perform subtraction with '-9223372036854775808' and '1'"],
  [largest, "*", 2n, "Cannot perform multiplication with '9223372036854775807' and '2'"],
  [smallest, "%", -1n, "Cannot perform remainder with '-9223372036854775808' and '-1'"],
  [1n, "%", 0n, "Cannot perform remainder with '1' and '0'"],
  [1n, "%", dec(0), "Cannot perform remainder with '1' and '0dec'"],
  [2n, "**", 63n, "Cannot raise the value '2' with '63'"],
  [2n, "**", -1n, "Cannot raise the value '2' with '-1'"],
  [dec(10), "**", 100n, "Cannot raise the value '10' with '100'"],
  [dec(0), "**", -1n, "Cannot raise the value '0' with '-1'"],
  [dec("79228162514264337593543950335"), "+", dec(1), "Cannot perform addition with '79228162514264337593543950335' and '1'"],
  [dec("79228162514264337593543950335"), "+", 1n, "Cannot perform addition with '79228162514264337593543950335dec' and '1'"],
  [dec("79228162514264337593543950335"), "*", 2n, "Cannot perform multiplication with '79228162514264337593543950335dec' and '2'"],
  [
    dec("79228162514264337593543950335"),
    "*",
    dec("1.5"),
    "Cannot perform multiplication with '79228162514264337593543950335' and '1.5'",
  ],
  [dec("1.5"), "**", Infinity, "Cannot raise the value '1.5' with 'inf'"],
  [span("584542046090y"), "*", 2n, 'Failed to compute: "584542046090y * 2", as the operation results in an arithmetic overflow.'],
  ["it's", "+", 1n, "Cannot perform addition with 'it's' and '1'"],
  [1, "**", [1, "a"], "Cannot raise the value '1f' with '[1f, 'a']'"],
  [new SetValue([1n, 2n]), "+", 3n, "Cannot perform addition with '{1, 2}' and '3'"],
  [
    new Uuid("018f2b3c-0000-7000-8000-000000000000"),
    "+",
    undefined,
    "Cannot perform addition with '018f2b3c-0000-7000-8000-000000000000' and 'NONE'",
  ],
  [day, "*", 2n, "Cannot perform multiplication with '2024-01-01T00:00:00Z' and '2'"],
  [span("1h"), "-", span("2h"), 'Failed to compute: "1h - 2h", as the operation results in a negative value.'],
  [
    day,
    "+",
    span("300000y"),
    'Failed to compute: "300000y + 2024-01-01T00:00:00Z", as the operation results in an arithmetic overflow.',
  ],
  [day, "-", span("300000y"), 'Failed to compute: "300000y - 2024-01-01T00:00:00Z", as the operation results in a negative value.'],
  [span("1h"), "*", -1n, "Cannot multiply a duration with a negative number"],
  [span("1h"), "*", Number.NaN, "Cannot multiply a duration with a non-finite or negative number"],
  [span("1y"), "*", 500_000_000_000_000n, "out of range integral type conversion attempted"],
  [
    span("1y"),
    "*",
    1e30,
    'Failed to compute: "1y * 1000000000000000000000000000000", as the operation results in an arithmetic overflow.',
  ],
])("%p %s %p fails: %s", (left, operator, right, message) => {
  expect(() => operators[operator](left, right)).toThrow(message);
});

test("negation is for numbers that have an opposite", () => {
  expect(negate(1n)).toBe(-1n);
  expect(negate(1.5)).toBe(-1.5);
  expect(printValue(negate(multiply(dec("1.5"), 2n)))).toBe("-3.0dec");
  expect(() => negate("a")).toThrow("Cannot negate the value ''a''");
  expect(() => negate(smallest)).toThrow("Cannot negate the value '-9223372036854775808'");
});
