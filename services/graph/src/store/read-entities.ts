import type { MemoryCategory } from "@loci/kernel";
import { timeText } from "@loci/platform/db";
import { join, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { nameEnds } from "../identity/probes.ts";
import type { Entity } from "../memory/model.ts";
import type { Sight } from "./read-facts.ts";
import { inForce, seen, under } from "./time-view.ts";

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
  const ctx = param(contextId);
  const where = [sql`e.id = any(${ids}::text[])`, seen(view, "e"), under(scopeSets, "e")];
  const rows = await tx.query<EntityRow>(sql`select e.* from graph.entity e where e.ctx = ${ctx} and ${join(where, sql` and `)}`, {
    keepsPlan: true,
  });
  return rows.map(toEntity);
}

/** Entities as they are stored, forgotten ones too: for decisions about what was said of them. */
export async function storedEntities(tx: Transaction, contextId: string, ids: readonly string[]): Promise<StoredEntity[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<EntityRow>(sql`select * from graph.entity where ctx = ${contextId} and id = any(${ids})`);
  return rows.map(toEntity);
}

/** The entities that are themselves called so, by name or alias, one for each ScopeSet; the earliest first. */
export async function entitiesCalled(tx: Transaction, sight: Sight, typeNorm: string, nameNorm: string): Promise<StoredEntity[]> {
  const ctx = param(sight.contextId);
  const rows = await tx.query<EntityRow>(sql`select * from (${called(sight, ctx, typeNorm, nameNorm)}) e order by known_at, id`);
  return rows.map(toEntity);
}

/**
 * The same, with those that were asserted to be the same and the namesakes of all of them: what a reader sees as one. Those into
 * which others were merged come first, then the earliest.
 */
export async function entitiesNamed(tx: Transaction, sight: Sight, typeNorm: string, nameNorm: string): Promise<StoredEntity[]> {
  const ctx = param(sight.contextId);
  const rows = await tx.query<EntityRow>(sql`${sameNamed(sight, ctx, typeNorm, nameNorm)}
      select e.* from same s, ${lookedUp(ctx, sql`id = s.id`)}
      order by exists (select 1 from graph.entity_merge m where m.ctx = ${ctx} and m.merged_id = e.id
        and ${inForce(sight.view, "m")} and m.kept_id in (select id from same)), e.known_at, e.id`);
  return rows.map(toEntity);
}

/** `with recursive same(id, …)`: all that a reader sees as one under this name. */
export function sameNamed(sight: Sight, ctx: Sql, typeNorm: string, nameNorm: string): Sql {
  return sameAs(sql`select id, type_norm, name_norm, person from (${called(sight, ctx, typeNorm, nameNorm)}) e`, sight, ctx);
}

/** So many names of one are looked up with it, the nearest first: nobody has more, unless a text was written to have them. */
export const mostAsOne = 2_048;

/** These entities and what a reader sees as one with them, at most `mostAsOne` more, by id. */
export async function idsOfSame(tx: Transaction, sight: Sight, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const ctx = param(sight.contextId);
  const most = sql`${ids.length + mostAsOne}::int`;
  // Postgres makes no more rows of the recursion than the limit takes.
  const rows = await tx.query<{ id: string }>(
    sql`${sameAs(those(ids, sight, ctx), sight, ctx)} select id from same limit ${most}`,
    { keepsPlan: true },
  );
  return rows.map((row) => row.id);
}

/** The same in groups, each of what is one, by each of its ids; `mostAsOne` at most in all. */
export async function groupsOfSame(
  tx: Transaction,
  sight: Sight,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const ctx = param(sight.contextId);
  const most = sql`${mostAsOne}::int`;
  const merged = inForce(sight.view, "m");
  const rows = await tx.query<{ id: string; named: string; kept: string[] }>(
    sql`${sameAs(those(ids, sight, ctx), sight, ctx)}
      select s.id, jsonb_build_array(s.type_norm, s.name_norm, s.person)::text as named,
        array(select m.kept_id from graph.entity_merge m where m.ctx = ${ctx} and m.merged_id = s.id and ${merged}) as kept
      from same s limit ${most}`,
    { keepsPlan: true },
  );
  const groups = new Map<string, string[]>();
  // What two have in common, a name or an entity, makes their groups one; the smaller one joins the larger.
  const link = (a: string, b: string) => {
    const [one, other] = [groups.get(a) ?? [a], groups.get(b) ?? [b]];
    const [into, from] = one.length < other.length ? [other, one] : [one, other];
    if (into !== from) into.push(...from);
    for (const id of into === from ? [a] : from) groups.set(id, into);
    groups.set(a, into).set(b, into);
  };
  const order = new Map(rows.map(({ id }, i) => [id, i]));
  for (const { id, named, kept } of rows) {
    link(id, named);
    // Through one whom the reader does not see two others are not one.
    for (const other of kept) if (order.has(other)) link(id, other);
  }
  const inOrder = (group: readonly string[]) =>
    group.filter((id) => order.has(id)).sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return new Map([...new Set(groups.values())].map(inOrder).flatMap((group) => group.map((id) => [id, group] as const)));
}

function those(ids: readonly string[], sight: Sight, ctx: Sql): Sql {
  return sql`select e.id, e.type_norm, e.name_norm, e.person from unnest(${ids}::text[]) as given (id), ${lookedUp(ctx, sql`id = given.id`)}
    where ${visibleByKey(sight)}`;
}

function called(sight: Sight, ctx: Sql, typeNorm: string, nameNorm: string): Sql {
  const name = sql`${nameNorm}::text`;
  const where = sql`e.type_norm = ${typeNorm}::text and ${visible(sight, "e")}`;
  return sql`select e.* from graph.entity e where e.ctx = ${ctx} and e.name_norm = ${name} and ${where}
    union
    select e.* from graph.entity_alias a join graph.entity e on e.ctx = ${ctx} and e.id = a.entity_id
    where a.ctx = ${ctx} and a.name_norm = ${name} and ${inForce(sight.view, "a")} and ${where}`;
}

/**
 * `with recursive same(id, type_norm, name_norm, person)`: from a start over merges and namesakes; it ends in circles too. Two
 * who say "I" are no namesakes. A name is a row of its own, without an id, from which its bearers are read once: read from each of
 * its bearers, thousands of namesakes would cost their number squared.
 */
function sameAs(start: Sql, sight: Sight, ctx: Sql): Sql {
  const where = visibleByKey(sight);
  const merged = inForce(sight.view, "m");
  const columns = sql`e.id, e.type_norm, e.name_norm, e.person`;
  return sql`with recursive linked as (
      ${start}
      union
      select x.* from linked s cross join lateral (
        select ${columns} from graph.entity_merge m, ${lookedUp(ctx, sql`id = m.merged_id`)} where m.ctx = ${ctx} and m.kept_id = s.id and ${merged} and ${where}
        union all
        select ${columns} from graph.entity_merge m, ${lookedUp(ctx, sql`id = m.kept_id`)} where m.ctx = ${ctx} and m.merged_id = s.id and ${merged} and ${where}
        union all
        select '', s.type_norm, s.name_norm, s.person where s.id <> ''
        union all
        select ${columns} from ${lookedUp(ctx, sql`name_norm = s.name_norm and type_norm = s.type_norm and forgotten_at is null and s.id = ''`)} where e.person = s.person and ${where}
      ) x), same as (select * from linked where id <> '')`;
}

/**
 * By its key: `offset 0` keeps the planner from going by the ScopeSets instead, which reads all entities under them at each step, and
 * conditions on the entity from choosing an index of names for a lookup by id (migration 0027).
 */
function lookedUp(ctx: Sql, by: Sql): Sql {
  return sql`lateral (select * from graph.entity where ctx = ${ctx} and ${by} offset 0) e`;
}

function visible({ scopeSets, view }: Sight, alias: string): Sql {
  return sql`${seen(view, alias)} and ${under(scopeSets, alias)}`;
}

/**
 * The same of an entity `e` that is looked up by its key. Postgres goes through an array for each entity, and hashes rows once;
 * without `is true` it would join them, which goes through them for each entity too.
 */
function visibleByKey({ scopeSets, view }: Sight): Sql {
  const region = scopeSets === null ? sql`true` : sql`(e.scope_set in (select unnest(${scopeSets}::text[]))) is true`;
  return sql`${seen(view, "e")} and ${region}`;
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
export function entityGroups(sight: Sight, ctx: Sql, where: Sql): Sql {
  const kept = sql`select m.merged_id from graph.entity_merge m, ${lookedUp(ctx, sql`id = m.kept_id`)}
      where m.ctx = ${ctx} and ${inForce(sight.view, "m")} and ${visibleByKey(sight)}`;
  // Postgres hashes what such a list holds; joined, it was read anew for each entity where the planner takes the context for small.
  return sql`graph.entity e where e.ctx = ${ctx} and ${visible(sight, "e")} and ${where}
    group by e.name_norm, e.type_norm, e.person having not bool_or(e.id in (${kept}))`;
}

/** Of such a group: the earliest tells who it is. */
export const groupColumns = sql`(array_agg(e.id order by e.known_at, e.id))[1] as id,
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
  const ctx = param(sight.contextId);
  const where = page.typeNorm === "" ? sql`true` : sql`e.type_norm = ${page.typeNorm}::text`;
  const groups = entityGroups(sight, ctx, where);
  const [count] = await tx.query<{ total: number }>(sql`select count(*)::int as total from (select 1 from ${groups}) listed`);
  const pages = sql`limit ${page.limit}::int offset ${page.offset}::int`;
  const rows = await tx.query<EntityRow>(sql`select ${groupColumns}
      from ${groups} order by e.name_norm, e.type_norm, e.person ${pages}`);
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
  const ctx = param(contextId);
  const asked = sql`${names}::text[]`;
  const where = join([sql`e.ctx = ${ctx}`, seen(view, "e"), under(scopeSets, "e")], sql` and `);
  const columns = sql`e.id, e.type, e.name, e.type_norm, e.person`;
  const whole = names.flatMap((name) => {
    const { given, family } = nameEnds({ nameNorm: name, typeNorm: "person" });
    return given === "" || family === "" || given === family ? [] : [{ name, given, family }];
  });
  const column = (list: readonly string[]) => sql`${list}::text[]`;
  const ends = join([whole.map((one) => one.name), whole.map((one) => one.given), whole.map((one) => one.family)].map(column));
  return tx.query<Match>(
    sql`select id, type, name, matched, person from (
        select distinct on (id) * from (
          select ${columns}, e.name_norm as matched, 0 as distance from graph.entity e
            where ${where} and e.name_norm = any(${asked})
          union all
          select ${columns}, a.name_norm, 1 from graph.entity_alias a join graph.entity e on e.id = a.entity_id
            where a.ctx = ${ctx} and ${inForce(view, "a")} and ${where} and a.name_norm = any(${asked})
          union all
          select ${columns}, n.name, 1 from unnest(${ends}) as n(name, given, family)
            join graph.entity e on e.given = n.given and e.given <> '' and e.family = n.family and e.type_norm = 'person' where ${where}
          union all
          select ${columns}, e.first_word, 2 from graph.entity e where ${where} and e.first_word = any(${asked}) and e.first_word <> ''
        ) found order by id, distance
      ) best order by (type_norm = 'person') desc, distance, name, id limit ${limit}::int`,
    { keepsPlan: true },
  );
}
