import { coversAll, isVisible, toTimestamp, type Region, type Verb } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Author } from "../store/apply.ts";
import { lockContext } from "../store/feed.ts";
import { once } from "../store/operations.ts";
import { present } from "../store/time-view.ts";
import type { Parts, Reading } from "./deps.ts";
import { noted, type Named } from "./noted.ts";
import { operationOf } from "./operation.ts";
import type { Sees } from "./results.ts";

export interface Writing extends Reading {
  readonly contextId: string;
  readonly author: Author;
  readonly now: string;
  /** Whether the caller reads what is under the selector of this key. */
  readonly sees: Sees;
  /** Whether the verb's region covers every path of the selector of this key. */
  readonly covers: (scopeSet: string) => boolean;
}

/**
 * Changes records in one transaction, alone in its context: the caller sees what its memory:read region shows, and may change
 * what the verb's region covers. A repeated operation gets the stored answer.
 * @throws LociError `forbidden` without one of the verbs
 */
export async function writing<T extends object>(
  parts: Parts,
  call: Call,
  asked: { readonly verb: Verb; readonly operation: graph.Operation | null; readonly deed: Named },
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  const { contextId, principalId: principal, delegatedPrincipalId: delegated, keyId } = principalOf(call);
  const region: Region = regionFor(call, asked.verb);
  const seen = regionFor(call, "memory:read");
  const now = toTimestamp(parts.clock());
  const operation = operationOf(call, asked.operation);
  return parts.database.inContext(contextId, (tx) =>
    once(tx, contextId, operation, now, async () => {
      await lockContext(tx, contextId);
      const scopeSets = await parts.scopeSets.load(tx, contextId);
      const write: Writing = {
        ...{ tx, scopeSets, contextId, now },
        author: { principal, delegated, keyId, traceId: call.traceId, now },
        sight: { contextId, scopeSets: scopeSets.visibleTo(seen), view: present },
        sees: (key) => isVisible(seen, scopeSets.byKey.get(key) ?? []),
        covers: (key) => coversAll(region, scopeSets.byKey.get(key) ?? [["/"]]),
      };
      return noted(parts, tx, call, { contextId, deed: asked.deed }, () => work(write));
    }),
  );
}
