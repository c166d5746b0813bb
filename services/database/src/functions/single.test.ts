import { KeyRange, RecordId } from "../values/value.ts";
import { describeFunctions } from "./testing/table.ts";
import { hex, obj, range, rec, setFrom, span, utf8 } from "./testing/values.ts";
import { others } from "./single.ts";

describeFunctions(others, [
  ["bytes::len", [utf8("é")], "2"],
  ["bytes::len", [hex("")], "0"],
  [
    "bytes::len",
    ["a"],
    "Internal: Incorrect arguments for function bytes::len(). Argument 1 was the wrong type. Expected `bytes` but found `'a'`",
  ],
  ["meta::id", [rec("a", 1n)], "1"],
  [
    "meta::id",
    [1n],
    "Internal: Incorrect arguments for function meta::id(). Argument 1 was the wrong type. Expected `record` but found `1`",
  ],
  ["meta::id", [rec("a", "b")], "'b'"],
  ["meta::tb", [rec("a", 1n)], "'a'"],
  ["meta::tb", [rec("b", [1n])], "'b'"],
  [
    "meta::tb",
    ["a:1"],
    "Internal: Incorrect arguments for function meta::tb(). Argument 1 was the wrong type. Expected `record` but found `'a:1'`",
  ],
  ["record::id", [rec("a", "x")], "'x'"],
  ["record::id", [rec("a", [1n, "b"])], "[1, 'b']"],
  [
    "record::id",
    ["a:1"],
    "Internal: Incorrect arguments for function record::id(). Argument 1 was the wrong type. Expected `record` but found `'a:1'`",
  ],
  ["record::id", [new RecordId("a", new KeyRange({ value: 1n, inclusive: true }, { value: 2n, inclusive: false }))], "1..2"],
  ["record::table", [rec("a", 1n)], "'a'"],
  ["record::table", [rec("b", 1n)], "'b'"],
  [
    "record::table",
    [1n],
    "Internal: Incorrect arguments for function record::table(). Argument 1 was the wrong type. Expected `record` but found `1`",
  ],
  ["record::tb", [rec("a", [1n])], "'a'"],
  ["record::tb", [rec("c", "d")], "'c'"],
  [
    "record::tb",
    [1n],
    "Internal: Incorrect arguments for function record::tb(). Argument 1 was the wrong type. Expected `record` but found `1`",
  ],
  ["count", [], "1"],
  ["count", [1.5], "1"],
  ["count", [0n], "0"],
  ["count", [undefined], "0"],
  ["count", [null], "0"],
  ["count", [[]], "0"],
  ["count", [[0n, 1n, undefined, "", "a"]], "2"],
  ["count", [setFrom(1n, 2n)], "1"],
  ["count", [obj({ a: 1n })], "1"],
  ["count", [range(1n, 3n)], "0"],
  ["count", [1n, 2n], "Internal: Incorrect arguments for function count(). Expected 0 to 1 arguments"],
  ["not", [1n], "false"],
  ["not", [[]], "true"],
  ["not", [0.0], "true"],
  ["not", [undefined], "true"],
  ["not", [1n, 2n], "Internal: Incorrect arguments for function not(). Expected 1 argument"],
  ["sleep", [span(1000000n)], "NONE"],
  ["sleep", [1n], "Internal: Function 'sleep' expects a duration argument, got: int"],
  ["sleep", [span(0n)], "NONE"],
]);
