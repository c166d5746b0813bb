import { kindOf } from "@loci/kernel";
import { nothing, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { quotes } from "./erase-quotes.ts";
import type { Sight } from "./read-facts.ts";

/** A record that is to be forgotten, with what tells the caller which one it was. */
export interface Match {
  readonly kind: "turn" | "fact" | "statement" | "quote" | "entity" | "instruction";
  readonly id: string;
  /** The id under which it is found: of a literal text its chunk's. */
  readonly foundAs: string;
  readonly scopeSet: string;
  /** A turn's content, an instruction's description; "" for the others. */
  readonly text: string;
  /** Subject (or entity), key or label, value: "" where there is none. */
  readonly typeNorm: string;
  readonly type: string;
  readonly name: string;
  readonly nameNorm: string;
  readonly key: string;
  readonly value: string;
  readonly valueNorm: string;
}

interface Row {
  readonly id: string;
  readonly found_as: string;
  readonly scope_set: string;
  readonly text: string;
  readonly type: string;
  readonly type_norm: string;
  readonly name: string;
  readonly name_norm: string;
  readonly key: string;
  readonly value: string;
  readonly value_norm: string;
}

/**
 * The records of these ids that lie under one of the ScopeSets (null: any).
 * @param options withForgotten: also those that were forgotten before, which a purge still erases
 */
export async function matchRecords(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  options: { readonly scopeSets: readonly string[] | null; readonly withForgotten: boolean },
): Promise<Match[]> {
  const scopeSetsParam = param(options.scopeSets);
  const ctx = param(contextId);
  const find = async (kind: Match["kind"], kinds: readonly string[], from: (ids: Sql) => Sql): Promise<Match[]> => {
    const asked = ids.filter((id) => kinds.includes(kindOf(id) ?? ""));
    if (asked.length === 0) return [];
    const forgotten = options.withForgotten ? nothing : sql`and r.forgotten_at is null`;
    const rows = await tx.query<Row>(
      sql`${from(param(asked))} and (${scopeSetsParam}::text[] is null or r.scope_set = any(${scopeSetsParam})) ${forgotten} order by r.id`,
    );
    return rows.map((row) => ({
      ...{ kind, id: row.id, foundAs: row.found_as, scopeSet: row.scope_set, text: row.text, type: row.type, name: row.name },
      ...{ typeNorm: row.type_norm, nameNorm: row.name_norm, key: row.key, value: row.value, valueNorm: row.value_norm },
    }));
  };
  return [
    ...(await find(
      "turn",
      ["turn", "memory_chunk"],
      (asked) => sql`select r.id, coalesce(nullif(r.chunk_id, ''), r.id) as found_as, r.scope_set,
      r.content as text, '' as type, '' as type_norm, '' as name, '' as name_norm, '' as key, '' as value, '' as value_norm
      from graph.turn r
      where r.ctx = ${ctx} and (r.id = any(${asked}) or (r.chunk_id <> '' and r.chunk_id = any(${asked})))`,
    )),
    ...(await find(
      "fact",
      ["attribute", "relation"],
      (asked) => sql`select r.id, r.id as found_as, r.scope_set, '' as text, coalesce(s.type, '') as type,
      coalesce(s.type_norm, '') as type_norm, coalesce(s.name, '') as name, coalesce(s.name_norm, '') as name_norm, r.key,
      coalesce(o.name, r.value) as value, r.value_norm
      from graph.fact r left join graph.entity s on s.ctx = ${ctx} and s.id = r.entity_id
      left join graph.entity o on o.ctx = ${ctx} and o.id = r.target_entity_id
      where r.ctx = ${ctx} and r.id = any(${asked})`,
    )),
    ...(await find(
      "statement",
      options.withForgotten ? ["provenance"] : [],
      (asked) => sql`select r.id, r.id as found_as, r.scope_set, case when r.entity_id = '' then r.value else '' end as text,
      coalesce(s.type, '') as type, coalesce(s.type_norm, '') as type_norm, coalesce(s.name, '') as name,
      coalesce(s.name_norm, '') as name_norm, case when r.entity_id = '' then '' else r.key end as key,
      coalesce(o.name, r.value) as value, r.value_norm
      from (select p.*, p.withdrawn_at as forgotten_at from graph.provenance p) r
      left join graph.entity s on s.ctx = ${ctx} and s.id = r.entity_id and r.entity_id <> ''
      left join graph.entity o on o.ctx = ${ctx} and o.id = r.target_entity_id and r.target_entity_id <> ''
      where r.ctx = ${ctx} and (r.fact_id = '' or r.entity_id = '') and r.id = any(${asked})`,
    )),
    ...(await find(
      "quote",
      options.withForgotten ? ["decision"] : [],
      (
        asked,
      ) => sql`select r.id, r.id as found_as, r.scope_set, r.sentence as text, '' as type, '' as type_norm, '' as name, '' as name_norm,
      '' as key, '' as value, '' as value_norm from (select q.*, null as forgotten_at from (${quotes(ctx)}) q) r
      where r.ctx = ${ctx} and r.id = any(${asked})`,
    )),
    ...(await find(
      "entity",
      ["entity"],
      (asked) => sql`select r.id, r.id as found_as, r.scope_set, '' as text, r.type, r.type_norm, r.name,
      r.name_norm, '' as key, '' as value, '' as value_norm from graph.entity r where r.ctx = ${ctx} and r.id = any(${asked})`,
    )),
    ...(await find(
      "instruction",
      ["instruction"],
      (asked) => sql`select r.id, r.id as found_as, r.scope_set, r.description as text, '' as type,
      '' as type_norm, '' as name, '' as name_norm, r.label as key, r.description as value, '' as value_norm
      from graph.instruction r where r.ctx = ${ctx} and r.id = any(${asked})`,
    )),
  ];
}

/** The entities under the sight's ScopeSets that were forgotten under this name, with those that were one with them there. */
export async function forgottenEntities(
  tx: Transaction,
  { contextId, scopeSets }: Pick<Sight, "contextId" | "scopeSets">,
  typeNorm: string,
  nameNorm: string,
): Promise<{ readonly id: string; readonly scopeSet: string; readonly person: string }[]> {
  const ctx = param(contextId);
  const within = param(scopeSets);
  return tx.query<{
    id: string;
    scopeSet: string;
    person: string;
  }>(sql`with recursive gone as (select id, scope_set, type_norm, name_norm, person from graph.entity
        where ctx = ${ctx} and forgotten_at is not null and (${within}::text[] is null or scope_set = any(${within}))),
      same as (
        select id, scope_set, person from gone where type_norm = ${typeNorm} and name_norm = ${nameNorm}
        union
        select g.id, g.scope_set, g.person from same s
          join graph.entity_merge m on m.ctx = ${ctx} and (m.kept_id = s.id or m.merged_id = s.id) and m.recorded_until is null
          join gone g on g.id in (m.kept_id, m.merged_id))
      select id, scope_set as "scopeSet", person from same`);
}

/** The forgotten turns and chunks that something was read from about these entities, under one of the ScopeSets (null: any). */
export async function forgottenPassagesAbout(
  tx: Transaction,
  contextId: string,
  entities: readonly string[],
  scopeSets: readonly string[] | null,
): Promise<string[]> {
  const ctx = param(contextId);
  const entitiesParam = param(entities);
  const scopeSetsParam = param(scopeSets);
  const rows = await tx.query<{
    id: string;
  }>(sql`select distinct coalesce(nullif(chunk_id, ''), turn_id) as id from graph.provenance
      where ctx = ${ctx} and (entity_id = any(${entitiesParam}) or (target_entity_id <> '' and target_entity_id = any(${entitiesParam})))
        and (${scopeSetsParam}::text[] is null or scope_set = any(${scopeSetsParam}))
        and (exists (select 1 from graph.turn t where t.ctx = ${ctx} and t.id = turn_id and turn_id <> '' and t.forgotten_at is not null)
          or exists (select 1 from graph.chunk c where c.ctx = ${ctx} and c.id = chunk_id and chunk_id <> '' and c.forgotten_at is not null))`);
  return rows.map(({ id }) => id);
}
