import { programs } from "../testing/programs.ts";

programs("SELECT", [
  [
    "reads tables, records, ranges, arrays, queries and values",
    `CREATE person:a SET name = 'A', age = 20, tags = ['x', 'y'], address = { city: 'Z', zip: 1 };
     CREATE person:b SET name = 'B', age = 30, best = person:a;
     CREATE person:c SET name = 'C', age = 40, best = person:b, friends = [person:a, person:b, person:none];  SELECT VALUE name FROM person;
     SELECT VALUE name FROM person:a, person:c;
     SELECT VALUE id FROM person:a..=b;
     SELECT VALUE name FROM [person:b, { name: 'X' }];
     SELECT name FROM (SELECT * FROM person WHERE age > 30);
     SELECT VALUE $this + 1 FROM [1, 2];
     SELECT * FROM 1, NONE, [2, [3]];
     SELECT * FROM nope;
     SELECT * FROM person:none;`,
    [
      "[{ address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }]",
      "[{ age: 30, best: person:a, id: person:b, name: 'B' }]",
      "[{ age: 40, best: person:b, friends: [person:a, person:b, person:none], id: person:c, name: 'C' }]",
      "['A', 'B', 'C']",
      "['A', 'C']",
      "[person:a, person:b]",
      "['B', 'X']",
      "[{ name: 'C' }]",
      "[2, 3]",
      "[1, 2, [3]]",
      "NotFound: The table 'nope' does not exist",
      "[]",
    ],
  ],
  [
    "names its fields",
    `CREATE person:a SET name = 'A', age = 20, tags = ['x', 'y'], address = { city: 'Z', zip: 1 };
     CREATE person:b SET name = 'B', age = 30, best = person:a;
     CREATE person:c SET name = 'C', age = 40, best = person:b, friends = [person:a, person:b, person:none];  SELECT name AS n, address.city, address.{ zip } AS z FROM person:a;
     SELECT 1 + 1, string::len(name), $this.name, [name], person:b.name FROM person:a;
     SELECT name AS a.b, age AS a.c FROM person:a;
     SELECT tags.len(), name.lowercase() FROM person:a;
     SELECT math::pi, type::field('name'), type::fields(['age', 'x.y']) FROM person:a;`,
    [
      "[{ address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }]",
      "[{ age: 30, best: person:a, id: person:b, name: 'B' }]",
      "[{ age: 40, best: person:b, friends: [person:a, person:b, person:none], id: person:c, name: 'C' }]",
      "[{ address: { city: 'Z' }, n: 'A', z: { zip: 1 } }]",
      '[{ "$this": { name: \'A\' }, "(person:b).name": \'B\', "1 + 1": 2, "[name]": [\'A\'], "string::len": 1 }]',
      "[{ a: { b: 'A', c: 20 } }]",
      "[{ name: 'a', tags: 2 }]",
      "[{ age: 20, \"math::PI\": 3.141592653589793f, name: 'A', x: { y: NONE } }]",
    ],
  ],
  [
    "leaves out, splits and fetches",
    `CREATE person:a SET name = 'A', age = 20, tags = ['x', 'y'], address = { city: 'Z', zip: 1 };
     CREATE person:b SET name = 'B', age = 30, best = person:a;
     CREATE person:c SET name = 'C', age = 40, best = person:b, friends = [person:a, person:b, person:none];  SELECT * OMIT tags, address.zip FROM person:a;
     SELECT name, tags FROM person:a SPLIT tags;
     SELECT name, best FROM person FETCH best;
     SELECT friends FROM person:c FETCH friends;`,
    [
      "[{ address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }]",
      "[{ age: 30, best: person:a, id: person:b, name: 'B' }]",
      "[{ age: 40, best: person:b, friends: [person:a, person:b, person:none], id: person:c, name: 'C' }]",
      "[{ address: { city: 'Z' }, age: 20, id: person:a, name: 'A' }]",
      "[{ name: 'A', tags: 'x' }, { name: 'A', tags: 'y' }]",
      "[{ best: NONE, name: 'A' }, { best: { address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }, name: 'B' }, { best: { age: 30, best: person:a, id: person:b, name: 'B' }, name: 'C' }]",
      "[{ friends: [{ address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }, { age: 30, best: person:a, id: person:b, name: 'B' }, NONE] }]",
    ],
  ],
  [
    "filters",
    `CREATE person:a SET name = 'A', age = 20, tags = ['x', 'y'], address = { city: 'Z', zip: 1 };
     CREATE person:b SET name = 'B', age = 30, best = person:a;
     CREATE person:c SET name = 'C', age = 40, best = person:b, friends = [person:a, person:b, person:none];  SELECT VALUE name FROM person WHERE age > 20 AND best;
     SELECT VALUE name FROM person WHERE tags CONTAINS 'x';
     SELECT VALUE name FROM person WHERE best.name = 'A';
     SELECT VALUE name FROM person WHERE name IN ['A', 'C'];
     SELECT VALUE name FROM person WHERE id = person:b;`,
    [
      "[{ address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }]",
      "[{ age: 30, best: person:a, id: person:b, name: 'B' }]",
      "[{ age: 40, best: person:b, friends: [person:a, person:b, person:none], id: person:c, name: 'C' }]",
      "['B', 'C']",
      "['A']",
      "['B']",
      "['A', 'C']",
      "['B']",
    ],
  ],
  [
    "groups",
    `CREATE u:1 SET n = 'a', g = 1, tags = ['x','y'], v = 10;
     CREATE u:2 SET n = 'b', g = 1, tags = ['z'], v = 20;
     CREATE u:3 SET n = 'c', g = 2, tags = [], v = 30.5;  SELECT g, count(), math::sum(v) AS s, array::group(n) AS ns FROM u GROUP BY g;
     SELECT count() FROM u GROUP ALL;
     SELECT count(v > 15) AS big, math::mean(v) AS m FROM u GROUP ALL;
     SELECT g, n FROM u GROUP BY g;
     SELECT v > 15 AS big, count() + 1 AS c FROM u GROUP BY big;
     SELECT count(), math::sum(v), math::max(v) FROM u WHERE false GROUP ALL;
     SELECT * FROM u GROUP BY g;
     SELECT g, $this AS t FROM u GROUP BY g;
     SELECT VALUE math::sum(v) FROM u GROUP ALL;`,
    [
      "[{ g: 1, id: u:1, n: 'a', tags: ['x', 'y'], v: 10 }]",
      "[{ g: 1, id: u:2, n: 'b', tags: ['z'], v: 20 }]",
      "[{ g: 2, id: u:3, n: 'c', tags: [], v: 30.5f }]",
      "[{ count: 2, g: 1, ns: ['a', 'b'], s: 30 }, { count: 1, g: 2, ns: ['c'], s: 30.5f }]",
      "[{ count: 3 }]",
      "[{ big: 2, m: 20.166666666666668f }]",
      "[{ g: 1, n: ['a', 'b'] }, { g: 2, n: ['c'] }]",
      "[{ big: false, c: 2 }, { big: true, c: 3 }]",
      '[{ count: 0, "math::max": -Infinity, "math::sum": 0 }]',
      "Internal: Invalid query: Incorrect selector for aggregate selection, expression `*` within in selector cannot be aggregated in a group.",
      "Internal: Invalid query: Found a `$this` parameter refering to the document of a group by select statement\nSelect statements with a group by currently have no defined document to refer to",
      "[60.5f]",
    ],
  ],
  [
    "orders and limits",
    `CREATE u:1 SET n = 'a', g = 1, tags = ['x','y'], v = 10;
     CREATE u:2 SET n = 'b', g = 1, tags = ['z'], v = 20;
     CREATE u:3 SET n = 'c', g = 2, tags = [], v = 30.5;  SELECT VALUE n FROM u ORDER BY n DESC;
     SELECT n, v FROM u ORDER BY v DESC LIMIT 1 START 1;
     SELECT n FROM u LIMIT 'a';
     SELECT n FROM u LIMIT -1;
     SELECT n FROM u START -1;
     CREATE m:1 SET s = 'a10';
     CREATE m:2 SET s = 'a9';
     CREATE m:3 SET s = 'B';
     CREATE m:4 SET s = 'ä';
     SELECT VALUE s FROM m ORDER BY s;
     SELECT VALUE s FROM m ORDER BY s NUMERIC;
     SELECT VALUE s FROM m ORDER BY s COLLATE;`,
    [
      "[{ g: 1, id: u:1, n: 'a', tags: ['x', 'y'], v: 10 }]",
      "[{ g: 1, id: u:2, n: 'b', tags: ['z'], v: 20 }]",
      "[{ g: 2, id: u:3, n: 'c', tags: [], v: 30.5f }]",
      "['c', 'b', 'a']",
      "[{ n: 'b', v: 20 }]",
      'Internal: LIMIT/START must be an integer, got String("a")',
      "Internal: LIMIT/START must be a non-negative integer, got -1",
      "Internal: START must be a non-negative integer: expected non-negative integer, got -1",
      "[{ id: m:1, s: 'a10' }]",
      "[{ id: m:2, s: 'a9' }]",
      "[{ id: m:3, s: 'B' }]",
      "[{ id: m:4, s: 'ä' }]",
      "['B', 'a10', 'a9', 'ä']",
      "['B', 'a9', 'a10', 'ä']",
      "['ä', 'a10', 'a9', 'B']",
    ],
  ],
  [
    "ONLY is one result or an error",
    `CREATE person:a SET name = 'A', age = 20, tags = ['x', 'y'], address = { city: 'Z', zip: 1 };
     CREATE person:b SET name = 'B', age = 30, best = person:a;
     CREATE person:c SET name = 'C', age = 40, best = person:b, friends = [person:a, person:b, person:none];  SELECT name FROM ONLY person:a;
     SELECT * FROM ONLY person:none;
     SELECT * FROM ONLY person;
     SELECT VALUE name FROM ONLY person LIMIT 1;
     SELECT * FROM ONLY [];`,
    [
      "[{ address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }]",
      "[{ age: 30, best: person:a, id: person:b, name: 'B' }]",
      "[{ age: 40, best: person:b, friends: [person:a, person:b, person:none], id: person:c, name: 'C' }]",
      "{ name: 'A' }",
      "NONE",
      "Internal: Expected a single result output when using the ONLY keyword",
      "'A'",
      "Internal: Expected a single result output when using the ONLY keyword",
    ],
  ],
  [
    "an inner query knows the record around it",
    `CREATE person:a SET name = 'A', age = 20, tags = ['x', 'y'], address = { city: 'Z', zip: 1 };
     CREATE person:b SET name = 'B', age = 30, best = person:a;
     CREATE person:c SET name = 'C', age = 40, best = person:b, friends = [person:a, person:b, person:none];  SELECT name, (SELECT VALUE name FROM person WHERE age > $parent.age) AS older FROM person;`,
    [
      "[{ address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }]",
      "[{ age: 30, best: person:a, id: person:b, name: 'B' }]",
      "[{ age: 40, best: person:b, friends: [person:a, person:b, person:none], id: person:c, name: 'C' }]",
      "[{ name: 'A', older: ['B', 'C'] }, { name: 'B', older: ['C'] }, { name: 'C', older: [] }]",
    ],
  ],
  [
    "ends at its timeout",
    `CREATE person:a SET name = 'A', age = 20, tags = ['x', 'y'], address = { city: 'Z', zip: 1 };
     CREATE person:b SET name = 'B', age = 30, best = person:a;
     CREATE person:c SET name = 'C', age = 40, best = person:b, friends = [person:a, person:b, person:none];  SELECT sleep(10ms) FROM person TIMEOUT 1ms;`,
    [
      "[{ address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }]",
      "[{ age: 30, best: person:a, id: person:b, name: 'B' }]",
      "[{ age: 40, best: person:b, friends: [person:a, person:b, person:none], id: person:c, name: 'C' }]",
      "Query: The query was not executed because it exceeded the timeout: 1ms",
    ],
  ],
]);
