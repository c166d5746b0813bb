import { LociError, regionCovers, verbs, type ErrorCode, type Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";

/** In milliseconds. An answer or a body may take an hour; most requests are over before they are asked about at all. */
export const usualLookMs = 5_000;
/** What tells that the key does not fit any more. That auth cannot be asked just now ends nothing. */
const refusals: ReadonlySet<ErrorCode> = new Set(["unauthenticated", "forbidden", "rate_limited"] as const);

/**
 * Looks now and then whether the key behind a request that is under way still may what it might when it began: one that is revoked, or
 * expires, or whose principal loses a right, gets no more of an answer, and what it still sends has no effect.
 * @param again asks who holds the key
 * @param end told once it may not
 * @returns what stops looking
 */
export function whileAllowed(call: Call, everyMs: number, again: () => Promise<Call>, end: (error: LociError) => void): () => void {
  let isAsked = false;
  const look = async () => {
    isAsked = true;
    try {
      if (!covers(heldBy(await again()), heldBy(call))) {
        end(new LociError("forbidden", "What this key may do was narrowed while the request was under way."));
      }
    } catch (thrown) {
      if (refusals.has(LociError.from(thrown).code)) {
        end(new LociError("unauthenticated", "The key was revoked or expired while the request was under way.", { cause: thrown }));
      }
    } finally {
      isAsked = false;
    }
  };
  const looks = setInterval(() => {
    if (!isAsked) void look();
  }, everyMs).unref();
  return () => clearInterval(looks);
}

function heldBy({ caller }: Call): Grants {
  return caller.kind === "principal" ? caller.identity.grants : {};
}

function covers(now: Grants, before: Grants): boolean {
  return verbs.every((verb) => (before[verb] ?? []).every((path) => regionCovers(now[verb] ?? [], path)));
}
