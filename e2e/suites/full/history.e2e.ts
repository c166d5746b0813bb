/**
 * Users work while one thing after the other fails: whatever they were told holds, however their requests met the faults.
 * LOCI_HISTORY_SEED repeats what is chosen, LOCI_HISTORY_SECONDS says how long.
 */
import { sql } from "@loci/ports/database";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPostgres } from "@loci/adapters/postgres";
import { caller, memory, succeeded, type Memory } from "@loci/e2e/parts/memory";
import { startOpenSearch, type TestOpenSearch } from "@loci/e2e/parts/opensearch";
import { inspect } from "../laptop/faults/integrity.ts";
import { startDeployment, type Deployment } from "../cluster/replicas/deployment.ts";
import { startFaults } from "./history/faults.ts";
import { judge } from "./history/judge.ts";
import { startUsers, wordsOf, type Users } from "./history/users.ts";

const seed = Number(process.env["LOCI_HISTORY_SEED"] ?? randomInt(1_000_000));
const seconds = Number(process.env["LOCI_HISTORY_SECONDS"] ?? 120);
/** After this everything that was interrupted is done. */
const healedWithinMs = 60_000;

describe("what users were told holds", () => {
  let search: TestOpenSearch;
  let loci: Deployment;
  let contexts: readonly Memory[];
  let users: Users;

  beforeAll(async () => {
    search = await startOpenSearch();
    loci = await startDeployment({ SERVICE_SEARCH_URL: search.url });
    const management = caller(`${loci.url}/api/v1`, loci.managementKey);
    const made = async (contextId: string) => {
      succeeded(await management.post(`/contexts/${contextId}`, {}));
      const minted = await management.post<{ key: string }>(`/contexts/${contextId}/principals/admin/keys/admin`, {});
      return memory(loci.url, contextId, succeeded(minted).key);
    };
    contexts = [await made("north"), await made("south")];
  }, 600_000);
  afterAll(async () => {
    await loci.stop();
    await search.stop();
  });

  it(
    "whatever failed meanwhile",
    async () => {
      const random = numbers(seed);
      users = startUsers(contexts, random);
      const faults = startFaults({ loci, search, postgres: loci.postgres }, random);
      await sleep(seconds * 1_000);
      await faults.end();
      await users.end();
      const done = users.steps.filter((step) => step.does === "look" || step.outcome === "done").length;
      const lacking = users.steps.filter((step) => step.does === "look" && !step.isWhole).length;
      process.stdout.write(
        `seed ${seed}: ${users.steps.length} requests, ${done} done, ${users.failures()} failures, ${lacking} answers not whole; ${faults.names.join(", ")}\n`,
      );
      expect(done).toBeGreaterThan(users.steps.length / 2);
      expect(judge(users.steps, await keptWords(loci.database))).toEqual([]);
    },
    (seconds + 600) * 1_000,
  );

  it("and the tables and the index are whole", async () => {
    expect((await inspect(loci.database)).violations).toEqual([]);
    const until = Date.now() + healedWithinMs;
    for (const context of contexts) {
      let found = succeeded(await context.post<Found>("/fsck", {}));
      while (found.total > 0 && Date.now() < until) {
        await sleep(500);
        found = succeeded(await context.post<Found>("/fsck", {}));
      }
      expect(found).toMatchObject({ total: 0 });
    }
  });
});

interface Found {
  readonly total: number;
}

/** How often each word is in a turn that was not forgotten. */
async function keptWords(connectionString: string): Promise<Map<string, number>> {
  const database = await openPostgres({ connectionString });
  try {
    const said = sql`select content from graph.turn where forgotten_at is null`;
    const turns = await database.asOwner((tx) => tx.query<{ readonly content: string }>(said));
    const words = turns.flatMap(({ content }) => wordsOf(content));
    return new Map([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));
  } finally {
    await database.close();
  }
}

/** Numbers in 0..1 that the seed decides (mulberry32, by Tommy Ettinger, public domain). */
function numbers(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
