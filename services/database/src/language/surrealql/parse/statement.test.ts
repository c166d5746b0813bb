import { describe, expect, test } from "@jest/globals";
import { printStatement } from "../print/index.ts";
import type { Statement } from "../tree/statement.ts";
import { parseProgram } from "./index.ts";

function parse(text: string): Statement {
  const [statement, ...others] = parseProgram(text).statements;
  if (statement === undefined || others.length > 0) throw new Error(`not one statement: ${text}`);
  return statement;
}

/** A text, and how its tree prints where that differs. */
const statements: readonly (readonly [text: string, printed?: string])[] = [
  ["SELECT * FROM a"],
  ["select a, b as c from only a", "SELECT a, b AS c FROM ONLY a"],
  ["SELECT VALUE a FROM a, b:1, $c, [1], (SELECT * FROM d)"],
  ["SELECT * OMIT a, b.c FROM a WITH INDEX x, y WHERE a = 1"],
  ["SELECT * FROM a WITH NO INDEX", "SELECT * FROM a WITH NOINDEX"],
  ["SELECT a FROM a SPLIT a", "SELECT a FROM a SPLIT ON a"],
  [
    "SELECT a FROM a GROUP a ORDER a COLLATE NUMERIC DESC LIMIT BY 1 START AT 2",
    "SELECT a FROM a GROUP BY a ORDER BY a COLLATE NUMERIC DESC LIMIT 1 START 2",
  ],
  ["SELECT count() FROM a GROUP ALL ORDER BY RAND()"],
  ["SELECT * FROM a FETCH b, c.d TIMEOUT 5s EXPLAIN FULL"],
  ["SELECT * FROM a START 1 LIMIT 2", "SELECT * FROM a LIMIT 2 START 1"],
  ["EXPLAIN ANALYZE FORMAT JSON SELECT * FROM a"],
  ["CREATE ONLY a:1 SET a = 1, b += 2, c.d -= 3, e +?= 4 RETURN NONE TIMEOUT 1s"],
  ["CREATE |a:3| CONTENT { a: 1 } RETURN VALUE a"],
  ["UPDATE a MERGE { a: 1 } WHERE b RETURN a, b AS c"],
  ["UPSERT a:1 UNSET a, b.c WHERE true RETURN DIFF"],
  ["DELETE FROM ONLY a:1 WHERE a RETURN BEFORE", "DELETE ONLY a:1 WHERE a RETURN BEFORE"],
  ["RELATE a:1->b->c:1 SET d = 1", "RELATE a:1 -> b -> c:1 SET d = 1"],
  ["RELATE a:1<-b<-c:1", "RELATE c:1 -> b -> a:1"],
  ["INSERT INTO a (b, c) VALUES (1, 2), (3, 4) ON DUPLICATE KEY UPDATE b += $input.b"],
  ["INSERT RELATION IGNORE INTO a [{ b: 1 }] RETURN NONE"],
  ["INSERT INTO a (SELECT * FROM b)"],
  ["LET $a: option<int> = 1", "LET $a: none | int = 1"],
  ["RETURN a FETCH b"],
  ["IF a { 1 } ELSE IF b { 2 } ELSE { 3 }"],
  ["IF a THEN 1; ELSE 2; END", "IF a THEN 1 ELSE 2 END"],
  ["FOR $a IN 1..3 { CONTINUE; BREAK; }"],
  ["THROW 'a' + b"],
  ["SLEEP 1s"],
  ["BEGIN", "BEGIN TRANSACTION"],
  ["USE NAMESPACE a DATABASE b", "USE NS a DB b"],
];

describe("a statement", () => {
  test.each(statements)("%s", (text, printed = text) => {
    expect(printStatement(parse(text))).toBe(printed);
  });

  test("stands within an expression with parentheses and without", () => {
    const within = parse("RETURN [(CREATE b), SELECT * FROM a]");
    expect(within).toMatchObject({
      value: {
        items: [
          { kind: "statement", parenthesised: true },
          { kind: "statement", parenthesised: false },
        ],
      },
    });
  });

  test("has tables where it writes and fields elsewhere", () => {
    expect(parse("UPDATE a SET b = a WHERE a")).toMatchObject({
      what: [{ kind: "table", name: "a" }],
      data: { assignments: [{ value: { kind: "idiom" } }] },
      where: { kind: "idiom" },
    });
  });

  test("ends with a semicolon, or several, or the text", () => {
    expect(parseProgram(" ; 1;; -- one\n 2 # two\n; /* three */ // four\n").statements).toHaveLength(2);
    expect(parseProgram("").statements).toEqual([]);
  });
});
