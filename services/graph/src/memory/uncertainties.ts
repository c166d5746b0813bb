import {
  denialsOf,
  disagreement,
  reviseUncertainty,
  settledByForgetting,
  settledLater,
  type Settlement,
  type Side,
  type UncertaintyChange,
} from "./disagreement.ts";
import type { Draft } from "./draft.ts";
import { passageOf, type Entity, type Fact, type Statement, type Subject, type Uncertainty } from "./model.ts";
import { nameKey, type Gathered, type Surroundings } from "./proposal.ts";
import { rulingsIn, type Rulings } from "./rulings.ts";
import { rulingRule } from "./timeline.ts";
import { keyClass } from "./vocabulary.ts";

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
  const facts = factsNow(revised, gathered, draft);
  const rulings = rulingsIn([...gathered.statements, ...draft.statements], draft.moved);
  const settled = new Set<string>();
  for (const one of touched) {
    if (keyClass(gathered.vocabulary, one.key) === "multi") continue;
    const known = gathered.entities.flatMap(({ entity, metBy }) => (one.metBy.includes(metBy) ? [entity] : []));
    const namesakes = [...known, ...draft.newEntities.filter((entity) => one.metBy.includes(nameKey(entity)))];
    const narrower = namesakes.filter((entity) => around.covers(one.entity.scopeSet, entity.scopeSet));
    for (const entity of [one.entity, ...narrower]) {
      const place = `${entity.id} ${one.key}`;
      if (settled.has(place)) continue;
      settled.add(place);
      settle({ ...one, entity }, namesakes, { facts, rulings }, gathered, around, draft);
    }
  }
}

interface Now {
  readonly facts: Index;
  readonly rulings: Rulings;
}

type Index = ReadonlyMap<string, readonly Fact[]>;

/** Open facts after this write, by entity and key, and by id. */
function factsNow(revised: readonly Fact[], gathered: Gathered, draft: Draft): Index {
  const latest = new Map([...gathered.facts, ...draft.newFacts, ...revised].map((fact) => [fact.id, fact]));
  const index = new Map<string, Fact[]>();
  for (const fact of latest.values()) {
    if (fact.quarantined || fact.knownUntil !== "" || fact.expiredAt !== "") continue;
    const place = `${fact.entityId} ${fact.key}`;
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
  { facts, rulings }: Now,
  gathered: Gathered,
  around: Surroundings,
  draft: Draft,
): void {
  const before = gathered.uncertainties.find((one) => one.entityId === entity.id && one.key === key);
  const side = (of: Entity): Side => {
    const own = facts.get(`${of.id} ${key}`) ?? [];
    return { facts: own, denials: denials(of, key, own, gathered, around, draft) };
  };
  const covering = namesakes.filter((other) => around.covers(other.scopeSet, entity.scopeSet)).map(side);
  // A candidate of long ago may belong to a namesake that this write did not meet.
  const earlier = (before?.candidates ?? []).flatMap((id) => facts.get(id) ?? []).filter((fact) => fact.entityId !== entity.id);
  const wider = {
    facts: [...new Set([...covering.flatMap((one) => one.facts), ...earlier])],
    denials: covering.flatMap((one) => one.denials),
  };
  const now = disagreement(side(entity), wider, rulings);
  const subject = { entityId: entity.id, key, scopeSet: entity.scopeSet };
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

function denials(of: Entity, key: string, facts: readonly Fact[], gathered: Gathered, around: Surroundings, draft: Draft) {
  const said: (Statement & Subject)[] = [
    ...gathered.statements,
    ...draft.statements.filter((statement) => !statement.quarantined),
  ];
  const negations = said.filter((one) => one.entityId === of.id && one.key === key && one.negated);
  return negations.flatMap((one) => denialsOf(one, [one], facts, around.floor));
}
