import { describeFunctions } from "../testing/table.ts";
import { setFrom } from "../testing/values.ts";
import { combining } from "./combine.ts";

describeFunctions(combining, [
  ["array::add", [[1n, 2n], 3n], "[1, 2, 3]"],
  ["array::add", [[1n, 2n], 2n], "[1, 2]"],
  [
    "array::add",
    [
      [1n, 2n],
      [2n, 3n],
    ],
    "[1, 2, 3]",
  ],
  ["array::add", [[1n, 1n], 2n], "[1, 1, 2]"],
  [
    "array::add",
    [1n, 2n],
    "Internal: Incorrect arguments for function array::add(). Argument 1 was the wrong type. Expected `array` but found `1`",
  ],
  ["array::add", [[1n], [1n, 1n, 2n, 2n]], "[1, 2]"],
  ["array::add", [[1n, 2n], setFrom(3n, 4n)], "[1, 2, {3, 4}]"],
  [
    "array::add",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::add(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::add",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[0, '', [1], 2]",
  ],
  [
    "array::add",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[1, 2, 2, 3]",
  ],
  ["array::add", [[], 1n], "[1]"],
  ["array::append", [[1n], [2n]], "[1, [2]]"],
  [
    "array::append",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::append(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::append",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[0, '', [1], [[1], 2]]",
  ],
  [
    "array::append",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[1, 2, 2, [2, 3]]",
  ],
  ["array::append", [[], 1n], "[1]"],
  ["array::push", [[1n], [2n]], "[1, [2]]"],
  [
    "array::push",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::push(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::push",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[0, '', [1], [[1], 2]]",
  ],
  [
    "array::push",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[1, 2, 2, [2, 3]]",
  ],
  ["array::push", [[], 1n], "[1]"],
  ["array::prepend", [[1n], [2n]], "[[2], 1]"],
  ["array::prepend", [[1n], [1n]], "[[1], 1]"],
  [
    "array::prepend",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::prepend(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::prepend",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[[[1], 2], 0, '', [1]]",
  ],
  [
    "array::prepend",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[[2, 3], 1, 2, 2]",
  ],
  ["array::prepend", [[], 1n], "[1]"],
  [
    "array::combine",
    [
      [1n, 2n],
      [3n, 4n],
    ],
    "[[1, 3], [1, 4], [2, 3], [2, 4]]",
  ],
  [
    "array::combine",
    [
      [1n, 2n],
      [2n, 1n],
    ],
    "[[1, 2], [1, 1], [2, 2], [2, 1]]",
  ],
  ["array::combine", [[], [1n]], "[]"],
  ["array::combine", [[1n], [2n, 3n]], "[[1, 2], [1, 3]]"],
  [
    "array::complement",
    [
      [1n, 2n, 3n, 2n, 2n, 5n],
      [2n, 3n],
    ],
    "[1, 5]",
  ],
  ["array::complement", [[1n, 1n, 2n], []], "[1, 1, 2]"],
  [
    "array::complement",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::complement(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::complement",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[0, '']",
  ],
  [
    "array::complement",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[1]",
  ],
  [
    "array::complement",
    [[], 1n],
    "Internal: Incorrect arguments for function array::complement(). Argument 2 was the wrong type. Expected `array` but found `1`",
  ],
  ["array::concat", [[1n], [2n], [3n, [4n]]], "[1, 2, 3, [4]]"],
  [
    "array::concat",
    [[1n], 2n],
    "Internal: Incorrect arguments for function array::concat(). Argument 2 was the wrong type. Expected `array` but found `2`",
  ],
  ["array::concat", [], "[]"],
  [
    "array::difference",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[1, 2, 3]",
  ],
  [
    "array::difference",
    [
      [1n, 1n, 2n],
      [3n, 3n, 1n],
    ],
    "[1, 2, 3, 3]",
  ],
  ["array::difference", [[], [1n, 1n]], "[1, 1]"],
  ["array::difference", [[1n, 1n], []], "[1, 1]"],
  [
    "array::difference",
    [
      [1n, 1n, 2n, 3n],
      [3n, 3n, 1n],
    ],
    "[1, 2, 3]",
  ],
  [
    "array::difference",
    [
      [1n, 1n, 2n],
      [1.0, 5n, 5n],
    ],
    "[1, 2, 5, 5]",
  ],
  [
    "array::intersect",
    [
      [1n, 2n, 2n, 3n],
      [2n, 3n],
    ],
    "[2, 3]",
  ],
  [
    "array::intersect",
    [
      [1n, 2n, 2n, 3n],
      [2n, 2n],
    ],
    "[2, 2]",
  ],
  ["array::intersect", [[1n, 1n, 2n], [1n]], "[1]"],
  [
    "array::intersect",
    [
      [1n, 1.0, 2n],
      [1.0, 1n, 1n],
    ],
    "[1, 1f]",
  ],
  [
    "array::union",
    [
      [1n, 2n, 1n],
      [2n, 3n, 3n],
    ],
    "[1, 2, 3]",
  ],
  ["array::union", [[1n, 1n], []], "[1]"],
  [
    "array::union",
    ["a", 1n],
    "Internal: Incorrect arguments for function array::union(). Argument 1 was the wrong type. Expected `array` but found `'a'`",
  ],
  [
    "array::union",
    [
      [0n, "", [1n]],
      [[1n], 2n],
    ],
    "[0, '', [1], 2]",
  ],
  [
    "array::union",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "[1, 2, 3]",
  ],
  [
    "array::union",
    [[], 1n],
    "Internal: Incorrect arguments for function array::union(). Argument 2 was the wrong type. Expected `array` but found `1`",
  ],
]);
