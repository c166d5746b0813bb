import { programs } from "../testing/programs.ts";

programs("writing", [
  [
    "CREATE makes records, and none twice",
    `CREATE x:1 SET a = 1;
     CREATE x:1;
     CREATE ONLY x:2;
     CREATE ONLY x:3, x:4;
     CREATE |x:10..12|;
     CREATE 1;
     CREATE x:20 CONTENT { id: 21 };
     CREATE x CONTENT { id: 22, n: NONE, o: { p: NONE } };`,
    [
      "[{ a: 1, id: x:1 }]",
      "AlreadyExists: Database record `x:1` already exists",
      "{ id: x:2 }",
      "Internal: Expected a single result output when using the ONLY keyword",
      "[{ id: x:10 }, { id: x:11 }]",
      "Internal: Cannot execute CREATE statement using value: 1",
      "Internal: Found 21 for the `id` field, but a specific record has been specified",
      "[{ id: x:22, o: {  } }]",
    ],
  ],
  [
    "assignments see the record as it was",
    `CREATE x:1 SET a = 1, b = 5;
     UPDATE x:1 SET a = 2, b = a, a += 1;
     CREATE x:2 SET x = 1, y = x + 1;`,
    ["[{ a: 1, b: 5, id: x:1 }]", "[{ a: 3, b: 1, id: x:1 }]", "Validation: Cannot perform addition with 'NONE' and '1'"],
  ],
  [
    "+= and -= know arrays, numbers and nothing",
    `UPSERT b:1 SET s += 'x', n += 1, d += 1d, arr += [1], o += { a: 1 };
     UPDATE b:1 SET s += 'y', arr += [2, 3], m -= 1, no -= 'x';
     UPDATE b:1 SET arr -= [1, 2], arr +?= [3, 4];`,
    [
      "[{ arr: [1], d: 1d, id: b:1, n: 1, o: [{ a: 1 }], s: ['x'] }]",
      "[{ arr: [1, 2, 3], d: 1d, id: b:1, m: -1, n: 1, o: [{ a: 1 }], s: ['x', 'y'] }]",
      "[{ arr: [3, 4], d: 1d, id: b:1, m: -1, n: 1, o: [{ a: 1 }], s: ['x', 'y'] }]",
    ],
  ],
  [
    "paths in assignments",
    `CREATE a:1 SET z = [1, 2], arr = [{ x: 1 }, { x: 2 }], n = 5;
     UPDATE a:1 SET a.b.c = 1, a.d[0] = 2, z[0] = 9, z[9] = 3, n.x = 1;
     UPDATE a:1 SET arr.x = 5, arr[$].q = 7;
     UPDATE a:1 SET arr[WHERE q = 7].k = 8;
     UPDATE a:1 UNSET z[0], n, arr.x;`,
    [
      "[{ arr: [{ x: 1 }, { x: 2 }], id: a:1, n: 5, z: [1, 2] }]",
      '[{ a: { b: { c: 1 }, d: { "0": 2 } }, arr: [{ x: 1 }, { x: 2 }], id: a:1, n: 5, z: [9, 2] }]',
      '[{ a: { b: { c: 1 }, d: { "0": 2 } }, arr: [{ x: 5 }, { q: 7, x: 5 }], id: a:1, n: 5, z: [9, 2] }]',
      '[{ a: { b: { c: 1 }, d: { "0": 2 } }, arr: [{ x: 5 }, { k: 8, q: 7, x: 5 }], id: a:1, n: 5, z: [9, 2] }]',
      '[{ a: { b: { c: 1 }, d: { "0": 2 } }, arr: [{  }, { k: 8, q: 7 }], id: a:1, z: [2] }]',
    ],
  ],
  [
    "CONTENT, MERGE, REPLACE and PATCH",
    `CREATE a:1 SET x = 1;
     UPDATE a:1 CONTENT { q: 1 };
     UPDATE a:1 MERGE { m: { n: 1 } };
     UPDATE a:1 MERGE { m: { o: 2 }, q: NONE };
     UPDATE a:1 REPLACE { r: 1 };
     UPDATE a:1 PATCH [{ op: 'add', path: '/z', value: [1] }, { op: 'add', path: '/z/-', value: 2 }];
     UPDATE a:1 PATCH [{ op: 'test', path: '/z', value: 5 }];
     UPDATE a:1 PATCH [{ op: 'foo', path: '/z', value: 5 }];
     UPDATE a:1 PATCH 5;
     UPDATE a:1 CONTENT 5;
     UPDATE a:1 SET id = 5;`,
    [
      "[{ id: a:1, x: 1 }]",
      "[{ id: a:1, q: 1 }]",
      "[{ id: a:1, m: { n: 1 }, q: 1 }]",
      "[{ id: a:1, m: { n: 1, o: 2 } }]",
      "[{ id: a:1, r: 1 }]",
      "[{ id: a:1, r: 1, z: [1, 2] }]",
      "Internal: Given test operation failed for JSON Patch. Expected `5`, but got `[1, 2]` instead.",
      "Validation: The JSON Patch contains invalid operations. Failed to parse JSON patch structure: Invalid operation 'foo'",
      "Validation: The JSON Patch contains invalid operations. Failed to parse JSON patch structure: Patch operations should be an array of objects",
      "Validation: Cannot use 5 in a CONTENT clause",
      "Internal: Found 5 for the `id` field, but a specific record has been specified",
    ],
  ],
  [
    "RETURN says what is shown",
    `CREATE a:1 SET n = 1 RETURN NONE;
     UPDATE a:1 SET n = 2 RETURN BEFORE;
     UPDATE a:1 SET n = 3 RETURN DIFF;
     UPDATE a:1 SET n = 4 RETURN VALUE $before.n;
     UPDATE a:1 SET n = 5 RETURN $before.n AS b, n;
     CREATE a:2 RETURN DIFF;
     DELETE a:1 RETURN BEFORE;
     DELETE a:2 RETURN n;`,
    [
      "[]",
      "[{ id: a:1, n: 1 }]",
      "[[{ op: 'replace', path: '/n', value: 3 }]]",
      "[3]",
      "[{ b: 4, n: 5 }]",
      "[[{ op: 'replace', path: '', value: { id: a:2 } }]]",
      "[{ id: a:1, n: 5 }]",
      "[{ n: NONE }]",
    ],
  ],
  [
    "UPDATE needs a record, UPSERT makes one",
    `UPDATE t;
     CREATE t:1;
     UPDATE t:9;
     UPDATE ONLY t:9;
     UPSERT t:9 SET z = 1;
     UPSERT t:9 SET z = 2 WHERE z = 5;
     UPSERT t SET w = 3 WHERE id = t:9;
     UPDATE t SET c = 1 WHERE z = 1;
     UPDATE 5;`,
    [
      "NotFound: The table 't' does not exist",
      "[{ id: t:1 }]",
      "[]",
      "NONE",
      "[{ id: t:9, z: 1 }]",
      "[]",
      "[{ id: t:9, w: 3, z: 1 }]",
      "[{ c: 1, id: t:9, w: 3, z: 1 }]",
      "Internal: Cannot execute UPDATE statement using value: 5",
    ],
  ],
  [
    "INSERT",
    `INSERT INTO a { id: 1, v: 1 };
     INSERT INTO a { id: 1 };
     INSERT IGNORE INTO a [{ id: 1 }, { id: 2 }];
     INSERT INTO a { id: 1, v: 7 } ON DUPLICATE KEY UPDATE v += $input.v, w = 1;
     INSERT INTO a (id, v) VALUES (4, 5), (6, 7);
     INSERT INTO a { id: b:10 };
     INSERT { id: c:1 };
     INSERT { x: 1 };
     INSERT INTO a 5;
     INSERT INTO a [1];
     INSERT INTO a { id: true };
     INSERT RELATION INTO e { id: 1, in: a:1, out: a:2 };
     INSERT RELATION INTO e { in: a:1 };
     RETURN a:1->e->a;`,
    [
      "[{ id: a:1, v: 1 }]",
      "AlreadyExists: Database record `a:1` already exists",
      "[{ id: a:2 }]",
      "[{ id: a:1, v: 8, w: 1 }]",
      "[{ id: a:4, v: 5 }, { id: a:6, v: 7 }]",
      "[{ id: a:10 }]",
      "[{ id: c:1 }]",
      "Internal: Cannot execute INSERT statement where property 'id' is: NONE",
      "Internal: Cannot execute INSERT statement using value: 5",
      "Validation: Cannot use 1 in a MERGE clause",
      "Internal: Cannot execute INSERT statement where property 'id' is: true",
      "[{ id: e:1, in: a:1, out: a:2 }]",
      "Internal: Cannot execute INSERT statement where property 'out' is: NONE",
      "[a:2]",
    ],
  ],
  [
    "RELATE makes edges between all",
    `CREATE a:1, a:2, a:3;
     RELATE a:1->k:1->a:2 SET s = 1;
     RELATE a:1->k:1->a:2 SET t = 2;
     RELATE [a:1, a:2]->l->a:3 RETURN in, out;
     RELATE ONLY a:1->l->a:2 RETURN VALUE out;
     LET $z = 5;
     RELATE $z->l->a:1;
     RELATE a:1->l->$z;
     UPDATE k:1 SET in = a:3, u = 1;`,
    [
      "[{ id: a:1 }, { id: a:2 }, { id: a:3 }]",
      "[{ id: k:1, in: a:1, out: a:2, s: 1 }]",
      "[{ id: k:1, in: a:1, out: a:2, s: 1, t: 2 }]",
      "[{ in: a:1, out: a:3 }, { in: a:2, out: a:3 }]",
      "a:2",
      "NONE",
      "Internal: Cannot execute RELATE statement where property 'in' is: 5",
      "Internal: Cannot execute RELATE statement where property 'id' is: 5",
      "[{ id: k:1, in: a:1, out: a:2, s: 1, t: 2, u: 1 }]",
    ],
  ],
  [
    "DELETE takes the edges too",
    `CREATE a:1, a:2, a:3;
     RELATE a:1->e:1->a:2;
     RELATE a:2->e:2->a:3;
     DELETE a:2;
     SELECT * FROM e;
     DELETE a:9;
     DELETE nope;
     DELETE ONLY a:1 RETURN BEFORE;`,
    [
      "[{ id: a:1 }, { id: a:2 }, { id: a:3 }]",
      "[{ id: e:1, in: a:1, out: a:2 }]",
      "[{ id: e:2, in: a:2, out: a:3 }]",
      "[]",
      "[]",
      "[]",
      "NotFound: The table 'nope' does not exist",
      "{ id: a:1 }",
    ],
  ],
]);
