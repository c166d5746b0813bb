import { programs } from "../testing/programs.ts";

programs("definitions", [
  [
    "INFO shows them as the language writes them",
    `DEFINE TABLE a SCHEMAFULL COMMENT 'hi' PERMISSIONS FOR select WHERE x = 1, FOR create FULL;
     DEFINE FIELD x ON a TYPE option<int> DEFAULT 5 ASSERT $value > 1;
     DEFINE FIELD l ON a TYPE array<string>;
     DEFINE INDEX i ON a FIELDS x UNIQUE;
     DEFINE EVENT ev ON a WHEN $event = 'CREATE' THEN { CREATE z };
     INFO FOR TABLE a;
     DEFINE PARAM $p VALUE 4 + 4;
     DEFINE FUNCTION fn::f($a: int) { $a };
     DEFINE SEQUENCE s;
     DEFINE ANALYZER an TOKENIZERS blank;
     INFO FOR DB;`,
    [
      "NONE",
      "NONE",
      "NONE",
      "NONE",
      "NONE",
      "{ events: { ev: \"DEFINE EVENT ev ON a WHEN $event = 'CREATE' THEN { CREATE z }\" }, fields: { l: 'DEFINE FIELD l ON a TYPE array<string> PERMISSIONS FULL', \"l.*\": 'DEFINE FIELD l.* ON a TYPE string PERMISSIONS FULL', x: 'DEFINE FIELD x ON a TYPE none | int DEFAULT 5 ASSERT $value > 1 PERMISSIONS FULL' }, indexes: { i: 'DEFINE INDEX i ON a FIELDS x UNIQUE' }, lives: {  }, tables: {  } }",
      "NONE",
      "NONE",
      "NONE",
      "NONE",
      "{ accesses: {  }, analyzers: { an: 'DEFINE ANALYZER an TOKENIZERS BLANK' }, apis: {  }, buckets: {  }, configs: {  }, functions: { f: 'DEFINE FUNCTION fn::f($a: int) { $a } PERMISSIONS FULL' }, models: {  }, modules: {  }, params: { p: 'DEFINE PARAM $p VALUE 8 PERMISSIONS FULL' }, sequences: { s: 'DEFINE SEQUENCE s BATCH 1000 START 0' }, tables: { a: \"DEFINE TABLE a TYPE NORMAL SCHEMAFULL COMMENT 'hi' PERMISSIONS FOR select WHERE x = 1, FOR create FULL, FOR update, delete NONE\" }, users: {  } }",
    ],
  ],
  [
    "STRUCTURE shows them as objects",
    `DEFINE FIELD x ON a TYPE option<int> READONLY;
     DEFINE INDEX i ON a FIELDS x UNIQUE;
     INFO FOR TABLE a STRUCTURE;
     INFO FOR INDEX i ON a;`,
    [
      "NONE",
      "NONE",
      "{ events: [], fields: [{ kind: 'none | int', name: 'x', permissions: { create: true, select: true, update: true }, readonly: true, table: 'a' }], indexes: [{ cols: ['x'], index: 'UNIQUE', name: 'i', table: 'a' }], lives: [], tables: [] }",
      "{ building: { initial: 0, pending: 0, status: 'ready', updated: 0 } }",
    ],
  ],
  [
    "what is there already",
    `DEFINE TABLE p;
     DEFINE TABLE p;
     DEFINE TABLE IF NOT EXISTS p;
     DEFINE TABLE OVERWRITE p SCHEMAFULL;
     DEFINE FIELD a ON p;
     DEFINE FIELD a ON p;
     DEFINE INDEX i ON p FIELDS a;
     DEFINE INDEX i ON p FIELDS a;
     DEFINE PARAM $q VALUE 1;
     DEFINE PARAM $q VALUE 2;
     RETURN $q;
     DEFINE FUNCTION fn::a() { 1 };
     DEFINE FUNCTION fn::a() { 1 };
     DEFINE EVENT e ON p THEN {};
     DEFINE EVENT e ON p THEN {};`,
    [
      "NONE",
      "AlreadyExists: The table 'p' already exists",
      "NONE",
      "NONE",
      "NONE",
      "Internal: The field 'a' already exists",
      "NONE",
      "Internal: The index 'i' already exists",
      "NONE",
      "Internal: The param '$q' already exists",
      "1",
      "NONE",
      "Internal: The function 'fn::a' already exists",
      "NONE",
      "Internal: The event 'e' already exists",
    ],
  ],
  [
    "what is not there",
    `REMOVE TABLE zz;
     REMOVE TABLE IF EXISTS zz;
     REMOVE FIELD q ON p;
     REMOVE INDEX q ON p;
     REMOVE EVENT q ON p;
     REMOVE PARAM $q;
     REMOVE FUNCTION fn::q;
     REMOVE USER u ON ROOT;
     REMOVE ANALYZER a;
     REMOVE SEQUENCE s;
     REMOVE DATABASE nope;
     REMOVE NAMESPACE nope;
     ALTER TABLE nope SCHEMAFULL;
     REBUILD INDEX q ON p;`,
    [
      "NotFound: The table 'zz' does not exist",
      "NONE",
      "Internal: The field 'q' does not exist",
      "Internal: The index 'q' does not exist",
      "Internal: The event 'q' does not exist",
      "Internal: The param '$q' does not exist",
      "Internal: The function 'fn::q' does not exist",
      "Internal: The root user 'u' does not exist",
      "Internal: The analyzer 'a' does not exist",
      "Internal: The sequence 's' does not exist",
      "NotFound: The database 'nope' does not exist",
      "NotFound: The namespace 'nope' does not exist",
      "NotFound: The table 'nope' does not exist",
      "Internal: The index 'q' does not exist",
    ],
  ],
  [
    "ALTER changes one thing",
    `DEFINE TABLE t;
     DEFINE FIELD a ON t TYPE int;
     ALTER TABLE t SCHEMAFULL COMMENT 'x';
     ALTER TABLE t DROP COMMENT;
     ALTER FIELD a ON t TYPE string;
     INFO FOR TABLE t;
     ALTER FIELD b ON t TYPE int;`,
    [
      "NONE",
      "NONE",
      "NONE",
      "NONE",
      "NONE",
      "{ events: {  }, fields: { a: 'DEFINE FIELD a ON t TYPE string PERMISSIONS FULL' }, indexes: {  }, lives: {  }, tables: {  } }",
      "Internal: The field 'b' does not exist",
    ],
  ],
  [
    "sequences count",
    `DEFINE SEQUENCE s START 5;
     RETURN sequence::nextval('s');
     RETURN sequence::nextval('s');
     RETURN sequence::nextval('nope');`,
    ["NONE", "5", "6", "Internal: The sequence 'nope' does not exist"],
  ],
  [
    "names may be parameters",
    `LET $n = 'dyn';
     DEFINE TABLE $n;
     DEFINE FIELD $n ON $n;
     INFO FOR TABLE dyn;
     REMOVE TABLE $n;
     SELECT * FROM dyn;`,
    [
      "NONE",
      "NONE",
      "NONE",
      "{ events: {  }, fields: { dyn: 'DEFINE FIELD dyn ON dyn PERMISSIONS FULL' }, indexes: {  }, lives: {  }, tables: {  } }",
      "NONE",
      "NotFound: The table 'dyn' does not exist",
    ],
  ],
  [
    "a table that is gone has lost its records",
    `CREATE t:1;
     REMOVE TABLE t;
     SELECT * FROM t;
     CREATE t:2;
     SELECT * FROM t;`,
    ["[{ id: t:1 }]", "NONE", "NotFound: The table 't' does not exist", "[{ id: t:2 }]", "[{ id: t:2 }]"],
  ],
]);
