import { programs } from "../testing/programs.ts";

programs("paths", [
  [
    "fields, indexes, the last item, ranges and conditions",
    `LET $v = { a: [{ b: 1 }, { b: 2 }], c: { d: 3 } };
     RETURN $v.a[0].b;
     RETURN $v.a[$].b;
     RETURN $v.a[0..1];
     RETURN $v.a[WHERE b > 1];
     RETURN $v['c'].d;
     RETURN $v.c.*;
     RETURN $v.nope.x;
     RETURN [1, 2][-1];`,
    ["NONE", "1", "2", "[{ b: 1 }]", "[{ b: 2 }]", "3", "{ d: 3 }", "NONE", "NONE"],
  ],
  [
    "of an array a field is followed from each item",
    `LET $v = [{ a: [1, 2] }, { a: [3] }];
     RETURN $v.a;
     RETURN $v.a[0];
     RETURN $v.*.a[0];
     RETURN $v.a.len();
     RETURN [[1, 2], [3]]…;
     RETURN [[1, 2], [3, 4]].*[0];`,
    ["NONE", "[[1, 2], [3]]", "[1, 3]", "[1, 3]", "[2, 1]", "[1, 2, 3]", "[1, 3]"],
  ],
  [
    "some fields of an object",
    `LET $v = { a: 1, b: { c: 2, d: 3 } };
     RETURN $v.{ a, b.{ c } };
     RETURN $v.{ a, x: b.c };
     RETURN [{ a: 1 }, 5].{ a };`,
    ["NONE", "{ a: 1, b: { c: 2 } }", "{ a: 1, x: 2 }", "[{ a: 1 }, NONE]"],
  ],
  [
    "optional parts and methods",
    `RETURN NONE.?.a.len();
     RETURN NONE.a.len();
     RETURN 'abc'.foo();
     RETURN { f: |$a| $a + 1 }.f(3);
     RETURN 'a'.chain(|$x| $x + 'b');
     RETURN [3, 1].sort().first();`,
    [
      "NONE",
      "Internal: Method 'len' cannot be called on value of type 'none'",
      "Internal: There was a problem running the foo() function. no such method found for the string type",
      "4",
      "'ab'",
      "1",
    ],
  ],
  [
    "record ids on the way are read",
    `CREATE person:a SET name = 'A', age = 20, tags = ['x', 'y'], address = { city: 'Z', zip: 1 };
     CREATE person:b SET name = 'B', age = 30, best = person:a;
     CREATE person:c SET name = 'C', age = 40, best = person:b, friends = [person:a, person:b, person:none];  RETURN person:a.name;
     RETURN person:c.best.best.name;
     RETURN person:c.friends.name;
     RETURN person:c.friends.*.age;
     RETURN person:c.friends[WHERE age > 25];
     RETURN person:a.{ name, address.{ city } };
     RETURN person:none.name;
     RETURN person:none.*;
     RETURN person:none;`,
    [
      "[{ address: { city: 'Z', zip: 1 }, age: 20, id: person:a, name: 'A', tags: ['x', 'y'] }]",
      "[{ age: 30, best: person:a, id: person:b, name: 'B' }]",
      "[{ age: 40, best: person:b, friends: [person:a, person:b, person:none], id: person:c, name: 'C' }]",
      "'A'",
      "'A'",
      "['A', 'B', NONE]",
      "[20, 30, NONE]",
      "[person:b]",
      "{ address: { city: 'Z' }, name: 'A' }",
      "NONE",
      "NONE",
      "person:none",
    ],
  ],
  [
    "steps of a graph make one list",
    `CREATE p:1 SET name = 'A';
     CREATE p:2 SET name = 'B';
     CREATE p:3 SET name = 'C';
     CREATE p:4 SET name = 'D';
     RELATE p:1->knows:1->p:2 SET w = 1;
     RELATE p:1->knows:2->p:3 SET w = 2;
     RELATE p:2->knows:3->p:4 SET w = 3;
     RELATE p:3->knows:4->p:4 SET w = 4;
     RELATE p:1->hates:1->p:4;  RETURN p:1->knows->p;
     RETURN p:1->knows->p->knows->p;
     RETURN p:1->knows->p.name;
     RETURN p:1->knows[0].out.name;
     RETURN p:1->knows->p[0].name;
     RETURN p:4<-knows<-p.name;
     RETURN p:2<->knows;
     RETURN p:1->?;
     RETURN p:1->nope;
     RETURN p:9->knows;`,
    [
      "[{ id: p:1, name: 'A' }]",
      "[{ id: p:2, name: 'B' }]",
      "[{ id: p:3, name: 'C' }]",
      "[{ id: p:4, name: 'D' }]",
      "[{ id: knows:1, in: p:1, out: p:2, w: 1 }]",
      "[{ id: knows:2, in: p:1, out: p:3, w: 2 }]",
      "[{ id: knows:3, in: p:2, out: p:4, w: 3 }]",
      "[{ id: knows:4, in: p:3, out: p:4, w: 4 }]",
      "[{ id: hates:1, in: p:1, out: p:4 }]",
      "[p:2, p:3]",
      "[p:4, p:4]",
      "['B', 'C']",
      "'B'",
      "'B'",
      "['B', 'C']",
      "[knows:1, knows:3]",
      "[hates:1, knows:1, knows:2]",
      "[]",
      "[]",
    ],
  ],
  [
    "from several records a path is followed from each",
    `CREATE p:1 SET name = 'A';
     CREATE p:2 SET name = 'B';
     CREATE p:3 SET name = 'C';
     CREATE p:4 SET name = 'D';
     RELATE p:1->knows:1->p:2 SET w = 1;
     RELATE p:1->knows:2->p:3 SET w = 2;
     RELATE p:2->knows:3->p:4 SET w = 3;
     RELATE p:3->knows:4->p:4 SET w = 4;
     RELATE p:1->hates:1->p:4;  RETURN [p:1, p:2]->knows;
     RETURN [p:1, p:2]->knows->p;
     RETURN [p:1, p:2]->knows.w;`,
    [
      "[{ id: p:1, name: 'A' }]",
      "[{ id: p:2, name: 'B' }]",
      "[{ id: p:3, name: 'C' }]",
      "[{ id: p:4, name: 'D' }]",
      "[{ id: knows:1, in: p:1, out: p:2, w: 1 }]",
      "[{ id: knows:2, in: p:1, out: p:3, w: 2 }]",
      "[{ id: knows:3, in: p:2, out: p:4, w: 3 }]",
      "[{ id: knows:4, in: p:3, out: p:4, w: 4 }]",
      "[{ id: hates:1, in: p:1, out: p:4 }]",
      "[knows:1, knows:2, knows:3]",
      "[[p:2, p:3], [p:4]]",
      "[[1, 2], [3]]",
    ],
  ],
  [
    "a step takes conditions, several tables, and a whole SELECT",
    `CREATE p:1 SET name = 'A';
     CREATE p:2 SET name = 'B';
     CREATE p:3 SET name = 'C';
     CREATE p:4 SET name = 'D';
     RELATE p:1->knows:1->p:2 SET w = 1;
     RELATE p:1->knows:2->p:3 SET w = 2;
     RELATE p:2->knows:3->p:4 SET w = 3;
     RELATE p:3->knows:4->p:4 SET w = 4;
     RELATE p:1->hates:1->p:4;  SELECT ->(knows WHERE w > 1)->p AS a, ->knows[WHERE w > 1]->p.name AS b, ->(knows, hates)->p AS c, ->(SELECT w, out FROM knows ORDER BY w DESC) AS d FROM p:1;`,
    [
      "[{ id: p:1, name: 'A' }]",
      "[{ id: p:2, name: 'B' }]",
      "[{ id: p:3, name: 'C' }]",
      "[{ id: p:4, name: 'D' }]",
      "[{ id: knows:1, in: p:1, out: p:2, w: 1 }]",
      "[{ id: knows:2, in: p:1, out: p:3, w: 2 }]",
      "[{ id: knows:3, in: p:2, out: p:4, w: 3 }]",
      "[{ id: knows:4, in: p:3, out: p:4, w: 4 }]",
      "[{ id: hates:1, in: p:1, out: p:4 }]",
      "[{ a: [p:3], b: ['C'], c: [p:2, p:3, p:4], d: [{ out: p:3, w: 2 }, { out: p:2, w: 1 }] }]",
    ],
  ],
  [
    "without an alias the steps are keys of the result",
    `CREATE p:1 SET name = 'A';
     CREATE p:2 SET name = 'B';
     CREATE p:3 SET name = 'C';
     CREATE p:4 SET name = 'D';
     RELATE p:1->knows:1->p:2 SET w = 1;
     RELATE p:1->knows:2->p:3 SET w = 2;
     RELATE p:2->knows:3->p:4 SET w = 3;
     RELATE p:3->knows:4->p:4 SET w = 4;
     RELATE p:1->hates:1->p:4;  SELECT ->knows->p.name, ->knows.w, name FROM p:1;
     SELECT ->(knows WHERE w > 1), ->(hates AS h)->p FROM p:1;`,
    [
      "[{ id: p:1, name: 'A' }]",
      "[{ id: p:2, name: 'B' }]",
      "[{ id: p:3, name: 'C' }]",
      "[{ id: p:4, name: 'D' }]",
      "[{ id: knows:1, in: p:1, out: p:2, w: 1 }]",
      "[{ id: knows:2, in: p:1, out: p:3, w: 2 }]",
      "[{ id: knows:3, in: p:2, out: p:4, w: 3 }]",
      "[{ id: knows:4, in: p:3, out: p:4, w: 4 }]",
      "[{ id: hates:1, in: p:1, out: p:4 }]",
      "[{ \"->knows\": { \"->p\": { name: ['B', 'C'] }, w: [1, 2] }, name: 'A' }]",
      '[{ "->(knows WHERE w > 1)": [knows:2], h: [p:4] }]',
    ],
  ],
  [
    "a path is repeated",
    `CREATE p:1 SET name = 'A';
     CREATE p:2 SET name = 'B';
     CREATE p:3 SET name = 'C';
     CREATE p:4 SET name = 'D';
     RELATE p:1->knows:1->p:2 SET w = 1;
     RELATE p:1->knows:2->p:3 SET w = 2;
     RELATE p:2->knows:3->p:4 SET w = 3;
     RELATE p:3->knows:4->p:4 SET w = 4;
     RELATE p:1->hates:1->p:4;  RETURN p:1.{1}->knows->p;
     RETURN p:1.{2}->knows->p;
     RETURN p:1.{..}->knows->p;
     RETURN p:1.{3}->knows->p;
     RETURN p:1.{..3+collect}->knows->p;
     RETURN p:1.{..3+collect+inclusive}->knows->p;
     RETURN p:1.{..3+path}->knows->p;
     RETURN p:1.{..+shortest=p:4+inclusive}->knows->p;
     RETURN p:1.{2}.{ name, k: ->knows->p.@ };
     RETURN p:1.{300}->knows->p;
     RETURN p:1.{0}->knows->p;`,
    [
      "[{ id: p:1, name: 'A' }]",
      "[{ id: p:2, name: 'B' }]",
      "[{ id: p:3, name: 'C' }]",
      "[{ id: p:4, name: 'D' }]",
      "[{ id: knows:1, in: p:1, out: p:2, w: 1 }]",
      "[{ id: knows:2, in: p:1, out: p:3, w: 2 }]",
      "[{ id: knows:3, in: p:2, out: p:4, w: 3 }]",
      "[{ id: knows:4, in: p:3, out: p:4, w: 4 }]",
      "[{ id: hates:1, in: p:1, out: p:4 }]",
      "[p:2, p:3]",
      "[p:4, p:4]",
      "[p:4, p:4]",
      "[]",
      "[p:2, p:3, p:4]",
      "[p:1, p:2, p:3, p:4]",
      "[[p:2, p:4], [p:3, p:4]]",
      "[p:1, p:2, p:4]",
      "{ k: [{ k: [p:4], name: 'B' }, { k: [p:4], name: 'C' }], name: 'A' }",
      "Internal: Found 300 for bound but expected 256 at most.",
      "Internal: Found 0 for bound but expected at least 1.",
    ],
  ],
  [
    "a way that ends too early is none",
    `CREATE n:1 SET next = n:2;
     CREATE n:2 SET next = n:3;
     CREATE n:3;
     RETURN n:1.{5}.{ id, next: next.@ };
     RETURN n:1.{2}.{ id, next: next.@ };
     RETURN n:1.{5}.next;
     RETURN n:1.{..}.next;`,
    [
      "[{ id: n:1, next: n:2 }]",
      "[{ id: n:2, next: n:3 }]",
      "[{ id: n:3 }]",
      "NONE",
      "{ id: n:1, next: { id: n:2, next: n:3 } }",
      "NONE",
      "n:3",
    ],
  ],
  [
    "references lead back",
    `CREATE s:1;
     DEFINE FIELD r ON q TYPE option<record<s>> REFERENCE;
     CREATE q:1 SET r = s:1;
     RETURN s:1<~q;
     SELECT <~q AS refs, <~(q WHERE id = q:2) AS no FROM s;`,
    ["[{ id: s:1 }]", "NONE", "[{ id: q:1, r: s:1 }]", "[q:1]", "[{ no: [], refs: [q:1] }]"],
  ],
]);
