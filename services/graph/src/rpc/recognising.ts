import type { Transaction } from "@loci/ports/database";
import { printsOf } from "../memory/echoes/echoes.ts";
import { withoutEchoes } from "../memory/echoes/hearing.ts";
import type { Proposed } from "../memory/proposal.ts";
import { proposalPrints, recognised, turnPrints, withoutForgotten } from "../memory/recognition.ts";
import { hasPrints, lookUpPrints } from "../store/fingerprints.ts";
import type { Turn } from "../store/turns.ts";

interface Recognised {
  readonly turns: readonly Turn[];
  readonly proposed: Proposed;
}

/**
 * What is left to learn: without what in the turns says again what the service returned, or what was to be forgotten, and without facts
 * that were to be forgotten. What was returned counts where it is of one of these ScopeSets, which whoever sees the turns sees too. A turn that says nothing else is kept, and is silent. One look where the context has no
 * fingerprints, two where it has.
 */
export async function recognise(
  tx: Transaction,
  contextId: string,
  turns: readonly Turn[],
  proposed: Proposed,
  seen: readonly string[],
): Promise<Recognised> {
  const judged = turns.filter(({ extraction }) => extraction === "done" || extraction === "pending");
  const hasProposals = proposed.entities.length + proposed.facts.length + proposed.instructions.length > 0;
  if ((judged.length === 0 && !hasProposals) || !(await hasPrints(tx, contextId))) return { turns, proposed };
  const printed = new Map(judged.map((turn) => [turn.id, turnPrints(turn.role, turn.content)]));
  const ofTurns = [...printed.values()].flatMap(({ whole, text }) => [whole, ...printsOf(text)]);
  const places = [...turns, ...proposed.entities, ...proposed.facts, ...proposed.instructions];
  const scopeSets = [...new Set(places.map(({ scopeSet }) => scopeSet))];
  const known = await lookUpPrints(tx, contextId, { own: scopeSets, seen }, [...ofTurns, ...proposalPrints(proposed)]);
  const heard = new Map([...printed].map(([id, prints]) => [id, recognised(prints, known)]));
  const learned = withoutForgotten(withoutEchoes(proposed, heard), known.forgotten);
  const teaching = new Set([...learned.facts, ...learned.instructions].map(({ statement }) => statement.source.turnId));
  return {
    turns: turns.map((turn): Turn => {
      const own = heard.get(turn.id);
      if (own === undefined) return turn;
      // Where something was read around the echoes, that is what the passage says.
      const isSilent = own.isSilent && !(own.echoes.length > 0 && teaching.has(turn.id));
      return isSilent ? { ...turn, extraction: "silent" } : { ...turn, echoes: own.echoes };
    }),
    proposed: learned,
  };
}

/** What was read later from turns that are stored: without what was an echo when they were, or was to be forgotten since. */
export async function recogniseLater(
  tx: Transaction,
  contextId: string,
  turns: readonly Turn[],
  proposed: Proposed,
): Promise<Proposed> {
  const heard = new Map(turns.map((turn) => [turn.id, turn]));
  return (await recognise(tx, contextId, [], withoutEchoes(proposed, heard), [])).proposed;
}
