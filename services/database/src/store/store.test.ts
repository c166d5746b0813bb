import { afterAll, beforeAll, describe } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import type { Database } from "@loci/ports/database";
import { definitionsContract } from "./testing/definitions-contract.ts";
import { feedContract } from "./testing/feed-contract.ts";
import { indexContract } from "./testing/index-contract.ts";
import { opened } from "./testing/opened.ts";
import { recordsContract } from "./testing/records-contract.ts";
import { transactionsContract } from "./testing/transactions-contract.ts";
import { wordsContract } from "./testing/words-contract.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const databases: Readonly<Record<string, () => Promise<Database>>> = {
  PGlite: () => openPglite({ folder: undefined }),
  Postgres: async () => openPostgres({ connectionString: await server.createDatabase("store") }),
};

describe.each(Object.entries(databases))("the store on %s", (_, open) => {
  const store = opened(open);
  beforeAll(() => store.start());
  afterAll(() => store.close());

  recordsContract(store);
  indexContract(store);
  definitionsContract(store);
  transactionsContract(store);
  wordsContract(store);
  feedContract(store);
});
