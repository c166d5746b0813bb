import { describe, expect, test } from "@jest/globals";
import { Decimal } from "decimal.js";
import { Datetime, Duration, Geometry, Regex, Uuid, type Value } from "../../../values/value.ts";
import type { Expression } from "../tree/expression.ts";
import type { Part } from "../tree/idiom.ts";
import { parseExpressionText } from "./index.ts";

const literal = (value: Value): Expression => ({ kind: "literal", value });
const field = (name: string): Part => ({ part: "field", name });
const path = (...parts: readonly Part[]): Expression => ({ kind: "idiom", start: undefined, parts });
const a = path(field("a"));
const b = path(field("b"));
const int = { kind: "int" } as const;

const literals: readonly (readonly [text: string, value: Value])[] = [
  ["NONE", undefined],
  ["null", null],
  ["True", true],
  ["1_000", 1000n],
  ["-9223372036854775808", -9_223_372_036_854_775_808n],
  ["1.50", 1.5],
  ["2f", 2],
  ["1e3", 1000],
  ["NaN", Number.NaN],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["1.10dec", new Decimal("1.10")],
  ["1h30m", new Duration(5_400_000_000_000n)],
  ["1µs5ns", new Duration(1005n)],
  ["'it\\'s\\n'", "it's\n"],
  ['s"\\u{1F600}\\u0041"', "😀A"],
  ["u'018F3B5A-0000-7000-8000-000000000000'", new Uuid("018f3b5a-0000-7000-8000-000000000000")],
  ["d'1970-01-01T00:00:01.5Z'", new Datetime(1_500_000_000n)],
  ["d'1970-01-02'", new Datetime(86_400_000_000_000n)],
  ["d'2024-02-29T00:00:00+02:00'", new Datetime(1_709_157_600_000_000_000n)],
  ["b'0aFF'", new Uint8Array([10, 255])],
  ["/a\\/b+/", new Regex("a/b+")],
  ["(1.5, -2)", new Geometry({ type: "Point", coordinates: [1.5, -2] })],
];

describe("a literal", () => {
  test.each(literals)("%s is a value", (text, value) => {
    expect(parseExpressionText(text)).toEqual(literal(value));
  });
});

const expressions: readonly (readonly [text: string, tree: Expression])[] = [
  ["$a", { kind: "param", name: "a" }],
  ["$`a b`", { kind: "param", name: "a b" }],
  ["⟨a b⟩", path(field("a b"))],
  ["`a\\`b`", path(field("a`b"))],
  ["value", path(field("value"))],
  ["[1, 2,]", { kind: "array", items: [literal(1n), literal(2n)] }],
  ["{}", { kind: "object", entries: [] }],
  [
    "{ a: 1, 'b c': 2, 3: a, }",
    {
      kind: "object",
      entries: [
        ["a", literal(1n)],
        ["b c", literal(2n)],
        ["3", a],
      ],
    },
  ],
  ["{,}", { kind: "set", items: [] }],
  ["{1,}", { kind: "set", items: [literal(1n)] }],
  ["{1, 2}", { kind: "set", items: [literal(1n), literal(2n)] }],
  ["{ a }", { kind: "block", statements: [{ statement: "expression", expression: a }] }],
  ["{;}", { kind: "block", statements: [] }],
  [
    "a + 1 * 2",
    { kind: "binary", operator: "+", left: a, right: { kind: "binary", operator: "*", left: literal(1n), right: literal(2n) } },
  ],
  ["a OR b", { kind: "binary", operator: "||", left: a, right: b }],
  ["a IS NOT b", { kind: "binary", operator: "!=", left: a, right: b }],
  ["a NOT IN b", { kind: "binary", operator: "NOTINSIDE", left: a, right: b }],
  ["a ∋ b", { kind: "binary", operator: "CONTAINS", left: a, right: b }],
  ["!a", { kind: "prefix", operator: "!", operand: a }],
  ["<int>a", { kind: "cast", to: int, operand: a }],
  ["1..=3", { kind: "range", begin: { value: literal(1n), inclusive: true }, end: { value: literal(3n), inclusive: true } }],
  ["1>..", { kind: "range", begin: { value: literal(1n), inclusive: false }, end: undefined }],
  ["..", { kind: "range", begin: undefined, end: undefined }],
  ["a @1,OR@ 'b'", { kind: "matches", reference: 1, words: "OR", left: a, right: literal("b") }],
  ["a <|3,COSINE|> b", { kind: "knn", k: 3, by: { distance: "COSINE" }, left: a, right: b }],
  ["a <|3,40|> b", { kind: "knn", k: 3, by: { ef: 40 }, left: a, right: b }],
  ["count()", { kind: "call", callee: { of: "builtin", name: "count" }, args: [] }],
  ["STRING::len(a)", { kind: "call", callee: { of: "builtin", name: "string::len" }, args: [a] }],
  ["fn::a::b(1)", { kind: "call", callee: { of: "custom", name: "a::b" }, args: [literal(1n)] }],
  ["$f(1)", { kind: "call", callee: { of: "value", value: { kind: "param", name: "f" } }, args: [literal(1n)] }],
  ["math::PI", { kind: "constant", name: "math::pi" }],
  [
    "|$a: int, $b| a",
    {
      kind: "closure",
      parameters: [
        { name: "a", type: int },
        { name: "b", type: { kind: "any" } },
      ],
      returns: undefined,
      body: a,
    },
  ],
  ["|| 1", { kind: "closure", parameters: [], returns: undefined, body: literal(1n) }],
  ["|person:10|", { kind: "mock", table: "person", count: { random: 10n } }],
  ["|person:1..=3|", { kind: "mock", table: "person", count: { from: 1n, to: 3n, inclusive: true } }],
];

describe("an expression", () => {
  test.each(expressions)("%s", (text, tree) => {
    expect(parseExpressionText(text)).toEqual(tree);
  });
});

const paths: readonly (readonly [text: string, parts: readonly Part[]])[] = [
  ["a.b", [field("a"), field("b")]],
  ["a.*", [field("a"), { part: "all" }]],
  ["a[*][$]", [field("a"), { part: "all" }, { part: "last" }]],
  ["a[0]['b']", [field("a"), { part: "index", index: literal(0n) }, { part: "index", index: literal("b") }]],
  ["a[WHERE b][? b]", [field("a"), { part: "where", condition: b }, { part: "where", condition: b }]],
  ["a….b", [field("a"), { part: "flatten" }, field("b")]],
  ["a.?.b", [field("a"), { part: "optional" }, field("b")]],
  ["a.len(1)", [field("a"), { part: "method", name: "len", args: [literal(1n)] }]],
  ["@.a", [{ part: "repeat" }, field("a")]],
  [
    "a.{ b, c.*, d: b, e.{ f } }",
    [
      field("a"),
      {
        part: "destructure",
        fields: [
          { field: "name", name: "b" },
          { field: "all", name: "c" },
          { field: "aliased", name: "d", value: b },
          { field: "nested", name: "e", fields: [{ field: "name", name: "f" }] },
        ],
      },
    ],
  ],
  ["a.{1..3}", [field("a"), { part: "recurse", min: 1, max: 3, path: undefined, instruction: undefined }]],
  [
    "a.{..+path+inclusive}.@",
    [
      field("a"),
      { part: "recurse", min: undefined, max: undefined, path: undefined, instruction: { find: "path", inclusive: true } },
      { part: "repeat" },
    ],
  ],
  ["a.{2}(.b)", [field("a"), { part: "recurse", min: 2, max: 2, path: [field("b")], instruction: undefined }]],
];

describe("a path", () => {
  test.each(paths)("%s", (text, parts) => {
    expect(parseExpressionText(text)).toEqual(path(...parts));
  });

  test("steps over edges, over several tables and under a condition", () => {
    const step = {
      part: "graph",
      direction: "out",
      tables: [],
      select: undefined,
      where: undefined,
      split: [],
      group: undefined,
      order: undefined,
      limit: undefined,
      start: undefined,
      alias: undefined,
    } as const;
    const table = (name: string) => ({ table: name, key: undefined, field: undefined });
    expect(parseExpressionText("->a<-?")).toEqual(path({ ...step, tables: [table("a")] }, { ...step, direction: "in" }));
    expect(parseExpressionText("<->(a, b WHERE a AS c)")).toEqual(
      path({
        ...step,
        direction: "both",
        tables: [table("a"), table("b")],
        where: a,
        alias: { kind: "idiom", start: undefined, parts: [field("c")] },
      }),
    );
    expect(parseExpressionText("<~(a FIELD b)")).toEqual(
      path({ ...step, direction: "reference", tables: [{ table: "a", key: undefined, field: "b" }] }),
    );
  });

  test("goes on from any expression", () => {
    expect(parseExpressionText("$a.b")).toEqual({ kind: "idiom", start: { kind: "param", name: "a" }, parts: [field("b")] });
    expect(parseExpressionText("(a.b).c")).toEqual(path(field("a"), field("b"), field("c")));
  });
});

const keys: readonly (readonly [text: string, key: Value])[] = [
  ["a:1", 1n],
  ["a:-1", -1n],
  ["a:01", 1n],
  ["a:b1", "b1"],
  ["a:1b", "1b"],
  ["a:1e5", "1e5"],
  ["a:1_0", "1_0"],
  ["a:⟨b c⟩", "b c"],
  ["a:select", "select"],
  ["a:9223372036854775808", "9223372036854775808"],
  ["a:u'018f3b5a-0000-7000-8000-000000000000'", new Uuid("018f3b5a-0000-7000-8000-000000000000")],
  ["r'a:b'", "b"],
  [String.raw`r"a:u\"018f3b5a-0000-7000-8000-000000000000\""`, new Uuid("018f3b5a-0000-7000-8000-000000000000")],
];

describe("a record id", () => {
  test.each(keys)("%s", (text, key) => {
    expect(parseExpressionText(text)).toEqual({ kind: "record-id", table: "a", key: { key: "value", value: literal(key) } });
  });

  test("has keys that are made anew, of many values, and ranges of keys", () => {
    const value = (key: Value) => ({ key: "value", value: literal(key) }) as const;
    expect(parseExpressionText("a:ulid()")).toEqual({ kind: "record-id", table: "a", key: { key: "generated", by: "ulid" } });
    expect(parseExpressionText("a:[1]")).toEqual({
      kind: "record-id",
      table: "a",
      key: { key: "value", value: { kind: "array", items: [literal(1n)] } },
    });
    expect(parseExpressionText("a:1>..=b")).toEqual({
      kind: "record-id",
      table: "a",
      key: { key: "range", begin: { value: value(1n), inclusive: false }, end: { value: value("b"), inclusive: true } },
    });
  });
});
