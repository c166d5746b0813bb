import { timeText } from "@loci/platform/db";
import { join, param, sql, type Transaction } from "@loci/ports/database";
import { settleQuestions } from "./same-questions.ts";
import type { Sight } from "./read-facts.ts";
import { inForce, seen, under } from "./time-view.ts";

export interface AliasRecord {
  readonly entityId: string;
  /** `Type/name`. */
  readonly entity: string;
  readonly alias: string;
  readonly nameNorm: string;
  readonly recordedAt: string;
  /** The turn that told of it, or the principal who gave it. */
  readonly source: string;
}

/** The aliases of these entities, in the order in which they came. */
export async function aliasesOf(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  entityIds: readonly string[],
): Promise<AliasRecord[]> {
  const ctx = param(contextId);
  interface Row {
    readonly entity_id: string;
    readonly entity: string;
    readonly name: string;
    readonly name_norm: string;
    readonly recorded_at: Date;
    readonly source: string;
  }
  const rows = await tx.query<Row>(sql`select a.entity_id, e.type || '/' || e.name as entity, a.name, a.name_norm, a.recorded_at,
        case when a.turn_id <> '' then a.turn_id else a.principal end as source
      from graph.entity_alias a join graph.entity e on e.ctx = ${ctx} and e.id = a.entity_id and e.forgotten_at is null
      where a.ctx = ${ctx} and a.entity_id = any(${entityIds}::text[]) and ${inForce(view, "a")}
        and ${under(scopeSets, "e")}
      order by a.recorded_at, a.name, a.entity_id`);
  return rows.map(({ entity_id, entity, name, name_norm, recorded_at, source }) => ({
    ...{ entityId: entity_id, entity, alias: name, nameNorm: name_norm, recordedAt: timeText(recorded_at), source },
  }));
}

export interface GivenAlias {
  readonly entityIds: readonly string[];
  readonly name: string;
  readonly nameNorm: string;
  /** The passage that told it; "" for what the caller gave. */
  readonly turnId: string;
  readonly principal: string;
  readonly reason: string;
  readonly now: string;
}

/** Gives each entity the alias; one that was taken back is given anew. @returns those that did not have it */
export async function insertAlias(tx: Transaction, contextId: string, alias: GivenAlias): Promise<string[]> {
  const rows = await tx.query<{
    entity_id: string;
  }>(sql`insert into graph.entity_alias as a (ctx, entity_id, name, name_norm, turn_id, recorded_at, principal, reason)
      select ${contextId}, x.id, ${alias.name}, ${alias.nameNorm}, ${alias.turnId}, ${alias.now}::timestamptz,
        ${alias.principal}, ${alias.reason} from unnest(${alias.entityIds}::text[]) as x(id)
      on conflict (ctx, entity_id, name_norm) do update set name = excluded.name, turn_id = excluded.turn_id, principal = excluded.principal,
        reason = excluded.reason, recorded_at = excluded.recorded_at, recorded_until = null, ended_by = ''
        where a.recorded_until is not null
      returning a.entity_id`);
  return rows.map((row) => row.entity_id);
}

/** Takes the alias back. @returns the entities that had it */
export async function endAlias(
  tx: Transaction,
  contextId: string,
  alias: Pick<GivenAlias, "entityIds" | "nameNorm" | "principal" | "now">,
): Promise<string[]> {
  const rows = await tx.query<{
    entity_id: string;
  }>(sql`update graph.entity_alias set recorded_until = ${alias.now}::timestamptz, ended_by = ${alias.principal}
      where ctx = ${contextId} and entity_id = any(${alias.entityIds}::text[]) and name_norm = ${alias.nameNorm} and recorded_until is null returning entity_id`);
  return rows.map((row) => row.entity_id);
}

/** Entities under these ScopeSets that are called so already, by their own name or an alias. */
export async function takenNames(
  tx: Transaction,
  contextId: string,
  name: { readonly typeNorm: string; readonly nameNorm: string },
  scopeSets: readonly string[],
): Promise<string[]> {
  const ctx = param(contextId);
  const nameNormParam = param(name.nameNorm);
  const typeNormParam = param(name.typeNorm);
  const scopeSetsParam = param(scopeSets);
  const rows = await tx.query<{ id: string }>(sql`select e.id from graph.entity e
        where e.ctx = ${ctx} and e.name_norm = ${nameNormParam} and e.type_norm = ${typeNormParam} and e.scope_set = any(${scopeSetsParam}) and e.forgotten_at is null
      union
      select e.id from graph.entity_alias a join graph.entity e on e.ctx = ${ctx} and e.id = a.entity_id
        where a.ctx = ${ctx} and a.name_norm = ${nameNormParam} and a.recorded_until is null and e.type_norm = ${typeNormParam} and e.scope_set = any(${scopeSetsParam})
          and e.forgotten_at is null`);
  return rows.map((row) => row.id);
}

export interface MergeRecord {
  readonly id: string;
  readonly kept: string;
  readonly merged: string;
  readonly reason: string;
  readonly principal: string;
  readonly recordedAt: string;
  /** "" while one of its links holds that the reader sees. */
  readonly recordedUntil: string;
  /** Of those that the reader sees, the links that hold. */
  readonly links: readonly Link[];
  /** Both ends of each link that the reader sees, and their ScopeSets. */
  readonly entityIds: readonly string[];
  readonly scopeSets: readonly string[];
  /** Of how many merges this is one. */
  readonly total: number;
}

/** The merges of which the reader sees both ends, newest first, undone ones too. */
export async function merges(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  asked: { readonly id?: string; readonly limit: number; readonly offset: number },
): Promise<MergeRecord[]> {
  interface Row extends Omit<MergeRecord, "recordedAt" | "recordedUntil" | "links" | "entityIds" | "scopeSets"> {
    readonly recorded_at: Date;
    readonly recorded_until: Date | null;
    readonly links: Link[] | null;
    readonly entity_ids: string[];
    readonly scope_sets: string[];
  }
  const ctx = param(contextId);
  const ends = ["k", "e"].flatMap((end) => [seen(view, end), under(scopeSets, end)]);
  const one = asked.id === undefined ? sql`true` : sql`m.id = ${asked.id}::text`;
  const rows =
    await tx.query<Row>(sql`select m.id, min(k.type || '/' || k.name) as kept, min(e.type || '/' || e.name) as merged, min(m.reason) as reason,
        min(m.principal) as principal, min(m.recorded_at) as recorded_at,
        case when count(*) = count(m.recorded_until) then max(m.recorded_until) end as recorded_until,
        jsonb_agg(jsonb_build_object('keptId', k.id, 'mergedId', e.id) order by e.id) filter (where m.recorded_until is null) as links,
        array_agg(k.id) || array_agg(e.id) as entity_ids, array_agg(k.scope_set) || array_agg(e.scope_set) as scope_sets,
        count(*) over ()::int as total
      from graph.entity_merge m join graph.entity k on k.ctx = ${ctx} and k.id = m.kept_id
        join graph.entity e on e.ctx = ${ctx} and e.id = m.merged_id
      where m.ctx = ${ctx} and ${one} and ${join(ends, sql` and `)} group by m.id
      order by m.id desc limit ${asked.limit}::int offset ${asked.offset}::int`);
  return rows.map(({ recorded_at, recorded_until, links, entity_ids, scope_sets, ...row }) => ({
    ...{ ...row, links: links ?? [] },
    ...{ recordedAt: timeText(recorded_at), recordedUntil: timeText(recorded_until) },
    ...{ entityIds: [...new Set(entity_ids)], scopeSets: [...new Set(scope_sets)] },
  }));
}

export interface Link {
  readonly keptId: string;
  readonly mergedId: string;
}

export async function insertMerge(
  tx: Transaction,
  contextId: string,
  merge: { readonly id: string; readonly rule: string; readonly reason: string; readonly principal: string; readonly now: string },
  links: readonly Link[],
): Promise<void> {
  await tx.query(
    sql`insert into graph.entity_merge (ctx, id, kept_id, merged_id, reason, principal, recorded_at, undone_by, undo_reason, rule)
      select ${contextId}, ${merge.id}, x.kept, x.merged, ${merge.reason}, ${merge.principal}, ${merge.now}::timestamptz, '', '', ${merge.rule}
      from unnest(${links.map((link) => link.keptId)}::text[], ${links.map((link) => link.mergedId)}::text[]) as x(kept, merged)`,
  );
  const { reason, principal: by, now } = merge;
  await settleQuestions(tx, contextId, links, { resolution: "same", reason, by, now });
}

/** @param links those of its links that end; undefined for all of them */
export async function endMerge(
  tx: Transaction,
  contextId: string,
  undone: { readonly id: string; readonly reason: string; readonly principal: string; readonly now: string },
  links?: readonly Link[],
): Promise<void> {
  const kept = param(links?.map((link) => link.keptId) ?? null);
  await tx.query(
    sql`update graph.entity_merge set recorded_until = ${undone.now}::timestamptz, undone_by = ${undone.principal}, undo_reason = ${undone.reason}
      where ctx = ${contextId} and id = ${undone.id} and recorded_until is null
        and (${kept}::text[] is null or (kept_id, merged_id) in (select * from unnest(${kept}::text[], ${links?.map((link) => link.mergedId) ?? null}::text[])))`,
  );
}

/** Says of entities that they are, or are one with, the speaker of a scope. */
export async function setPersons(
  tx: Transaction,
  contextId: string,
  persons: readonly (readonly [string, string])[],
): Promise<void> {
  await tx.query(sql`update graph.entity e set person = x.person from unnest(${persons.map(([id]) => id)}::text[],
          ${persons.map(([, person]) => person)}::text[]) as x(id, person)
      where e.ctx = ${contextId} and e.id = x.id`);
}

/** Of which keys of these entities something was said. */
export async function keysOf(
  tx: Transaction,
  contextId: string,
  entityIds: readonly string[],
): Promise<{ readonly entityId: string; readonly key: string; readonly scopeSet: string }[]> {
  return tx.query(sql`select distinct entity_id as "entityId", key, scope_set as "scopeSet" from graph.provenance
      where ctx = ${contextId} and entity_id = any(${entityIds}) and withdrawn_at is null and not quarantined and source <> 'derived'`);
}
