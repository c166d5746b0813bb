import type { Proposed, ProposedFact } from "../proposal.ts";
import type { Heard } from "./hearing.ts";

/**
 * Facts whose value may be what a cut left of one: the last words of a text in which something was recognised, without a mark behind them
 * ("Our hotel is the H").
 */
export function maybeCut({ facts }: Proposed, heard: ReadonlyMap<string, Heard>): ProposedFact[] {
  return facts.filter(({ statement, target }) => {
    const turn = heard.get(statement.source.turnId);
    if (turn === undefined || turn.echoes.length === 0 || statement.negated) return false;
    const text = turn.content.trimEnd().toLowerCase();
    const value = (target?.name ?? statement.value).toLowerCase();
    return value !== "" && text.endsWith(value) && /[\p{L}\p{N}]$/u.test(text);
  });
}

/** The proposals without these facts, and without whom nothing else speaks of. */
export function withoutFacts(proposed: Proposed, left: ReadonlySet<ProposedFact>): Proposed {
  if (left.size === 0) return proposed;
  const namesIn = ({ subject, target }: ProposedFact) => [subject.nameNorm, ...(target === undefined ? [] : [target.nameNorm])];
  const facts = proposed.facts.filter((fact) => !left.has(fact));
  const kept = new Set(facts.flatMap(namesIn));
  const dropped = new Set([...left].flatMap(namesIn).filter((name) => !kept.has(name)));
  return { ...proposed, facts, entities: proposed.entities.filter(({ name }) => !dropped.has(name.nameNorm)) };
}
