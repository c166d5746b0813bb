/** What somebody is told of under several ScopeSets, by sources that cannot all be right: whoever sees both learns that they disagree. */
import { selfName } from "@loci/kernel";
import type { Fact } from "./model.ts";
import { contradict } from "./disagreement.ts";
import { endOf, type Moment } from "./standing.ts";
import { keyClass } from "./vocabulary.ts";

/** A fact with whom it is about. */
interface Named extends Fact {
  readonly subjectType: string;
  readonly subjectName: string;
}

/**
 * The ids of those among these facts that hold at that moment and contradict one of a namesake under another ScopeSet. Each person's own
 * memory ("the user") is of somebody else, and what is derived competes with nothing.
 */
export function disputedElsewhere(facts: readonly Named[], moment: Moment): ReadonlySet<string> {
  const holding = facts.filter(
    (fact) =>
      fact.subjectName !== selfName &&
      !fact.quarantined &&
      !fact.derived &&
      !fact.key.includes("event") &&
      endOf(fact, moment) === "",
  );
  const disputed = new Set<string>();
  for (const group of Map.groupBy(holding, placeOf).values()) {
    for (const [at, one] of group.entries()) {
      for (const other of group.slice(at + 1)) {
        if (one.scopeSet === other.scopeSet || !contradict(one, other, keyClass({}, one.key))) continue;
        disputed.add(one.id).add(other.id);
      }
    }
  }
  return disputed;
}

function placeOf({ subjectType, subjectName, key }: Named): string {
  return JSON.stringify([subjectType.toLowerCase(), subjectName.toLowerCase(), key]);
}
