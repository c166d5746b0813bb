import type { Transaction } from "@loci/ports/database";
import { isOwnWording } from "../memory/echoes/prints.ts";
import { maybeCut, ofCutRepeat, withoutFacts } from "../memory/echoes/cut-values.ts";
import { printsOf } from "../memory/echoes/echoes.ts";
import { withoutEchoes } from "../memory/echoes/hearing.ts";
import type { Proposed } from "../memory/proposal.ts";
import {
  forgottenWords,
  isReadFrom,
  proposalPrints,
  recognised,
  silent,
  turnPrints,
  withoutForgotten,
  type TurnPrints,
} from "../memory/recognition.ts";
import { divided, withhold, type Divided } from "../memory/withholding.ts";
import { withLongerValue } from "../store/begun-values.ts";
import { hasPrints, lookUpPrints } from "../store/fingerprints.ts";
import type { Turn } from "../store/turns.ts";
import { cutFactsOf } from "./cut-facts.ts";

interface Recognised {
  readonly turns: readonly Turn[];
  readonly proposed: Proposed;
}

/** The fingerprints of those turns that may say something anew. */
export function printsOfTurns(turns: readonly Pick<Turn, "id" | "role" | "content" | "extraction">[]): Map<string, TurnPrints> {
  const judged = turns.filter(({ extraction }) => extraction === "done" || extraction === "pending");
  return new Map(judged.map(({ id, role, content }) => [id, turnPrints(role, content)]));
}

/**
 * What is left to learn: without what in the turns says again what the service returned, or what was to be forgotten, and without facts
 * that were to be forgotten. What was returned counts where it is of one of these ScopeSets, which whoever sees the turns sees too. A turn that says nothing else is kept, and is silent. One look where the context has no
 * fingerprints, two where it has, and one or two more for a line without a mark at its end.
 * @param printed of the turns, as `printsOfTurns` makes them
 */
export async function recognise(
  tx: Transaction,
  contextId: string,
  turns: readonly Turn[],
  proposed: Proposed,
  seen: readonly string[],
  printed: ReadonlyMap<string, TurnPrints>,
): Promise<Recognised> {
  const hasProposals = proposed.entities.length + proposed.facts.length + proposed.instructions.length > 0;
  if ((printed.size === 0 && !hasProposals) || !(await hasPrints(tx, contextId))) return { turns, proposed };
  const ofTurns = [...printed.values()].flatMap(({ whole, text, parts }) => [
    whole,
    ...printsOf(text),
    ...parts.flatMap(({ prints }) => prints),
  ]);
  const placed = [...turns, ...proposed.entities, ...proposed.facts, ...proposed.instructions];
  const places = { own: [...new Set(placed.map(({ scopeSet }) => scopeSet))], seen };
  const known = await lookUpPrints(tx, contextId, places, [...ofTurns, ...proposalPrints(proposed)]);
  const heard = new Map([...printed].map(([id, prints]) => [id, recognised(prints, known)]));
  for (const { id, content } of await cutFactsOf(tx, contextId, turns, heard, places)) heard.set(id, silent(content));
  const withheld = known.forgotten.size === 0 ? new Map<string, Withheld>() : withheldOf(printed, proposed, known.forgotten);
  const fresh = withoutForgotten(withoutEchoes(withoutWithheld(proposed, withheld), heard), known.forgotten);
  const whole = withoutFacts(fresh, ofCutRepeat(fresh, heard));
  const cut = await withLongerValue(tx, contextId, maybeCut(whole, heard));
  const learned = withoutFacts(whole, cut);
  const isCut = new Set([...cut].map(({ statement }) => statement.source.turnId));
  const teaching = new Set([...learned.facts, ...learned.instructions].map(({ statement }) => statement.source.turnId));
  return {
    turns: turns.map((turn): Turn => {
      const own = heard.get(turn.id);
      if (own === undefined) return turn;
      const { spans = [], saysMore = true } = withheld.get(turn.id) ?? {};
      // Where something was read around the echoes, that is what the passage says.
      const isOfCut = isCut.has(turn.id) && !teaching.has(turn.id) && isOwnWording(turn.content);
      const isSilent = isOfCut || (own.isSilent && !(own.echoes.length > 0 && teaching.has(turn.id))) || !saysMore;
      if (isSilent) return { ...turn, extraction: "silent" };
      return { ...turn, echoes: own.echoes, content: spans.length === 0 ? turn.content : withhold(turn.content, spans) };
    }),
    proposed: learned,
  };
}

type Withheld = ReturnType<typeof forgottenWords> & { readonly content: Divided };

/** What of each turn is not to be learned again, where anything is. */
function withheldOf(
  printed: ReadonlyMap<string, TurnPrints>,
  { facts }: Proposed,
  forgotten: ReadonlySet<string>,
): Map<string, Withheld> {
  const read = Map.groupBy(facts, ({ statement }) => statement.source.turnId);
  const all = [...printed].map(([id, prints]): [string, Withheld] => [
    id,
    { ...forgottenWords(prints, read.get(id) ?? [], forgotten), content: divided(prints.content) },
  ]);
  return new Map(all.filter(([, { spans }]) => spans.length > 0));
}

/** Without the facts that were read from withheld words. */
function withoutWithheld(proposed: Proposed, withheld: ReadonlyMap<string, Withheld>): Proposed {
  if (withheld.size === 0) return proposed;
  const facts = proposed.facts.filter((fact) => {
    const turn = withheld.get(fact.statement.source.turnId);
    return turn === undefined || !isReadFrom(turn.content, fact, turn.spans);
  });
  const named = new Set(facts.flatMap(({ subject, target }) => [subject.nameNorm, target?.nameNorm]));
  const dropped = new Set(
    proposed.facts.flatMap(({ subject, target }) => [subject.nameNorm, target?.nameNorm]).filter((name) => !named.has(name)),
  );
  return { ...proposed, facts, entities: proposed.entities.filter(({ name }) => !dropped.has(name.nameNorm)) };
}

/** What was read later from turns that are stored: without what was an echo when they were, or was to be forgotten since. */
export async function recogniseLater(
  tx: Transaction,
  contextId: string,
  turns: readonly Turn[],
  proposed: Proposed,
): Promise<Proposed> {
  const heard = new Map(turns.map((turn) => [turn.id, turn]));
  return (await recognise(tx, contextId, [], withoutEchoes(proposed, heard), [], new Map())).proposed;
}
