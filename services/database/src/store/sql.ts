import type { Statement } from "@loci/ports/database";

/** A statement, or a part of one, with its parameters apart. Made in this file alone: foreign text is never in its text. */
export class Sql {
  /** The text before each parameter, and that after the last. */
  readonly parts: readonly string[];
  readonly values: readonly unknown[];
  constructor(parts: readonly string[], values: readonly unknown[] = []) {
    this.parts = parts;
    this.values = values;
  }
}

/** A piece of SQL whose `${…}` are parameters, or pieces themselves. */
export function sql(texts: TemplateStringsArray, ...inserted: readonly unknown[]): Sql {
  const parts: string[] = [];
  const values: unknown[] = [];
  let open = texts[0] ?? "";
  inserted.forEach((one, i) => {
    if (one instanceof Sql) {
      for (const part of one.parts.slice(0, -1)) {
        parts.push(open + part);
        open = "";
      }
      open += one.parts.at(-1) ?? "";
      values.push(...one.values);
    } else {
      parts.push(open);
      open = "";
      values.push(one);
    }
    open += texts[i + 1] ?? "";
  });
  return new Sql([...parts, open], values);
}

export const nothing: Sql = sql``;

/** Pieces one after another, with a text of ours between them. */
export function join(pieces: readonly Sql[], between: Sql): Sql {
  return pieces.reduce((all, piece, i) => (i === 0 ? piece : sql`${all}${between}${piece}`), nothing);
}

/** What stands behind a table (t), an index (i), a sequence (s) or a database (p): named by a number of our own. */
export function relation(kind: "t" | "i" | "s" | "p", id: number): Sql {
  if (!Number.isSafeInteger(id) || id < 0) throw new Error("the number of a relation is none");
  return new Sql([`database_records.${kind}${id}`]);
}

/** A name that stands in one statement only: of a column, of a part after WITH. */
export function name(prefix: string, number: number): Sql {
  return new Sql([`${prefix}${Math.trunc(number)}`]);
}

/** The statement as the Database port takes it, its parameters numbered. */
export function statement({ parts, values }: Sql, name?: string): Statement {
  const text = parts.map((part, i) => (i === 0 ? part : `$${i}${part}`)).join("");
  return { text, values, ...(name !== undefined && { name }) };
}
