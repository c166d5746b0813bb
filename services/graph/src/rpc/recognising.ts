import type { Transaction } from "@loci/ports/database";
import type { Proposed } from "../memory/proposal.ts";
import { isRecognised, proposalPrints, turnPrints, withoutForgotten, withoutTurns } from "../memory/recognition.ts";
import { hasPrints, lookUpPrints } from "../store/fingerprints.ts";
import type { Turn } from "../store/turns.ts";

/**
 * What is left to learn: without turns that say again what the service returned, or what was to be forgotten (they are kept, and
 * are silent), and without facts that were to be forgotten. One look where the context has no fingerprints, two where it has.
 */
export async function recognise(
  tx: Transaction,
  contextId: string,
  turns: readonly Turn[],
  proposed: Proposed,
): Promise<{ readonly turns: readonly Turn[]; readonly proposed: Proposed }> {
  const judged = turns.filter(({ extraction }) => extraction === "done" || extraction === "pending");
  const hasProposals = proposed.entities.length + proposed.facts.length + proposed.instructions.length > 0;
  if ((judged.length === 0 && !hasProposals) || !(await hasPrints(tx, contextId))) return { turns, proposed };
  const printed = new Map(judged.map((turn) => [turn.id, turnPrints(turn.role, turn.content)]));
  const ofTurns = [...printed.values()].flatMap(({ whole, parts }) => [whole, ...parts.map(({ print }) => print)]);
  const places = [...turns, ...proposed.entities, ...proposed.facts, ...proposed.instructions];
  const scopeSets = [...new Set(places.map(({ scopeSet }) => scopeSet))];
  const known = await lookUpPrints(tx, contextId, scopeSets, [...ofTurns, ...proposalPrints(proposed)]);
  const recognised = new Set([...printed].flatMap(([id, prints]) => (isRecognised(prints, known) ? [id] : [])));
  return {
    turns: turns.map((turn) => (recognised.has(turn.id) ? { ...turn, extraction: "silent" } : turn)),
    proposed: withoutForgotten(withoutTurns(proposed, recognised), known.forgotten),
  };
}
