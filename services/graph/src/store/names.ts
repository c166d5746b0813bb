import { timeText } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
import { settleQuestions } from "./same-questions.ts";
import type { Sight } from "./read-facts.ts";
import { inForce, seen, under, Values } from "./time-view.ts";

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
  const values = new Values(contextId);
  interface Row {
    readonly entity_id: string;
    readonly entity: string;
    readonly name: string;
    readonly name_norm: string;
    readonly recorded_at: Date;
    readonly source: string;
  }
  const rows = await tx.query<Row>({
    text: `select a.entity_id, e.type || '/' || e.name as entity, a.name, a.name_norm, a.recorded_at,
        case when a.turn_id <> '' then a.turn_id else a.principal end as source
      from graph.entity_alias a join graph.entity e on e.ctx = $1 and e.id = a.entity_id and e.forgotten_at is null
      where a.ctx = $1 and a.entity_id = any(${values.add(entityIds, "text[]")}) and ${inForce(view, values, "a")}
        and ${under(scopeSets, values, "e")}
      order by a.recorded_at, a.name, a.entity_id`,
    values: values.list,
  });
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
  const rows = await tx.query<{ entity_id: string }>({
    text: `insert into graph.entity_alias as a (ctx, entity_id, name, name_norm, turn_id, recorded_at, principal, reason)
      select $1, x.id, $3, $4, $8, $7::timestamptz, $5, $6 from unnest($2::text[]) as x(id)
      on conflict (ctx, entity_id, name_norm) do update set name = excluded.name, turn_id = excluded.turn_id, principal = excluded.principal,
        reason = excluded.reason, recorded_at = excluded.recorded_at, recorded_until = null, ended_by = ''
        where a.recorded_until is not null
      returning a.entity_id`,
    values: [contextId, alias.entityIds, alias.name, alias.nameNorm, alias.principal, alias.reason, alias.now, alias.turnId],
  });
  return rows.map((row) => row.entity_id);
}

/** Takes the alias back. @returns the entities that had it */
export async function endAlias(
  tx: Transaction,
  contextId: string,
  alias: Pick<GivenAlias, "entityIds" | "nameNorm" | "principal" | "now">,
): Promise<string[]> {
  const rows = await tx.query<{ entity_id: string }>({
    text: `update graph.entity_alias set recorded_until = $4::timestamptz, ended_by = $5
      where ctx = $1 and entity_id = any($2::text[]) and name_norm = $3 and recorded_until is null returning entity_id`,
    values: [contextId, alias.entityIds, alias.nameNorm, alias.now, alias.principal],
  });
  return rows.map((row) => row.entity_id);
}

/** Entities under these ScopeSets that are called so already, by their own name or an alias. */
export async function takenNames(
  tx: Transaction,
  contextId: string,
  name: { readonly typeNorm: string; readonly nameNorm: string },
  scopeSets: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    text: `select e.id from graph.entity e
        where e.ctx = $1 and e.name_norm = $2 and e.type_norm = $3 and e.scope_set = any($4) and e.forgotten_at is null
      union
      select e.id from graph.entity_alias a join graph.entity e on e.ctx = $1 and e.id = a.entity_id
        where a.ctx = $1 and a.name_norm = $2 and a.recorded_until is null and e.type_norm = $3 and e.scope_set = any($4)
          and e.forgotten_at is null`,
    values: [contextId, name.nameNorm, name.typeNorm, scopeSets],
  });
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
  const values = new Values(contextId);
  const ends = ["k", "e"].flatMap((end) => [seen(view, values, end), under(scopeSets, values, end)]);
  const one = asked.id === undefined ? "true" : `m.id = ${values.add(asked.id, "text")}`;
  const rows = await tx.query<Row>({
    text: `select m.id, min(k.type || '/' || k.name) as kept, min(e.type || '/' || e.name) as merged, min(m.reason) as reason,
        min(m.principal) as principal, min(m.recorded_at) as recorded_at,
        case when count(*) = count(m.recorded_until) then max(m.recorded_until) end as recorded_until,
        jsonb_agg(jsonb_build_object('keptId', k.id, 'mergedId', e.id) order by e.id) filter (where m.recorded_until is null) as links,
        array_agg(k.id) || array_agg(e.id) as entity_ids, array_agg(k.scope_set) || array_agg(e.scope_set) as scope_sets,
        count(*) over ()::int as total
      from graph.entity_merge m join graph.entity k on k.ctx = $1 and k.id = m.kept_id
        join graph.entity e on e.ctx = $1 and e.id = m.merged_id
      where m.ctx = $1 and ${one} and ${ends.join(" and ")} group by m.id
      order by m.id desc limit ${values.add(asked.limit, "int")} offset ${values.add(asked.offset, "int")}`,
    values: values.list,
  });
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
  await tx.query({
    text: `insert into graph.entity_merge (ctx, id, kept_id, merged_id, reason, principal, recorded_at, undone_by, undo_reason, rule)
      select $1, $2, x.kept, x.merged, $5, $6, $7::timestamptz, '', '', $8
      from unnest($3::text[], $4::text[]) as x(kept, merged)`,
    values: [
      ...[contextId, merge.id, links.map((link) => link.keptId), links.map((link) => link.mergedId)],
      ...[merge.reason, merge.principal, merge.now, merge.rule],
    ],
  });
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
  await tx.query({
    text: `update graph.entity_merge set recorded_until = $3::timestamptz, undone_by = $4, undo_reason = $5
      where ctx = $1 and id = $2 and recorded_until is null
        and ($6::text[] is null or (kept_id, merged_id) in (select * from unnest($6::text[], $7::text[])))`,
    values: [
      ...[contextId, undone.id, undone.now, undone.principal, undone.reason],
      ...[links?.map((link) => link.keptId) ?? null, links?.map((link) => link.mergedId) ?? null],
    ],
  });
}

/** Says of entities that they are, or are one with, the speaker of a scope. */
export async function setPersons(
  tx: Transaction,
  contextId: string,
  persons: readonly (readonly [string, string])[],
): Promise<void> {
  await tx.query({
    text: `update graph.entity e set person = x.person from unnest($2::text[], $3::text[]) as x(id, person)
      where e.ctx = $1 and e.id = x.id`,
    values: [contextId, persons.map(([id]) => id), persons.map(([, person]) => person)],
  });
}

/** Of which keys of these entities something was said. */
export async function keysOf(
  tx: Transaction,
  contextId: string,
  entityIds: readonly string[],
): Promise<{ readonly entityId: string; readonly key: string; readonly scopeSet: string }[]> {
  return tx.query({
    text: `select distinct entity_id as "entityId", key, scope_set as "scopeSet" from graph.provenance
      where ctx = $1 and entity_id = any($2) and withdrawn_at is null and not quarantined and source <> 'derived'`,
    values: [contextId, entityIds],
  });
}
