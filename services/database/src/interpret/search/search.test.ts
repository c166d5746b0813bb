import { programs } from "../testing/programs.ts";

const notes = `DEFINE ANALYZER plain TOKENIZERS blank FILTERS lowercase;
  DEFINE INDEX a ON note FIELDS a FULLTEXT ANALYZER plain BM25 HIGHLIGHTS;
  DEFINE INDEX b ON note FIELDS b FULLTEXT ANALYZER plain BM25;
  INSERT INTO note [{ id: 1, a: 'red boat', b: 'one' }, { id: 2, a: 'boat', b: 'two' }, { id: 3 }, { id: 4 }, { id: 5, a: 'car' }] RETURN NONE;`;
const made = ["NONE", "NONE", "NONE", "[]"];

programs("full-text search", [
  [
    "holds each of several matches",
    `${notes} SELECT VALUE id FROM note WHERE a @@ 'boat' AND b @@ 'two';
     SELECT VALUE id FROM note WHERE a @@ 'boat' AND a @@ 'red';
     SELECT VALUE id FROM note WHERE a @@ 'boat' AND (b @@ 'two' OR b @@ 'one') AND !(a @@ 'red');`,
    [...made, "[note:2]", "[note:1]", "[note:2]"],
  ],
  [
    "tells scores of records, ranges and queries as of tables",
    `${notes} SELECT id, search::score(1) AS s FROM note:1 WHERE a @1@ 'boat';
     SELECT VALUE search::highlight('<', '>', 1) FROM note:2..4 WHERE a @1@ 'boat';
     SELECT VALUE search::highlight('<', '>', 1) FROM (SELECT * FROM note) WHERE a @1@ 'boat';`,
    [...made, "[{ id: note:1, s: 0.20851799845695496f }]", "['<boat>']", "['red <boat>', '<boat>']"],
  ],
  [
    "asks for what an expression gives",
    `${notes} SELECT VALUE id FROM note WHERE a @@ string::lowercase('RED');
     SELECT VALUE id FROM note WHERE a @@ string::concat('re', 'd') OR a @@ ['car'][0];`,
    [...made, "[note:1]", "[note:1, note:5]"],
  ],
  [
    "matches records within paths and graphs",
    `${notes} CREATE list:1 SET notes = [note:1, note:2, note:5];
     SELECT VALUE notes[WHERE a @@ 'boat'] FROM list;
     RELATE list:1->has:1->note:1; RELATE list:1->has:2->note:5;
     SELECT VALUE ->has->(note WHERE a @@ 'boat') FROM list;`,
    [
      ...made,
      "[{ id: list:1, notes: [note:1, note:2, note:5] }]",
      "[[note:1, note:2]]",
      "[{ id: has:1, in: list:1, out: note:1 }]",
      "[{ id: has:2, in: list:1, out: note:5 }]",
      "[[note:1]]",
    ],
  ],
  [
    "refuses what it has not",
    `DEFINE ANALYZER a FILTERS mapper('words.txt'); DEFINE ANALYZER a FILTERS snowball(greek);`,
    [
      "NotAllowed: The filter MAPPER, which reads a file, is not supported here",
      "NotAllowed: SNOWBALL(greek) is not supported here",
    ],
  ],
  [
    "keeps texts in step with records that are written twice in a statement",
    `${notes} DEFINE EVENT more ON note WHEN $event = 'CREATE' THEN { UPDATE $after.id SET a = 'later' };
     CREATE note:9 SET a = 'sooner';
     SELECT VALUE id FROM note WHERE a @@ 'later'; SELECT VALUE id FROM note WHERE a @@ 'sooner';`,
    [...made, "NONE", "[{ a: 'sooner', id: note:9 }]", "[note:9]", "[]"],
  ],
  [
    "does not let records go from an index without its analyzer",
    `${notes} REMOVE ANALYZER plain; DELETE note:1; SELECT VALUE id FROM note WHERE a @@ 'car';`,
    [...made, "NONE", "Internal: The analyzer 'plain' does not exist", "Internal: The analyzer 'plain' does not exist"],
  ],
]);

const points = `DEFINE INDEX p ON pt FIELDS p HNSW DIMENSION 2;
  INSERT INTO pt [{ id: 1, p: [0, 0] }, { id: 2, p: [1, 1] }, { id: 3, p: [5, 5] }, { id: 4 }] RETURN NONE;`;

programs("nearest neighbours", [
  [
    "are those of each record around",
    `${points} SELECT VALUE (SELECT VALUE id FROM pt WHERE p <|2,40|> $parent.p) FROM pt:1, pt:3;
     SELECT VALUE (SELECT VALUE id FROM pt WHERE p <|2,EUCLIDEAN|> $parent.p) FROM pt:1, pt:3;`,
    ["NONE", "[]", "[[pt:1, pt:2], [pt:3, pt:2]]", "[[pt:1, pt:2], [pt:3, pt:2]]"],
  ],
  [
    "are sought among records, and by a vector on the left",
    `${points} SELECT VALUE id FROM [pt:1, pt:3] WHERE p <|1,EUCLIDEAN|> [4, 4];
     SELECT VALUE id FROM pt WHERE [4, 4] <|1,EUCLIDEAN|> p;
     SELECT VALUE id FROM pt WHERE p <|1,40|> pt:3.p;`,
    ["NONE", "[]", "[pt:3]", "[pt:3]", "[pt:3]"],
  ],
]);
