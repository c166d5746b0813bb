/** Waits until a key opens its context no more. One that still does is grave and rare: what led to it is told with it. */
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "@loci/adapters/postgres";
import { memory } from "@loci/e2e/parts/memory";
import type { Handed } from "./declared.ts";
import type { Installation } from "./installation.ts";

/** @param limitMs from now on. @throws Error with every answer, the cluster's events and what auth has of the context */
export async function untilRefused(loci: Installation, { contextId, apiKey }: Handed, limitMs: number): Promise<void> {
  const holder = memory(loci.url, contextId, apiKey);
  const answers: string[] = [];
  for (const from = Date.now(), until = from + limitMs; ; await sleep(200)) {
    const at = Date.now();
    const { status } = await holder.post("/query", { query: "anchor" });
    if (status === 401) return;
    answers.push(`${status} (asked at ${at - from} ms, for ${Date.now() - at} ms)`);
    // Asked once more where the limit went by in one answer.
    if (at > until) break;
  }
  const looks = await Promise.all([keysOf(loci.database, contextId), loci.told()]);
  throw new Error(`A key that was deleted opens ${contextId}: ${answers.join(", ")}\n${looks.join("\n")}`);
}

async function keysOf(url: string, contextId: string): Promise<string> {
  const database = await openPostgres({ connectionString: url, poolSize: 1 });
  try {
    const rows = await database.asOwner(async (tx) => [
      ...(await tx.query({
        text: "select id, external_id, created_at from auth.principals where ctx = $1",
        values: [contextId],
      })),
      ...(await tx.query({
        text: "select id, name, principal_id, created_at, revoked_at, last_used_at from auth.keys where ctx = $1",
        values: [contextId],
      })),
    ]);
    return rows.map((row) => JSON.stringify(row)).join("\n");
  } finally {
    await database.close();
  }
}
