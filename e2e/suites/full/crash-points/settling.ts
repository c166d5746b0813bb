/** Waiting until what a request sets off is done. */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Reply } from "@loci/e2e/parts/memory";
import type { Place } from "./place.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";

/** Long enough for a lease of a request whose gateway died. */
const limitMs = 180_000;
const unchangedMs = 1_500;
export const pollMs = 250;

/** Until the request is acknowledged. */
export async function acknowledged(send: () => Promise<Reply<unknown>>): Promise<void> {
  const until = Date.now() + limitMs;
  for (;;) {
    const { status, body } = await send().catch((error: unknown) => ({ status: 0, body: String(error) }));
    if (status > 0 && status < 300) return;
    if (Date.now() > until) throw new Error(`never acknowledged: ${status} ${JSON.stringify(body)}`);
    await sleep(pollMs);
  }
}

/** Looks until what there is to see is this, or for long enough. @returns what it saw last */
export async function eventually(where: Place, expected: Outcome): Promise<unknown> {
  const until = Date.now() + limitMs;
  for (;;) {
    const seen: unknown = await outcomeOf(where).catch((error: unknown) => String(error));
    if (isDeepStrictEqual(seen, expected) || Date.now() > until) return seen;
    await sleep(pollMs);
  }
}

/** Looks until nothing changes any more; a look that fails on a crowded machine saw nothing. */
export async function settled(where: Place): Promise<Outcome> {
  const until = Date.now() + limitMs;
  for (let before: Outcome | undefined; ;) {
    await sleep(unchangedMs);
    const now = await outcomeOf(where).catch((error: unknown) => {
      if (Date.now() > until) throw error;
      return undefined;
    });
    if (now === undefined) continue;
    const isAtWork = now !== "gone" && now.documents.some(([, status]) => status !== "ready" && status !== "failed");
    if (isDeepStrictEqual(now, before) && !isAtWork) return now;
    before = now;
  }
}
