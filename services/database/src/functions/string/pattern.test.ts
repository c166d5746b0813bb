import { Regex } from "../../values/value.ts";
import { describeFunctions } from "../testing/table.ts";
import { patterns } from "./pattern.ts";

describeFunctions(patterns, [
  ["string::matches", ["ABC", "(?i)b"], "true"],
  [
    "string::matches",
    ["a", "["],
    "Internal: Incorrect arguments for function string::matches(). Argument 2 was the wrong type. Could not cast into `regex` using input `'['`",
  ],
  [
    "string::matches",
    ["abc", "("],
    "Internal: Incorrect arguments for function string::matches(). Argument 2 was the wrong type. Could not cast into `regex` using input `'('`",
  ],
  ["string::matches", ["abc", "b"], "true"],
  ["string::matches", ["abc", new Regex("^b")], "false"],
  [
    "string::matches",
    ["abc", 1n],
    "Internal: Incorrect arguments for function string::matches(). Argument 2 was the wrong type. Could not cast into `regex` using input `1`",
  ],
  ["string::matches", ["foo123", "\\d+$"], "true"],
  ["string::replace", ["aXbX", "", "-"], "'-a-X-b-X-'"],
  ["string::replace", ["aXbX", "X", "y"], "'ayby'"],
  [
    "string::replace",
    ["aXbX", "X", 1n],
    "Internal: Incorrect arguments for function string::replace(). Argument 3 was the wrong type. Expected `string` but found `1`",
  ],
  ["string::replace", ["aXbX", new Regex("X"), "y"], "'ayby'"],
  [
    "string::replace",
    ["aXbX", 1n, "y"],
    "Internal: Incorrect arguments for function string::replace(). Argument 2 was the wrong type. Expected a string but found 1",
  ],
  ["string::replace", ["aaaa", "a", "bbbbbbbbbb"], "'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'"],
  ["string::replace", ["abc", "hex(", ")$0"], "'abc'"],
  ["string::replace", ["abc", "z", "y"], "'abc'"],
  ["string::replace", ["baaac", new Regex("a*"), "x"], "'xbxcx'"],
  ["string::replace", ["abcabc", new Regex("[ab]"), "-"], "'--c--c'"],
]);
