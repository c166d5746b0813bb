import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres } from "@loci/e2e/parts/postgres";
import type { Database } from "@loci/ports/database";
import { openDatabases } from "../session/open.ts";
import { openStore } from "../session/open-store.ts";
import type { Databases } from "../session/port.ts";
import type { Store } from "../store/port.ts";
import { readCases } from "./cases.ts";
import { resultsOf } from "./run-case.ts";

const files = Map.groupBy(
  readCases().filter(({ text }) => !/rand|uuid|ulid|time::now|session::|EXPLAIN|sleep/iu.test(text)),
  ({ file }) => file,
);

interface Opened {
  readonly database: Database;
  readonly stop: () => Promise<void>;
}

const kinds: Readonly<Record<string, () => Promise<Opened>>> = {
  PGlite: async () => ({ database: await openPglite({ folder: undefined }), stop: async () => undefined }),
  Postgres: async () => {
    const server = await startPostgres();
    const connectionString = await server.createDatabase("pushdown");
    return { database: await openPostgres({ connectionString }), stop: () => server.stop() };
  },
};

/** Records come in the order of an index where one is used, hence in another one without. */
describe.each(Object.entries(kinds))("on %s each conformance case gives the same without pushdown", (_, open) => {
  let opened: Opened;
  let store: Store;
  let [on, off]: Databases[] = [];
  beforeAll(async () => {
    opened = await open();
    store = await openStore(opened.database);
    [on, off] = [true, false].map((pushdown) => openDatabases({ store, unauthenticated: true, pushdown }));
  });
  afterAll(async () => {
    await store.close();
    await opened.stop();
  });

  it.each([...files])("%s", async (file, cases) => {
    for (const { text } of cases) {
      if (on === undefined || off === undefined) throw new Error("not open");
      const [given, plain] = [await resultsOf(on, text), await resultsOf(off, text)];
      expect({ file, text, results: given.map(inAnyOrder) }).toEqual({ file, text, results: plain.map(inAnyOrder) });
    }
  });
});

/** What is random in it aside: ids that are made have twenty letters and digits, changes are stamped with the time. */
function inAnyOrder(result: object): string {
  const text = Object.values(result)
    .join()
    .replaceAll(/:[a-z\d]{20}\b/gu, ":id")
    .replaceAll(/versionstamp: \d+/gu, "");
  return [...text].toSorted().join("");
}
