import { isSelf, normaliseName } from "@loci/kernel";
import type { Draft } from "../memory/draft.ts";
import { passageOf, type Entity } from "../memory/model.ts";
import type { EntityLink, Gathered, NewMerge, ProposedFact, Surroundings } from "../memory/proposal.ts";
import { namesThatAreWords } from "./common-words.ts";
import { NameIndex } from "./name-index.ts";
import { neighbour, neighbourAsTarget, tellApart, trait } from "./neighbours.ts";
import { withoutHead } from "./compare-names.ts";
import { isGuessedType, likenessOf, sameBearer, type Bearer } from "./same-bearer.ts";
import { SameEntities } from "./same-entities.ts";
import { givesName, isByName, isHandle, toldName } from "./told-names.ts";
import { keyClass } from "../memory/vocabulary.ts";
import { nicknamesWithin, writtenName } from "./written-name.ts";

/** A text that speaks of very many does not fill the inbox. */
const mostAsked = 10;

/**
 * New names of one write that are held against those who are known; of a text that names more the others are new ones. It is done on the
 * thread that answers everybody, in some 60 ms for so many.
 */
const mostMet = 400;

/** Nobody has more names: each is looked for, and compared, whenever one of them is said. */
const mostNames = 64;

/** A believed fact with the entities that it is of. */
export interface PlacedFact {
  readonly fact: ProposedFact;
  readonly entity: Entity;
  readonly target: Entity | undefined;
}

/**
 * Decides who is who in what was said: names that somebody is told to have, and new names that mean somebody known. Adds aliases,
 * merges and their decisions to the draft; pure otherwise. @returns which entities are one from now on
 */
export function identify(facts: readonly PlacedFact[], gathered: Gathered, around: Surroundings, draft: Draft): SameEntities {
  const decision = new Identification(facts, gathered, around, draft);
  for (const one of facts) decision.hear(one);
  // What a name was told to be is known before another is guessed to be that.
  const [guessed, told] = [true, false].map((isGuessed) =>
    draft.newEntities.filter((one) => isGuessedType(one.typeNorm) === isGuessed),
  );
  for (const entity of [...(told ?? []), ...(guessed ?? [])].slice(0, mostMet)) decision.meet(entity);
  return decision.same;
}

/** Two that are one, the one with the fuller name first; a speaker always is. */
export function keptFirst<One extends Pick<Entity, "typeNorm" | "nameNorm">>(found: One, entity: One): readonly [One, One] {
  const words = (one: One) => writtenName(one.nameNorm, one.typeNorm).words.filter((word) => word.length > 1).length;
  return !isSelf(found) && (isSelf(entity) || words(entity) > words(found)) ? [entity, found] : [found, entity];
}

/** What stands for a key where an uncertainty is whether two are one. */
export function sameAs(name: string): string {
  return `same as ${name}`;
}

/** Merges by a part of a name, which a second bearer of it undoes. */
const sharedNames = new Set([
  "only_bearer_of_first_name",
  "only_bearer_of_last_name",
  "initial_and_last_name",
  "name_begins_with_the_other",
]);

interface Known {
  readonly entity: Entity;
  readonly aliases: string[];
  readonly refused: ReadonlySet<string>;
}

class Identification {
  readonly same: SameEntities;
  private readonly facts: readonly PlacedFact[];
  private readonly gathered: Gathered;
  private readonly around: Surroundings;
  private readonly draft: Draft;
  private readonly known = new Map<string, Known>();
  /** Of each ScopeSet the ids of those who are known, by what names that may mean the same have in common. */
  private readonly alike = new Map<string, NameIndex<string>>();
  /** Who has a name, or it as an alias; those whom this write speaks of first, too. */
  private readonly bearers = new Map<string, Entity[]>();
  private readonly firstSaid = new Map<string, PlacedFact>();
  /** Merges by a part of a name that hold. */
  private readonly byPart: readonly EntityLink[];
  private readonly apart = new Set<string>();
  private readonly shown = new Map<string, Set<string>>();
  private readonly traits = new Map<string, Set<string>>();

  constructor(facts: readonly PlacedFact[], gathered: Gathered, around: Surroundings, draft: Draft) {
    [this.facts, this.gathered, this.around, this.draft] = [facts, gathered, around, draft];
    this.same = new SameEntities(gathered.links);
    for (const { entity, aliases } of gathered.near) {
      const named = (isEnded: boolean) => aliases.filter((one) => one.isEnded === isEnded).map(({ nameNorm }) => nameNorm);
      this.know(entity, named(false), new Set(named(true)));
    }
    for (const entity of draft.newEntities) this.bear(entity.nameNorm, entity);
    for (const fact of facts)
      for (const id of [fact.entity.id, fact.target?.id ?? ""]) if (!this.firstSaid.has(id)) this.firstSaid.set(id, fact);
    this.byPart = gathered.links.filter(({ rule, isUndone, keptId, mergedId }) => {
      const bare = this.known.get(mergedId)?.entity;
      return !isUndone && bare !== undefined && this.isByPart(rule, bare, keptId);
    });
    for (const { keptId, mergedId, isUndone } of gathered.links) if (isUndone) this.keepApart(keptId, mergedId);
    for (const fact of facts) this.learn(fact);
  }

  /** "I'm Ana", "Robert Tanner, better known as Bob". */
  hear({ fact, entity }: PlacedFact): void {
    const told = toldName(fact);
    if (told === undefined) return;
    const { typeNorm, scopeSet } = entity;
    const nameNorm = normaliseName(told);
    if (nameNorm === "" || nameNorm === entity.nameNorm || isSelf({ typeNorm, nameNorm })) return;
    const own = this.known.get(entity.id);
    if (own?.refused.has(nameNorm) || own?.aliases.includes(nameNorm)) return;
    // Who is called otherwise already is somebody else, or has a second name that nobody said to be one.
    const isOther = (name: string) => {
      // What somebody signs with is beside any name.
      if (isHandle(name)) return false;
      const kind = likenessOf({ typeNorm, nameNorm: name }, { typeNorm, nameNorm });
      return kind === undefined || kind === "misspelled";
    };
    if (isSelf(entity) && !isByName(fact.key) && !fact.statement.changed && own?.aliases.length && own.aliases.every(isOther))
      return;
    const passage = passageOf(fact.statement.source);
    const other = this.bearing(nameNorm, entity);
    if (other !== undefined) {
      // A mailbox may be shared: only who was spoken of by the address itself is its owner.
      if (isHandle(nameNorm) && other.nameNorm !== nameNorm) return;
      if (!this.same.has(entity.id, other.id) && !this.isApart(entity.id, other.id))
        this.merge(entity, other, "told_name", passage, fact.proposal);
      return;
    }
    this.alias(entity, told, "told_name", passage, fact.proposal);
    // "Project KF" is spoken of as "KF" too.
    const bare = withoutHead(told);
    if (typeNorm !== "person" && bare !== told && this.bearing(normaliseName(bare), entity) === undefined)
      this.alias(entity, bare, "told_name", passage, fact.proposal);
    const [first = "", ...rest] = writtenName(told, typeNorm).words;
    const isFree = !namesThatAreWords.has(first) && !own?.refused.has(first) && this.bearing(first, entity) === undefined;
    const hasOthers = () =>
      [...this.known.values()].some(
        (one) => one.entity.scopeSet === scopeSet && one.entity.id !== entity.id && this.hasFirstName(one.entity, first),
      );
    if (isSelf(entity) && rest.length > 0 && isFree && !hasOthers())
      this.alias(entity, told.split(/\s+/)[0] ?? told, "first_name_of_speaker", passage, fact.proposal);
  }

  /** A name that was not known: whose it is, if it is not a new one's. */
  meet(entity: Entity): void {
    if (isSelf(entity)) return;
    this.separate(entity);
    const said = this.firstSaid.get(entity.id);
    const bearers = this.bearersBeside(entity);
    const isIntroduced = [...(this.shown.get(entity.id) ?? [])].some((shown) => shown.endsWith(">"));
    const verdict = sameBearer(entity, bearers, isIntroduced);
    const place = { passage: said === undefined ? "" : passageOf(said.fact.statement.source), proposal: said?.fact.proposal ?? 0 };
    const found = verdict && (this.draft.entities.get(verdict.bearer) ?? this.known.get(verdict.bearer)?.entity);
    // What was told of their names may have made them one already.
    const other = found && !this.same.has(entity.id, found.id) ? found : undefined;
    if (other && verdict?.isSure) this.unite(entity, other, verdict.rule, place);
    else if (other && verdict?.isWorthAsking) this.ask(entity, other, verdict.rule, place);
    if (!this.known.has(entity.id)) this.know(entity, [], new Set());
    // 'Theodora "Teddy" Vance' tells that Teddy is a name of hers.
    for (const nickname of entity.typeNorm === "person" ? nicknamesWithin(entity.name) : [])
      if (this.bearing(normaliseName(nickname), entity) === undefined)
        this.alias(entity, nickname, "told_name", place.passage, place.proposal);
  }

  private unite(entity: Entity, found: Entity, rule: string, { passage, proposal }: { passage: string; proposal: number }): void {
    // What was told of the one tells what the other is.
    const isTold = rule === "same_name_of_a_guessed_type" && isGuessedType(found.typeNorm);
    const [kept, merged] = isTold ? [entity, found] : keptFirst(found, entity);
    this.merge(kept, merged, rule, passage, proposal);
  }

  private ask(entity: Entity, found: Entity, rule: string, { passage, proposal }: { passage: string; proposal: number }): void {
    const { draft, around } = this;
    if (draft.questions.length >= mostAsked) return;
    const id = around.ids("uncertainty");
    const { scopeSet } = entity;
    draft.questions.push({ id, entityId: entity.id, otherId: found.id, scopeSet });
    const uncertainty = {
      id,
      entityId: entity.id,
      key: sameAs(found.name),
      scopeSet,
      beside: [],
      reason: "maybe_same" as const,
      candidates: [],
    };
    draft.outcomes[proposal]?.uncertainties.push({ uncertainty, subject: entity, candidates: [] });
    const evidence = { entities: [entity.id, found.id], reason: rule.replaceAll("_", " ") };
    draft.decide({ proposal, kind: "create", rule: "maybe_same", recordId: id, turnId: passage, evidence });
  }

  /** Where a first name, a last name or an initial that one bearer had to itself is another one's too, it is nobody's from now on. */
  private separate(entity: Entity): void {
    for (const { id, rule, keptId, mergedId } of this.byPart) {
      const bare = this.known.get(mergedId)?.entity;
      if (bare === undefined || bare.scopeSet !== entity.scopeSet) continue;
      if (!this.mayBear(entity, bare, rule) || this.same.has(entity.id, keptId) || this.draft.endedMerges.includes(id)) continue;
      this.draft.endedMerges.push(id);
      this.same.part(id);
      this.keepApart(keptId, mergedId);
      const evidence = {
        merge: id,
        entities: [keptId, mergedId, entity.id],
        reason: `${entity.name} may be called ${bare.name} too`,
      };
      this.draft.decide({
        ...{ proposal: 0, kind: "update", turnId: "" },
        rule: "first_name_of_several",
        recordId: mergedId,
        evidence,
      });
    }
  }

  /** "Mr. Tanaka" is spelled as "Tanaka-san" is, and so one with Haruto Tanaka. */
  private isByPart(rule: string, bare: Entity, keptId: string): boolean {
    const kept = this.known.get(keptId)?.entity;
    if (sharedNames.has(rule)) return true;
    return (
      rule === "same_name_spelled_otherwise" &&
      kept !== undefined &&
      /^(?:family|given|initials)$/.test(likenessOf(kept, bare) ?? "")
    );
  }

  private mayBear(entity: Entity, bare: Entity, rule: string): boolean {
    if (rule === "only_bearer_of_first_name") return this.hasFirstName(entity, writtenName(bare.nameNorm, "person").words[0] ?? "");
    if (rule === "name_begins_with_the_other") return likenessOf(entity, bare) === "part";
    const { given, family } = writtenName(entity.nameNorm, entity.typeNorm);
    const isWhole = given.some((one) => one.length > 1) && family !== "";
    return isWhole && /^(?:family|initials)$/.test(likenessOf(entity, { typeNorm: "person", nameNorm: bare.nameNorm }) ?? "");
  }

  private hasFirstName({ typeNorm, nameNorm }: Entity, first: string): boolean {
    const { given, words } = writtenName(nameNorm, typeNorm);
    return words.length > 1 && given.includes(first);
  }

  private bearersBeside(entity: Entity): Bearer[] {
    const groups = new Map<string, Known[]>();
    for (const id of this.alike.get(entity.scopeSet)?.near(entity) ?? []) {
      const root = this.same.rootOf(id);
      if (groups.has(root)) continue;
      const all = [...this.same.of(id)].flatMap((one) => this.known.get(one) ?? []);
      const beside = all.filter((one) => one.entity.scopeSet === entity.scopeSet && one.entity.id !== entity.id);
      if (beside.length > 0) groups.set(root, beside);
    }
    const own = this.shown.get(entity.id) ?? new Set();
    return [...groups.values()].map((group) => {
      const ids = group.map((one) => one.entity.id);
      const known = group.flatMap((one) => [
        ...(this.gathered.neighbours.get(one.entity.id) ?? []),
        ...(this.shown.get(one.entity.id) ?? []),
      ]);
      const names = group.flatMap((one) => [
        ...(isSelf(one.entity) ? [] : [one.entity]),
        ...one.aliases.map((nameNorm) => ({ typeNorm: one.entity.typeNorm, nameNorm, isTold: true })),
      ]);
      return {
        ...{ id: ids.find((id) => !this.same.isMerged(id)) ?? ids[0] ?? "", names },
        isApart: ids.some((id) => this.isApart(id, entity.id)),
        isIntroduced: names.some(({ typeNorm }) => typeNorm === "person") && known.some((one) => one.endsWith(">")),
        differs: this.differs(entity, ids),
        sharesNeighbour: known.some((one) => own.has(one)),
      };
    });
  }

  private differs({ id }: Entity, ids: readonly string[]): boolean {
    const theirs = ids.flatMap((one) => [...(this.gathered.traits.get(one) ?? []), ...(this.traits.get(one) ?? [])]);
    return tellApart(this.traits.get(id) ?? [], theirs, (key) => keyClass(this.gathered.vocabulary, key) === "multi");
  }

  /** Who has this very name there, or it as an alias. */
  private bearing(nameNorm: string, beside: Entity): Entity | undefined {
    const exact = this.draft.find({ ...beside, nameNorm }, beside.scopeSet);
    if (exact !== undefined) return exact;
    return (this.bearers.get(nameNorm) ?? []).find(
      ({ scopeSet, typeNorm }) =>
        scopeSet === beside.scopeSet && likenessOf({ typeNorm, nameNorm }, { typeNorm: beside.typeNorm, nameNorm }) === "spelling",
    );
  }

  private know(entity: Entity, aliases: string[], refused: ReadonlySet<string>): void {
    this.known.set(entity.id, { entity, aliases, refused });
    const alike = this.alike.get(entity.scopeSet) ?? new NameIndex<string>();
    this.alike.set(entity.scopeSet, alike);
    for (const nameNorm of [entity.nameNorm, ...aliases]) {
      alike.add({ typeNorm: entity.typeNorm, nameNorm }, entity.id);
      this.bear(nameNorm, entity);
    }
  }

  private bear(nameNorm: string, entity: Entity): void {
    const known = this.bearers.get(nameNorm);
    if (known === undefined) this.bearers.set(nameNorm, [entity]);
    else if (!known.includes(entity)) known.push(entity);
  }

  private merge(kept: Entity, merged: Entity, rule: string, passage: string, proposal: number): void {
    if (this.same.of(kept.id).size + this.same.of(merged.id).size > mostNames) return;
    const id = this.around.ids("merge");
    const reason = `${kept.name} and ${merged.name}: ${rule.replaceAll("_", " ")}`;
    const made: NewMerge = { id, keptId: kept.id, mergedId: merged.id, rule, reason };
    this.draft.merge(made, kept, merged);
    this.same.join(made);
    const evidence = { merge: id, entities: [kept.id, merged.id], reason };
    this.draft.decide({ proposal, kind: "update", rule, recordId: merged.id, turnId: passage, evidence });
  }

  private alias(entity: Entity, name: string, rule: string, passage: string, proposal: number): void {
    const nameNorm = normaliseName(name);
    const known = this.known.get(entity.id);
    if (known?.aliases.includes(nameNorm) || (known?.aliases.length ?? 0) >= mostNames) return;
    if (known === undefined) this.know(entity, [nameNorm], new Set());
    else {
      known.aliases.push(nameNorm);
      this.alike.get(entity.scopeSet)?.add({ typeNorm: entity.typeNorm, nameNorm }, entity.id);
      this.bear(nameNorm, entity);
    }
    this.draft.aliases.push({ entityId: entity.id, name, nameNorm, turnId: passage, reason: rule });
    const evidence = { alias: name, reason: rule.replaceAll("_", " ") };
    this.draft.decide({ proposal, kind: "update", rule, recordId: entity.id, turnId: passage, evidence });
  }

  private learn({ fact, entity, target }: PlacedFact): void {
    const { key, statement } = fact;
    if (statement.negated) return;
    const show = (id: string, what: string | undefined) => {
      if (what !== undefined) this.shown.set(id, (this.shown.get(id) ?? new Set()).add(what));
    };
    show(entity.id, neighbour(key, statement.valueNorm));
    const told = trait(key, statement.valueNorm);
    if (told !== undefined) this.traits.set(entity.id, (this.traits.get(entity.id) ?? new Set()).add(told));
    if (target === undefined) return;
    show(target.id, neighbourAsTarget(entity.nameNorm, key));
    // "Her initials, JRW": a reader took the name for somebody.
    if (!givesName(key)) this.keepApart(entity.id, target.id);
  }

  private keepApart(a: string, b: string): void {
    this.apart.add(`${a} ${b}`).add(`${b} ${a}`);
  }

  private isApart(a: string, b: string): boolean {
    return this.apart.has(`${a} ${b}`) || this.gathered.related.has(`${a} ${b}`) || this.gathered.related.has(`${b} ${a}`);
  }
}
