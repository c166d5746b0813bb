import { programs } from "../testing/programs.ts";

programs("a record and the definitions of its table", [
  [
    "types, assertions and defaults",
    `DEFINE TABLE p SCHEMAFULL;
     DEFINE FIELD a ON p TYPE int ASSERT $value > 3;
     DEFINE FIELD b ON p TYPE option<string>;
     DEFINE FIELD d ON p TYPE array<int> DEFAULT [];
     CREATE p:1;
     CREATE p:1 SET a = 'x';
     CREATE p:1 SET a = 1;
     CREATE p:1 SET a = 5, d = [1, 'a'];
     CREATE p:1 SET a = 5;
     UPDATE p:1 SET b = NULL;
     UPDATE p:1 SET a = NONE;
     CREATE p:2 SET a = 5, zz = 3;`,
    [
      "NONE",
      "NONE",
      "NONE",
      "NONE",
      "Internal: Couldn't coerce value for field `a` of `p:1`: Expected `int` but found `NONE`",
      "Internal: Couldn't coerce value for field `a` of `p:1`: Expected `int` but found `'x'`",
      "Internal: Found 1 for field `a`, with record `p:1`, but field must conform to: $value > 3",
      "Internal: Couldn't coerce value for field `d` of `p:1`: Expected `int` but found `'a'` when coercing an element of `array<int>`",
      "[{ a: 5, d: [], id: p:1 }]",
      "Internal: Couldn't coerce value for field `b` of `p:1`: Expected `none | string` but found `NULL`",
      "Internal: Couldn't coerce value for field `a` of `p:1`: Expected `int` but found `NONE`",
      "Internal: Found field 'zz', but no such field exists for table 'p'",
    ],
  ],
  [
    "nested fields, FLEXIBLE and what is unknown",
    `DEFINE TABLE s SCHEMAFULL;
     DEFINE FIELD o ON s TYPE option<object>;
     DEFINE FIELD o.x ON s TYPE option<int>;
     DEFINE FIELD f ON s TYPE option<object> FLEXIBLE;
     DEFINE FIELD arr ON s TYPE option<array<object>>;
     DEFINE FIELD arr.*.n ON s TYPE int;
     CREATE s:1 SET o = { x: 1 }, f = { any: { thing: 1 } }, arr = [{ n: 1 }];
     CREATE s:2 SET arr = [{ n: 'x' }];
     CREATE s:4 SET o = { y: 2 };
     CREATE s:5 SET f = 5;`,
    [
      "NONE",
      "NONE",
      "NONE",
      "NONE",
      "NONE",
      "NONE",
      "[{ arr: [{ n: 1 }], f: { any: { thing: 1 } }, id: s:1, o: { x: 1 } }]",
      "Internal: Couldn't coerce value for field `arr.*.n` of `s:2`: Expected `int` but found `'x'`",
      "Internal: Found field 'o.y', but no such field exists for table 's'",
      "Internal: Couldn't coerce value for field `f` of `s:5`: Expected `none | object` but found `5`",
    ],
  ],
  [
    "VALUE, DEFAULT ALWAYS and COMPUTED",
    `DEFINE FIELD n ON q TYPE int DEFAULT ALWAYS 7;
     DEFINE FIELD m ON q DEFAULT 3;
     DEFINE FIELD up ON q VALUE string::uppercase($value ?? 'none');
     DEFINE FIELD k ON q COMPUTED n + 1;
     CREATE q:1;
     UPDATE q:1 SET n = NONE, m = NONE, up = 'abc', k = 99;
     SELECT VALUE k FROM q WHERE k = 8;`,
    ["NONE", "NONE", "NONE", "NONE", "[{ id: q:1, k: 8, m: 3, n: 7, up: 'NONE' }]", "[{ id: q:1, k: 8, n: 7, up: 'ABC' }]", "[8]"],
  ],
  [
    "read-only fields keep what they were made with",
    `DEFINE FIELD r ON t TYPE option<int> READONLY;
     DEFINE FIELD v ON t VALUE 7 READONLY;
     CREATE t:1 SET r = 1;
     UPDATE t:1 SET r = 1;
     UPDATE t:1 SET r = 2;
     UPDATE t:1 UNSET r;
     UPDATE t:1 CONTENT { a: 1 };
     UPDATE t:1 REPLACE { b: 2 };
     UPDATE t:1 SET v = 8;`,
    [
      "NONE",
      "NONE",
      "[{ id: t:1, r: 1, v: 7 }]",
      "[{ id: t:1, r: 1, v: 7 }]",
      "Internal: Found changed value for field `r`, with record `t:1`, but field is readonly",
      "Internal: Found changed value for field `r`, with record `t:1`, but field is readonly",
      "[{ a: 1, id: t:1, r: 1, v: 7 }]",
      "Internal: Found changed value for field `r`, with record `t:1`, but field is readonly",
      "Internal: Found changed value for field `v`, with record `t:1`, but field is readonly",
    ],
  ],
  [
    "relations and their ends",
    `CREATE q:1;
     CREATE s:1;
     DEFINE TABLE e TYPE RELATION IN q OUT s ENFORCED;
     RELATE q:1->e:1->s:1;
     RELATE q:1->e->s:99;
     RELATE q:1->e:2->q:1;
     CREATE e:5;
     DEFINE TABLE nn TYPE NORMAL;
     RELATE q:1->nn:1->s:1;
     INFO FOR TABLE e;`,
    [
      "[{ id: q:1 }]",
      "[{ id: s:1 }]",
      "NONE",
      "[{ id: e:1, in: q:1, out: s:1 }]",
      "NotFound: The record 's:99' does not exist",
      "Internal: Couldn't coerce value for field `out` of `e:2`: Expected `record<s>` but found `q:1`",
      "Internal: Found record: `e:5` which is not a relation, but expected a RELATION IN q OUT s ENFORCED",
      "NONE",
      "Internal: Found record: `nn:1` which is a relation, but expected a NORMAL",
      "{ events: {  }, fields: { in: 'DEFINE FIELD in ON e TYPE record<q> PERMISSIONS FULL', out: 'DEFINE FIELD out ON e TYPE record<s> PERMISSIONS FULL' }, indexes: {  }, lives: {  }, tables: {  } }",
    ],
  ],
  [
    "unique indexes",
    `DEFINE INDEX un ON q FIELDS a, b UNIQUE;
     CREATE q:1 SET a = 1, b = 2;
     CREATE q:2 SET a = 1, b = 2;
     CREATE q:3 SET a = 1;
     CREATE q:4 SET a = 1;
     DEFINE INDEX ua ON q FIELDS arr UNIQUE;
     CREATE q:5 SET arr = ['x', 'y'];
     CREATE q:6 SET arr = ['y'];
     INSERT IGNORE INTO q { id: 7, arr: ['x'] };
     DEFINE INDEX ux ON q FIELDS a UNIQUE;
     UPDATE q:1 SET b = 3;
     CREATE q:2 SET a = 1, b = 2;
     DELETE q:2;
     CREATE q:8 SET a = 1, b = 2;`,
    [
      "NONE",
      "[{ a: 1, b: 2, id: q:1 }]",
      "Internal: Database index `un` already contains [1, 2], with record `q:1`",
      "[{ a: 1, id: q:3 }]",
      "[{ a: 1, id: q:4 }]",
      "NONE",
      "[{ arr: ['x', 'y'], id: q:5 }]",
      "Internal: Database index `ua` already contains 'y', with record `q:5`",
      "[]",
      "Internal: Database index `ux` already contains 1, with record `q:1`",
      "[{ a: 1, b: 3, id: q:1 }]",
      "[{ a: 1, b: 2, id: q:2 }]",
      "[]",
      "[{ a: 1, b: 2, id: q:8 }]",
    ],
  ],
  [
    "ON DELETE of references",
    `CREATE s:1, s:2, s:3, s:4;
     DEFINE FIELD r ON q TYPE option<record<s>> REFERENCE ON DELETE REJECT;
     CREATE q:1 SET r = s:1;
     DELETE s:1;
     DEFINE FIELD OVERWRITE r ON q TYPE option<record<s>> REFERENCE ON DELETE UNSET;
     UPDATE q:1 SET r = s:2;
     DELETE s:2;
     SELECT * FROM q;
     DEFINE FIELD l ON q TYPE option<array<record<s>>> REFERENCE ON DELETE UNSET;
     UPDATE q:1 SET l = [s:3, s:4];
     DELETE s:3;
     SELECT * FROM q;
     DEFINE FIELD OVERWRITE l ON q TYPE option<array<record<s>>> REFERENCE ON DELETE CASCADE;
     UPDATE q:1 SET l = [s:4];
     DELETE s:4;
     SELECT * FROM q;`,
    [
      "[{ id: s:1 }, { id: s:2 }, { id: s:3 }, { id: s:4 }]",
      "NONE",
      "[{ id: q:1, r: s:1 }]",
      "Internal: Cannot delete `s:1` as it is referenced by `q:1` with an ON DELETE REJECT clause",
      "NONE",
      "[{ id: q:1, r: s:2 }]",
      "[]",
      "[{ id: q:1 }]",
      "NONE",
      "[{ id: q:1, l: [s:3, s:4] }]",
      "[]",
      "[{ id: q:1, l: [s:4] }]",
      "NONE",
      "[{ id: q:1, l: [s:4] }]",
      "[]",
      "[]",
    ],
  ],
  [
    "events",
    `DEFINE EVENT e ON q WHEN $before.m != $after.m THEN (CREATE log SET b = $before.m, a = $after.m, e = $event, v = $value.id);
     CREATE q:1 SET m = 1;
     UPDATE q:1 SET m = 2;
     UPDATE q:1 SET x = 1;
     DELETE q:1;
     SELECT a, b, e, v FROM log ORDER BY e;
     DEFINE EVENT bad ON q THEN { THROW 'no' };
     CREATE q:2;
     SELECT * FROM q;`,
    [
      "NONE",
      "[{ id: q:1, m: 1 }]",
      "[{ id: q:1, m: 2 }]",
      "[{ id: q:1, m: 2, x: 1 }]",
      "[]",
      "[{ a: 1, b: NONE, e: 'CREATE', v: q:1 }, { a: NONE, b: 2, e: 'DELETE', v: q:1 }, { a: 2, b: 1, e: 'UPDATE', v: q:1 }]",
      "NONE",
      "Internal: Error while processing event bad: An error occurred: no",
      "[]",
    ],
  ],
  [
    "tables that are views",
    `DEFINE TABLE q;
     DEFINE TABLE v AS SELECT count() AS c, math::sum(m) AS s, n FROM q GROUP BY n;
     DEFINE TABLE big AS SELECT id, m FROM q WHERE m > 5;
     CREATE q:1 SET n = 1, m = 5;
     CREATE q:2 SET n = 1, m = 7;
     SELECT * FROM v;
     SELECT * FROM big;
     UPDATE q:2 SET n = 2;
     SELECT * FROM v;
     DELETE q:1;
     SELECT * FROM v;
     REMOVE TABLE q;
     DEFINE TABLE w AS SELECT * FROM nope;`,
    [
      "NONE",
      "NONE",
      "NONE",
      "[{ id: q:1, m: 5, n: 1 }]",
      "[{ id: q:2, m: 7, n: 1 }]",
      "[{ c: 2, id: v:[1], n: 1, s: 12f }]",
      "[{ id: big:2, m: 7 }]",
      "[{ id: q:2, m: 7, n: 2 }]",
      "[{ c: 1, id: v:[1], n: 1, s: 5f }, { c: 1, id: v:[2], n: 2, s: 7f }]",
      "[]",
      "[{ c: 1, id: v:[2], n: 2, s: 7f }]",
      "Internal: Invalid query: Cannot delete table `q` on which a view is defined, table(s) `big`, `v` are defined as a view on this table.",
      "NotFound: The table 'nope' does not exist",
    ],
  ],
  [
    "a table that drops keeps nothing",
    `DEFINE TABLE d DROP;
     CREATE d:1 SET a = 1;
     SELECT * FROM d;`,
    ["NONE", "[{ a: 1, id: d:1 }]", "[]"],
  ],
]);
