import { describe, expect, test } from "@jest/globals";
import { QueryError } from "../../../errors.ts";
import { parseProgram } from "./index.ts";

/** Anything that is thrown but a QueryError fails the test. */
function outcome(text: string): "tree" | "error" {
  try {
    parseProgram(text);
    return "tree";
  } catch (error) {
    if (error instanceof QueryError) return "error";
    throw new Error(`a crash for ${text.slice(0, 500)}`, { cause: error });
  }
}

const tokens =
  "SELECT FROM WHERE CREATE UPDATE SET CONTENT RELATE INSERT INTO VALUES LET RETURN IF THEN ELSE END FOR IN DEFINE TABLE FIELD TYPE ON ORDER BY GROUP ALL LIMIT a b $a $b 1 2.5 1h 'x' r'a:1' d'2024-01-01' ` ' \" ( ) [ ] { } < > , ; : :: . .. ... = == != + - * / ** -> <- <-> <~ | || && ? ?? ?: ! @ @@ <| |> $ # -- /* */ // ⟨ ⟩ … ∈ × \\ NONE true fn:: count( a: a:1 a:{ |$a| |a:1| .* [? .{ .{1..3} ..= >.. +?= += \n \t é 😀 \0".split(
    " ",
  );

/** A linear congruential generator: the same texts in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("the parser", () => {
  test("makes a tree or an error of any tokens", () => {
    const random = randomNumbers(7);
    let trees = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const length = 1 + Math.floor(random() * 14);
      const text = Array.from({ length }, () => tokens[Math.floor(random() * tokens.length)] ?? "").join(random() < 0.5 ? " " : "");
      if (outcome(text) === "tree") trees += 1;
    }
    expect(trees).toBeGreaterThan(100);
  });

  test.each(
    [
      ["(", "["],
      ["{", "{a:"],
      ["a.b.", "1+"],
      ["!", "<int>"],
      ["<array", "<int|"],
      ["a->b", "->("],
      ["IF true {", "IF true THEN "],
      ["SELECT ", "RETURN "],
      ["1h", "1"],
      ["a::", "a:"],
      ["|", "|$a|"],
      ["/(", "`\\"],
      ["/*", "--\n"],
      ["'\\", "r'a:["],
      ["a(", "$a()"],
      ["a[", "a[0]"],
      ["INSERT INTO x (a[", "EXPLAIN "],
      ["..", "1.."],
    ].flat(),
  )("answers a megabyte of %s", (piece) => {
    expect(["tree", "error"]).toContain(outcome(piece.repeat(Math.ceil(1_000_000 / piece.length))));
  });

  test("is fast with a usual statement", () => {
    const text =
      "SELECT name, address.city AS city, ->knows->person.name AS friends FROM person WHERE age > 18 AND name CONTAINS 'a' ORDER BY name DESC LIMIT 10;";
    for (let round = 0; round < 2000; round += 1) parseProgram(text);
    const start = performance.now();
    for (let round = 0; round < 2000; round += 1) parseProgram(text);
    process.stderr.write(`a usual statement is parsed in ${((performance.now() - start) / 2).toFixed(1)} µs\n`);
    expect(parseProgram(text).statements).toHaveLength(1);
  });
});
