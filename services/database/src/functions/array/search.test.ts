import { describeFunctions } from "../testing/table.ts";
import { fn } from "../testing/values.ts";
import { searching } from "./search.ts";

describeFunctions(searching, [
  ["array::all", [[1n, 0n]], "false"],
  ["array::all", [[]], "true"],
  ["array::all", [[1n, 2n], 1n], "false"],
  ["array::all", [[1n, 1n], 1n], "true"],
  ["array::all", [[1n, 2n], undefined], "false"],
  ["array::all", [[1n, 2n], fn("|$x| $x > 0", (x) => x > 0n)], "true"],
  ["array::any", [[]], "false"],
  ["array::any", [[0n, 1n]], "true"],
  ["array::any", [[1n, 2n], 2n], "true"],
  ["array::any", [[null, 0n, ""]], "false"],
  ["array::any", [[1n, 2n], fn("|$x| $x > 1", (x) => x > 1n)], "true"],
  ["array::filter", [[1n, 2n, 3n], 2n], "[2]"],
  ["array::filter", [[1n, 2n, 3n], fn("|$x| $x > 1", (x) => x > 1n)], "[2, 3]"],
  [
    "array::filter",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::filter(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::filter",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[]",
  ],
  [
    "array::filter",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[]",
  ],
  ["array::filter", [[], 1n], "[]"],
  ["array::filter_index", [[1n, 2n, 3n], 2n], "[1]"],
  ["array::filter_index", [[1n, 2n, 3n], fn("|$x| $x > 1", (x) => x > 1n)], "[1, 2]"],
  [
    "array::filter_index",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::filter_index(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::filter_index",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[]",
  ],
  [
    "array::filter_index",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[]",
  ],
  ["array::filter_index", [[], 1n], "[]"],
  ["array::find", [[1n, 2n, 3n], 2n], "2"],
  ["array::find", [[1n, 2n, 3n], 9n], "NONE"],
  ["array::find", [[1n, null], null], "NULL"],
  ["array::find", [[1n, 2n, 3n], fn("|$x| $x > 1", (x) => x > 1n)], "2"],
  ["array::find_index", [[1n, 2n, 3n], 3n], "2"],
  ["array::find_index", [[1n, 2n, 3n], 9n], "NONE"],
  ["array::find_index", [[1n, 2n, 3n], fn("|$x| $x > 1", (x) => x > 1n)], "1"],
  ["array::find_index", [[1n, 2n, 3n], fn("|$x| $x > 5", (x) => x > 5n)], "NONE"],
  ["array::max", [[]], "NONE"],
  ["array::max", [[1n, "a", 3n]], "'a'"],
  ["array::max", [[1n, null, [5n]]], "[5]"],
  [
    "array::max",
    ["a"],
    "Internal: Incorrect arguments for function array::max(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  ["array::max", [["b", undefined, [1n]]], "[1]"],
  ["array::max", [[1n, 2n, 2n]], "2"],
  ["array::min", [[]], "NONE"],
  ["array::min", [[1n, "a", undefined]], "NONE"],
  [
    "array::min",
    ["a"],
    "Internal: Incorrect arguments for function array::min(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  ["array::min", [["b", undefined, [1n]]], "NONE"],
  ["array::min", [[1n, 2n, 2n]], "1"],
]);
