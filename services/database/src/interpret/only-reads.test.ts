import { describe, expect, it } from "@jest/globals";
import { parseProgram } from "../language/surrealql/index.ts";
import { onlyReads } from "./only-reads.ts";

describe("what only reads", () => {
  it.each([
    "a.b.c",
    "->knows->person.name",
    "author.{ name, age: age + 1 }",
    "string::uppercase(author.name)",
    "->(knows WHERE n > 1)",
    "(SELECT *, (SELECT VALUE id FROM t) FROM t WHERE a = $parent.id ORDER BY a LIMIT 1)",
  ])("%s", (text) => expect(onlyReads(expression(text))).toBe(true));

  it.each([
    "(CREATE t)",
    "(SELECT * FROM t TIMEOUT 1s)",
    "(SELECT * FROM t ORDER BY RAND())",
    "(SELECT (DELETE t) FROM t)",
    "(SELECT * FROM t WHERE v <|2,EUCLIDEAN|> [1])",
    "fn::f(a.b)",
    "rand::int()",
    "t:rand()",
    "a.map(|$x| $x.b)",
    "$f(a.b)",
    "sleep(1s)",
    "{ RETURN 1 }",
  ])("not %s", (text) => expect(onlyReads(expression(text))).toBe(false));
});

function expression(text: string): object {
  const [statement] = parseProgram(`RETURN [${text}]`).statements;
  if (statement?.statement !== "return") throw new Error(`no expression: ${text}`);
  return statement.value;
}
