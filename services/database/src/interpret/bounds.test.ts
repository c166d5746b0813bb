import { describe, expect, it, beforeAll, afterAll } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { parseProgram } from "../language/surrealql/index.ts";
import { openDatabases } from "../session/open.ts";
import { openStore } from "../session/open-store.ts";
import type { Session } from "../session/port.ts";
import type { Store } from "../store/port.ts";
import { printValue } from "../values/print.ts";
import type { Value } from "../values/value.ts";

const tooDeep = "Reached excessive computation depth due to functions, subqueries, or computed values";
const tooLarge = "The result is too large: it has more values than a statement may make";
const nested = (open: string, close: string): string => open.repeat(100_000) + "1" + close.repeat(100_000);

/** Levels of arrays around a number. */
function deepArray(levels: number): Value {
  let value: Value = 1n;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

describe("a text that nests or goes on without an end", () => {
  it.each([
    ["brackets", `RETURN ${nested("(", ")")}`],
    ["arrays", `RETURN ${nested("[", "]")}`],
    ["blocks", nested("{", "}")],
    ["prefixes", `RETURN ${"!".repeat(100_000)}true`],
    ["casts", `RETURN ${"<int>".repeat(100_000)}1`],
    ["sums", `RETURN 1${"+1".repeat(200_000)}`],
    ["paths", `RETURN a${".a".repeat(100_000)}`],
    ["indexes", `RETURN a${"[0]".repeat(100_000)}`],
    ["graph steps", `RETURN a:1${"->b->a".repeat(100_000)}`],
    ["methods", `RETURN 1${".abs()".repeat(100_000)}`],
    ["kinds", `DEFINE FIELD a ON t TYPE ${"array<".repeat(100_000)}int`],
  ])("is refused: %s", (_of, text) => {
    const start = performance.now();
    expect(() => parseProgram(text)).toThrow("Exceeded query recursion depth limit");
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe("a statement", () => {
  let store: Store;
  let patient: Session;
  let hasty: Session;
  beforeAll(async () => {
    store = await openStore(await openPglite({ folder: undefined }));
    const from = { ip: undefined, origin: undefined };
    patient = openDatabases({ store, unauthenticated: true }).openSession(from);
    hasty = openDatabases({ store, unauthenticated: true, limits: { statementMs: 300 } }).openSession(from);
    for (const session of [patient, hasty]) await session.use("test", "test");
  });
  afterAll(() => store.close());

  const last = async (text: string, parameter?: Value, session = patient): Promise<string> => {
    const result = (await session.query(text, new Map([["p", parameter]]))).at(-1);
    if (result === undefined) throw new Error("there is no result");
    return "error" in result ? result.error.message : printValue(result.result);
  };
  const late = (time: string): string => `The query was not executed because it exceeded the timeout: ${time}`;

  it.each([
    ["a loop", "FOR $i IN 0..1000000000000 {}", late("300ms")],
    ["loops in loops", "FOR $i IN 0..1000000 { FOR $j IN 0..1000000 { LET $n = $i } }", late("300ms")],
    ["closures", "LET $a = array::range(0, 10000); RETURN $a.map(|$x| $a.map(|$y| $a.map(|$z| 1)))", late("300ms")],
    ["rows of rows", "LET $a = array::range(0, 10000); RETURN count(SELECT (SELECT * FROM $a) FROM $a)", late("300ms")],
    ["SPLIT", "LET $a = array::range(0, 10000); RETURN count(SELECT * FROM { a: $a, b: $a } SPLIT a, b)", late("300ms")],
    ["a sleep", "SLEEP 1h", late("300ms")],
    ["a sleep with a TIMEOUT", "SELECT * FROM { SLEEP 1h } TIMEOUT 20ms", late("20ms")],
    ["a loop with a TIMEOUT", "SELECT * FROM { FOR $i IN 0..1000000000000 {} } TIMEOUT 20ms", late("20ms")],
    [
      "functions that double",
      "DEFINE FUNCTION fn::f($n: int) { IF $n > 40 { RETURN 1 }; RETURN fn::f($n + 1) + fn::f($n + 1) }; RETURN fn::f(1)",
      "",
    ],
  ])("ends in time: %s", async (_of, text, message) => {
    const start = performance.now();
    expect(await last(text, undefined, hasty)).toContain(message);
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  it("defines computed fields soon that need the two before them each", async () => {
    const fields = Array.from({ length: 60 }, (_, i) => {
      const [own, last, before] = [i, i - 1, i - 2].map((n) => `f${String(n).padStart(2, "0")}`);
      return `DEFINE FIELD ${own} ON grown COMPUTED ${i < 2 ? "1" : `${last} + ${before}`}`;
    });
    const start = performance.now();
    expect(await last(`${fields.join(";")}; CREATE grown:1; SELECT VALUE f59 FROM grown`)).toBe("[1548008755920]");
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  it.each([
    ["a function that calls itself", "DEFINE FUNCTION fn::r() { RETURN fn::r() }; RETURN fn::r()"],
    ["functions that call each other", "DEFINE FUNCTION fn::a() { fn::b() }; DEFINE FUNCTION fn::b() { fn::a() }; RETURN fn::a()"],
    ["a closure that calls itself", "LET $f = |$g| $g($g); RETURN $f($f)"],
    ["an event that makes its own event", "DEFINE EVENT e ON again WHEN true THEN (CREATE again); CREATE again"],
    ["a computed field of itself", "DEFINE FIELD c ON own COMPUTED own:1.c; CREATE own:1"],
  ])("ends that has no end: %s", async (_of, text) => {
    expect(await last(text)).toContain(tooDeep);
  });

  it.each([
    ["mocks", "RETURN |t:1..1000000000|", tooLarge],
    ["random mocks", "CREATE |t:1000000000|", tooLarge],
    ["a range", "RETURN array::range(0, 1000000000)", "Output must not exceed 1048576 bytes"],
    ["a list of one value", "RETURN array::repeat(1, 1000000000)", "Output must not exceed 1048576 bytes"],
    ["a text", "RETURN string::repeat('x', 1000000000)", "Output must not exceed 1048576 bytes"],
    ["lists of the same list", "LET $a = array::repeat(array::repeat(array::repeat(1, 1000), 1000), 1000)", tooLarge],
    ["an array added to itself", "RETURN array::fold(array::range(0, 60), [1], |$a, $x| $a + $a)", tooLarge],
    ["the length of an array added to itself", "RETURN array::fold(array::range(0, 60), [1], |$a, $x| $a + $a).len()", tooLarge],
    ["an array joined to itself", "RETURN array::fold(array::range(0, 60), [1], |$a, $x| $a.concat($a)).len()", tooLarge],
    ["pairs made flat", "RETURN array::fold(array::range(0, 60), [1], |$a, $x| array::flatten([$a, $a])).len()", tooLarge],
    ["a text added to itself", "RETURN array::fold(array::range(0, 60), 'x', |$a, $x| $a + $a)", tooLarge],
    ["pairs of pairs", "RETURN array::fold(array::range(0, 60), 1, |$a, $x| [$a, $a])", tooLarge],
    ["pairs of pairs in a record", "CREATE t:1 SET v = array::fold(array::range(0, 60), 1, |$a, $x| [$a, $a])", tooLarge],
    [
      "parts of words",
      "DEFINE ANALYZER parts TOKENIZERS blank FILTERS ngram(1,100); RETURN search::analyze('parts', string::repeat('a', 1000000))",
      tooLarge,
    ],
    ["windows", "RETURN array::windows(array::range(0, 10000), 5000)", tooLarge],
    ["long texts", "LET $s = string::repeat('x', 1000000); RETURN array::range(0, 1000).map(|$x| $s + <string>$x)", tooLarge],
    ["results of many statements", "RETURN string::repeat('x', 1000000);".repeat(200), tooLarge],
    [
      "variables, all together",
      Array.from({ length: 200 }, (_, n) => `LET $v${n} = string::repeat('x', 1000000)`).join(";"),
      tooLarge,
    ],
    ["arrays in arrays", "RETURN array::fold(array::range(0, 10000), 1, |$a, $x| [$a])", tooDeep],
    ["a power", "RETURN 9.9dec ** 99999999dec", "Cannot raise the value"],
  ])("makes nothing that is too large: %s", async (_of, text, message) => {
    expect(await last(text)).toContain(message);
  });

  it("ends at the limits that are set", async () => {
    const strict = openDatabases({ store, unauthenticated: true, limits: { values: 1000, depth: 10 } }).openSession({
      ip: undefined,
      origin: undefined,
    });
    await strict.use("test", "strict");
    const edges =
      "FOR $i IN 1..5 { FOR $j IN 0..10 { RELATE (type::record('p', $i))->k->(type::record('p', $i + 1)) RETURN NONE } }";
    expect(await last(`${edges}; RETURN count(p:1->k->p->k->p)`, undefined, strict)).toBe("100");
    // Paths between a few records multiply with each step.
    expect(await last("RETURN count(p:1->k->p->k->p->k->p->k->p)", undefined, strict)).toBe(tooLarge);
    expect(await last("RETURN array::range(0, 2000)", undefined, strict)).toBe(tooLarge);
    expect(await last("DEFINE FUNCTION fn::n($n: int) { IF $n > 0 { fn::n($n - 1) } }; RETURN fn::n(5)", undefined, strict)).toBe(
      "NONE",
    );
    expect(await last("RETURN fn::n(50)", undefined, strict)).toBe(tooDeep);
  });

  it("takes no value that is too deep from a parameter", async () => {
    expect(await last("RETURN $p", deepArray(100_000))).toBe(tooDeep);
    expect(await last("CREATE t:2 SET v = $p", deepArray(100_000))).toBe(tooDeep);
    expect(await last("RETURN <string>$p", deepArray(100_000))).toBe(tooDeep);
  });

  it("refuses to compare too many with too many", async () => {
    const many = Array.from({ length: 100_000 }, (_, at) => BigInt(at));
    expect(await last("RETURN $p CONTAINSNONE $p.map(|$n| -$n - 1)", many)).toBe(tooLarge);
    expect(await last("RETURN string::html::sanitize($p)", "<b>".repeat(100_000))).toContain("too many tags");
  });

  it("matches a user's pattern in linear time", async () => {
    const start = performance.now();
    expect(await last("RETURN string::matches(string::repeat('a', 50000), '(a+)+$b')")).toBe("false");
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
