import { describeFunctions } from "../testing/table.ts";
import { fn } from "../testing/values.ts";
import { walking } from "./walk.ts";

describeFunctions(walking, [
  [
    "array::fold",
    [[1n, 2n, 3n], 0n, 1n],
    "Internal: Incorrect arguments for function array::fold(). Argument 3 was the wrong type. Expected `function` but found `1`",
  ],
  ["array::fold", [[1n, 2n, 3n], 0n, fn("|$a, $b| $a + $b", (a, b) => a + b)], "6"],
  ["array::fold", [[1n, 2n, 3n], 0n, fn("|$a, $b, $i| $a + $b * $i", (a, b, i) => a + b * i)], "8"],
  [
    "array::map",
    [[1n, 2n], 1n],
    "Internal: Incorrect arguments for function array::map(). Argument 2 was the wrong type. Expected `function` but found `1`",
  ],
  ["array::map", [[1n, 2n, 3n], fn("|$x| $x * 2", (x) => x * 2n)], "[2, 4, 6]"],
  ["array::map", [[1n, 2n, 3n], fn("|$x, $i| $x * $i", (x, i) => x * i)], "[0, 2, 6]"],
  ["array::map", [[], fn("|$x| 1", () => 1n)], "[]"],
  ["array::reduce", [[1n, 2n, 5n], fn("|$a, $b, $i| $a + $b * $i", (a, b, i) => a + b * i)], "6"],
  ["array::reduce", [[], fn("|$a, $b| $a + $b", (a, b) => a + b)], "NONE"],
  ["array::reduce", [[1n], fn("|$a, $b| $a + $b", (a, b) => a + b)], "1"],
]);
