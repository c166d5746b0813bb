import { setTimeout as pause } from "node:timers/promises";
import { coversAll, LociError, rootPath, toTimestamp } from "@loci/kernel";
import { principalOf, regionFor, requireService, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { Parts } from "../rpc/deps.ts";
import type { Author } from "../store/apply.ts";
import { lockContext } from "../store/feed.ts";

/** As whom Loci itself decides. */
export const systemPrincipal = "system";

export interface LifecycleStep {
  readonly tx: Transaction;
  readonly contextId: string;
  readonly author: Author;
  /** Keys of the selectors of which the region covers every path; null for all. */
  readonly scopeSets: readonly string[] | null;
  /** How many records to work on. */
  readonly limit: number;
}

/** A step holds up a query for about so long at most, in milliseconds, where the database serves one transaction at a time. */
const stepMs = 10;
const firstLimit = 500;
const leastLimit = 100;
const mostLimit = 5_000;
/** After a step others have the database for this many times as long. */
const rest = 2;
const longestRestMs = 200;

/** The context for which the service itself makes this call. */
export function serviceContext(call: Call): string {
  const contextId = requireService(call);
  if (contextId === "") throw new LociError("invalid", "This belongs to a context.");
  return contextId;
}

/**
 * Does work in steps until one of them was the last: over the caller's memory:write region, for Loci itself over the whole context.
 * Each has a transaction of its own and is alone in its context, so that writers wait for one step at most, and after each is a
 * rest, for who waited.
 * @throws LociError `forbidden` without memory:write
 */
export async function inSteps(
  parts: Parts,
  call: Call,
  step: (at: LifecycleStep) => Promise<{ readonly affected: number; readonly isLast: boolean }>,
): Promise<number> {
  const isService = call.caller.kind === "service";
  const region = isService ? [rootPath] : regionFor(call, "memory:write");
  const contextId = isService ? serviceContext(call) : principalOf(call).contextId;
  const who = isService
    ? { principal: systemPrincipal, delegated: "", keyId: "" }
    : {
        principal: principalOf(call).principalId,
        delegated: principalOf(call).delegatedPrincipalId,
        keyId: principalOf(call).keyId,
      };
  const now = toTimestamp(parts.clock());
  const author = { ...who, traceId: call.traceId, now };
  const once = (limit: number) =>
    parts.database.inContext(contextId, async (tx) => {
      await lockContext(tx, contextId);
      const { byKey } = await parts.scopeSets.load(tx, contextId);
      const covered = [...byKey].flatMap(([key, set]) => (coversAll(region, set) ? [key] : []));
      const began = parts.clock();
      const done = await step({ tx, contextId, author, scopeSets: region.includes(rootPath) ? null : covered, limit });
      // Without the time that it waited for its own turn.
      return { ...done, tookMs: parts.clock() - began };
    });
  let affected = 0;
  let limit = firstLimit;
  for (;;) {
    call.signal.throwIfAborted();
    const done = await once(limit);
    affected += done.affected;
    if (done.isLast) return affected;
    await pause(Math.min(rest * done.tookMs, longestRestMs));
    limit = Math.round(Math.min(mostLimit, Math.max(leastLimit, (limit * stepMs) / done.tookMs)));
  }
}
