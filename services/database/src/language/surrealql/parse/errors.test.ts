import { describe, expect, test } from "@jest/globals";
import { QueryError } from "../../../errors.ts";
import { parseProgram } from "./index.ts";

function failure(text: string): string {
  try {
    parseProgram(text);
  } catch (error) {
    if (error instanceof QueryError) return error.message;
    throw error;
  }
  return "no error";
}

const first: readonly (readonly [text: string, message: string])[] = [
  ["SELECT * FRM a", "Unexpected token `an identifier`, expected FROM"],
  ["RETURN 1 +;", "Unexpected token `;`, expected an expression"],
  ["SELECT", "Unexpected end of file, expected an expression"],
  ["LET a = 1", "Unexpected token `an identifier`, expected a parameter"],
  ["CREATE a SET b", "Unexpected end of file, expected an assign operator"],
  ["SELECT * FROM a WHERE 'b' 'c'", "Unexpected token `a strand`, expected Eof"],
  ["IF true THEN 1", "Unexpected end of file, expected if to end"],
  ["RETURN a:", "Unexpected end of file, expected a record-id key"],
  ["RETURN nope : 1", "Unexpected whitespace"],
  ["RETURN 1abc", "Invalid token, found unexpected character `a` after number token"],
  ["RETURN 1f2", "Unexpected token `a number`, expected Eof"],
  ["RETURN 99999999999999999999s", "Invalid token, failed to parse duration digits: number too large to fit in target type"],
  ["RETURN 99999999999999999999", "Failed to parse number: number cannot fit within a 64bit signed integer"],
  ["RETURN 1 & 2", "Invalid token `&`, single `&` are not a valid token, did you mean `&&`?"],
  ["RETURN d'2024-13-01'", "Invalid datetime digit section, section not within allowed range"],
  ["RETURN d'2023-02-29'", "Invalid Datetime date: date outside of valid range"],
  ["RETURN u'018f3b5a'", "Unexpected end of string, expected UUID token to finish"],
  ["RETURN b'0'", "Unexpected end of byte-string, expected a hexidecimal digit"],
  ['RETURN "a\\qb"', "Invalid escape sequence"],
  ["RETURN string::lenn('a')", "Invalid function/constant path, did you maybe mean `string::len`"],
  ["RETURN foo::bar()", "Invalid function/constant path"],
  ["RETURN ml::a<1.0.0>(1)", "Machine learning is not supported here"],
  ["SLEEP 5 ;", "Invalid duration token, expected a duration suffix found ` `"],
  ["SLEEP 5h3", "Unexpected end of file, expected a duration suffix"],
  ["RETURN <foo>1", "Unexpected token `an identifier`, expected a kind name"],
  ["RETURN a.{..+foo}", "Unexpected instruction `foo` expected `path`, `collect`, or `shortest`"],
  ["RETURN a.{..+path+foo}", "Unexpected option `foo` expected `inclusive`"],
  ["RETURN /a(/", "Invalid regex syntax regex parse error:"],
  ["$a = 1", "Parameter declarations without `let` are deprecated."],
  ["/* a", "Unexpected end of file, expected multi-line comment to end."],
  [`RETURN ${"(".repeat(100)}1`, "Exceeded query recursion depth limit"],
  [`RETURN ${"1 + ".repeat(3000)}1`, "Exceeded query recursion depth limit"],
];

describe("a text that is no SurrealQL", () => {
  test.each(first)("%s", (text, message) => {
    expect(failure(text).split("\n")[0]).toBe(`Parse error: ${message}`);
  });

  test("is shown with the place", () => {
    expect(failure("SELECT * FRM a")).toBe(
      "Parse error: Unexpected token `an identifier`, expected FROM\n --> [1:10]\n  |\n1 | SELECT * FRM a\n  |          ^^^\n",
    );
  });

  test.each([
    ["SELECT", "[1:6]", "1 | SELECT\n  |      ^\n"],
    ["SELECT\n", "[1:6]", "1 | SELECT\n  |      ^\n"],
    ["SELECT\r\n", "[1:6]", "1 | SELECT\n  |      ^\n"],
    ["SELECT\n\n", "[2:1]", "2 | \n  | ^\n"],
    ["SELECT *\nFROM\n", "[2:4]", "2 | FROM\n  |    ^\n"],
  ])("that ends too early is shown to its last line: %j", (text, place, shown) => {
    expect(failure(text).split(" --> ")[1]).toBe(`${place}\n  |\n${shown}`);
  });

  test("is shown with both places where there are two", () => {
    expect(failure("RETURN [\n1 2]")).toBe(
      "Parse error: Unexpected token `a number` expected delimiter `]`\n --> [2:3]\n  |\n2 | 1 2]\n  |   ^\n" +
        " --> [1:8]\n  |\n1 | RETURN [\n  |        ^ expected this delimiter to close\n",
    );
  });

  test("is marked at its beginning where it goes over several lines", () => {
    const places = failure("SELECT\n  one,\n  two\nFROM t GROUP BY three").split(" --> ");
    expect(places[2]).toBe("[2:3]\n  |\n2 | one,\n  | ^ Idiom missing here\n");
  });

  test("shows what a view selects with its FROM", () => {
    expect(failure("DEFINE TABLE v AS SELECT one, two FROM t GROUP BY three")).toContain(
      `  | ${" ".repeat(25)}${"^".repeat("one, two FROM".length)} Idiom missing here\n`,
    );
  });

  test("is shown without the line's far ends", () => {
    expect(failure(`RETURN '${"x".repeat(60)}' ^ ${"abcdefghij".repeat(10)}`)).toBe(
      "Parse error: Invalid token `^`\n --> [1:71]\n  |\n1 | ...xxxxxxxx' ^ abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijab...\n  |              ^\n",
    );
  });

  test("gets a hint where a semicolon is missing", () => {
    expect(failure("CREATE a CREATE b")).toContain("^^^^^^ maybe forgot a semicolon after the previous statement?");
  });

  test("names what ORDER BY, GROUP BY and SPLIT ask for but SELECT lacks", () => {
    expect(failure("SELECT a, b FROM x ORDER BY c")).toContain("Missing order idiom `c` in statement selection");
    expect(failure("SELECT a FROM x SPLIT c.d")).toContain('Missing split idiom `"c.d"` in statement selection');
    expect(failure("SELECT a AS c FROM x GROUP BY a ORDER BY c")).toBe("no error");
  });
});
