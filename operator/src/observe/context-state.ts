import { isLociError, type AnswerOf, type LociManagement } from "@loci/client";

export type ContextState = AnswerOf<"getContextState">;

export interface ContextStates {
  /** How much a context holds and how its index is, not older than it may be; undefined where Loci does not tell. */
  of(contextId: string): Promise<ContextState | undefined>;
  forget(contextId: string): void;
}

/** To count is work for Loci: it is asked for each context now and then only, however often the context is visited. */
export function createContextStates(
  loci: Pick<LociManagement, "contexts">,
  { clock, everyMs }: { readonly clock: () => number; readonly everyMs: number },
): ContextStates {
  const known = new Map<string, { readonly at: number; readonly state: ContextState }>();
  return {
    async of(contextId) {
      const last = known.get(contextId);
      if (last !== undefined && Math.abs(clock() - last.at) < everyMs) return last.state;
      try {
        const state = await loci.contexts.state(contextId);
        known.set(contextId, { at: clock(), state });
        return state;
      } catch (thrown) {
        // Whatever else the resource says does not depend on it.
        if (!isLociError(thrown)) throw thrown;
        known.delete(contextId);
        return undefined;
      }
    },
    forget: (contextId) => void known.delete(contextId),
  };
}
