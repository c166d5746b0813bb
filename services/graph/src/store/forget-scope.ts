import { identifier, join, literal, param, sql, type Transaction } from "@loci/ports/database";
import { eraseAnswers } from "./erase.ts";
import type { Targets } from "./forget.ts";

/** From one selector's key to that of what is left of it. */
export type Moves = ReadonlyMap<string, string>;

const recordTables = ["turn", "fact", "entity", "instruction", "document"] as const;

/** Every record under these selectors, forgotten ones too. */
export async function recordsUnder(tx: Transaction, contextId: string, scopeSets: readonly string[]): Promise<Targets> {
  const [ctx, sets] = [param(contextId), param(scopeSets)];
  const found = recordTables.map(
    (table) =>
      sql`select ${literal(table)} as place, id from graph.${identifier(table)} where ctx = ${ctx} and scope_set = any(${sets})`,
  );
  const rows = await tx.query<{ place: string; id: string }>(join(found, sql` union all `));
  const of = (place: (typeof recordTables)[number]) => rows.flatMap((row) => (row.place === place ? [row.id] : []));
  return {
    ...{ turns: of("turn"), facts: of("fact"), entities: of("entity"), instructions: of("instruction") },
    ...{ documents: of("document"), chunks: [], unsaid: [], redacted: [], quoting: [] },
  };
}

/** The ids under which the records of these selectors are searchable. */
export async function searchableUnder(tx: Transaction, contextId: string, scopeSets: readonly string[]): Promise<string[]> {
  const tables = ["fact", "entity", "instruction", "document", "chunk", "section"];
  const [ctx, sets] = [param(contextId), param(scopeSets)];
  const found = [
    sql`select coalesce(nullif(chunk_id, ''), id) as id from graph.turn where ctx = ${ctx} and scope_set = any(${sets})`,
    ...tables.map((table) => sql`select id from graph.${identifier(table)} where ctx = ${ctx} and scope_set = any(${sets})`),
  ];
  const rows = await tx.query<{ id: string }>(join(found, sql` union all `));
  return rows.map((row) => row.id);
}

/** Documents that, moved, would stand beside one with the same content; of several that meet the first is kept. */
export async function collidingDocuments(tx: Transaction, contextId: string, moves: Moves): Promise<string[]> {
  const toParam = param([...moves.values()]);
  const rows = await tx.query<{ id: string }>(sql`select id from (
        select d.id, d.is_moved, row_number() over (partition by d.target, d.content_hash
            order by d.is_moved, d.created_at, d.id) as place
        from (select id, content_hash, created_at, coalesce(m.target, scope_set) as target, m.target is not null as is_moved
          from graph.document left join unnest(${[...moves.keys()]}::text[],
            ${toParam}::text[]) as m(origin, target) on m.origin = scope_set
          where ctx = ${contextId} and forgotten_at is null and (m.target is not null or scope_set = any(${toParam}))) d) placed
      where is_moved and place > 1`);
  return rows.map((row) => row.id);
}

/** They are about to be erased, and are in nobody's way until then. */
export async function hideDocuments(tx: Transaction, contextId: string, ids: readonly string[], now: string): Promise<void> {
  await tx.query(sql`update graph.document set forgotten_at = ${now}::timestamptz where ctx = ${contextId} and id = any(${ids})`);
}

export interface MergedEntity {
  readonly id: string;
  readonly keeper: string;
}

/** Entities that, moved, would bear the name of another one, and which one that is. */
export async function collidingEntities(tx: Transaction, contextId: string, moves: Moves): Promise<MergedEntity[]> {
  const toParam = param([...moves.values()]);
  return tx.query<MergedEntity>(sql`select id, keeper from (
        select e.id, first_value(e.id) over (partition by e.target, e.type_norm, e.name_norm
          order by e.is_moved, e.known_at, e.id) as keeper
        from (select id, type_norm, name_norm, known_at, coalesce(m.target, scope_set) as target, m.target is not null as is_moved
          from graph.entity left join unnest(${[...moves.keys()]}::text[],
            ${toParam}::text[]) as m(origin, target) on m.origin = scope_set
          where ctx = ${contextId} and forgotten_at is null and (m.target is not null or scope_set = any(${toParam}))) e) placed
      where id <> keeper`);
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
  const pairs = sql`unnest(${ids}::text[], ${merged.map((one) => one.keeper)}::text[]) as m(id, keeper)`;
  const give = (table: string, name: string) => {
    const column = identifier(name);
    return tx.query(sql`update graph.${identifier(table)} t set ${column} = m.keeper from ${pairs}
        where t.ctx = ${contextId} and t.${column} = m.id`);
  };
  const idsParam = param(ids);
  await tx.query(sql`update graph.uncertainty set status = 'withdrawn', resolution = 'scope_forgotten', recorded_until = ${now}::timestamptz
      where ctx = ${contextId} and (entity_id = any(${idsParam}) or (other_id <> '' and other_id = any(${idsParam}))) and status = 'open'`);
  for (const table of ["provenance", "fact", "fact_version"]) {
    await give(table, "entity_id");
    await give(table, "target_entity_id");
  }
  await give("uncertainty", "entity_id");
  await give("uncertainty", "other_id");
  await give("entity_merge", "kept_id");
  await give("entity_merge", "merged_id");
  await tx.query(sql`delete from graph.entity_merge where ctx = ${contextId} and kept_id = merged_id`);
  const names = sql`name, name_norm, turn_id, recorded_at, principal, reason, recorded_until, ended_by`;
  const ctx = param(contextId);
  await tx.query(sql`insert into graph.entity_alias (ctx, entity_id, ${names})
      select distinct on (m.keeper, name_norm) ${ctx}, m.keeper, ${names}
      from graph.entity_alias a join ${pairs} on m.id = a.entity_id
      where a.ctx = ${ctx} order by m.keeper, name_norm, recorded_at on conflict do nothing`);
  const emptied = { entity_alias: "entity_id", derivation: "entity_id", embedding: "record_id", entity: "id" };
  for (const [table, column] of Object.entries(emptied)) {
    await tx.query(sql`delete from graph.${identifier(table)} where ctx = ${contextId} and ${identifier(column)} = any(${ids})`);
  }
  await tx.query(sql`insert into graph.purged (ctx, id, recorded_at) select ${contextId}, x.id,
          ${now}::timestamptz from unnest(${ids}::text[]) as x(id)
      on conflict do nothing`);
  return tx.query(sql`select distinct entity_id as "entityId", key, scope_set as "scopeSet" from graph.provenance
      where ctx = ${contextId} and entity_id = any(${merged.map((one) => one.keeper)})`);
}

const movedTables = [
  ...["turn", "session", "entity", "fact", "fact_version", "provenance", "instruction", "uncertainty"],
  ...["document", "section", "chunk", "chunk_band"],
];

/** Puts all that lies under one selector under what is left of it. What would collide there was united, or is gone already. */
export async function moveRecords(tx: Transaction, contextId: string, moves: Moves): Promise<void> {
  await moveKeywords(tx, contextId, moves);
  for (const table of movedTables) await moveRows(tx, contextId, table, moves);
  await moveBeside(tx, contextId, moves);
  const ctx = param(contextId);
  await tx.query(sql`insert into graph.forgotten_text (ctx, scope_set, hash, recorded_at)
      select distinct on (m.target, f.hash) ${ctx}, m.target, f.hash, f.recorded_at
      from graph.forgotten_text f join unnest(${[...moves.keys()]}::text[], ${[...moves.values()]}::text[]) as m(origin, target) on m.origin = f.scope_set
      where f.ctx = ${ctx} on conflict do nothing`);
}

async function moveRows(tx: Transaction, contextId: string, table: string, moves: Moves): Promise<void> {
  await tx.query(
    sql`update graph.${identifier(table)} t set scope_set = m.target from unnest(${[...moves.keys()]}::text[], ${[...moves.values()]}::text[]) as m(origin, target)
        where t.ctx = ${contextId} and t.scope_set = m.origin`,
  );
}

/** What is wider and disagrees may have moved as well: only who sees it where it is now is told of it. */
async function moveBeside(tx: Transaction, contextId: string, moves: Moves): Promise<void> {
  const [from, to] = [param([...moves.keys()]), param([...moves.values()])];
  await tx.query(sql`update graph.uncertainty set beside = array(
        select distinct coalesce(m.target, b.key) as key from unnest(beside) as b(key)
        left join unnest(${from}::text[], ${to}::text[]) as m(origin, target) on m.origin = b.key order by key)
      where ctx = ${contextId} and beside && ${from}::text[]`);
}

/** A keyword is one for each selector and form: its documents get the one of the selector that they come under. */
async function moveKeywords(tx: Transaction, contextId: string, moves: Moves): Promise<void> {
  const [ctx, targets] = [param(contextId), param([...moves.values()])];
  const placed = sql`select k.id, first_value(k.id) over (partition by coalesce(m.target, k.scope_set), k.normalised
      order by m.target is not null, k.id) as keeper
    from graph.keyword k left join unnest(${[...moves.keys()]}::text[], ${targets}::text[]) as m(origin, target) on m.origin = k.scope_set
    where k.ctx = ${ctx} and (m.target is not null or k.scope_set = any(${targets}))`;
  await tx.query(sql`insert into graph.document_keyword (ctx, document_id, keyword_id, score)
      select ${ctx}, d.document_id, p.keeper, max(d.score) from (${placed}) p
      join graph.document_keyword d on d.ctx = ${ctx} and d.keyword_id = p.id where p.id <> p.keeper group by d.document_id, p.keeper
      on conflict do nothing`);
  const [row] = await tx.query<{ ids: string[] | null }>(sql`select array_agg(id) as ids from (${placed}) p where id <> keeper`);
  const gone = row?.ids ?? [];
  await tx.query(sql`delete from graph.document_keyword where ctx = ${contextId} and keyword_id = any(${gone})`);
  await tx.query(sql`delete from graph.keyword where ctx = ${contextId} and id = any(${gone})`);
  await moveRows(tx, contextId, "keyword", moves);
}

/** A write holds its session before it takes the context's lock: who holds that and waits for a session would wait for ever. */
export async function lockSessionsUnder(tx: Transaction, contextId: string, scopeSets: readonly string[]): Promise<void> {
  await tx.query(
    sql`select 1 from graph.session where ctx = ${contextId} and scope_set = any(${scopeSets}) order by id for update`,
  );
}

/** Nothing is left of these sessions but that their ids are taken. */
export async function emptySessions(tx: Transaction, contextId: string, scopeSets: readonly string[], now: string): Promise<void> {
  const emptied = await tx.query<{
    id: string;
  }>(sql`update graph.session set deleted_at = coalesce(deleted_at, ${now}::timestamptz), metadata = '{}'::jsonb
      where ctx = ${contextId} and scope_set = any(${scopeSets}) returning id`);
  // The answer to who made one repeats its metadata.
  await eraseAnswers(
    tx,
    contextId,
    emptied.map(({ id }) => id),
  );
  await tx.query(sql`delete from graph.forgotten_text where ctx = ${contextId} and scope_set = any(${scopeSets})`);
}

/** The labels of the instructions under these selectors, as subjects that are to be reconciled again. */
export async function labelsUnder(
  tx: Transaction,
  contextId: string,
  scopeSets: readonly string[],
): Promise<{ entityId: string; key: string; scopeSet: string }[]> {
  return tx.query(sql`select distinct '' as "entityId", label as key, scope_set as "scopeSet" from graph.instruction
      where ctx = ${contextId} and scope_set = any(${scopeSets}) and forgotten_at is null`);
}
