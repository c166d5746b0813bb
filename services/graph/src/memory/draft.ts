import { isSelf, type IdSource } from "@loci/kernel";
import type { UncertaintyChange } from "./disagreement.ts";
import { initialImportance, type Entity, type Fact, type Name, type Statement, type Subject } from "./model.ts";
import {
  nameKey,
  type Changes,
  type Decision,
  type Gathered,
  type NewAlias,
  type NewMerge,
  type Outcome,
  type ProposedEntity,
  type SameQuestion,
  type Surroundings,
} from "./proposal.ts";

/** The changes as they come together while a write is reconciled. Nothing is stored until all of them are known. */
export class Draft {
  readonly newEntities: Entity[] = [];
  readonly touched = new Map<string, string>();
  readonly newFacts: Fact[] = [];
  readonly changedFacts: Fact[] = [];
  readonly newInstructions: Fact[] = [];
  readonly changedInstructions: Fact[] = [];
  readonly statements: (Statement & Subject & { quarantined: boolean })[] = [];
  readonly moved: { id: string; factId: string }[] = [];
  readonly uncertainties: UncertaintyChange[] = [];
  readonly aliases: NewAlias[] = [];
  readonly merges: NewMerge[] = [];
  readonly questions: SameQuestion[] = [];
  readonly endedMerges: string[] = [];
  readonly persons = new Map<string, string>();
  readonly decisions: Decision[] = [];
  readonly embeddings: { recordId: string; vector: Uint8Array }[] = [];
  readonly outcomes: Outcome[];
  readonly entities = new Map<string, Entity>();
  private readonly byName = new Map<string, Entity>();
  /** The ids of the new entities. */
  private readonly born = new Set<string>();
  /** What the outcomes list: a proposal and an entity. */
  private readonly listed = new Set<string>();
  private readonly ids: IdSource;
  private readonly now: string;
  private readonly personOf: Surroundings["personOf"];

  constructor(gathered: Gathered, around: Surroundings, proposals: number) {
    this.ids = around.ids;
    this.now = around.now;
    this.personOf = around.personOf;
    this.outcomes = Array.from({ length: proposals }, () => ({
      ...{ entities: [], facts: [], corrections: [], instructions: [], uncertainties: [], decisions: [] },
    }));
    for (const { entity, metBy } of gathered.entities) {
      this.entities.set(entity.id, entity);
      const place = placeOf(entity.scopeSet, metBy);
      // Where a name is one entity's own and another's alias, it is the first one's.
      if (!this.byName.has(place) || nameKey(entity) === metBy) this.byName.set(place, entity);
    }
  }

  find(name: Name, scopeSet: string): Entity | undefined {
    return this.byName.get(placeOf(scopeSet, nameKey(name)));
  }

  /** The same, but for whom the name is only an alias of: "my manager is also called Ana" is of another Ana. */
  stranger(wanted: ProposedEntity): Entity {
    const known = this.find(wanted.name, wanted.scopeSet);
    return known !== undefined && nameKey(known) === nameKey(wanted.name) ? this.entity(wanted) : this.create(wanted);
  }

  /** The entity of this name under this ScopeSet; made where there is none yet. */
  entity(wanted: ProposedEntity): Entity {
    const known = this.find(wanted.name, wanted.scopeSet);
    const entity = known ?? this.create(wanted);
    const seen = this.touched.get(entity.id);
    if (seen === undefined || wanted.knownAt < seen) this.touched.set(entity.id, wanted.knownAt);
    const place = `${wanted.proposal} ${entity.id}`;
    if (!this.listed.has(place)) {
      this.listed.add(place);
      this.outcomes[wanted.proposal]?.entities.push({ entity, isNew: this.born.has(entity.id) });
    }
    return entity;
  }

  /** Takes two entities for one. What is one with a speaker is that speaker's alone. */
  merge(made: NewMerge, kept: Entity, merged: Entity): void {
    this.merges.push(made);
    for (const one of [kept, merged]) if (isSelf(kept) || isSelf(merged)) this.persons.set(one.id, this.personOf(one.scopeSet));
  }

  decide(decision: Omit<Decision, "id">): void {
    const made = { id: this.ids("decision"), ...decision };
    this.decisions.push(made);
    this.outcomes[decision.proposal]?.decisions.push(made);
  }

  embed(recordId: string, vector: Uint8Array): void {
    if (vector.length > 0) this.embeddings.push({ recordId, vector });
  }

  changes(): Changes {
    const touchedEntities = [...this.touched].flatMap(([id, knownAt]) => (this.born.has(id) ? [] : [{ id, knownAt }]));
    const newEntities = this.newEntities.map((entity) => ({ ...entity, knownAt: this.touched.get(entity.id) ?? entity.knownAt }));
    const {
      newFacts,
      changedFacts,
      newInstructions,
      changedInstructions,
      statements,
      uncertainties,
      aliases,
      merges,
      questions,
      persons,
      endedMerges,
      decisions,
      embeddings,
      entities,
      outcomes,
    } = this;
    return {
      ...{ newEntities, touchedEntities, newFacts, changedFacts, newInstructions, changedInstructions },
      ...{
        statements,
        movedStatements: this.moved,
        uncertainties,
        aliases,
        merges,
        questions,
        persons,
        endedMerges,
        decisions,
        embeddings,
        entities,
        outcomes,
      },
    };
  }

  private create({ name, scopeSet, category, knownAt, embedding, proposal, turnId = "" }: ProposedEntity): Entity {
    const id = this.ids("entity");
    const entity = { ...name, id, scopeSet, category, importance: initialImportance(category), knownAt, recordedAt: this.now };
    this.newEntities.push(entity);
    this.born.add(entity.id);
    if (isSelf(entity)) this.persons.set(id, this.personOf(scopeSet));
    this.entities.set(id, entity);
    this.byName.set(placeOf(scopeSet, nameKey(name)), entity);
    this.embed(id, embedding);
    this.decide({ proposal, kind: "create", rule: "first_mention", recordId: id, turnId, evidence: { knownAt } });
    return entity;
  }
}

function placeOf(scopeSet: string, metBy: string): string {
  return `${scopeSet} ${metBy}`;
}
