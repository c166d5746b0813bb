/** What a statement's parameter may be: what a driver can send. */
export type Parameter = string | number | bigint | boolean | null | undefined | Date | Uint8Array | readonly Parameter[];

/** A statement, or a part of one, with its parameters apart. Made in this file alone: foreign text is never in its text. */
export class Sql {
  /** The text around what is inserted. */
  readonly texts: readonly string[];
  readonly inserted: readonly (Sql | Parameter)[];
  constructor(texts: readonly string[], inserted: readonly (Sql | Parameter)[]) {
    this.texts = texts;
    this.inserted = inserted;
  }
}

/**
 * A piece of SQL whose `${…}` are parameters, or pieces themselves. Each value is a parameter of its own. A piece that is inserted several times has
 * the same parameters each time: only so does Postgres take two expressions for one, as in GROUP BY, or one type for both.
 */
export function sql(texts: TemplateStringsArray, ...inserted: readonly (Sql | Parameter)[]): Sql {
  return new Sql(texts, inserted);
}

export const nothing: Sql = sql``;

const alone = ["", ""];

/** One parameter, to be inserted several times. A list is one array parameter, as for `= any(…)`: the text is the same for any length. */
export function param(value: Parameter): Sql {
  return new Sql(alone, [value]);
}

/** Pieces one after another, with a text of ours between them. */
export function join(pieces: readonly Sql[], between: Sql = sql`, `): Sql {
  const inserted = pieces.flatMap((piece, i) => (i === 0 ? [piece] : [between, piece]));
  return new Sql(inserted.length === 0 ? [""] : ["", ...inserted.map(() => "")], inserted);
}

/** Words that are none of a column or table, unless quoted: postgresql.org/docs/current/sql-keywords-appendix.html, "reserved". */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently constraint
  create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable desc distinct
  do else end except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral
  leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using variadic
  verbose when where window with`.split(/\s+/),
);

/** A name of a column or a table, of several parts one with its schema or alias; quoted where it is not plain. */
export function identifier(...parts: readonly string[]): Sql {
  return new Sql([parts.map(quoted).join(".")], []);
}

function quoted(name: string): string {
  if (name === "" || name.includes("\0") || Buffer.byteLength(name) > 63) throw new Error("the name is none of Postgres");
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A value that is part of the text, as the planner is to know it (LIMIT, a partial index's condition). */
export function literal(value: number | string): Sql {
  if (typeof value === "string") return new Sql([`'${value.replaceAll("'", "''")}'`], []);
  if (!Number.isFinite(value)) throw new Error("the number cannot be written");
  return new Sql([String(value)], []);
}

/** Text of ours as it is: a file of migrations, what Postgres itself has quoted. Never anything that a caller sent. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}

/** The text with its parameters numbered, and their values, as it goes to the database. */
export function numbered(statement: Sql): { readonly text: string; readonly values: readonly Parameter[] } {
  const values: Parameter[] = [];
  const written = new Map<Sql, string>();
  const write = (piece: Sql): string => {
    const before = written.get(piece);
    if (before !== undefined) return before;
    let text = piece.texts[0] ?? "";
    piece.inserted.forEach((one, i) => {
      text += one instanceof Sql ? write(one) : `$${values.push(one)}`;
      text += piece.texts[i + 1] ?? "";
    });
    written.set(piece, text);
    return text;
  };
  return { text: write(statement), values };
}
