import type { Call } from "@loci/platform/call";
import type { LanguageModel, ModelStage } from "@loci/ports/language-model";
import type { graph } from "@loci/protos";
import { derivedGroups } from "./apply.ts";
import { askAbout } from "./ask.ts";
import type { Conclusion } from "./checks.ts";
import type { DeriveDeps } from "./deps.ts";

export interface Derivation {
  readonly stage: ModelStage;
  /** What the model says about a group, as far as the group bears it out. */
  readonly conclude: (model: LanguageModel, group: graph.FactGroup, signal: AbortSignal) => Promise<Conclusion[]>;
  /** @param groups those that were looked at, each with what follows from it */
  readonly keep: (groups: graph.DerivedGroup[], looked: readonly graph.FactGroup[]) => Promise<void>;
}

/**
 * Derives from groups page by page; each page is kept before the next is read. What degraded is told by reason.
 * @throws LociError `rate_limited` where the context's budget was used up before the first answer
 */
export async function deriveFrom(
  pages: Iterable<graph.FactGroup[]> | AsyncIterable<graph.FactGroup[]>,
  { stage, conclude, keep }: Derivation,
  deps: DeriveDeps,
  call: Call,
): Promise<{ readonly degraded: string[] }> {
  const left = new Map<string, number>();
  let groups = 0;
  let answered = 0;
  for await (const page of pages) {
    const round = await askAbout(page, stage, conclude, deps, call);
    groups += page.length;
    answered += round.asked.length;
    for (const [reason, count] of round.left) left.set(reason, (left.get(reason) ?? 0) + count);
    if (round.exhausted && answered === 0) throw round.exhausted;
    const concluded = round.asked.map(({ group, answer }) => ({ group, conclusions: answer }));
    if (concluded.length > 0) {
      await keep(
        await derivedGroups(concluded, deps, call.signal),
        concluded.map(({ group }) => group),
      );
    }
    if (round.ended) break;
  }
  return { degraded: [...left].map(([reason, count]) => `${stage}: ${reason} (${count} of ${groups} groups)`) };
}
