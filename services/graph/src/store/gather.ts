import { timeText } from "@loci/platform/db";
import { normaliseName, type MemoryCategory } from "@loci/kernel";
import { param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { NameIndex } from "../identity/name-index.ts";
import { SameEntities } from "../identity/same-entities.ts";
import { likenessOf } from "../identity/same-bearer.ts";
import { givesName } from "../identity/told-names.ts";
import type { Name, Uncertainty } from "../memory/model.ts";
import { nameKey, type EntityLink, type Gathered, type KnownEntity, type NamedEntity, type Spoken } from "../memory/proposal.ts";
import { keyClass, type Vocabulary } from "../memory/vocabulary.ts";
import { readNear, readNeighbours } from "./near-names.ts";
import { readVocabulary } from "./vocabulary.ts";
import { toFact, toStatement, type FactRow, type StatementRow, type StoredStatement } from "./facts.ts";

/** Reads everything that the proposals may touch or compete with, in a constant number of queries. */
export async function gather(
  tx: Transaction,
  contextId: string,
  proposed: Spoken,
  competing: (scopeSet: string) => readonly string[],
): Promise<Gathered> {
  const mentions = mentionsIn(proposed);
  const names = [...new Map(mentions.map(({ name }) => [nameKey(name), name])).values()];
  const scopeSets = [...new Set(mentions.map(({ scopeSet }) => scopeSet))];
  const [{ keys: vocabulary }, entities, told, { near, links }] = await Promise.all([
    readVocabulary(tx, contextId),
    readEntities(tx, contextId, names, [...new Set([...scopeSets, ...scopeSets.flatMap((key) => competing(key))])]),
    readInstructions(tx, contextId, proposed),
    readNear(tx, contextId, [...names, ...toldNames(proposed)], scopeSets),
  ]);
  const alike = calledLike(names, near);
  const wanted = wantedKeys(proposed, [...entities, ...likely(alike, near, links)], vocabulary);
  const hasWanted = wanted.length > 0;
  const [facts, statements, uncertainties, known] = await Promise.all([
    hasWanted ? readFacts(tx, contextId, wanted) : [],
    hasWanted ? readStatements(tx, contextId, wanted) : [],
    hasWanted ? readUncertainties(tx, contextId, wanted) : [],
    readNeighbours(tx, contextId, mayBeMeant(proposed, alike, entities, near)),
  ]);
  // Candidates may belong to namesakes that nothing here was said about.
  const read = new Set(facts.map((fact) => fact.id));
  const missing = uncertainties.flatMap((one) => one.candidates.filter((id) => !read.has(id)));
  const others = missing.length === 0 ? [] : await readFactsById(tx, contextId, missing);
  return {
    ...{ vocabulary, entities, near, links, ...known, uncertainties, instructions: told.instructions },
    facts: [...facts, ...others],
    statements: [...statements, ...told.statements],
  };
}

interface EntityRow {
  readonly id: string;
  readonly scope_set: string;
  readonly type: string;
  readonly name: string;
  readonly type_norm: string;
  readonly name_norm: string;
  readonly memory_category: MemoryCategory;
  readonly importance: number;
  readonly known_at: Date;
  readonly recorded_at: Date;
  readonly met_type: string;
  readonly met_name: string;
}

interface NamedAt {
  readonly name: Name;
  readonly scopeSet: string;
}

function mentionsIn(proposed: Spoken): NamedAt[] {
  return [
    ...proposed.entities.map(({ name, scopeSet }) => ({ name, scopeSet })),
    ...proposed.facts.flatMap(({ subject, target, scopeSet }) =>
      [subject, ...(target ? [target] : [])].map((name) => ({ name, scopeSet })),
    ),
  ];
}

/** What somebody is told to be called. */
function toldNames(proposed: Spoken): Pick<Name, "typeNorm" | "nameNorm">[] {
  const told = proposed.facts.filter(({ key, target }) => target === undefined && givesName(key));
  return told.map(({ subject, statement }) => ({ typeNorm: subject.typeNorm, nameNorm: normaliseName(statement.valueNorm) }));
}

/** Of each name the near ones that are called alike. */
function calledLike(names: readonly Name[], near: readonly NamedEntity[]): ReadonlyMap<Name, readonly NamedEntity[]> {
  const index = new NameIndex<NamedEntity>();
  for (const one of near) {
    const { typeNorm, nameNorm } = one.entity;
    for (const own of [nameNorm, ...one.aliases.map((alias) => alias.nameNorm)]) index.add({ typeNorm, nameNorm: own }, one);
  }
  return new Map(names.map((name) => [name, [...index.near(name)].filter((one) => isCalledLike(name, one))]));
}

/** The near ones whose facts compete with what is said under these names: those that are called alike, and all that are one with them. */
function likely(
  alike: ReadonlyMap<Name, readonly NamedEntity[]>,
  near: readonly NamedEntity[],
  links: readonly EntityLink[],
): KnownEntity[] {
  const same = new SameEntities(links);
  const byId = new Map(near.map(({ entity }) => [entity.id, entity]));
  return [...alike].flatMap(([name, some]) => {
    const ids = new Set(some.flatMap(({ entity }) => [...same.of(entity.id)]));
    return [...ids].flatMap((id) => byId.get(id) ?? []).map((entity) => ({ entity, metBy: nameKey(name) }));
  });
}

/** The near ones that a name which nobody has may mean, where it is not the name alone that tells. */
function mayBeMeant(
  proposed: Spoken,
  alike: ReadonlyMap<Name, readonly NamedEntity[]>,
  met: readonly KnownEntity[],
  near: readonly NamedEntity[],
): string[] {
  if (proposed.facts.some(({ key }) => givesName(key))) return near.map(({ entity }) => entity.id);
  const known = new Set(met.map(({ metBy }) => metBy));
  const asked = [...alike].flatMap(([name, some]) => (known.has(nameKey(name)) ? [] : some));
  return [...new Set(asked.map(({ entity }) => entity.id))];
}

function isCalledLike(name: Name, { entity, aliases }: NamedEntity): boolean {
  const own = [entity, ...aliases.map(({ nameNorm }) => ({ typeNorm: entity.typeNorm, nameNorm }))];
  return own.some((one) => nameKey(one) === nameKey(name) || likenessOf(one, name) !== undefined);
}

async function readEntities(
  tx: Transaction,
  contextId: string,
  names: readonly Name[],
  scopeSets: readonly string[],
): Promise<KnownEntity[]> {
  if (names.length === 0) return [];
  const ctx = param(contextId);
  const scopeSetsParam = param(scopeSets);
  const rows = await tx.query<EntityRow>(
    sql`with met as (select * from unnest(${names.map((name) => name.typeNorm)}::text[],
          ${names.map((name) => name.nameNorm)}::text[]) as m(type, name))
      select e.*, m.type as met_type, m.name as met_name from met m
        join graph.entity e on e.ctx = ${ctx} and e.name_norm = m.name and e.type_norm = m.type
        where e.scope_set = any(${scopeSetsParam}) and e.forgotten_at is null
      union all
      select e.*, m.type, m.name from met m
        join graph.entity_alias a on a.ctx = ${ctx} and a.name_norm = m.name and a.recorded_until is null
        join graph.entity e on e.ctx = ${ctx} and e.id = a.entity_id and e.type_norm = m.type
        where e.scope_set = any(${scopeSetsParam}) and e.forgotten_at is null`,
    { name: "graph.entities_met" },
  );
  return rows.map((row) => ({
    metBy: nameKey({ typeNorm: row.met_type, nameNorm: row.met_name }),
    entity: {
      ...{
        id: row.id,
        scopeSet: row.scope_set,
        type: row.type,
        name: row.name,
        typeNorm: row.type_norm,
        nameNorm: row.name_norm,
      },
      ...{
        category: row.memory_category,
        importance: row.importance,
        knownAt: timeText(row.known_at),
        recordedAt: timeText(row.recorded_at),
      },
    },
  }));
}

/** A key of an entity; all of its values where they compete or a negation speaks of all, else the named one. */
interface WantedKey {
  readonly entityId: string;
  readonly key: string;
  readonly valueNorm: string;
  /** The entity is the one that is written to; of the others only what stands, and what was denied, can compete. */
  readonly own: boolean;
}

function wantedKeys(proposed: Spoken, entities: readonly KnownEntity[], vocabulary: Vocabulary): WantedKey[] {
  const byName = new Map<string, KnownEntity["entity"][]>();
  for (const { metBy, entity } of entities) byName.set(metBy, [...(byName.get(metBy) ?? []), entity]);
  const wanted = new Map<string, WantedKey>();
  for (const { subject, key, scopeSet, statement } of proposed.facts) {
    const isMulti = keyClass(vocabulary, key) === "multi";
    for (const entity of byName.get(nameKey(subject)) ?? []) {
      const own = entity.scopeSet === scopeSet;
      if (isMulti && !own) continue;
      for (const valueNorm of isMulti
        ? [statement.valueNorm, ...(statement.insteadOf === undefined ? [] : [statement.insteadOf])]
        : [""]) {
        const one = { entityId: entity.id, key, valueNorm, own };
        wanted.set(JSON.stringify(one), one);
      }
    }
  }
  return [...wanted.values()];
}

function wantedTable(wanted: readonly WantedKey[]): Sql {
  return sql`unnest(${wanted.map((one) => one.entityId)}::text[], ${wanted.map((one) => one.key)}::text[],
      ${wanted.map((one) => one.valueNorm)}::text[], ${wanted.map((one) => String(one.own))}::text[]) as w(entity_id, key, value_norm, own)`;
}

async function readFacts(tx: Transaction, contextId: string, wanted: readonly WantedKey[]) {
  const rows = await tx.query<FactRow>(
    sql`select distinct on (f.id) f.* from ${wantedTable(wanted)}
      join graph.fact f on f.ctx = ${contextId} and f.entity_id = w.entity_id and f.key = w.key
      where (w.value_norm = '' or f.value_norm = w.value_norm)
        and (w.own::boolean or f.known_until is null) and not f.quarantined and not f.derived and f.forgotten_at is null`,
    { name: "graph.facts_wanted" },
  );
  return rows.map(toFact);
}

async function readFactsById(tx: Transaction, contextId: string, ids: readonly string[]) {
  const rows = await tx.query<FactRow>(
    sql`select * from graph.fact where ctx = ${contextId} and id = any(${ids}) and forgotten_at is null`,
    { name: "graph.facts_by_id" },
  );
  return rows.map(toFact);
}

async function readStatements(tx: Transaction, contextId: string, wanted: readonly WantedKey[]): Promise<StoredStatement[]> {
  const rows = await tx.query<StatementRow>(
    sql`select distinct on (p.id) p.* from ${wantedTable(wanted)}
      join graph.provenance p on p.ctx = ${contextId} and p.entity_id = w.entity_id and p.key = w.key
      where (w.value_norm = '' or p.value_norm = w.value_norm or p.value_norm = '')
        and (w.own::boolean or p.negated or p.ruling <> '') and not p.quarantined
        and p.source <> 'derived' and p.withdrawn_at is null`,
    { name: "graph.statements_wanted" },
  );
  return rows.map(toStatement);
}

async function readUncertainties(tx: Transaction, contextId: string, wanted: readonly WantedKey[]): Promise<Uncertainty[]> {
  interface Row extends Pick<Uncertainty, "id" | "key" | "reason" | "candidates" | "beside"> {
    readonly entity_id: string;
    readonly scope_set: string;
  }
  const ctx = param(contextId);
  const rows = await tx.query<Row>(
    sql`select u.id, u.entity_id, u.key, u.scope_set, u.reason, u.beside,
        array(select c.fact_id from graph.uncertainty_candidate c
          where c.ctx = ${ctx} and c.uncertainty_id = u.id and c.recorded_until is null order by c.fact_id) as candidates
      from (select distinct * from unnest(${wanted.map((one) => one.entityId)}::text[], ${wanted.map((one) => one.key)}::text[]) as w(entity_id, key)) w
      join graph.uncertainty u on u.ctx = ${ctx} and u.entity_id = w.entity_id and u.key = w.key
      where u.status = 'open' and u.other_id = ''`,
    { name: "graph.uncertainties_wanted" },
  );
  return rows.map(({ id, entity_id, key, scope_set, reason, candidates, beside }) => ({
    ...{ id, key, reason, candidates, beside, entityId: entity_id, scopeSet: scope_set },
  }));
}

async function readInstructions(tx: Transaction, contextId: string, proposed: Spoken) {
  if (proposed.instructions.length === 0) return { instructions: [], statements: [] };
  const labels = [...new Set(proposed.instructions.map((one) => one.key))];
  const scopeSets = [...new Set(proposed.instructions.map((one) => one.scopeSet))];
  const rows = await tx.query<StatementRow>(sql`select * from graph.provenance 
      where ctx = ${contextId} and entity_id = '' and key = any(${labels}) and scope_set = any(${scopeSets}) and not quarantined
        and withdrawn_at is null`);
  const statements = rows.map(toStatement);
  const stored = await tx.query<InstructionRow>(
    sql`select * from graph.instruction where ctx = ${contextId} and label = any(${labels}) and scope_set = any(${scopeSets}) and forgotten_at is null`,
  );
  const instructions = stored.flatMap((row) => {
    const said = statements.find((statement) => statement.factId === row.id);
    if (said === undefined) return [];
    const { stream, value, valueNorm, targetType, targetEntityId, category, confidence, validFrom, validUntil, validPrecision } =
      said;
    return [
      {
        ...{
          id: row.id,
          entityId: "",
          key: row.label,
          stream,
          scopeSet: row.scope_set,
          value,
          valueNorm,
          targetType,
          targetEntityId,
        },
        ...{
          category,
          confidence,
          importance: 1,
          labels: row.labels,
          knownAt: timeText(row.known_at),
          knownUntil: timeText(row.known_until),
        },
        ...{ validFrom, validUntil, validPrecision, closedValidUntil: "" },
        ...{ recordedAt: timeText(row.recorded_at), recordedUntil: timeText(row.recorded_until) },
        ...{ supersedes: "", supersededBy: row.superseded_by, mergedInto: row.merged_into },
        ...{ quarantined: false, mistaken: false, expiredAt: "", derived: false },
      },
    ];
  });
  return { statements, instructions };
}

interface InstructionRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly scope_set: string;
  readonly labels: string[];
  readonly known_at: Date;
  readonly known_until: Date | null;
  readonly recorded_at: Date;
  readonly recorded_until: Date | null;
  readonly superseded_by: string;
  readonly merged_into: string;
}
