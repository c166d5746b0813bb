import type { Database, DatabaseSession } from "@loci/ports/database";
import { RecordId, type ObjectValue, type RecordKey, type Value } from "../../values/value.ts";
import { openStore } from "../open.ts";
import type { Place, Scan, Store, StoreTransaction, WrittenRecord } from "../port.ts";
import { definePlace, defineTable, parseDefinition } from "./definitions.ts";

/** Where the tests' records are. */
export const here: Place = { namespace: "n", database: "d" };

/** A store as the tests use it. */
export interface Opened {
  readonly begin: Store["begin"];
  readonly write: <T>(work: (tx: StoreTransaction) => Promise<T>) => Promise<T>;
  readonly read: <T>(work: (tx: StoreTransaction) => Promise<T>) => Promise<T>;
  readonly keysOf: (tx: StoreTransaction, scan: Scan) => Promise<readonly unknown[]>;
  readonly database: () => Database;
  /** What its sessions were asked, in order. */
  readonly asked: string[];
}

/** @returns what tests use once `start` was waited for */
export function opened(open: () => Promise<Database>): Opened & { start(): Promise<void>; close(): Promise<void> } {
  const asked: string[] = [];
  let database: Database | undefined;
  let store: Store | undefined;

  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("the store was not started");
    return part;
  };
  const run = async <T>(writes: boolean, work: (tx: StoreTransaction) => Promise<T>): Promise<T> => {
    const tx = await started(store).begin({ writes });
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (thrown) {
      await tx.cancel().catch(() => undefined);
      throw thrown;
    }
  };

  return {
    asked,
    database: () => started(database),
    begin: (options) => started(store).begin(options),
    write: (work) => run(true, work),
    read: (work) => run(false, work),
    async keysOf(tx, scan) {
      const keys: unknown[] = [];
      for await (const page of tx.scan(here, scan)) keys.push(...page.map(({ id }) => id.key));
      return keys;
    },
    async start() {
      database = await open();
      store = await openStore(watched(database, asked), { parseDefinition, idleMs: 2_000 });
      await run(true, async (tx) => {
        await definePlace(tx, here);
        for (const table of ["person", "likes", "city"]) await defineTable(tx, here, table);
      });
    },
    close: () => started(store).close(),
  };
}

export function object(fields: Readonly<Record<string, Value>>): ObjectValue {
  return new Map(Object.entries(fields));
}

export function record(table: string, key: RecordKey, fields: Readonly<Record<string, Value>>): WrittenRecord {
  return { id: new RecordId(table, key), document: object(fields), entries: new Map() };
}

/** The database, telling what its sessions are asked. */
function watched(database: Database, asked: string[]): Database {
  return {
    ...database,
    openSession(options): DatabaseSession {
      const session = database.openSession(options);
      return {
        ...session,
        query: <Row>(...statement: Parameters<DatabaseSession["query"]>) => (asked.push("query"), session.query<Row>(...statement)),
        commit: () => (asked.push("commit"), session.commit()),
      };
    },
  };
}
