/** A key that was deleted lets nobody in. One that still does is grave: what led to it is told with it. */
import { sql } from "@loci/ports/database";
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "@loci/adapters/postgres";
import { memory } from "@loci/e2e/parts/memory";
import type { Handed } from "./declared.ts";
import type { Installation } from "./installation.ts";

/** Each replica of auth may go by what it knew for three seconds, and they take turns: a refusal by one says nothing of the next answer. */
const promisedMs = 5_000;
/** At once, so that several connections lead to several gateways. */
const together = 5;
const rounds = 3;

/**
 * Asks with a key that was deleted just now, at once and when the promised time is over.
 * @throws Error with every answer, what auth has of the context, and what the cluster tells
 */
export async function expectRefused(loci: Installation, { contextId, apiKey }: Handed): Promise<void> {
  const holder = memory(loci.url, contextId, apiKey);
  const from = Date.now();
  const answers: string[] = [];
  const ask = async (): Promise<number> => {
    const at = Date.now();
    const { status } = await holder.post("/query", { query: "anchor" });
    answers.push(`${status} (asked at ${at - from} ms, for ${Date.now() - at} ms)`);
    return status;
  };
  await ask();
  await sleep(Math.max(0, from + promisedMs - Date.now()));
  for (let round = 0; round < rounds; round++) {
    const statuses = await Promise.all(Array.from({ length: together }, ask));
    if (statuses.every((status) => status === 401)) continue;
    const looks = await Promise.all([keysOf(loci.database, contextId), loci.told()]);
    throw new Error(`A key that was deleted opens ${contextId}: ${answers.join(", ")}\n${looks.join("\n")}`);
  }
}

async function keysOf(url: string, contextId: string): Promise<string> {
  const database = await openPostgres({ connectionString: url, poolSize: 1 });
  try {
    const rows = await database.asOwner(async (tx) => [
      ...(await tx.query(sql`select id, external_id, created_at from auth.principals where ctx = ${contextId}`)),
      ...(await tx.query(sql`select * from auth.grant_changes where ctx = ${contextId}`)),
      ...(await tx.query(
        sql`select id, name, principal_id, created_at, revoked_at, last_used_at from auth.keys where ctx = ${contextId}`,
      )),
    ]);
    return rows.map((row) => JSON.stringify(row)).join("\n");
  } finally {
    await database.close();
  }
}
