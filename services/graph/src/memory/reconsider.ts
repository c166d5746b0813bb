import { streams, type Stream } from "@loci/kernel";
import { SameEntities } from "../identity/same-entities.ts";
import { Draft } from "./draft.ts";
import type { Entity, Fact, Subject } from "./model.ts";
import { nameKey, type Changes, type Gathered, type Spoken, type Surroundings } from "./proposal.ts";
import { reviseRemaining, type Group } from "./revision.ts";
import { placeOf, settleUncertainties } from "./uncertainties.ts";
import { keyClass } from "./vocabulary.ts";

/** The keys and labels of which statements were withdrawn. */
export interface Withdrawn {
  readonly keys: readonly { readonly entity: Entity; readonly key: string }[];
  readonly instructions: readonly { readonly key: string; readonly scopeSet: string }[];
}

/**
 * Why statements no longer count: their source was forgotten, has a newer version that says something else, or is read to say something
 * else by a reader that has changed; it is known by now of whom they speak; or a merge was taken back or made, so that they count for others.
 */
export type RemainingRule =
  | "source_forgotten"
  | "source_replaced"
  | "read_again"
  | "merge_undone"
  | "answered_same"
  | "said_of_relative";

/** What has to be gathered to reconsider it: every value of every key, and the namesakes that may disagree with it. */
export function spokenOf({ keys, instructions }: Withdrawn): Spoken {
  return {
    entities: [],
    facts: keys.map(({ entity, key }) => ({
      ...{ subject: entity, target: undefined, key, scopeSet: entity.scopeSet },
      statement: { valueNorm: "" },
    })),
    instructions,
  };
}

/**
 * Decides again, pure, what the statements that are left make of each key. What nothing supports any more is not touched: it was
 * forgotten with its statements, and is not among what was gathered.
 */
export function reconsider(
  withdrawn: Withdrawn,
  gathered: Gathered,
  around: Surroundings,
  rule: RemainingRule = "source_forgotten",
): Changes {
  const draft = new Draft(gathered, around, 0);
  const floor = around.floor;
  const revised: Fact[] = [];
  const facts = Map.groupBy(gathered.facts, ownPlace);
  const statements = Map.groupBy(gathered.statements, ownPlace);
  const same = new SameEntities(gathered.links);
  const decided = new Set<string>();
  for (const { entity, key } of withdrawn.keys) {
    const places = [...same.of(entity.id)].sort().map((id) => placeOf(id, key));
    // Those that are one are decided together, once.
    if (decided.has(places[0] ?? "")) continue;
    decided.add(places[0] ?? "");
    const standing = places
      .flatMap((place) => facts.get(place) ?? [])
      .filter((fact) => !fact.quarantined && fact.mergedInto === "");
    const said = places.flatMap((place) => statements.get(place) ?? []);
    for (const stream of streams) {
      const subject = { entityId: entity.id, key, stream, scopeSet: entity.scopeSet };
      const group = { subject, keyClass: keyClass(gathered.vocabulary, key), floor, ...inStream(stream, standing, said) };
      revised.push(...revise(group, around, draft, rule));
    }
  }
  const instructions = Map.groupBy(gathered.instructions, ownPlace);
  for (const { key, scopeSet } of withdrawn.instructions) {
    const isOwn = (one: Subject) => one.scopeSet === scopeSet;
    const standing = (instructions.get(placeOf("", key)) ?? []).filter((one) => isOwn(one) && one.mergedInto === "");
    const said = (statements.get(placeOf("", key)) ?? []).filter(isOwn);
    for (const stream of streams) {
      const subject = { entityId: "", key, stream, scopeSet };
      revise({ subject, keyClass: "instruction", floor, ...inStream(stream, standing, said) }, around, draft, rule);
    }
  }
  const touched = withdrawn.keys.map(({ entity, key }) => ({
    ...{ entity, key, metBy: [nameKey(entity)], proposal: 0, cause: undefined, isWithdrawal: rule === "source_forgotten" },
  }));
  settleUncertainties(touched, revised, gathered, around, draft);
  return draft.changes();
}

function ownPlace({ entityId, key }: Subject): string {
  return placeOf(entityId, key);
}

function inStream(stream: Stream, facts: Group["facts"], statements: Gathered["statements"]) {
  return {
    facts: facts.filter((fact) => fact.stream === stream),
    statements: statements.filter((statement) => statement.stream === stream),
  };
}

function revise(group: Group, around: Surroundings, draft: Draft, rule: RemainingRule): readonly Fact[] {
  const isInstruction = group.subject.entityId === "";
  const { inserted, updated, moved, facts } = reviseRemaining(group, around.now, ({ targetEntityId }) =>
    around.ids(isInstruction ? "instruction" : targetEntityId === "" ? "attribute" : "relation"),
  );
  (isInstruction ? draft.newInstructions : draft.newFacts).push(...inserted);
  (isInstruction ? draft.changedInstructions : draft.changedFacts).push(...updated);
  draft.moved.push(...moved);
  for (const [kind, changed] of [
    ["create", inserted],
    ["update", updated],
  ] as const) {
    for (const { id } of changed) {
      draft.decide({ proposal: 0, kind, rule, recordId: id, turnId: "", evidence: {} });
    }
  }
  return facts;
}
