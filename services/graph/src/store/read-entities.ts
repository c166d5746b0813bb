import type { MemoryCategory } from "@loci/kernel";
import { timeText } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
import { nameEnds } from "../identity/probes.ts";
import type { Entity } from "../memory/model.ts";
import type { Sight } from "./read-facts.ts";
import { inForce, seen, under, Values } from "./time-view.ts";

export interface StoredEntity extends Entity {
  readonly updatedAt: string;
  /** Whose "I" it is; "" for others. */
  readonly person: string;
}

/** Without those who say "I" as somebody else than the first of them: a name alone does not say whom of them it means. */
export function ofOnePerson<Of extends Pick<StoredEntity, "person">>(entities: readonly Of[]): Of[] {
  const own = entities.find(({ person }) => person !== "")?.person ?? "";
  return entities.filter(({ person }) => person === "" || person === own);
}

export interface EntityRow {
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
  readonly updated_at: Date;
  readonly person: string;
}

export function toEntity(row: EntityRow): StoredEntity {
  return {
    ...{ id: row.id, scopeSet: row.scope_set, type: row.type, name: row.name, typeNorm: row.type_norm, nameNorm: row.name_norm },
    ...{ category: row.memory_category, importance: row.importance, knownAt: timeText(row.known_at) },
    ...{ recordedAt: timeText(row.recorded_at), updatedAt: timeText(row.updated_at), person: row.person },
  };
}

export async function entitiesById(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  ids: readonly string[],
): Promise<StoredEntity[]> {
  const values = new Values(contextId);
  const where = [`e.id = any(${values.add(ids, "text[]")})`, seen(view, values, "e"), under(scopeSets, values, "e")];
  const rows = await tx.query<EntityRow>(
    values.planned(`select e.* from graph.entity e where e.ctx = $1 and ${where.join(" and ")}`),
  );
  return rows.map(toEntity);
}

/** Entities as they are stored, forgotten ones too: for decisions about what was said of them. */
export async function storedEntities(tx: Transaction, contextId: string, ids: readonly string[]): Promise<StoredEntity[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<EntityRow>({
    text: "select * from graph.entity where ctx = $1 and id = any($2)",
    values: [contextId, ids],
  });
  return rows.map(toEntity);
}

/** The entities that are themselves called so, by name or alias, one for each ScopeSet; the earliest first. */
export async function entitiesCalled(tx: Transaction, sight: Sight, typeNorm: string, nameNorm: string): Promise<StoredEntity[]> {
  const values = new Values(sight.contextId);
  const rows = await tx.query<EntityRow>({
    text: `select * from (${called(sight, values, typeNorm, nameNorm)}) e order by known_at, id`,
    values: values.list,
  });
  return rows.map(toEntity);
}

/**
 * The same, with those that were asserted to be the same and the namesakes of all of them: what a reader sees as one. Those into
 * which others were merged come first, then the earliest.
 */
export async function entitiesNamed(tx: Transaction, sight: Sight, typeNorm: string, nameNorm: string): Promise<StoredEntity[]> {
  const values = new Values(sight.contextId);
  const rows = await tx.query<EntityRow>({
    text: `${sameNamed(sight, values, typeNorm, nameNorm)}
      select e.* from same s join graph.entity e on e.ctx = $1 and e.id = s.id
      order by exists (select 1 from graph.entity_merge m where m.ctx = $1 and m.merged_id = e.id
        and ${inForce(sight.view, values, "m")} and m.kept_id in (select id from same)), e.known_at, e.id`,
    values: values.list,
  });
  return rows.map(toEntity);
}

/** `with recursive same(id, …)`: all that a reader sees as one under this name. */
export function sameNamed(sight: Sight, values: Values, typeNorm: string, nameNorm: string): string {
  return sameAs(
    `select ''::text as origin, id, type_norm, name_norm, person from (${called(sight, values, typeNorm, nameNorm)}) e`,
    sight,
    values,
  );
}

/** These entities and all that a reader sees as one with them, by id. */
export async function idsOfSame(tx: Transaction, sight: Sight, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const values = new Values(sight.contextId);
  const rows = await tx.query<{ id: string }>(
    values.planned(`${sameAs(those("''::text", ids, sight, values), sight, values)} select id from same`),
  );
  return rows.map((row) => row.id);
}

/** What a reader sees as one with each of these entities (`origin`), itself left out. */
export async function sameAsEach(
  tx: Transaction,
  sight: Sight,
  ids: readonly string[],
): Promise<{ readonly origin: string; readonly id: string }[]> {
  if (ids.length === 0) return [];
  const values = new Values(sight.contextId);
  return tx.query<{ origin: string; id: string }>(
    values.planned(
      `${sameAs(those("e.id", ids, sight, values), sight, values)}
      select origin, id from same where id <> origin order by origin, id`,
    ),
  );
}

function those(origin: string, ids: readonly string[], sight: Sight, values: Values): string {
  return `select ${origin} as origin, e.id, e.type_norm, e.name_norm, e.person from graph.entity e
    where e.ctx = $1 and e.id = any(${values.add(ids, "text[]")}) and ${visible(sight, values, "e")}`;
}

function called(sight: Sight, values: Values, typeNorm: string, nameNorm: string): string {
  const name = values.add(nameNorm, "text");
  const where = `e.type_norm = ${values.add(typeNorm, "text")} and ${visible(sight, values, "e")}`;
  return `select e.* from graph.entity e where e.ctx = $1 and e.name_norm = ${name} and ${where}
    union
    select e.* from graph.entity_alias a join graph.entity e on e.ctx = $1 and e.id = a.entity_id
    where a.ctx = $1 and a.name_norm = ${name} and ${inForce(sight.view, values, "a")} and ${where}`;
}

/**
 * `with recursive same(origin, id, type_norm, name_norm, person)`: from a start over merges and namesakes; it ends in circles too. Two
 * who say "I" are no namesakes.
 */
function sameAs(start: string, sight: Sight, values: Values): string {
  const where = visible(sight, values, "e");
  return `with recursive same as (
      ${start}
      union
      select s.origin, x.id, x.type_norm, x.name_norm, x.person from same s cross join lateral (
        select e.* from graph.entity_merge m join graph.entity e on e.ctx = $1 and e.id in (m.kept_id, m.merged_id)
          where m.ctx = $1 and (m.kept_id = s.id or m.merged_id = s.id) and ${inForce(sight.view, values, "m")} and ${where}
        union all
        select e.* from graph.entity e
          where e.ctx = $1 and e.name_norm = s.name_norm and e.type_norm = s.type_norm and e.person = s.person and ${where}
      ) x)`;
}

function visible({ scopeSets, view }: Sight, values: Values, alias: string): string {
  return `${seen(view, values, alias)} and ${under(scopeSets, values, alias)}`;
}

export interface ListedEntity {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly category: string;
  readonly importance: number;
  readonly knownAt: string;
  readonly updatedAt: string;
}

/**
 * What to select from: the visible entities by name, those that were merged into another visible one left out. `where` is on `e`.
 */
export function entityGroups(sight: Sight, values: Values, where: string): string {
  return `graph.entity e left join (select distinct m.merged_id as id from graph.entity_merge m
      join graph.entity k on k.ctx = $1 and k.id = m.kept_id and ${visible(sight, values, "k")}
      where m.ctx = $1 and ${inForce(sight.view, values, "m")}) absorbed on absorbed.id = e.id
    where e.ctx = $1 and ${visible(sight, values, "e")} and ${where}
    group by e.name_norm, e.type_norm, e.person having count(absorbed.id) = 0`;
}

/** Of such a group: the earliest tells who it is. */
export const groupColumns = `(array_agg(e.id order by e.known_at, e.id))[1] as id,
  (array_agg(e.type order by e.known_at, e.id))[1] as type, (array_agg(e.name order by e.known_at, e.id))[1] as name,
  (array_agg(e.memory_category order by e.known_at, e.id))[1] as memory_category,
  max(e.importance) as importance, min(e.known_at) as known_at, max(e.updated_at) as updated_at`;

/**
 * The visible entities by name; those of one type and name under several ScopeSets are one, and what was merged into another is
 * not listed by itself.
 */
export async function listEntities(
  tx: Transaction,
  sight: Sight,
  page: { readonly typeNorm: string; readonly limit: number; readonly offset: number },
): Promise<{ entities: ListedEntity[]; total: number }> {
  const values = new Values(sight.contextId);
  const where = page.typeNorm === "" ? "true" : `e.type_norm = ${values.add(page.typeNorm, "text")}`;
  const groups = entityGroups(sight, values, where);
  const [count] = await tx.query<{ total: number }>({
    text: `select count(*)::int as total from (select 1 from ${groups}) listed`,
    values: values.list,
  });
  const pages = `limit ${values.add(page.limit, "int")} offset ${values.add(page.offset, "int")}`;
  const rows = await tx.query<EntityRow>({
    text: `select ${groupColumns}
      from ${groups} order by e.name_norm, e.type_norm, e.person ${pages}`,
    values: values.list,
  });
  return { entities: rows.map(toListed), total: count?.total ?? 0 };
}

export function toListed(row: Omit<EntityRow, "scope_set" | "type_norm" | "name_norm" | "recorded_at" | "person">): ListedEntity {
  return {
    ...{ id: row.id, type: row.type, name: row.name, category: row.memory_category, importance: row.importance },
    ...{ knownAt: timeText(row.known_at), updatedAt: timeText(row.updated_at) },
  };
}

export interface Match {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly matched: string;
  /** Whose "I" it is; "" for others. */
  readonly person: string;
}

/**
 * Entities that these normalised names may mean: by name, alias, first word, or a person's first and last name ("Adalbert Nyström" for
 * "Professor Adalbert Nyström"); whole names and persons first.
 */
export async function matchNames(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  names: readonly string[],
  limit: number,
): Promise<Match[]> {
  const values = new Values(contextId);
  const asked = values.add(names, "text[]");
  const where = ["e.ctx = $1", seen(view, values, "e"), under(scopeSets, values, "e")].join(" and ");
  const columns = "e.id, e.type, e.name, e.type_norm, e.person";
  const whole = names.flatMap((name) => {
    const { given, family } = nameEnds({ nameNorm: name, typeNorm: "person" });
    return given === "" || family === "" || given === family ? [] : [{ name, given, family }];
  });
  const column = (list: readonly string[]) => values.add(list, "text[]");
  const ends = [whole.map((one) => one.name), whole.map((one) => one.given), whole.map((one) => one.family)].map(column).join(", ");
  return tx.query<Match>(
    values.planned(
      `select id, type, name, matched, person from (
        select distinct on (id) * from (
          select ${columns}, e.name_norm as matched, 0 as distance from graph.entity e
            where ${where} and e.name_norm = any(${asked})
          union all
          select ${columns}, a.name_norm, 1 from graph.entity_alias a join graph.entity e on e.id = a.entity_id
            where a.ctx = $1 and ${inForce(view, values, "a")} and ${where} and a.name_norm = any(${asked})
          union all
          select ${columns}, n.name, 1 from unnest(${ends}) as n(name, given, family)
            join graph.entity e on e.given = n.given and e.family = n.family and e.type_norm = 'person' where ${where}
          union all
          select ${columns}, e.first_word, 2 from graph.entity e where ${where} and e.first_word = any(${asked})
        ) found order by id, distance
      ) best order by (type_norm = 'person') desc, distance, name, id limit ${values.add(limit, "int")}`,
    ),
  );
}
