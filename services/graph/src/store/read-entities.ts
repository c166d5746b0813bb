import type { MemoryCategory } from "@loci/kernel";
import { timeText } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
import type { Entity } from "../memory/model.ts";
import type { Sight } from "./read-facts.ts";
import { seen, under, Values } from "./time-view.ts";

export interface StoredEntity extends Entity {
  readonly updatedAt: string;
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
}

function toEntity(row: EntityRow): StoredEntity {
  return {
    ...{ id: row.id, scopeSet: row.scope_set, type: row.type, name: row.name, typeNorm: row.type_norm, nameNorm: row.name_norm },
    ...{ category: row.memory_category, importance: row.importance, knownAt: timeText(row.known_at) },
    ...{ recordedAt: timeText(row.recorded_at), updatedAt: timeText(row.updated_at) },
  };
}

export async function entitiesById(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  ids: readonly string[],
): Promise<StoredEntity[]> {
  const values = new Values(contextId);
  const where = [`e.id = any(${values.add(ids, "text[]")})`, seen(view, values, "e"), under(scopeSets, values, "e")];
  const rows = await tx.query<EntityRow>({
    text: `select e.* from graph.entity e where e.ctx = $1 and ${where.join(" and ")}`,
    values: values.list,
  });
  return rows.map(toEntity);
}

/** The entities of this type and name (or alias), one for each ScopeSet; the earliest first. */
export async function entitiesNamed(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  typeNorm: string,
  nameNorm: string,
): Promise<StoredEntity[]> {
  const values = new Values(contextId);
  const name = values.add(nameNorm, "text");
  const where = [`e.type_norm = ${values.add(typeNorm, "text")}`, seen(view, values, "e"), under(scopeSets, values, "e")].join(
    " and ",
  );
  const rows = await tx.query<EntityRow>({
    text: `select e.* from graph.entity e where e.ctx = $1 and e.name_norm = ${name} and ${where}
      union
      select e.* from graph.entity_alias a join graph.entity e on e.ctx = $1 and e.id = a.entity_id
      where a.ctx = $1 and a.name_norm = ${name} and ${where}
      order by known_at, id`,
    values: values.list,
  });
  return rows.map(toEntity);
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

/** The visible entities by name; those of one type and name under several ScopeSets are one. */
export async function listEntities(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  page: { readonly typeNorm: string; readonly limit: number; readonly offset: number },
): Promise<{ entities: ListedEntity[]; total: number }> {
  const values = new Values(contextId);
  const where = ["e.ctx = $1", seen(view, values, "e"), under(scopeSets, values, "e")];
  if (page.typeNorm !== "") where.push(`e.type_norm = ${values.add(page.typeNorm, "text")}`);
  const [count] = await tx.query<{ total: number }>({
    text: `select count(distinct (e.name_norm, e.type_norm))::int as total from graph.entity e where ${where.join(" and ")}`,
    values: values.list,
  });
  const pages = `limit ${values.add(page.limit, "int")} offset ${values.add(page.offset, "int")}`;
  const rows = await tx.query<EntityRow>({
    text: `select (array_agg(e.id order by e.known_at, e.id))[1] as id, (array_agg(e.type order by e.known_at, e.id))[1] as type,
        (array_agg(e.name order by e.known_at, e.id))[1] as name,
        (array_agg(e.memory_category order by e.known_at, e.id))[1] as memory_category,
        max(e.importance) as importance, min(e.known_at) as known_at, max(e.updated_at) as updated_at
      from graph.entity e where ${where.join(" and ")} group by e.name_norm, e.type_norm
      order by e.name_norm, e.type_norm ${pages}`,
    values: values.list,
  });
  const entities = rows.map((row) => ({
    ...{ id: row.id, type: row.type, name: row.name, category: row.memory_category, importance: row.importance },
    ...{ knownAt: timeText(row.known_at), updatedAt: timeText(row.updated_at) },
  }));
  return { entities, total: count?.total ?? 0 };
}

export interface Match {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly matched: string;
}

/** Entities that these normalised names may mean: by name, alias or first word; whole names and persons first. */
export async function matchNames(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  names: readonly string[],
  limit: number,
): Promise<Match[]> {
  const values = new Values(contextId);
  const asked = values.add(names, "text[]");
  const where = ["e.ctx = $1", seen(view, values, "e"), under(scopeSets, values, "e")].join(" and ");
  const columns = "e.id, e.type, e.name, e.type_norm";
  return tx.query<Match>({
    text: `select id, type, name, matched from (
        select distinct on (id) * from (
          select ${columns}, e.name_norm as matched, 0 as distance from graph.entity e
            where ${where} and e.name_norm = any(${asked})
          union all
          select ${columns}, a.name_norm, 1 from graph.entity_alias a join graph.entity e on e.id = a.entity_id
            where a.ctx = $1 and ${where} and a.name_norm = any(${asked})
          union all
          select ${columns}, e.first_word, 2 from graph.entity e where ${where} and e.first_word = any(${asked})
        ) found order by id, distance
      ) best order by (type_norm = 'person') desc, distance, name, id limit ${values.add(limit, "int")}`,
    values: values.list,
  });
}
