import { coversAll, rootPath, toTimestamp, type Region } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import type { Parts } from "../rpc/deps.ts";
import { noted, type Named } from "../rpc/noted.ts";
import { operationOf } from "../rpc/operation.ts";
import type { Author } from "../store/apply.ts";
import { lockContext } from "../store/feed.ts";
import { once } from "../store/operations.ts";
import type { ContextScopeSets } from "../store/scope-sets.ts";

export interface Forgetting {
  readonly tx: Transaction;
  readonly contextId: string;
  readonly author: Author;
  readonly scopeSets: ContextScopeSets;
  /** What the caller may forget. */
  readonly region: Region;
  /** Keys of the selectors of which the memory:forget region covers every path; null for all. */
  readonly covered: readonly string[] | null;
  /** Keys of the selectors that it may forget or reads; null for all. Of what is under others it learns nothing, though it may go along. */
  readonly known: readonly string[] | null;
}

/**
 * Forgets in one transaction, alone in its context, within the caller's memory:forget region. A repeated operation gets the
 * stored answer; a dry run does the same and takes it back, so that it tells exactly what goes.
 * @throws LociError `forbidden` without memory:forget
 */
export async function inForgetRegion<T extends object>(
  parts: Parts,
  call: Call,
  asked: {
    readonly operation: graph.Operation | null;
    readonly dryRun: boolean;
    readonly deed: Named;
    /** Takes the locks that come before the context's. */
    readonly before?: (tx: Transaction, contextId: string) => Promise<unknown>;
  },
  work: (forgetting: Forgetting) => Promise<T>,
): Promise<T> {
  const { contextId, principalId: principal, delegatedPrincipalId: delegated, keyId } = principalOf(call);
  const region = regionFor(call, "memory:forget");
  const now = toTimestamp(parts.clock());
  const operation = asked.dryRun ? undefined : operationOf(call, asked.operation);
  const inTransaction = (tx: Transaction) =>
    once(tx, contextId, operation, now, async () => {
      await asked.before?.(tx, contextId);
      await lockContext(tx, contextId);
      const scopeSets = await parts.scopeSets.load(tx, contextId);
      const covered = region.includes(rootPath)
        ? null
        : [...scopeSets.byKey].flatMap(([key, set]) => (coversAll(region, set) ? [key] : []));
      const read = scopeSets.visibleTo(principalOf(call).grants["memory:read"] ?? []);
      const known = covered === null || read === null ? null : [...new Set([...covered, ...read])];
      const author = { principal, delegated, keyId, traceId: call.traceId, now };
      const forgetting = { tx, contextId, author, scopeSets, region, covered, known };
      if (asked.dryRun) return work(forgetting);
      return noted(parts, tx, call, { contextId, deed: asked.deed }, () => work(forgetting));
    });
  // It may be all that a context has. Whoever was not answered in time repeats it, and gets the stored answer.
  if (!asked.dryRun) return parts.database.inContext(contextId, inTransaction, { patient: true });
  let told: T | undefined;
  const takenBack = async (tx: Transaction) => {
    told = await inTransaction(tx);
    throw new Error("A dry run is taken back.");
  };
  return parts.database.inContext(contextId, takenBack, { patient: true }).catch((thrown: unknown) => {
    if (told === undefined) throw thrown;
    return told;
  });
}
