import { describe, expect, it } from "@jest/globals";
import { parseProgram } from "../parse/index.ts";
import type { Statement } from "../tree/index.ts";
import { printStatement } from "./index.ts";

/** Statements that are printed as they are written here. */
const canonical = [
  "SELECT * FROM t",
  "SELECT a, b AS c, *, d.e AS f.g FROM t, u",
  "SELECT VALUE a FROM t",
  "SELECT VALUE a AS b FROM t",
  "SELECT * FROM t EXPLAIN",
  "EXPLAIN ANALYZE FORMAT JSON SELECT * FROM t",
  "EXPLAIN FORMAT TEXT SELECT * FROM t",
  "SELECT * FROM t GROUP ALL",
  "SELECT * FROM t ORDER BY RAND()",
  "SELECT count() FROM t GROUP ALL",
  "SELECT * FROM (SELECT * FROM t)",
  "SELECT * FROM $x, t:1, t:1..3, |t:1..3|",
  "SELECT * FROM type::table('a')",
  "SELECT (SELECT * FROM x) AS y FROM t",
  "SELECT a + 1 AS b, !c FROM t",
  "SELECT ->likes->person AS x FROM t",
  "SELECT * FROM t WHERE a = 1 AND (b OR c)",
  "SELECT *, ->likes FROM t FETCH a, type::field('x'), $y",
  "SELECT * FROM t LIMIT $l START $s",
  "SELECT * FROM t TIMEOUT $x",
  "SELECT * FROM t VERSION $v",
  "CREATE t",
  "CREATE ONLY t",
  "CREATE t, u",
  "CREATE t:1 SET a = 1, b += 2, c -= 3, d +?= 4",
  "CREATE t CONTENT { a: 1 }",
  "CREATE t CONTENT $x RETURN NONE",
  "CREATE t SET a = 1 RETURN a, b AS c",
  "CREATE t SET a = 1 RETURN VALUE a",
  "CREATE t RETURN AFTER",
  "CREATE t RETURN DIFF",
  "CREATE t RETURN NULL",
  "CREATE t RETURN *",
  "CREATE |t:10|",
  "CREATE $x",
  "CREATE t UNSET a",
  "CREATE t PATCH []",
  "UPDATE t",
  "UPDATE t SET a = 1 WHERE b RETURN AFTER TIMEOUT 1s",
  "UPDATE t UNSET a, b.c",
  "UPDATE t PATCH [{ op: 'add', path: '/a', value: 1 }]",
  "UPDATE t WITH NOINDEX SET a = 1 WHERE x EXPLAIN FULL",
  "UPDATE t SET a.b[0] = 1, c.d += [1]",
  "UPSERT t:1 SET a = 1",
  "DELETE t",
  "DELETE t WITH INDEX i WHERE x EXPLAIN",
  "DELETE t->likes",
  "INSERT INTO t { a: 1 }",
  "INSERT INTO t [{ a: 1 }, { a: 2 }]",
  "INSERT INTO t (a, b) VALUES (1, 2), (3, 4)",
  "INSERT INTO t (a, b) VALUES (1, 2) ON DUPLICATE KEY UPDATE c += 1, d = $input.d",
  "INSERT RELATION INTO likes { in: a:1, out: b:1 }",
  "INSERT RELATION { id: likes:1, in: a:1, out: b:1 }",
  "INSERT $x",
  "INSERT INTO $t $x",
  "INSERT INTO t (a.b) VALUES (1)",
  "INSERT INTO t (SELECT * FROM u)",
  "LET $a = 1",
  "LET $a: int = 1",
  "RETURN a FETCH b",
  "THROW 'x' + $y",
  "FOR $i IN 1..5 { CREATE t }",
  "IF a { RETURN 1 } ELSE { THROW 'x' }",
  "IF a THEN RETURN 1 ELSE 2 END",
  "IF (SELECT * FROM t) { 1 }",
  "BREAK",
  "CONTINUE",
  "SLEEP 1s",
  "INFO FOR ROOT STRUCTURE",
  "INFO FOR TABLE t STRUCTURE",
  "INFO FOR TABLE t VERSION d'2024-01-01T00:00:00Z'",
  "INFO FOR USER a",
  "INFO FOR USER a ON ROOT STRUCTURE",
  "REBUILD INDEX i ON t",
  "REBUILD INDEX i ON t CONCURRENTLY",
  "IF { a: 1 } { 1 }",
  "IF a THEN 1 ELSE { 2 } END",
  "SELECT a, b FROM t SPLIT ON a",
  "SELECT * OMIT a, b.c, d.{ e } FROM t",
  "SELECT * FROM t FETCH a VERSION d'2024-01-01T00:00:00Z'",
  "LET $`a b` = 1",
];

/** Other spellings, and what is printed for them in a block. */
const spelled: readonly (readonly [text: string, printed: string])[] = [
  ["SELECT * FROM t WITH INDEX a, b WHERE x TEMPFILES EXPLAIN FULL", "SELECT * FROM t WITH INDEX a, b WHERE x EXPLAIN FULL"],
  ["EXPLAIN SELECT * FROM t", "EXPLAIN FORMAT TEXT SELECT * FROM t"],
  ["EXPLAIN ANALYZE SELECT * FROM t", "EXPLAIN ANALYZE FORMAT TEXT SELECT * FROM t"],
  ["SELECT * FROM t ORDER rand()", "SELECT * FROM t ORDER BY RAND()"],
  ["SELECT * FROM [1,2]", "SELECT * FROM [1, 2]"],
  ["SELECT * FROM t:1->likes", "SELECT * FROM (t:1)->likes"],
  ["SELECT a.{b} FROM t", "SELECT a.{ b } FROM t"],
  ["SELECT * FROM t LIMIT 1+1", "SELECT * FROM t LIMIT 1 + 1"],
  ["CREATE t VERSION d'2024-01-01T00:00:00Z'", "CREATE t"],
  ["CREATE t REPLACE {}", "CREATE t REPLACE {  }"],
  ["CREATE t MERGE {}", "CREATE t MERGE {  }"],
  ["UPDATE ONLY t:1 CONTENT {}", "UPDATE ONLY t:1 CONTENT {  }"],
  ["UPSERT ONLY t:1 MERGE {} WHERE a RETURN NONE", "UPSERT ONLY t:1 MERGE {  } WHERE a RETURN NONE"],
  ["DELETE FROM t", "DELETE t"],
  ["RELATE a:1->likes->b:1", "RELATE a:1 -> likes -> b:1"],
  ["RELATE ONLY a:1->likes->b:1 SET x = 1", "RELATE ONLY a:1 -> likes -> b:1 SET x = 1"],
  ["RELATE $a->likes->$b CONTENT { x: 1 } RETURN NONE", "RELATE $a -> likes -> $b CONTENT { x: 1 } RETURN NONE"],
  ["RELATE $a->likes:1->$b UNIQUE SET a = 1", "RELATE $a -> (likes:1) -> $b SET a = 1"],
  ["RELATE a:1<-likes<-b:1", "RELATE b:1 -> likes -> a:1"],
  ["RELATE [a:1,a:2]->likes->[b:1]", "RELATE [a:1, a:2] -> likes -> [b:1]"],
  ["RELATE (SELECT * FROM a)->likes->b:1 TIMEOUT 1s", "RELATE (SELECT * FROM a) -> likes -> b:1 TIMEOUT 1s"],
  ["RELATE a:1->$t->b:1", "RELATE a:1 -> $t -> b:1"],
  ["RELATE a:1->(type::table('x'))->c:1", "RELATE a:1 -> (type::table('x')) -> c:1"],
  ["INSERT RELATION IGNORE INTO t {}", "INSERT RELATION IGNORE INTO t {  }"],
  ["INSERT IGNORE INTO t {}", "INSERT IGNORE INTO t {  }"],
  ["INSERT INTO t SELECT * FROM u", "INSERT INTO t (SELECT * FROM u)"],
  ["INSERT INTO t {} VERSION d'2024-01-01T00:00:00Z'", "INSERT INTO t {  }"],
  ["RETURN SELECT * FROM t", "RETURN (SELECT * FROM t)"],
  ["FOR $i IN [1,2] { BREAK; CONTINUE; }", "FOR $i IN [1, 2] { BREAK; CONTINUE; }"],
  [
    "FOR $i IN (SELECT * FROM t) { LET $a = $i; UPDATE $i SET a = 1 }",
    "FOR $i IN (SELECT * FROM t) { LET $a = $i; UPDATE $i SET a = 1; }",
  ],
  [
    "IF a { 1; 2 }",
    `IF a {
	1;
	2;
}`,
  ],
  ["INFO FOR DB", "INFO FOR DATABASE"],
  ["INFO FOR NS", "INFO FOR NAMESPACE"],
  ["INFO FOR KV", "INFO FOR ROOT"],
  ["INFO FOR USER a ON DB", "INFO FOR USER a ON DATABASE"],
  ["INFO FOR INDEX i ON TABLE t", "INFO FOR INDEX i ON t"],
  ["INFO FOR DB VERSION d'2024-01-01T00:00:00Z' STRUCTURE", "INFO FOR DATABASE VERSION d'2024-01-01T00:00:00Z' STRUCTURE"],
  ["BEGIN", "`BEGIN`"],
  ["REBUILD INDEX IF EXISTS i ON TABLE t", "REBUILD INDEX IF EXISTS i ON t"],
  ["1; 2", "1; 2;"],
  [
    "IF a { LET $x = 1; 2 }",
    `IF a {
LET $x = 1;
2;
}`,
  ],
  [
    "IF a { 1; 2 } ELSE { 3; 4 }",
    `IF a {
	1;
	2;
} ELSE {
	3;
	4;
}`,
  ],
  [
    "IF a { 1 } ELSE IF b { 3; 4; } ELSE { 5; 6 }",
    `IF a { 1 } ELSE IF b {
	3;
	4;
} ELSE {
	5;
	6;
}`,
  ],
  [
    "IF a THEN { 1; 2 } END",
    `IF a {
	1;
	2;
}`,
  ],
  [
    "IF a THEN { 1; 2 } ELSE { 3; 4 } END",
    `IF a {
	1;
	2;
} ELSE {
	3;
	4;
}`,
  ],
  [
    "IF a { IF b { 1; 2 } }",
    `IF a { IF b {
	1;
	2;
} }`,
  ],
  [
    "IF a { IF b { 1; 2 }; 3 }",
    `IF a {
IF b {
	1;
	2;
};
3;
}`,
  ],
  ["IF a { FOR $i IN x { 1; 2 } }", "IF a { FOR $i IN x { 1; 2; } }"],
  ["IF a { {1; 2} }", "IF a { { 1; 2; } }"],
  [
    "IF a { LET $x = { 1; 2 }; 3 }",
    `IF a {
LET $x = { 1; 2; };
3;
}`,
  ],
  [
    "FOR $i IN x { IF a { 1; 2 } }",
    `FOR $i IN x { IF a {
	1;
	2;
} }`,
  ],
  [
    "RETURN IF a { 1; 2 }",
    `RETURN (IF a {
	1;
	2;
})`,
  ],
  [
    "LET $x = IF a { 1; 2 } ELSE { 3 }",
    `LET $x = (IF a {
	1;
	2;
} ELSE { 3 })`,
  ],
  ["{ { 1; 2 }; 3 }", "{ { 1; 2; }; 3; }"],
  [
    "IF a { 1; SELECT * FROM t; { a: 1 }; [1,2] }",
    `IF a {
1;
SELECT * FROM t;
{ a: 1 };
[1, 2];
}`,
  ],
  ["IF a {}", "IF a {;}"],
  [
    "IF a { |$a| { 1; 2 }; 3 }",
    `IF a {
|$a: any| { 1; 2; };
3;
}`,
  ],
  [
    "IF a { fn::x(IF b { 1; 2 }) }",
    `IF a { fn::x((IF b {
	1;
	2;
})) }`,
  ],
  [
    "IF a { 1; IF b { 2; 3 } ELSE { 4; 5 } }",
    `IF a {
1;
IF b {
	2;
	3;
} ELSE {
	4;
	5;
};
}`,
  ],
  [
    "IF a { ;1; ;2;; }",
    `IF a {
	1;
	2;
}`,
  ],
  ["IF a THEN (SELECT * FROM t) ELSE (1) END", "IF a THEN SELECT * FROM t ELSE 1 END"],
  ["IF a THEN 1; END", "IF a THEN 1 END"],
  ["IF a THEN 1 ELSE IF b THEN 2; ELSE 3; END", "IF a THEN 1 ELSE IF b THEN 2 ELSE 3 END"],
  ["IF a THEN { 1 } ELSE IF b THEN { 2 } END", "IF a { 1 } ELSE IF b { 2 }"],
  ["IF a THEN (CREATE t) ELSE (UPDATE t) END", "IF a THEN CREATE t ELSE (UPDATE t) END"],
  ["IF a THEN { 1; 2 } ELSE 3 END", "IF a THEN { 1; 2; } ELSE 3 END"],
  [
    "IF a { 1..2; 2 }",
    `IF a {
1..2;
2;
}`,
  ],
  [
    "IF a { a.b(1); 2 }",
    `IF a {
	a.b(1);
	2;
}`,
  ],
  ["SELECT a AS b.c, d AS `e f`, count() AS select FROM t", "SELECT a AS b.c, d AS `e f`, count() AS `select` FROM t"],
  ["SELECT a, SELECT * FROM b FROM t", "SELECT a, (SELECT * FROM b) FROM t"],
  ["SELECT * FROM t SPLIT a", "SELECT * FROM t SPLIT ON a"],
  ["SELECT * FROM t START 5 LIMIT 10", "SELECT * FROM t LIMIT 10 START 5"],
  ["SELECT * FROM t WITH INDEX `select`", "SELECT * FROM t WITH INDEX select"],
  ["CREATE t CONTENT (SELECT * FROM ONLY x)", "CREATE t CONTENT SELECT * FROM ONLY x"],
  ["CREATE t SET a = SELECT * FROM t", "CREATE t SET a = (SELECT * FROM t)"],
  ["SELECT (RETURN 1) FROM t", "SELECT RETURN 1 FROM t"],
  ["SELECT * FROM (RETURN 1)", "SELECT * FROM RETURN 1"],
  ["THROW SELECT * FROM t", "THROW (SELECT * FROM t)"],
  ["SELECT * FROM t TIMEOUT (RETURN 1s)", "SELECT * FROM t TIMEOUT RETURN 1s"],
];

/** Statements that stand only by themselves. */
const outermost = [
  "ACCESS api GRANT FOR USER tobie",
  "ACCESS api ON DATABASE GRANT FOR RECORD person:1",
  "ACCESS api ON ROOT SHOW ALL",
  "ACCESS api ON NAMESPACE SHOW WHERE id = 'x'",
  "ACCESS api REVOKE GRANT abc123",
  "ACCESS api PURGE EXPIRED, REVOKED FOR 12w6d",
  "ACCESS api PURGE REVOKED",
  "BEGIN TRANSACTION",
  "CANCEL TRANSACTION",
  "COMMIT TRANSACTION",
  "KILL $live",
  "KILL u'018f1f6e-0000-7000-8000-000000000000'",
  "LIVE SELECT * FROM person",
  "LIVE SELECT DIFF FROM person WHERE age > 18 FETCH friend",
  "LIVE SELECT VALUE name FROM $table",
  "OPTION IMPORT",
  "OPTION IMPORT = FALSE",
  "SHOW CHANGES FOR DATABASE SINCE 10",
  "SHOW CHANGES FOR TABLE person SINCE 0 LIMIT 10",
  "SHOW CHANGES FOR TABLE person SINCE d'2024-01-01T00:00:00Z'",
  "USE DB test",
  "USE NS test DB test",
];

function parseOne(text: string): Statement {
  const [statement] = parseProgram(text).statements;
  if (statement === undefined) throw new Error("no statement");
  return statement;
}

const reprinted = (text: string): string => printStatement(parseOne(text));

/** What a block with these statements prints, without its braces. */
const inBlock = (text: string): string => printStatement(parseOne(`{ ${text} }`)).slice(2, -2);

describe("the printer of statements", () => {
  it.each(canonical)("prints %s as it is", (text) => {
    expect(inBlock(text)).toBe(text);
  });

  it.each(spelled)("prints %s as %s", (text, printed) => {
    expect(inBlock(text)).toBe(printed);
  });

  it.each(spelled)("prints what it printed for %s once more the same", (_, printed) => {
    const again = inBlock(printed);
    expect(inBlock(again)).toBe(again);
    expect(parseOne(`{ ${again} }`)).toEqual(parseOne(`{ ${printed} }`));
  });

  it.each(outermost)("prints %s as it is", (text) => {
    expect(reprinted(text)).toBe(text);
    expect(parseOne(reprinted(text))).toEqual(parseOne(text));
  });
});
