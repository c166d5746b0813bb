import { sql, type Sql } from "@loci/ports/database";
import { transactionConflict } from "../messages/store.ts";
import { textOfBytes } from "./bytes.ts";
import type { Ask } from "./catalog.ts";
import { relation } from "./sql.ts";

/** What reads and writes of a transaction need. */
export interface Within {
  readonly ask: Ask;
  readonly seen: Seen;
}

/**
 * The versions of the records that a transaction has read. Where it is rolled back and repeated in between (`DatabaseSession`), reads are not: whoever
 * writes what it has read is told where that is another by now.
 */
export interface Seen {
  /** What is read of a record, of a table that the statement calls t. */
  readonly columns: Sql;
  /** Of which kind the columns are: a part of the names of kept plans, each of which has one text. */
  readonly plans: "plain" | "versioned";
  note(table: number, rows: readonly SeenRow[]): void;
  /** Before these are written. @throws QueryError of reason "conflict" */
  check(ask: Ask, table: number, ids: readonly Uint8Array[]): Promise<void>;
  /** Before all records of the table are written. @throws QueryError of reason "conflict" */
  checkAll(ask: Ask, table: number): Promise<void>;
}

interface SeenRow {
  readonly id: Uint8Array;
  /** Of the row as it stands; read where it is going to be compared. */
  readonly version?: string;
}

const plainColumns = sql`t.id, t.key, t.document, t."in" is not null as edge`;
const versionedColumns = sql`${plainColumns}, t.xmin::text as version`;

/** For a transaction that has one snapshot anyway, or writes nothing. */
export const unseen: Seen = {
  columns: plainColumns,
  plans: "plain",
  note: () => undefined,
  check: async () => undefined,
  checkAll: async () => undefined,
};

export function seenVersions(): Seen {
  const versions = new Map<string, string>();
  /** Those that the transaction has written itself: they have its own version, or are gone. */
  const own = new Set<string>();
  const keyOf = (table: number, id: Uint8Array): string => `${table}/${textOfBytes(id)}`;
  const seen: Seen = {
    columns: versionedColumns,
    plans: "versioned",
    note(table, rows) {
      for (const { id, version = "" } of rows) {
        const key = keyOf(table, id);
        if (!own.has(key) && !versions.has(key)) versions.set(key, version);
      }
    },
    async check(ask, table, ids) {
      const expected = ids.filter((id) => versions.has(keyOf(table, id)));
      const read = expected.map((id) => versions.get(keyOf(table, id)));
      const mayBeGone = expected.map((id) => own.has(keyOf(table, id)));
      for (const id of ids) own.add(keyOf(table, id));
      if (expected.length === 0) return;
      // Transactions take turns: what is not older than this one is its own.
      const [row] = await ask<{ n: number }>(
        sql`select count(*)::int as n from unnest(${expected}::bytea[], ${read}::text[], ${mayBeGone}::boolean[]) e(id, version, may_be_gone)
          left join ${relation("t", table)} t on t.id = e.id
          where case when t.id is null then not e.may_be_gone
            else t.xmin::text <> e.version and age(t.xmin) > age(pg_current_xact_id()::xid) end`,
      );
      if (row?.n !== 0) throw transactionConflict();
    },
    checkAll(ask, table) {
      const start = keyOf(table, new Uint8Array());
      const read = [...versions.keys()].filter((key) => key.startsWith(start));
      return seen.check(
        ask,
        table,
        read.map((key) => Buffer.from(key.slice(start.length), "latin1")),
      );
    },
  };
  return seen;
}
