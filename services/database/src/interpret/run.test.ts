import { programs } from "./testing/programs.ts";

const failed = "Query: The query was not executed due to a failed transaction";
const cancelled = "Query: The query was not executed due to a cancelled transaction";

programs("a program", [
  [
    "each statement stands for itself",
    "CREATE t:1; CREATE t:1; RETURN 2;",
    ["[{ id: t:1 }]", "AlreadyExists: Database record `t:1` already exists", "2"],
  ],
  [
    "BEGIN … COMMIT is all or nothing, and says of each statement what became of it",
    "BEGIN; CREATE t:1; COMMIT; BEGIN; CREATE t:2; THROW 'no'; CREATE t:3; COMMIT; SELECT * FROM t;",
    [
      "NONE",
      "[{ id: t:1 }]",
      "NONE",
      "NONE",
      failed,
      "Thrown: An error occurred: no",
      cancelled,
      "Query: Cannot COMMIT: the transaction was aborted due to a prior error",
      "[{ id: t:1 }]",
    ],
  ],
  [
    "CANCEL undoes, also definitions",
    "BEGIN; CREATE t:1; DEFINE TABLE u; CANCEL; SELECT * FROM t; SELECT * FROM u;",
    ["NONE", cancelled, cancelled, "NONE", "NotFound: The table 't' does not exist", "NotFound: The table 'u' does not exist"],
  ],
  [
    "RETURN ends a block before its COMMIT",
    "BEGIN; CREATE t:1; RETURN 5; CREATE t:2; COMMIT; SELECT * FROM t;",
    ["NONE", "[{ id: t:1 }]", "5", "NONE", "[{ id: t:1 }]"],
  ],
  [
    "a block without an end did not happen",
    "CREATE t:9; BEGIN; CREATE t:1;",
    ["[{ id: t:9 }]", "NONE", "Internal: Missing COMMIT statement"],
  ],
  [
    "COMMIT and CANCEL need a BEGIN",
    "COMMIT; CANCEL; RETURN 1;",
    [
      "Internal: Invalid statement: Cannot COMMIT without starting a transaction",
      "Internal: Invalid statement: Cannot CANCEL without starting a transaction",
      "1",
    ],
  ],
  [
    "LET lasts from a block to what follows",
    "BEGIN; LET $a = 5; COMMIT; RETURN $a; LET $b = (RETURN 4); RETURN $b;",
    ["NONE", "NONE", "NONE", "5", "4", "NONE"],
  ],
  [
    "USE makes the place that it goes to",
    "USE NS other DB there; INFO FOR NS; CREATE t:1; USE DB elsewhere; SELECT * FROM t;",
    [
      "{ database: 'there', namespace: 'other' }",
      "{ accesses: {  }, databases: { there: 'DEFINE DATABASE there' }, users: {  } }",
      "[{ id: t:1 }]",
      "{ database: 'elsewhere', namespace: 'other' }",
      "NotFound: The table 't' does not exist",
    ],
  ],
  [
    "what calls itself for ever is stopped",
    "DEFINE FUNCTION fn::r() { fn::r() }; fn::r();",
    ["NONE", "Internal: Reached excessive computation depth due to functions, subqueries, or computed values"],
  ],
]);
