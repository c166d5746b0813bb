import { chance } from "../../values/codec/random-values.ts";

/** Tables whose permissions hide rows and fields, and random programs of a user who tries to see them all the same. */

/** Whatever is hidden has one of these in it, and nothing else does; what may be seen says so too. */
export const hidden = /HIDDEN|666/;

export const definitions = `
  DEFINE ACCESS account ON DATABASE TYPE RECORD SIGNUP (CREATE user:me);
  DEFINE TABLE user PERMISSIONS FULL;
  DEFINE ANALYZER words TOKENIZERS blank;
  DEFINE TABLE note SCHEMALESS CHANGEFEED 1d INCLUDE ORIGINAL PERMISSIONS FOR select WHERE open, FOR create, update, delete FULL;
  DEFINE FIELD secret ON note PERMISSIONS FOR select NONE, FOR create, update FULL;
  DEFINE FIELD rank ON note PERMISSIONS FOR select WHERE $value < 100, FOR create, update FULL;
  DEFINE FIELD inner.secret ON note PERMISSIONS FOR select NONE, FOR create, update FULL;
  DEFINE FIELD sum ON note COMPUTED rank + 1 PERMISSIONS FOR select NONE;
  DEFINE INDEX rank ON note FIELDS rank;
  DEFINE INDEX secret ON note FIELDS secret;
  DEFINE INDEX search ON note FIELDS secret FULLTEXT ANALYZER words BM25 HIGHLIGHTS;
  DEFINE TABLE locked PERMISSIONS NONE;
  DEFINE FIELD note ON locked TYPE record<note> REFERENCE;
  DEFINE TABLE about TYPE RELATION PERMISSIONS FOR select WHERE open, FOR create, update, delete FULL;
  DEFINE FIELD secret ON about PERMISSIONS FOR select NONE;
  DEFINE INDEX both ON note FIELDS name, secret UNIQUE;
  DEFINE EVENT log ON note WHEN $before.secret != $after.secret THEN (CREATE locked SET note = $value.id, text = $before.secret, was = $before);
  DEFINE TABLE sums AS SELECT secret, count() AS n FROM note GROUP BY secret;
  DEFINE TABLE secrets AS SELECT secret, rank AS top FROM note;
  DEFINE FUNCTION fn::all() { RETURN SELECT * FROM note };
  DEFINE FUNCTION fn::fields($id: any) { RETURN [$id.secret, $id.rank, $id.inner.secret, $id.sum, $id.name] };`;

export const records = `
  DELETE note; DELETE locked; DELETE about;
  CREATE note:1 SET open = true, secret = 'HIDDEN one', rank = 666, inner = { secret: 'HIDDEN', n: 1 }, name = 'a', to = note:3;
  CREATE note:2 SET open = true, secret = 'HIDDEN two', rank = 2, inner = { secret: 'HIDDEN', n: 2 }, name = 'b', to = note:1;
  CREATE note:3 SET open = false, secret = 'HIDDEN three', rank = 3, inner = { n: 3 }, name = 'HIDDEN name', to = note:2;
  CREATE locked:1 SET note = note:1, text = 'HIDDEN text';
  RELATE note:1->about:1->note:2 SET open = true, secret = 'HIDDEN', weight = 1;
  RELATE note:1->about:2->note:3 SET open = false, secret = 'HIDDEN', weight = 666;`;

/** What is asked about a record, an object or nothing. */
const fields = [
  ...["*", "secret", "rank", "name", "inner", "inner.secret", "sum", "to.*", "to.secret", "to.to.name", "$this", "*.secret"],
  ...[
    "->about.*",
    "->about->note.*",
    "<-about.*",
    "->(SELECT * FROM about)",
    "->(about WHERE weight > 5).*",
    "<~locked.*",
    "<~locked.text",
  ],
  ...[
    "fn::all()",
    "fn::fields(id)",
    "fn::fields(note:3)",
    "(SELECT * FROM note, locked, about)",
    "(SELECT VALUE secret FROM note)",
  ],
  ...[
    "(|$n| $n.secret)(id)",
    "[note:1, note:3].{name, secret}",
    "type::field('secret')",
    "type::fields(['rank', 'sum'])",
    "note:1.@.{1..3}.to",
  ],
  ...[
    "object::values($this)",
    "<string>$this",
    "{ LET $n = note:1; RETURN $n.secret }",
    "note:3.*",
    "locked:1.text",
    "about:2.weight",
  ],
  ...["$parent", "array::map((SELECT * FROM note), |$n| $n.rank)", "(SELECT *, $parent.secret AS p FROM locked, note)"],
];
const conditions = [
  ...[
    "secret != NONE",
    "rank > 5",
    "sum > 5",
    "secret CONTAINS 'HID'",
    "inner.secret = 'HIDDEN'",
    "to.secret != NONE",
    "rank + 1 > 3",
  ],
  ...["secret @1@ 'HIDDEN'", "open", "true", "name != NONE", "to.name CONTAINS 'HID'", "fn::fields(id)[0] != NONE", "sum = 667"],
];
const sources = [
  "note",
  "locked",
  "about",
  "note:1",
  "note:3",
  "note:1..5",
  "[note:1, note:3]",
  "locked:1",
  "note:1->about",
  "(SELECT * FROM note)",
  "sums",
  "secrets",
];
const data = [
  ...[
    "SET copy = secret, other = rank",
    "SET copy = $this.secret + '', k = $before.secret",
    "SET secret += 1",
    "SET rank += 'x'",
    "SET inner.secret -= 1",
  ],
  ...[
    "MERGE { copy: secret, all: inner }",
    "PATCH [{ op: 'copy', from: '/secret', path: '/copy' }]",
    "PATCH [{ op: 'move', from: '/rank', path: '/copy' }]",
  ],
  ...[
    "PATCH [{ op: 'test', path: '/secret', value: 1 }]",
    "SET copy = note:3.name, more = sum",
    "UNSET secret",
    "CONTENT { open: true, copy: secret, all: $this }",
  ],
  ...["SET copy = (SELECT VALUE secret FROM note)", "SET copy = $parent", "REPLACE { open: true, copy: rank }", "SET name = 1", ""],
];
const outputs = [
  "",
  "RETURN BEFORE",
  "RETURN AFTER",
  "RETURN DIFF",
  "RETURN $before, $after, secret",
  "RETURN VALUE $before.secret",
  "RETURN *, sum",
  "RETURN VALUE rank",
];

/** Random programs that try to see what they may not; the same for a seed. */
export function programs(seed: number): () => string {
  const next = chance(seed);
  const one = (list: readonly string[]): string => list[Math.floor(next() * list.length)] ?? "";
  const maybe = (text: string): string => (next() < 0.4 ? text : "");
  const where = (): string => maybe(`WHERE ${one(conditions)}`);
  const kinds: readonly (() => string)[] = [
    () => {
      const [field, group] = [one(fields), one(["secret", "rank", "name", "sum"])];
      return one([
        `SELECT ${field} AS v, ${one(fields)} AS w FROM ${one(sources)} ${where()} ${maybe("ORDER BY v DESC")} ${maybe("LIMIT 2")}`,
        `SELECT * FROM ${one(sources)} ${where()} ${maybe("SPLIT inner")} ${maybe("ORDER BY secret, rank")} ${maybe("START 1")} ${maybe("FETCH to, to.to, in, out, note")}`,
        `SELECT ${group}, count(), math::sum(rank), array::group(secret) AS g FROM ${one(sources)} ${where()} GROUP BY ${group}`,
        `SELECT math::max(rank) AS m, array::join(name, ',') AS j FROM ${one(sources)} ${where()} GROUP ALL`,
        `SELECT VALUE ${field} FROM ${one(sources)} ${where()}`,
        `SELECT search::highlight('<', '>', 1) AS h, search::offsets(1) AS o, * FROM note WHERE secret @1@ 'HIDDEN' ${maybe("OR true")}`,
        `SELECT * FROM ${one(sources)} ${where()} EXPLAIN FULL`,
      ]);
    },
    () => `RETURN ${one(["note:1", "note:3", "locked:1", "about:2", "[note:1, note:3]"])}.{ name, secret, v: ${one(fields)} }`,
    () => `UPDATE ${one(["note", "note:1", "note:3", "note:1..5", "locked", "about"])} ${one(data)} ${where()} ${one(outputs)}`,
    () => `UPSERT ${one(["note:1", "note:3", "note:9", "locked:1"])} ${one(data)} ${where()} ${one(outputs)}`,
    () =>
      `DELETE ${one(["note", "note:1", "note:3", "locked", "about"])} ${where()} ${one(outputs.filter((text) => text !== "RETURN DIFF"))}`,
    () => `CREATE ${one(["note:1", "note:7", "note", "locked:5"])} ${one(data)} ${one(outputs)}`,
    () =>
      `INSERT ${maybe("IGNORE")} INTO note { id: note:${one(["1", "3", "8"])}, open: true } ON DUPLICATE KEY UPDATE copy = secret, secret += 1, more = $input.secret, name += 1 ${one(outputs)}`,
    () => `RELATE note:1->about:${one(["1", "5"])}->note:3 SET open = ${one(["true", "false"])}, copy = secret ${one(outputs)}`,
    () =>
      one([
        "INFO FOR TABLE note",
        "INFO FOR DB",
        "INFO FOR DB STRUCTURE",
        "INFO FOR NS",
        "INFO FOR ROOT",
        "INFO FOR USER root ON ROOT",
        "ACCESS account ON DATABASE SHOW ALL",
        "SHOW CHANGES FOR TABLE note SINCE 0",
        "REBUILD INDEX secret ON note",
        "RETURN record::exists(note:3)",
      ]),
    () =>
      `FOR $n IN (SELECT * FROM note) { THROW <string>$n + <string>${one(["$n.id.secret", "$n.to.*", "$n", "note:3.name", "fn::all()"])} }`,
  ];
  return () => kinds[Math.floor(next() * kinds.length)]?.() ?? "";
}
