/** What a context's state, as Loci tells it, means for its resource. */
import type { MemoryContextStatus } from "../api/memory-context.ts";
import type { ContextState } from "../observe/context-state.ts";
import type { ObservedContext } from "../observe/context.ts";
import { no, unknown, yes, type Finding } from "./conditions.ts";

/** What was written is searchable at once; that it is not yet may be so for a moment. */
const patienceMs = 60_000;

export function indexHealth(state: ContextState | undefined, now: number): Finding {
  if (state === undefined) return unknown("StateUnreadable", "Loci did not tell the context's state.");
  const { available, behind, behindSince, degraded } = state.index;
  if (!available) return no("IndexUnavailable", "The search index does not answer; recall reads the truth.");
  const since = behindSince === null ? now : Date.parse(behindSince);
  if (behind > 0 && now - since > patienceMs)
    return no("IndexBehind", `What was written since ${behindSince ?? ""} is not indexed yet.`);
  return yes("InStep", degraded.join("; "));
}

export function quota({ usage }: Pick<ObservedContext, "usage">): Finding {
  const limit = usage?.tokenLimit ?? undefined;
  if (usage === undefined || limit === undefined) return no("NoBudget");
  const spent = `of ${limit} tokens in ${usage.month}`;
  return usage.used >= limit ? yes("TokenBudgetSpent", `All ${spent} are used.`) : no("WithinBudget");
}

export function statsOf({ records }: ContextState): NonNullable<MemoryContextStatus["stats"]> {
  const count = (...kinds: readonly string[]) => coarse(kinds.reduce((sum, kind) => sum + (records[kind] ?? 0), 0));
  return {
    facts: count("attribute", "relation"),
    turns: count("turn"),
    documents: count("document"),
    uncertainties: count("uncertainty"),
  };
}

/** In two digits, so that a context at work is not written again at each look. */
function coarse(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.round(count / unit) * unit;
}
