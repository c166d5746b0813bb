import { describeFunctions } from "../testing/table.ts";
import { range } from "../testing/values.ts";
import { making } from "./make.ts";

describeFunctions(making, [
  ["array::range", [3n], "Internal: Incorrect arguments for function array::range(). Output must not exceed 1048576 bytes."],
  ["array::range", [1n, 3n], "[1, 2]"],
  ["array::range", [1n, -3n], "[]"],
  [
    "array::range",
    ["a"],
    "Internal: Incorrect arguments for function array::range(). Argument 1 was the wrong type. Expected `int` but found `'a'`",
  ],
  [
    "array::range",
    [0n, 100000000n],
    "Internal: Incorrect arguments for function array::range(). Output must not exceed 1048576 bytes.",
  ],
  [
    "array::range",
    [0n, 10000000000n],
    "Internal: Incorrect arguments for function array::range(). Output must not exceed 1048576 bytes.",
  ],
  ["array::range", [3n, -1n], "[]"],
  ["array::range", [-2n], "Internal: Incorrect arguments for function array::range(). Output must not exceed 1048576 bytes."],
  ["array::range", [9223372036854775805n], "[9223372036854775805, 9223372036854775806, 9223372036854775807]"],
  ["array::range", [9223372036854775806n], "[9223372036854775806, 9223372036854775807]"],
  [
    "array::range",
    [5n, 9223372036854775807n],
    "Internal: Incorrect arguments for function array::range(). Output must not exceed 1048576 bytes.",
  ],
  ["array::range", [range(1n, 5n)], "[1, 2, 3, 4]"],
  ["array::range", [range(1n, 5n, true)], "[1, 2, 3, 4, 5]"],
  ["array::range", [range(5n, 1n)], "[]"],
  ["array::range", [range(1n)], "Internal: Incorrect arguments for function array::range(). Output must not exceed 1048576 bytes."],
  ["array::range", [range(1n, 4n, false, false)], "[2, 3]"],
  ["array::repeat", [1n, 3n], "[1, 1, 1]"],
  ["array::repeat", [[1n], 2n], "[[1], [1]]"],
  ["array::repeat", [1n, 0n], "[]"],
  [
    "array::repeat",
    [1n, -1n],
    "Internal: Incorrect arguments for function array::repeat(). Expected argument 2 to be a positive number",
  ],
  [
    "array::repeat",
    [1n, 10000000000n],
    "Internal: Incorrect arguments for function array::repeat(). Output must not exceed 1048576 bytes.",
  ],
  [
    "array::repeat",
    ["aaaa", 10000000n],
    "Internal: Incorrect arguments for function array::repeat(). Output must not exceed 1048576 bytes.",
  ],
  ["array::repeat", [undefined, 2n], "[NONE, NONE]"],
  [
    "array::repeat",
    [1n, 1.5],
    "Internal: Incorrect arguments for function array::repeat(). Argument 2 was the wrong type. Expected `int` but found `1.5f`",
  ],
  [
    "array::repeat",
    [1n, 18725n],
    "Internal: Incorrect arguments for function array::repeat(). Output must not exceed 1048576 bytes.",
  ],
  ["array::sequence", [3n], "[0, 1, 2]"],
  ["array::sequence", [1n, 3n], "[1, 2, 3]"],
  ["array::sequence", [1n, -1n], "[]"],
  ["array::sequence", [1n, 0n], "[]"],
  ["array::sequence", [9223372036854775807n, 2n], "[9223372036854775807]"],
  ["array::sequence", [5n, 4n], "[5, 6, 7, 8]"],
  ["array::sequence", [-3n], "[]"],
  ["array::sequence", [-3n, 5n], "[-3, -2, -1, 0, 1]"],
]);
