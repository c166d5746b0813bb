import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Database } from "@loci/ports/database";
import { openStore } from "../../session/open-store.ts";
import { openDatabases } from "../../session/open.ts";
import type { Databases } from "../../session/port.ts";
import type { Store } from "../../store/port.ts";
import { readCases, type ConformanceCase } from "../cases.ts";
import { notYet } from "../not-yet.ts";
import { differencesOf } from "../run-case.ts";

interface Opened {
  readonly database: Database;
  readonly stop: () => Promise<void>;
}

/** All cases on one kind of database, a test for each; those that are listed in not-yet.ts are left out. */
export function conformanceSuite(kind: string, open: () => Promise<Opened>): void {
  const files = Map.groupBy(readCases(), ({ file }) => file);

  describe(`the language on ${kind}`, () => {
    let opened: Opened;
    let store: Store;
    let databases: Databases;

    beforeAll(async () => {
      opened = await open();
      store = await openStore(opened.database);
      databases = openDatabases({ store, unauthenticated: true });
    });
    afterAll(async () => {
      await store.close();
      await opened.stop();
    });

    describe.each([...files])("%s", (file, cases) => {
      const done = cases.filter(({ title }) => !(notYet[file] ?? []).includes(title));
      if (done.length > 0)
        test.each(done.map((each): [string, ConformanceCase] => [each.title, each]))("%s", async (_, each) => {
          expect(await differencesOf(databases, each)).toEqual([]);
        });
    });

    test("what is listed as not yet right is there", () => {
      const titles = new Set([...files].flatMap(([file, cases]) => cases.map(({ title }) => `${file}: ${title}`)));
      const listed = Object.entries(notYet).flatMap(([file, names]) => names.map((title) => `${file}: ${title}`));
      expect(listed.filter((name) => !titles.has(name))).toEqual([]);
    });
  });
}
