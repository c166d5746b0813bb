import {
  denialsOf,
  disagreement,
  reviseUncertainty,
  settledByForgetting,
  settledLater,
  type Disagreement,
  type Settlement,
  type Side,
  type UncertaintyChange,
} from "./disagreement.ts";
import type { Draft } from "./draft.ts";
import { passageOf, type Entity, type Fact, type Statement, type Subject, type Uncertainty } from "./model.ts";
import { nameKey, type Gathered, type Surroundings } from "./proposal.ts";
import { rulingsIn, type Rulings } from "./rulings.ts";
import { rulingRule } from "./timeline.ts";
import { keyClass, type Vocabulary } from "./vocabulary.ts";

/** One key of one entity that this write spoke of. */
export interface TouchedKey {
  readonly entity: Entity;
  readonly key: string;
  /** The names by which the write spoke of it: its namesakes under other ScopeSets were met by the same. */
  readonly metBy: readonly string[];
  readonly proposal: number;
  readonly cause: Statement | undefined;
  /** Nothing was said: statements were withdrawn. */
  readonly isWithdrawal?: boolean;
}

/** Opens, extends and resolves the uncertainties of what was touched, and of its narrower namesakes, which it may contradict. */
export function settleUncertainties(
  touched: readonly TouchedKey[],
  revised: readonly Fact[],
  gathered: Gathered,
  around: Surroundings,
  draft: Draft,
): void {
  const now: Now = {
    facts: factsNow(revised, gathered, draft),
    negations: negationsNow(gathered, draft),
    open: new Map(gathered.uncertainties.map((one) => [placeOf(one.entityId, one.key), one])),
    rulings: rulingsIn([...gathered.statements, ...draft.statements], draft.moved),
    vocabulary: gathered.vocabulary,
  };
  const known = Map.groupBy(gathered.entities, (one) => one.metBy);
  const born = Map.groupBy(draft.newEntities, nameKey);
  const settled = new Set<string>();
  for (const one of touched) {
    if (keyClass(gathered.vocabulary, one.key) === "multi") continue;
    const names = [...new Set(one.metBy)];
    const namesakes = [
      ...names.flatMap((name) => known.get(name)?.map(({ entity }) => entity) ?? []),
      ...names.flatMap((name) => born.get(name) ?? []),
    ];
    const narrower = namesakes.filter((entity) => around.covers(one.entity.scopeSet, entity.scopeSet));
    for (const entity of [one.entity, ...narrower]) {
      const place = placeOf(entity.id, one.key);
      if (settled.has(place)) continue;
      settled.add(place);
      settle({ ...one, entity }, namesakes, now, around, draft);
    }
  }
}

/** What there is after this write, by where it is: a purge may touch a hundred thousand keys. */
interface Now {
  readonly facts: Index<Fact>;
  readonly negations: Index<Statement & Subject>;
  /** The uncertainties that were open before. */
  readonly open: ReadonlyMap<string, Uncertainty>;
  readonly rulings: Rulings;
  readonly vocabulary: Vocabulary;
}

type Index<One> = ReadonlyMap<string, readonly One[]>;

/** One key of one entity. */
export function placeOf(entityId: string, key: string): string {
  return `${entityId} ${key}`;
}

function negationsNow(gathered: Gathered, draft: Draft): Index<Statement & Subject> {
  const said = [...gathered.statements, ...draft.statements.filter((statement) => !statement.quarantined)];
  return Map.groupBy(
    said.filter((statement) => statement.negated),
    (one) => placeOf(one.entityId, one.key),
  );
}

/** Open facts after this write, by entity and key, and by id. */
function factsNow(revised: readonly Fact[], gathered: Gathered, draft: Draft): Index<Fact> {
  const latest = new Map([...gathered.facts, ...draft.newFacts, ...revised].map((fact) => [fact.id, fact]));
  const index = new Map<string, Fact[]>();
  for (const fact of latest.values()) {
    if (fact.quarantined || fact.knownUntil !== "" || fact.expiredAt !== "") continue;
    const place = placeOf(fact.entityId, fact.key);
    for (const key of [place, fact.id]) {
      const listed = index.get(key);
      if (listed) listed.push(fact);
      else index.set(key, [fact]);
    }
  }
  return index;
}

function settle(
  { entity, key, proposal, cause, isWithdrawal }: TouchedKey,
  namesakes: readonly Entity[],
  { facts, negations, open, rulings, vocabulary }: Now,
  around: Surroundings,
  draft: Draft,
): void {
  const before = open.get(placeOf(entity.id, key));
  const side = (of: Entity): Side => {
    const place = placeOf(of.id, key);
    const own = facts.get(place) ?? [];
    return { facts: own, denials: (negations.get(place) ?? []).flatMap((one) => denialsOf(one, [one], own, around.floor)) };
  };
  const covering = namesakes.filter((other) => around.covers(other.scopeSet, entity.scopeSet)).map(side);
  // A candidate of long ago may belong to a namesake that this write did not meet.
  const earlier = (before?.candidates ?? []).flatMap((id) => facts.get(id) ?? []).filter((fact) => fact.entityId !== entity.id);
  const wider = {
    facts: [...new Set([...covering.flatMap((one) => one.facts), ...earlier])],
    denials: covering.flatMap((one) => one.denials),
  };
  const own = side(entity);
  const disagree = (beside: Side) => disagreement(own, beside, rulings, keyClass(vocabulary, key));
  // Who sees the narrower alone is told of what disagrees there, and of nothing else; what is wider has its turn once that is settled.
  const alone = disagree(nothing);
  const now = alone ?? disagree(wider);
  const beside = now === undefined || alone ? [] : involved(now, wider);
  const subject = { entityId: entity.id, key, scopeSet: entity.scopeSet, beside };
  const settlement = isWithdrawal ? settledByForgetting : settlementOf(before, cause, draft);
  const revise = (stands: typeof before, disagreeing: typeof now) =>
    reviseUncertainty(subject, stands, disagreeing, around.now, () => around.ids("uncertainty"), settlement);
  // Who settles it by hand settles this one: if anything still disagrees, that is a new one.
  const isRuledOn = before !== undefined && cause?.ruling?.id === before.id;
  const changes = isRuledOn ? [revise(before, undefined), revise(undefined, now)] : [revise(before, now)];
  for (const change of changes) {
    if (change === undefined) continue;
    draft.uncertainties.push(change);
    const { uncertainty } = change;
    if (change.kind !== "resolve") {
      const candidates = uncertainty.candidates.flatMap((id) => facts.get(id) ?? []);
      draft.outcomes[proposal]?.uncertainties.push({ uncertainty, subject: entity, candidates });
    }
    const { reason, chosen } = settlement;
    const evidence = {
      candidates: uncertainty.candidates,
      ...(cause === undefined ? {} : { knownAt: cause.knownAt }),
      ...(change.kind === "resolve" && reason !== "" ? { reason, chosen } : {}),
    };
    const kind = change.kind === "open" ? "create" : "update";
    const turnId = cause === undefined ? "" : passageOf(cause.source);
    draft.decide({ proposal, kind, rule: ruleOf(change), recordId: uncertainty.id, turnId, evidence });
  }
}

const nothing: Side = { facts: [], denials: [] };

/** The selectors of what is wider and disagrees: of its candidates, or of the denials where no fact of theirs is one. */
function involved({ candidates }: Disagreement, wider: Side): string[] {
  const theirs = candidates.filter((fact) => wider.facts.includes(fact));
  return [...new Set((theirs.length > 0 ? theirs : wider.denials).map(({ scopeSet }) => scopeSet))].sort();
}

/** What it means for an uncertainty that this statement ends it. */
function settlementOf(before: Uncertainty | undefined, cause: Statement | undefined, draft: Draft): Settlement {
  const ruling = cause?.ruling;
  if (ruling === undefined || (rulingRule(ruling) === "resolved_by_hand" && ruling.id !== before?.id)) return settledLater;
  const upheld = draft.statements.filter((one) => one.ruling?.id === ruling.id && !one.negated).map((one) => one.factId);
  const resolution = rulingRule(ruling) === "corrected" ? "corrected" : "by_hand";
  return { resolution, reason: ruling.reason, chosen: [...new Set(upheld)] };
}

function ruleOf(change: UncertaintyChange): string {
  switch (change.kind) {
    case "open":
      return change.uncertainty.reason;
    case "join":
      return "candidates_changed";
    case "resolve":
      return change.settlement.resolution === "by_hand" ? "resolved_by_hand" : change.settlement.resolution;
  }
}
