import { describeFunctions } from "../testing/table.ts";
import { logic } from "./logic.ts";

describeFunctions(logic, [
  [
    "array::boolean_and",
    [
      [true, false, 1n],
      [1n, 1n],
    ],
    "[true, false, false]",
  ],
  ["array::boolean_and", [[1n], [1n, 1n]], "[true, false]"],
  [
    "array::boolean_and",
    [["a"], "b"],
    "Internal: Incorrect arguments for function array::boolean_and(). Argument 2 was the wrong type. Expected `array` but found `'b'`",
  ],
  ["array::boolean_not", [[true, 0n, "a"]], "[false, true, false]"],
  [
    "array::boolean_not",
    ["a"],
    "Internal: Incorrect arguments for function array::boolean_not(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  ["array::boolean_not", [["b", undefined, [1n]]], "[false, true, false]"],
  ["array::boolean_not", [[1n, 2n, 2n]], "[false, false, false]"],
  ["array::boolean_not", [[]], "[]"],
  [
    "array::boolean_or",
    [
      [true, false],
      [false, false, 1n],
    ],
    "[true, false, true]",
  ],
  [
    "array::boolean_or",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::boolean_or(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::boolean_or",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[true, true, true]",
  ],
  [
    "array::boolean_or",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[true, true, true]",
  ],
  [
    "array::boolean_or",
    [[], 1n],
    "Internal: Incorrect arguments for function array::boolean_or(). Argument 2 was the wrong type. Expected `array` but found `1`",
  ],
  [
    "array::boolean_xor",
    [
      [true, false],
      [true, 1n],
    ],
    "[false, true]",
  ],
  [
    "array::boolean_xor",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::boolean_xor(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::boolean_xor",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[true, true, true]",
  ],
  [
    "array::boolean_xor",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[false, false, true]",
  ],
  [
    "array::boolean_xor",
    [[], 1n],
    "Internal: Incorrect arguments for function array::boolean_xor(). Argument 2 was the wrong type. Expected `array` but found `1`",
  ],
  [
    "array::logical_and",
    [
      [true, 1n, 0n],
      [false, 2n, 3n],
    ],
    "[false, 2, 0]",
  ],
  ["array::logical_and", [[1n], []], "[NULL]"],
  ["array::logical_and", [[1n], [2n, 3n]], "[2, NULL]"],
  ["array::logical_and", [[undefined, 1n], [5n]], "[NONE, NULL]"],
  [
    "array::logical_or",
    [
      [0n, 1n],
      [2n, 3n],
    ],
    "[2, 1]",
  ],
  ["array::logical_or", [[0n, undefined, false], [0n]], "[0, NULL, NULL]"],
  ["array::logical_or", [[], [1n, undefined]], "[1, NONE]"],
  [
    "array::logical_xor",
    [
      [0n, 1n],
      [2n, 3n],
    ],
    "[2, false]",
  ],
  [
    "array::logical_xor",
    [
      [1n, 1n],
      [0n, 2n],
    ],
    "[1, false]",
  ],
  ["array::logical_xor", [[0n], [""]], "[0]"],
  ["array::logical_xor", [[1n], []], "[1]"],
  [
    "array::logical_xor",
    [
      [1n, 0n],
      [0n, 0n],
    ],
    "[1, 0]",
  ],
  [
    "array::logical_xor",
    [
      [0n, "a"],
      [undefined, "b"],
    ],
    "[0, false]",
  ],
  ["array::logical_xor", [[undefined], [0n]], "[NONE]"],
  ["array::logical_xor", [[], [0n, 1n]], "[NULL, 1]"],
  ["array::matches", [[1n, 2n, 1n], 1n], "[true, false, true]"],
  [
    "array::matches",
    [
      [1n, 2n, 1n],
      [1n, 2n],
    ],
    "[false, false, false]",
  ],
  ["array::matches", [[1n, "a"], "a"], "[false, true]"],
  [
    "array::matches",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::matches(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::matches",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[false, false, false]",
  ],
  [
    "array::matches",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[false, false, false]",
  ],
  ["array::matches", [[], 1n], "[]"],
]);
