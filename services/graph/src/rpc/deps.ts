import type { IdSource } from "@loci/kernel";
import { principalOf, requireService, type Call } from "@loci/platform/call";
import { regionFor } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { Database, Transaction } from "@loci/ports/database";
import type { LinkableCatalogue } from "../store/linkable-documents.ts";
import type { Sight } from "../store/read-facts.ts";
import type { ContextScopeSets, ScopeSetCatalogue } from "../store/scope-sets.ts";
import type { TimeView } from "../store/time-view.ts";

/** What the graph is made of. */
export interface GraphDeps {
  readonly database: Database;
  /** Milliseconds since the epoch: the wall clock of what is recorded. */
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
  /** Is told what was decided about facts, for metrics, before it is committed. */
  readonly onDecided?: (decided: Decided) => void;
}

export interface Decided {
  readonly decisions: readonly { readonly kind: string; readonly rule: string }[];
  /** Facts that had ended and stand again: ending them was wrong. */
  readonly reopened: number;
}

/** The same, with what the service keeps in memory. */
export interface Parts extends GraphDeps {
  readonly scopeSets: ScopeSetCatalogue;
  readonly linkable: LinkableCatalogue;
}

export interface Reading {
  readonly tx: Transaction;
  readonly sight: Sight;
  readonly scopeSets: ContextScopeSets;
}

/**
 * Reads in one transaction what the caller may see: its memory:read region; for Loci itself the whole context.
 * @throws LociError `forbidden` without memory:read
 */
export async function reading<T>(parts: Parts, call: Call, view: TimeView, work: (reading: Reading) => Promise<T>): Promise<T> {
  const isService = call.caller.kind === "service";
  const contextId = isService ? requireService(call) : principalOf(call).contextId;
  const region = isService ? ["/"] : regionFor(call, "memory:read");
  return parts.database.inContext(
    contextId,
    async (tx) => {
      const scopeSets = await parts.scopeSets.load(tx, contextId);
      return work({ tx, scopeSets, sight: { contextId, scopeSets: scopeSets.visibleTo(region), view } });
    },
    { readOnly: true },
  );
}
