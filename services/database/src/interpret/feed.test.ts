import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openDatabases } from "../session/open.ts";
import { openStore } from "../session/open-store.ts";
import type { Session } from "../session/port.ts";
import type { Store, StoreTransaction } from "../store/port.ts";
import { isArray, isObject } from "../values/kind-of.ts";
import type { Value } from "../values/value.ts";

let store: Store;
let session: Session;
/** How often changes were written, by all transactions. */
let notes = 0;

function counted(transaction: StoreTransaction): StoreTransaction {
  return { ...transaction, writeChanges: (...given) => ((notes += 1), transaction.writeChanges(...given)) };
}

beforeAll(async () => {
  store = await openStore(await openPglite({ folder: undefined }));
  const counting: Store = { ...store, begin: async (options) => counted(await store.begin(options)) };
  session = openDatabases({ store: counting, unauthenticated: true }).openSession({ ip: undefined, origin: undefined });
  await session.use("n", "d");
});
afterAll(() => store.close());

async function run(program: string): Promise<Value> {
  notes = 0;
  const last = (await session.query(program, undefined)).at(-1);
  if (last === undefined || "error" in last) throw last?.error ?? new Error("no result");
  return last.result;
}

function changesIn(shown: Value): readonly number[] {
  if (!isArray(shown)) throw new Error("no list");
  return shown.map((entry) => {
    const changes = isObject(entry) ? entry.get("changes") : undefined;
    return isArray(changes) ? changes.length : 0;
  });
}

it("writes the changes of a thousand records in a few statements, and all of them", async () => {
  await run("DEFINE TABLE goat CHANGEFEED 1d; DEFINE TABLE cow");
  await run("INSERT INTO goat (array::range(1, 1001).map(|$n| { id: $n }))");
  expect(notes).toBeLessThanOrEqual(3);
  await run("UPDATE goat SET age = 1");
  expect(notes).toBeLessThanOrEqual(3);
  await run("DELETE goat");
  expect(notes).toBeLessThanOrEqual(3);
  expect(changesIn(await run("SHOW CHANGES FOR TABLE goat SINCE 0"))).toEqual([1, 1000, 1000, 1000]);
});

it("writes none of a table without a feed", async () => {
  await run("CREATE cow:1; UPDATE cow:1 SET age = 1; DELETE cow:1");
  expect(notes).toBe(0);
});

it("keeps the changes of records that one CREATE after another makes in a block", async () => {
  await run("BEGIN; CREATE goat:1; CREATE cow:1; CREATE goat:2; CREATE goat:3; COMMIT");
  expect(changesIn(await run("SHOW CHANGES FOR TABLE goat SINCE 0")).at(-1)).toBe(3);
});
