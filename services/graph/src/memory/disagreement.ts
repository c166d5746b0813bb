import { overlaps, type Timestamp } from "@loci/kernel";
import type { Fact, KeyClass, Statement, Subject, Uncertainty, UncertaintyReason } from "./model.ts";
import { noRulings, type Rulings } from "./rulings.ts";
import { isPassing, negates, sameValue, standTogether, validSpan } from "./timeline.ts";

/** A negation that still holds: nothing that it speaks of was stated in its own stream after it. */
export interface Denial extends Subject, Pick<Statement, "valueNorm" | "targetType" | "knownAt"> {}

export interface Disagreement {
  readonly reason: UncertaintyReason;
  readonly candidates: readonly Fact[];
}

/**
 * Rule 4 for one key of one entity: the open facts that cannot all be so. Its own facts compete with each other whatever their
 * stream, and with those of a ScopeSet that covers its own in the other stream.
 * @param own all facts and denials of the entity; @param wider those of its namesakes under covering ScopeSets
 * @param keyClass of the key that they are about
 */
export function disagreement(
  own: Side,
  wider: Side,
  rulings: Rulings = noRulings,
  keyClass: KeyClass = "stable",
): Disagreement | undefined {
  const mine = openOf(own);
  const theirs = openOf(wider);
  const clash = (a: Fact, b: Fact) => a !== b && contradict(a, b, keyClass) && !rulings.agree(a, b);
  // One that it clashes with is enough: where all of a thousand disagree, each is looked at with one or two others.
  const otherStream = (fact: Fact, { byStream }: Open) =>
    byStream.entries().some(([stream, facts]) => stream !== fact.stream && facts.some((one) => clash(fact, one)));
  const candidates = new Set([
    ...mine.facts.filter((fact) => mine.facts.some((one) => clash(fact, one)) || otherStream(fact, theirs)),
    ...theirs.facts.filter((fact) => otherStream(fact, mine)),
  ]);
  const isAcross = [...candidates].some((fact) => otherStream(fact, mine));
  let reason: UncertaintyReason = isAcross ? "across_streams" : "no_leave_to_change";
  const deny = (denials: readonly Denial[], facts: readonly Fact[]) => {
    for (const denial of denials) {
      for (const fact of facts) {
        if (fact.stream === denial.stream || !negates({ ...fact, ...denial }, fact)) continue;
        if (rulings.overrule(denial, fact)) continue;
        candidates.add(fact);
        reason = "across_streams";
      }
    }
  };
  deny(own.denials, [...mine.facts, ...theirs.facts]);
  deny(wider.denials, mine.facts);
  return candidates.size === 0 ? undefined : { reason, candidates: [...candidates] };
}

export interface Side {
  readonly facts: readonly Fact[];
  readonly denials: readonly Denial[];
}

interface Open {
  readonly facts: readonly Fact[];
  readonly byStream: ReadonlyMap<string, readonly Fact[]>;
}

function openOf(side: Side): Open {
  const facts = side.facts.filter(isOpen);
  return { facts, byStream: Map.groupBy(facts, (fact) => fact.stream) };
}

function isOpen(fact: Fact): boolean {
  return fact.knownUntil === "" && !fact.quarantined;
}

/** Whether two values of a key of this class cannot both hold. */
export function contradict(a: Fact, b: Fact, keyClass: KeyClass): boolean {
  if (sameValue(a, b) || standTogether(keyClass, a, b)) return false;
  if (keyClass === "changing" && (isPassing(a, b) || isPassing(b, a))) return false;
  return overlaps(validSpan(a), validSpan(b));
}

/** The negations among the statements that still hold against other streams. */
export function denialsOf(subject: Subject, statements: readonly Statement[], facts: readonly Fact[], floor: number): Denial[] {
  return statements.flatMap((statement) => {
    const { negated, confidence, valueNorm, targetType, knownAt } = statement;
    // A ruling ends the rows that it names; it does not deny what anyone says later.
    if (!negated || confidence < floor || statement.ruling || statement.retractedAt !== undefined) return [];
    const restated = facts.some(
      (fact) => isOpen(fact) && fact.stream === subject.stream && fact.knownAt >= knownAt && negates(statement, fact),
    );
    return restated ? [] : [{ ...subject, valueNorm, targetType, knownAt }];
  });
}

/**
 * How an uncertainty came to its end: by what was said later, by whom for which reason and with what standing, or because what
 * it was about was forgotten.
 */
export interface Settlement {
  readonly resolution: "later_statement" | "by_hand" | "corrected" | "candidate_forgotten";
  readonly reason: string;
  readonly chosen: readonly string[];
}

export const settledLater: Settlement = { resolution: "later_statement", reason: "", chosen: [] };
export const settledByForgetting: Settlement = { ...settledLater, resolution: "candidate_forgotten" };

export type UncertaintyChange =
  | {
      readonly kind: "open" | "join";
      readonly uncertainty: Uncertainty;
      readonly added: readonly Fact[];
      readonly removed: readonly string[];
    }
  | {
      readonly kind: "resolve";
      readonly uncertainty: Uncertainty;
      readonly removed: readonly string[];
      readonly at: Timestamp;
      readonly settlement: Settlement;
    };

/** The one open uncertainty of an entity's key, brought to what disagrees now; undefined when it stands as it is. */
export function reviseUncertainty(
  subject: Pick<Uncertainty, "entityId" | "key" | "scopeSet" | "beside">,
  before: Uncertainty | undefined,
  now: Disagreement | undefined,
  at: Timestamp,
  newId: () => string,
  settlement: Settlement = settledLater,
): UncertaintyChange | undefined {
  const candidates = now?.candidates.map((fact) => fact.id) ?? [];
  const isCandidate = new Set(candidates);
  const wasCandidate = new Set(before?.candidates);
  const removed = before?.candidates.filter((id) => !isCandidate.has(id)) ?? [];
  if (now === undefined) return before && { kind: "resolve", uncertainty: before, removed, at, settlement };
  const added = now.candidates.filter((fact) => !wasCandidate.has(fact.id));
  const { reason } = now;
  if (before === undefined) return { kind: "open", uncertainty: { ...subject, id: newId(), reason, candidates }, added, removed };
  const isSame = before.reason === reason && before.beside.join() === subject.beside.join();
  if (added.length === 0 && removed.length === 0 && isSame) return undefined;
  return { kind: "join", uncertainty: { ...before, beside: subject.beside, reason, candidates }, added, removed };
}
