import type { Fact, Statement } from "./model.ts";
import type { Denial } from "./disagreement.ts";

/** What persons and agents decided about facts that would disagree otherwise. */
export interface Rulings {
  /** Whether one ruling upheld both, or one was said to stand beside the other: then both stand, whatever the key. */
  agree(a: Fact, b: Fact): boolean;
  /** Whether the fact was upheld at or after the time of the denial. */
  overrule(denial: Denial, fact: Fact): boolean;
}

export const noRulings: Rulings = { agree: () => false, overrule: () => false };

/** The rulings among these statements. @param moved stored statements that support another fact by now */
export function rulingsIn(
  statements: readonly Statement[],
  moved: readonly { readonly id: string; readonly factId: string }[],
): Rulings {
  const upheld = statements.filter((statement) => statement.ruling !== undefined && !statement.negated);
  const added = statements.filter((statement) => statement.beside === true && !statement.negated);
  if (upheld.length === 0 && added.length === 0) return noRulings;
  const supports = new Map(moved.map(({ id, factId }) => [id, factId]));
  const beside = new Set(added.map(({ id, factId }) => supports.get(id) ?? factId));
  const byFact = Map.groupBy(upheld, (statement) => supports.get(statement.id) ?? statement.factId);
  const of = (fact: Fact) => byFact.get(fact.id) ?? [];
  return {
    agree: (a, b) =>
      beside.has(a.id) || beside.has(b.id) || of(a).some((one) => of(b).some((other) => other.ruling?.id === one.ruling?.id)),
    overrule: (denial, fact) => of(fact).some((one) => one.knownAt >= denial.knownAt),
  };
}
