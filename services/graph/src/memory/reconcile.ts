import { identify } from "../identity/identify.ts";
import type { SameEntities } from "../identity/same-entities.ts";
import { Draft } from "./draft.ts";
import { initialImportance, passageOf, type Entity, type Fact, type Statement, type Subject } from "./model.ts";
import {
  nameKey,
  type Changes,
  type Gathered,
  type Proposed,
  type ProposedFact,
  type ProposedInstruction,
  type Surroundings,
} from "./proposal.ts";
import { revise, type Group, type Revision } from "./revision.ts";
import { settleUncertainties, type TouchedKey } from "./uncertainties.ts";
import { keyClass } from "./vocabulary.ts";

/**
 * Decides what a write changes: pure, over what was gathered. Every statement about one subject is replayed in the order of
 * known time, so that neither the order of arrival nor the order within the request decides anything. A model only proposed; the
 * rules decide.
 */
export function reconcile(proposed: Proposed, gathered: Gathered, around: Surroundings, proposals: number): Changes {
  const draft = new Draft(gathered, around, proposals);
  for (const entity of proposed.entities) draft.entity(entity);

  const believed = proposed.facts.filter((fact) => !fact.quarantined);
  const subjects = groupBySubject(believed, draft);
  const placed = subjects.flatMap(({ entity, facts }) =>
    facts.map((fact) => ({ fact, entity, target: draft.entities.get(fact.statement.targetEntityId) })),
  );
  const same = identify(placed, gathered, around, draft);
  const revisions = togetherOf(subjects, same).map((entry) => reviseFacts(entry, gathered, around, { draft, same }));
  for (const entry of groupByLabel(proposed.instructions)) reviseInstructions(entry, gathered, around, draft);
  for (const fact of proposed.facts.filter((one) => one.quarantined)) quarantine(fact, around, draft);
  for (const { quarantined, statement, key, scopeSet, stream } of proposed.instructions) {
    if (quarantined) draft.statements.push({ ...statement, entityId: "", key, scopeSet, stream, quarantined });
  }

  const touched: TouchedKey[] = subjects.map(({ subject, entity, facts }) => ({
    ...{ entity, key: subject.key, metBy: facts.map((fact) => nameKey(fact.subject)), proposal: facts[0]?.proposal ?? 0 },
    cause: facts[0]?.statement,
  }));
  settleUncertainties(
    touched,
    revisions.flatMap((revision) => revision.facts),
    gathered,
    around,
    draft,
  );
  return draft.changes();
}

interface SubjectEntry<Of> {
  readonly subject: Subject;
  readonly facts: readonly Of[];
}

/** The proposed facts by what they compete about; subjects and targets become entities on the way. */
function groupBySubject(
  facts: readonly ProposedFact[],
  draft: Draft,
): (SubjectEntry<ProposedFact> & { readonly entity: Entity })[] {
  const groups = new Map<string, { subject: Subject; entity: Entity; facts: ProposedFact[] }>();
  for (const fact of facts) {
    const { proposal, scopeSet, stream, key, statement } = fact;
    const { category, knownAt, source } = statement;
    const mention = { proposal, turnId: passageOf(source), scopeSet, category, knownAt, embedding: new Uint8Array() };
    const entity = draft.entity({ ...mention, name: fact.subject });
    const named = fact.target && draft.entity({ ...mention, name: fact.target });
    // Nobody is one's own manager: who is called so is another of that name.
    const isNamesake = named?.id === entity.id && fact.target?.nameNorm !== fact.subject.nameNorm;
    const target = fact.target && isNamesake ? draft.stranger({ ...mention, name: fact.target }) : named;
    const place = JSON.stringify([entity.id, key, stream]);
    const group = groups.get(place) ?? {
      subject: { entityId: entity.id, key, stream, scopeSet: entity.scopeSet },
      entity,
      facts: [],
    };
    group.facts.push(target === undefined ? fact : { ...fact, statement: { ...statement, targetEntityId: target.id } });
    groups.set(place, group);
  }
  return [...groups.values()];
}

/** What is said of one under several names in one write is decided together, as said of the first of them. */
function togetherOf<Entry extends SubjectEntry<ProposedFact>>(subjects: readonly Entry[], same: SameEntities): Entry[] {
  const groups = Map.groupBy(subjects, ({ subject: { entityId, key, stream } }) =>
    JSON.stringify([same.rootOf(entityId), key, stream]),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, facts: [...first.facts, ...others.flatMap(({ facts }) => facts)] }],
  );
}

function groupByLabel(instructions: readonly ProposedInstruction[]): SubjectEntry<ProposedInstruction>[] {
  const groups = new Map<string, { subject: Subject; facts: ProposedInstruction[] }>();
  for (const instruction of instructions) {
    if (instruction.quarantined) continue;
    const { scopeSet, key, stream } = instruction;
    const place = JSON.stringify([scopeSet, key, stream]);
    const group = groups.get(place) ?? { subject: { entityId: "", key, stream, scopeSet }, facts: [] };
    group.facts.push(instruction);
    groups.set(place, group);
  }
  return [...groups.values()];
}

function reviseFacts(
  { subject, facts }: SubjectEntry<ProposedFact>,
  gathered: Gathered,
  around: Surroundings,
  { draft, same }: { readonly draft: Draft; readonly same: SameEntities },
): Revision {
  const one = same.of(subject.entityId);
  const isOwn = ({ entityId, key, stream }: Subject) => one.has(entityId) && key === subject.key && stream === subject.stream;
  const group: Group = {
    subject,
    keyClass: keyClass(gathered.vocabulary, subject.key),
    floor: around.floor,
    facts: gathered.facts.filter((fact) => isOwn(fact) && !fact.quarantined && fact.mergedInto === ""),
    statements: gathered.statements.filter(isOwn),
  };
  const statements = facts.map((fact) => fact.statement);
  const revision = revise(group, statements, around.now, (row) => around.ids(row.targetEntityId === "" ? "attribute" : "relation"));
  draft.newFacts.push(...revision.inserted);
  draft.changedFacts.push(...revision.updated);
  record(revision, subject, facts, draft);
  const embeddings = new Map(facts.map((fact) => [fact.statement.id, fact.embedding]));
  for (const { fact, kind, cause } of revision.changes) {
    if (kind === "create") draft.embed(fact.id, embeddings.get(cause.id) ?? new Uint8Array());
  }
  const byId = new Map(revision.facts.map((fact) => [fact.id, fact]));
  const supported = supportedBy(revision, group);
  for (const { statement, proposal } of facts) {
    const outcome = draft.outcomes[proposal];
    const fact = byId.get(supported(statement) ?? "");
    if (outcome && fact && !outcome.facts.includes(fact)) outcome.facts.push(fact);
  }
  const proposals = new Map(facts.map(({ statement, proposal }) => [statement.id, proposal]));
  for (const { kind, fact, by, cause } of revision.changes) {
    const successor = byId.get(by);
    const proposal = proposals.get(cause.id) ?? 0;
    if (kind === "supersede" && successor) draft.outcomes[proposal]?.corrections.push({ old: fact, by: successor });
  }
  return revision;
}

/** Looks up the fact that a proposed statement came to support; for a repetition the fact of the statement that it repeats. */
function supportedBy(revision: Revision, group: Group): (statement: Statement) => string | undefined {
  const own = new Map(revision.statements.map((one) => [one.id, one.factId]));
  const contentOf = (one: Statement) => JSON.stringify([passageOf(one.source), one.valueNorm]);
  const said = new Map<string, string>();
  for (const one of [...group.statements, ...revision.statements]) {
    const content = contentOf(one);
    if (!one.negated && !said.has(content)) said.set(content, one.factId);
  }
  return (statement) => {
    const factId = own.get(statement.id) ?? said.get(contentOf(statement));
    return factId === "" ? undefined : factId;
  };
}

function reviseInstructions(
  { subject, facts }: SubjectEntry<ProposedInstruction>,
  gathered: Gathered,
  around: Surroundings,
  draft: Draft,
): void {
  const isOwn = (one: Subject) =>
    one.entityId === "" && one.key === subject.key && one.scopeSet === subject.scopeSet && one.stream === subject.stream;
  const group: Group = {
    subject,
    keyClass: "instruction",
    floor: around.floor,
    facts: gathered.instructions.filter((one) => isOwn(one) && one.mergedInto === ""),
    statements: gathered.statements.filter(isOwn),
  };
  const revision = revise(
    group,
    facts.map((fact) => fact.statement),
    around.now,
    () => around.ids("instruction"),
  );
  draft.newInstructions.push(...revision.inserted);
  draft.changedInstructions.push(...revision.updated);
  record(revision, subject, facts, draft);
  const byId = new Map(revision.facts.map((fact) => [fact.id, fact]));
  const supported = supportedBy(revision, group);
  for (const { statement, proposal } of facts) {
    const instruction = byId.get(supported(statement) ?? "");
    const listed = draft.outcomes[proposal]?.instructions;
    if (listed && instruction && !statement.negated && !listed.includes(instruction)) listed.push(instruction);
  }
}

/** What was said, and a decision for each thing that it changed. */
function record(revision: Revision, subject: Subject, said: readonly ProposedInstruction[], draft: Draft): void {
  draft.statements.push(...revision.statements.map((statement) => ({ ...statement, ...subject, quarantined: false })));
  draft.moved.push(...revision.moved);
  const origins = new Map(said.map((one) => [one.statement.id, one]));
  for (const { kind, rule, fact, cause, by } of revision.changes) {
    const origin = origins.get(cause.id);
    const { spanStart, spanEnd } = cause.source;
    const evidence = {
      sentence: origin?.sentence ?? "",
      spanStart,
      spanEnd,
      knownAt: cause.knownAt,
      ...(by === "" ? {} : { by }),
      ...(cause.ruling === undefined ? {} : { ruling: cause.ruling.id, reason: cause.ruling.reason }),
    };
    draft.decide({ proposal: origin?.proposal ?? 0, kind, rule, recordId: fact.id, turnId: passageOf(cause.source), evidence });
  }
}

/** Stored for whoever looks into it; no entity is made for it, nothing competes with it, nothing returns it. */
function quarantine(proposed: ProposedFact, around: Surroundings, draft: Draft): void {
  const { statement, scopeSet, stream, key, proposal, subject: name, target } = proposed;
  const subject = { entityId: draft.find(name, scopeSet)?.id ?? "", key, stream, scopeSet };
  const targetEntityId = target === undefined ? "" : (draft.find(target, scopeSet)?.id ?? "");
  const { value, valueNorm, targetType, validFrom, validUntil, validPrecision, category, confidence, labels, knownAt } = statement;
  const fact: Fact = {
    id: around.ids(target === undefined ? "attribute" : "relation"),
    ...subject,
    ...{
      value,
      valueNorm,
      targetType,
      targetEntityId,
      validFrom,
      validUntil,
      validPrecision,
      category,
      confidence,
      labels,
      knownAt,
    },
    ...{
      importance: initialImportance(category),
      knownUntil: "",
      closedValidUntil: "",
      recordedAt: around.now,
      recordedUntil: "",
    },
    ...{ supersedes: "", supersededBy: "", mergedInto: "", quarantined: true, mistaken: false, expiredAt: "", derived: false },
  };
  draft.newFacts.push(fact);
  draft.statements.push({ ...statement, ...subject, targetEntityId, factId: fact.id, quarantined: true });
  const { spanStart, spanEnd } = statement.source;
  const evidence = { subject: `${name.type}/${name.name}`, spanStart, spanEnd, knownAt };
  draft.decide({
    proposal,
    kind: "create",
    rule: "quarantined",
    recordId: fact.id,
    turnId: passageOf(statement.source),
    evidence,
  });
}
