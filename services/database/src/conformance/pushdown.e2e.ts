import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
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

/** Records come in the order of an index where one is used, hence in another one without. */
describe("each conformance case gives the same without pushdown", () => {
  let store: Store;
  let [on, off]: Databases[] = [];
  beforeAll(async () => {
    store = await openStore(await openPglite({ folder: undefined }));
    [on, off] = [true, false].map((pushdown) => openDatabases({ store, unauthenticated: true, pushdown }));
  });
  afterAll(() => store.close());

  it.each([...files])("%s", async (_, cases) => {
    for (const { text } of cases) {
      if (on === undefined || off === undefined) throw new Error("not open");
      const [given, plain] = [await resultsOf(on, text), await resultsOf(off, text)];
      expect({ text, results: given.map(inAnyOrder) }).toEqual({ text, results: plain.map(inAnyOrder) });
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
