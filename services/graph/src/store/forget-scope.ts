import type { Transaction } from "@loci/ports/database";
import { eraseAnswers } from "./erase.ts";
import type { Targets } from "./forget.ts";

/** From one selector's key to that of what is left of it. */
export type Moves = ReadonlyMap<string, string>;

const recordTables = ["turn", "fact", "entity", "instruction", "document"] as const;

/** Every record under these selectors, forgotten ones too. */
export async function recordsUnder(tx: Transaction, contextId: string, scopeSets: readonly string[]): Promise<Targets> {
  const rows = await tx.query<{ place: string; id: string }>({
    text: recordTables
      .map((table) => `select '${table}' as place, id from graph.${table} where ctx = $1 and scope_set = any($2)`)
      .join(" union all "),
    values: [contextId, scopeSets],
  });
  const of = (place: (typeof recordTables)[number]) => rows.flatMap((row) => (row.place === place ? [row.id] : []));
  return {
    ...{ turns: of("turn"), facts: of("fact"), entities: of("entity"), instructions: of("instruction") },
    ...{ documents: of("document"), chunks: [], unsaid: [], redacted: [], quoting: [] },
  };
}

/** The ids under which the records of these selectors are searchable. */
export async function searchableUnder(tx: Transaction, contextId: string, scopeSets: readonly string[]): Promise<string[]> {
  const tables = ["fact", "entity", "instruction", "document", "chunk", "section"];
  const rows = await tx.query<{ id: string }>({
    text: [
      "select coalesce(nullif(chunk_id, ''), id) as id from graph.turn where ctx = $1 and scope_set = any($2)",
      ...tables.map((table) => `select id from graph.${table} where ctx = $1 and scope_set = any($2)`),
    ].join(" union all "),
    values: [contextId, scopeSets],
  });
  return rows.map((row) => row.id);
}

/** Documents that, moved, would stand beside one with the same content; of several that meet the first is kept. */
export async function collidingDocuments(tx: Transaction, contextId: string, moves: Moves): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    text: `select id from (
        select d.id, d.is_moved, row_number() over (partition by d.target, d.content_hash
            order by d.is_moved, d.created_at, d.id) as place
        from (select id, content_hash, created_at, coalesce(m.target, scope_set) as target, m.target is not null as is_moved
          from graph.document left join unnest($2::text[], $3::text[]) as m(origin, target) on m.origin = scope_set
          where ctx = $1 and forgotten_at is null and (m.target is not null or scope_set = any($3))) d) placed
      where is_moved and place > 1`,
    values: [contextId, [...moves.keys()], [...moves.values()]],
  });
  return rows.map((row) => row.id);
}

/** They are about to be erased, and are in nobody's way until then. */
export async function hideDocuments(tx: Transaction, contextId: string, ids: readonly string[], now: string): Promise<void> {
  await tx.query({
    text: "update graph.document set forgotten_at = $3::timestamptz where ctx = $1 and id = any($2)",
    values: [contextId, ids, now],
  });
}

export interface MergedEntity {
  readonly id: string;
  readonly keeper: string;
}

/** Entities that, moved, would bear the name of another one, and which one that is. */
export async function collidingEntities(tx: Transaction, contextId: string, moves: Moves): Promise<MergedEntity[]> {
  return tx.query<MergedEntity>({
    text: `select id, keeper from (
        select e.id, first_value(e.id) over (partition by e.target, e.type_norm, e.name_norm
          order by e.is_moved, e.known_at, e.id) as keeper
        from (select id, type_norm, name_norm, known_at, coalesce(m.target, scope_set) as target, m.target is not null as is_moved
          from graph.entity left join unnest($2::text[], $3::text[]) as m(origin, target) on m.origin = scope_set
          where ctx = $1 and forgotten_at is null and (m.target is not null or scope_set = any($3))) e) placed
      where id <> keeper`,
    values: [contextId, [...moves.keys()], [...moves.values()]],
  });
}

/**
 * Gives all that one entity has to the other of its name, and erases the one. Its keys are to be reconciled again.
 * @returns the keys of the kept entities
 */
export async function uniteEntities(
  tx: Transaction,
  contextId: string,
  merged: readonly MergedEntity[],
  now: string,
): Promise<{ entityId: string; key: string; scopeSet: string }[]> {
  const ids = merged.map((one) => one.id);
  const pairs = [contextId, ids, merged.map((one) => one.keeper)];
  const give = (table: string, column: string) =>
    tx.query({
      text: `update graph.${table} t set ${column} = m.keeper from unnest($2::text[], $3::text[]) as m(id, keeper)
        where t.ctx = $1 and t.${column} = m.id`,
      values: pairs,
    });
  await tx.query({
    text: `update graph.uncertainty set status = 'withdrawn', resolution = 'scope_forgotten', recorded_until = $3::timestamptz
      where ctx = $1 and (entity_id = any($2) or (other_id <> '' and other_id = any($2))) and status = 'open'`,
    values: [contextId, ids, now],
  });
  for (const table of ["provenance", "fact", "fact_version"]) {
    await give(table, "entity_id");
    await give(table, "target_entity_id");
  }
  await give("uncertainty", "entity_id");
  await give("uncertainty", "other_id");
  await give("entity_merge", "kept_id");
  await give("entity_merge", "merged_id");
  await tx.query({ text: "delete from graph.entity_merge where ctx = $1 and kept_id = merged_id", values: [contextId] });
  const names = "name, name_norm, turn_id, recorded_at, principal, reason, recorded_until, ended_by";
  await tx.query({
    text: `insert into graph.entity_alias (ctx, entity_id, ${names})
      select distinct on (m.keeper, name_norm) $1, m.keeper, ${names}
      from graph.entity_alias a join unnest($2::text[], $3::text[]) as m(id, keeper) on m.id = a.entity_id
      where a.ctx = $1 order by m.keeper, name_norm, recorded_at on conflict do nothing`,
    values: pairs,
  });
  const emptied = { entity_alias: "entity_id", derivation: "entity_id", embedding: "record_id", entity: "id" };
  for (const [table, column] of Object.entries(emptied)) {
    await tx.query({ text: `delete from graph.${table} where ctx = $1 and ${column} = any($2)`, values: [contextId, ids] });
  }
  await tx.query({
    text: `insert into graph.purged (ctx, id, recorded_at) select $1, x.id, $3::timestamptz from unnest($2::text[]) as x(id)
      on conflict do nothing`,
    values: [contextId, ids, now],
  });
  return tx.query({
    text: `select distinct entity_id as "entityId", key, scope_set as "scopeSet" from graph.provenance
      where ctx = $1 and entity_id = any($2)`,
    values: [contextId, merged.map((one) => one.keeper)],
  });
}

const movedTables = [
  ...["turn", "session", "entity", "fact", "fact_version", "provenance", "instruction", "uncertainty"],
  ...["document", "section", "chunk", "chunk_band"],
];

/** Puts all that lies under one selector under what is left of it. What would collide there was united, or is gone already. */
export async function moveRecords(tx: Transaction, contextId: string, moves: Moves): Promise<void> {
  const values = [contextId, [...moves.keys()], [...moves.values()]];
  await moveKeywords(tx, values);
  for (const table of movedTables) {
    await tx.query({
      text: `update graph.${table} t set scope_set = m.target from unnest($2::text[], $3::text[]) as m(origin, target)
        where t.ctx = $1 and t.scope_set = m.origin`,
      values,
    });
  }
  await tx.query({
    text: `insert into graph.forgotten_text (ctx, scope_set, hash, recorded_at)
      select distinct on (m.target, f.hash) $1, m.target, f.hash, f.recorded_at
      from graph.forgotten_text f join unnest($2::text[], $3::text[]) as m(origin, target) on m.origin = f.scope_set
      where f.ctx = $1 on conflict do nothing`,
    values,
  });
}

/** A keyword is one for each selector and form: its documents get the one of the selector that they come under. */
async function moveKeywords(tx: Transaction, values: readonly unknown[]): Promise<void> {
  const placed = `select k.id, first_value(k.id) over (partition by coalesce(m.target, k.scope_set), k.normalised
      order by m.target is not null, k.id) as keeper
    from graph.keyword k left join unnest($2::text[], $3::text[]) as m(origin, target) on m.origin = k.scope_set
    where k.ctx = $1 and (m.target is not null or k.scope_set = any($3))`;
  await tx.query({
    text: `insert into graph.document_keyword (ctx, document_id, keyword_id, score)
      select $1, d.document_id, p.keeper, max(d.score) from (${placed}) p
      join graph.document_keyword d on d.ctx = $1 and d.keyword_id = p.id where p.id <> p.keeper group by d.document_id, p.keeper
      on conflict do nothing`,
    values,
  });
  const [row] = await tx.query<{ ids: string[] | null }>({
    text: `select array_agg(id) as ids from (${placed}) p where id <> keeper`,
    values,
  });
  const gone = [values[0], row?.ids ?? []];
  await tx.query({ text: "delete from graph.document_keyword where ctx = $1 and keyword_id = any($2)", values: gone });
  await tx.query({ text: "delete from graph.keyword where ctx = $1 and id = any($2)", values: gone });
  await tx.query({
    text: `update graph.keyword t set scope_set = m.target from unnest($2::text[], $3::text[]) as m(origin, target)
      where t.ctx = $1 and t.scope_set = m.origin`,
    values,
  });
}

/** Nothing is left of these sessions but that their ids are taken. */
export async function emptySessions(tx: Transaction, contextId: string, scopeSets: readonly string[], now: string): Promise<void> {
  const emptied = await tx.query<{ id: string }>({
    text: `update graph.session set deleted_at = coalesce(deleted_at, $3::timestamptz), metadata = '{}'::jsonb
      where ctx = $1 and scope_set = any($2) returning id`,
    values: [contextId, scopeSets, now],
  });
  // The answer to who made one repeats its metadata.
  await eraseAnswers(
    tx,
    contextId,
    emptied.map(({ id }) => id),
  );
  await tx.query({
    text: "delete from graph.forgotten_text where ctx = $1 and scope_set = any($2)",
    values: [contextId, scopeSets],
  });
}

/** The labels of the instructions under these selectors, as subjects that are to be reconciled again. */
export async function labelsUnder(
  tx: Transaction,
  contextId: string,
  scopeSets: readonly string[],
): Promise<{ entityId: string; key: string; scopeSet: string }[]> {
  return tx.query({
    text: `select distinct '' as "entityId", label as key, scope_set as "scopeSet" from graph.instruction
      where ctx = $1 and scope_set = any($2) and forgotten_at is null`,
    values: [contextId, scopeSets],
  });
}
