import { programs } from "../testing/programs.ts";

const definitions = `
  DEFINE TABLE person SCHEMAFULL;
  DEFINE FIELD name ON person TYPE string ASSERT $value != '';
  DEFINE FIELD at ON person VALUE time::now() READONLY;
  DEFINE FIELD kind ON person DEFAULT 'new';
  DEFINE INDEX name ON person FIELDS name UNIQUE;
  DEFINE EVENT made ON person THEN (CREATE log:made SET of = $after.id);
  DEFINE TABLE log;
  DEFINE TABLE counted AS SELECT count() AS n FROM person GROUP ALL;
`;
const defined = Array.from({ length: 8 }, () => "NONE");

programs("OPTION IMPORT", [
  [
    "stores records as they are given, past fields and events, into indexes and views",
    `${definitions} OPTION IMPORT;
     INSERT [ { id: person:1, name: '', at: 'then' }, { id: person:2, name: 5 } ];
     INSERT [ { id: person:3, name: 5 } ];
     INSERT [ { id: person:4, other: 1 } ];
     SELECT * FROM log; SELECT VALUE n FROM counted; SELECT VALUE id FROM person WHERE name = 5;`,
    [
      ...defined,
      "NONE",
      "[{ at: 'then', id: person:1, name: '' }, { id: person:2, name: 5 }]",
      "Internal: Database index `name` already contains 5, with record `person:2`",
      "Internal: Found field 'other', but no such field exists for table 'person'",
      "[]",
      "[2]",
      "[person:2]",
    ],
  ],
  [
    "leaves out the records of views, which come from their tables",
    `${definitions} OPTION IMPORT;
     INSERT [ { id: counted:[], n: 2 } ];
     INSERT [ { id: person:1, name: 'a' } ];
     SELECT VALUE n FROM counted;`,
    [...defined, "NONE", "[]", "[{ id: person:1, name: 'a' }]", "[1]"],
  ],
  [
    "defines what is there again, and views of what is not there yet",
    `OPTION IMPORT;
     DEFINE TABLE counted AS SELECT count() AS n FROM person GROUP ALL;
     DEFINE TABLE knows TYPE RELATION IN person OUT person;
     DEFINE FIELD in ON knows TYPE record<person> COMMENT 'kept';
     DEFINE PARAM $p VALUE 1; DEFINE PARAM $p VALUE 2;
     DEFINE TABLE person;
     INSERT [ { id: person:1 }, { id: person:2 } ];
     SELECT VALUE n FROM counted; RETURN $p; (INFO FOR TABLE knows).fields.in;`,
    [
      ...Array.from({ length: 7 }, () => "NONE"),
      "[{ id: person:1 }, { id: person:2 }]",
      "[2]",
      "2",
      "\"DEFINE FIELD in ON knows TYPE record<person> COMMENT 'kept' PERMISSIONS FULL\"",
    ],
  ],
  [
    "ends by = FALSE",
    `${definitions} OPTION IMPORT; OPTION IMPORT = FALSE; CREATE person:1 SET name = '';`,
    [
      ...defined,
      "NONE",
      "NONE",
      "Internal: Found '' for field `name`, with record `person:1`, but field must conform to: $value != ''",
    ],
  ],
  ["ends with its text", `DEFINE FIELD n ON t DEFAULT 1; CREATE t:1;`, ["NONE", "[{ id: t:1, n: 1 }]"]],
]);
