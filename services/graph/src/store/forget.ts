import { param, sql, type Sql, type Transaction } from "@loci/ports/database";

/** The records to forget, by their own ids. */
export interface Targets {
  readonly turns: readonly string[];
  readonly facts: readonly string[];
  readonly entities: readonly string[];
  readonly instructions: readonly string[];
  readonly documents: readonly string[];
  readonly chunks: readonly string[];
  /** Statements (by id) whose words are withheld, though their passage stays. */
  readonly unsaid: readonly string[];
  /** The turns and chunks that lose words and stay. */
  readonly redacted: readonly string[];
  /** Decisions that quote what is in no passage any more: a purge empties them. */
  readonly quoting: readonly string[];
}

/** A statement that no longer counts, and what it was about. */
export interface WithdrawnStatement {
  readonly id: string;
  readonly factId: string;
  readonly entityId: string;
  readonly targetEntityId: string;
  readonly key: string;
  readonly scopeSet: string;
  /** The turn or chunk that it was said in; "" where there is none. */
  readonly passageId: string;
  readonly spanStart: number;
  readonly spanEnd: number;
}

/** What was forgotten, with all that rested on it alone. */
export interface Forgotten extends Targets {
  readonly statements: readonly WithdrawnStatement[];
  /** The ids under which the turns are found. */
  readonly passages: readonly string[];
  /**
   * The facts, entities and instructions that go by this, without those that only repeated another: that were there until now, and with
   * `withForgotten` those that are there no more since they were forgotten before.
   */
  readonly newly: readonly string[];
  /** Entities among them that other forgotten records still name: nobody sees them again, and they are not erased. */
  readonly named: readonly string[];
}

/** A record that was forgotten, and whether somebody could have seen it until now. */
interface Gone {
  readonly id: string;
  readonly isNew: boolean;
  /** It only repeated another one. */
  readonly isRepeat: boolean;
}

/** Nothing rests on more than so many conclusions one upon the other. */
const longestChain = 32;

/**
 * Marks the targets as forgotten, withdraws what they said, and forgets what no standing statement supports any more. The keys of
 * the withdrawn statements are to be reconciled again. A constant number of statements.
 */
export async function forgetRecords(
  tx: Transaction,
  contextId: string,
  targets: Targets,
  { now, withForgotten }: { readonly now: string; readonly withForgotten: boolean },
): Promise<Forgotten> {
  const passages = await forgetTurns(tx, contextId, targets.turns, now);
  const statements: WithdrawnStatement[] = [...(await withdraw(tx, contextId, targets, now))];
  const newly = new Set<string>();
  const note = (gone: readonly Gone[]): string[] => {
    for (const { id, isNew, isRepeat } of gone) if (!isRepeat && (isNew || withForgotten)) newly.add(id);
    return gone.map(({ id }) => id);
  };
  const facts = new Set(note(await forgetFacts(tx, contextId, targets.facts, factsOf(statements), now)));
  let newest = [...facts];
  for (let i = 0; i < longestChain && newest.length > 0; i++) {
    const concluded = await withdrawConclusions(tx, contextId, newest, now);
    if (concluded.length === 0) break;
    statements.push(...concluded);
    newest = note(await forgetFacts(tx, contextId, [], factsOf(concluded), now)).filter((id) => !facts.has(id));
    for (const id of newest) facts.add(id);
  }
  const instructions = note(await forgetInstructions(tx, contextId, targets.instructions, factsOf(statements), now));
  await tx.query(
    sql`delete from graph.entity_alias where ctx = ${contextId} and turn_id <> '' and turn_id = any(${targets.turns})`,
  );
  const gone = await forgetEntities(tx, contextId, targets, statements, now);
  const entities = gone.map(({ id }) => id);
  const of = { entities: entities.filter((id) => !targets.entities.includes(id)), facts: [...facts], statements };
  const named = withForgotten ? await stillNamed(tx, contextId, of) : [];
  note(gone.filter(({ id, isNew }) => isNew || !named.includes(id)));
  const { turns, documents, chunks, unsaid, redacted, quoting } = targets;
  return {
    turns,
    documents,
    chunks,
    unsaid,
    redacted,
    quoting,
    passages,
    facts: [...facts],
    entities,
    instructions,
    statements,
    newly: [...newly],
    named,
  };
}

function factsOf(statements: readonly WithdrawnStatement[]): string[] {
  return [...new Set(statements.map((one) => one.factId))].filter((id) => id !== "");
}

async function forgetTurns(tx: Transaction, contextId: string, ids: readonly string[], now: string): Promise<string[]> {
  if (ids.length === 0) return [];
  await tx.query(sql`delete from graph.pending_extraction where ctx = ${contextId} and turn_id = any(${ids})`);
  const rows = await tx.query<{
    passage: string;
  }>(sql`update graph.turn set forgotten_at = coalesce(forgotten_at, ${now}::timestamptz) where ctx = ${contextId} and id = any(${ids})
      returning coalesce(nullif(chunk_id, ''), id) as passage`);
  return rows.map((row) => row.passage);
}

const statementFields = sql`p.id, p.fact_id as "factId", p.entity_id as "entityId", p.target_entity_id as "targetEntityId", p.key,
  p.scope_set as "scopeSet", coalesce(nullif(p.turn_id, ''), p.chunk_id) as "passageId",
  p.span_start as "spanStart", p.span_end as "spanEnd"`;

/** What the targets said, and what was said of them, denials too; what was withdrawn before is told again. */
async function withdraw(tx: Transaction, contextId: string, targets: Targets, now: string): Promise<WithdrawnStatement[]> {
  const { turns, facts, entities, instructions, documents, chunks, unsaid } = targets;
  const ctx = param(contextId);
  const factsParam = param([...facts, ...instructions]);
  const entitiesParam = param(entities);
  return tx.query<WithdrawnStatement>(sql`update graph.provenance p set withdrawn_at = coalesce(p.withdrawn_at, ${now}::timestamptz)
      where p.ctx = ${ctx} and p.id in (
        select id from graph.provenance where ctx = ${ctx} and turn_id <> '' and turn_id = any(${turns})
        union all select id from graph.provenance where ctx = ${ctx} and fact_id <> '' and fact_id = any(${factsParam})
        union all select n.id from graph.fact f join graph.provenance n
          on n.ctx = ${ctx} and n.entity_id = f.entity_id and n.key = f.key and n.value_norm = f.value_norm and n.negated
          where f.ctx = ${ctx} and f.id = any(${factsParam})
        union all select id from graph.provenance where ctx = ${ctx} and entity_id <> '' and entity_id = any(${entitiesParam})
        union all select id from graph.provenance where ctx = ${ctx} and target_entity_id <> '' and target_entity_id = any(${entitiesParam})
        union all select id from graph.provenance where ctx = ${ctx} and document_id <> '' and document_id = any(${documents})
        union all select id from graph.provenance where ctx = ${ctx} and chunk_id <> '' and chunk_id = any(${chunks})
        union all select id from graph.provenance where ctx = ${ctx} and id = any(${unsaid}))
      returning ${statementFields}`);
}

/** A conclusion rests on all of its evidence. */
async function withdrawConclusions(
  tx: Transaction,
  contextId: string,
  evidence: readonly string[],
  now: string,
): Promise<WithdrawnStatement[]> {
  return tx.query<WithdrawnStatement>(sql`update graph.provenance p set withdrawn_at = ${now}::timestamptz
      where p.ctx = ${contextId} and p.source = 'derived' and p.withdrawn_at is null and p.evidence && ${evidence}::text[]
      returning ${statementFields}`);
}

const isUnsupported = (ctx: Sql) => sql`not exists (select 1 from graph.provenance p
  where p.ctx = ${ctx} and p.fact_id = r.id and p.withdrawn_at is null)`;

/**
 * Forgets these facts, and of those that lost a statement the ones that have no other; with each the rows that were merged into
 * it, and all their versions.
 */
async function forgetFacts(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  weakened: readonly string[],
  now: string,
): Promise<Gone[]> {
  if (ids.length + weakened.length === 0) return [];
  const ctx = param(contextId);
  const rows = await tx.query<Gone>(sql`with recursive gone as (
        select r.id, r.entity_id, r.key, r.forgotten_at is null as is_new, r.merged_into <> '' as is_repeat from graph.fact r
          where r.ctx = ${ctx} and (r.id = any(${ids}) or (r.id = any(${weakened}) and ${isUnsupported(ctx)}))
        union
        select m.id, m.entity_id, m.key, m.forgotten_at is null, true from gone
          join graph.fact m on m.ctx = ${ctx} and m.entity_id = gone.entity_id and m.key = gone.key and m.merged_into = gone.id)
      update graph.fact f set forgotten_at = coalesce(f.forgotten_at, ${now}::timestamptz) from gone
      where f.ctx = ${ctx} and f.id = gone.id returning f.id, gone.is_new as "isNew", gone.is_repeat as "isRepeat"`);
  const forgotten = rows.map((row) => row.id);
  if (forgotten.length > 0) {
    await tx.query(sql`update graph.fact_version set forgotten_at = ${now}::timestamptz
        where ctx = ${contextId} and id = any(${forgotten}) and forgotten_at is null`);
  }
  return rows;
}

async function forgetInstructions(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  weakened: readonly string[],
  now: string,
): Promise<Gone[]> {
  const of = [...ids, ...weakened].filter((id) => id.startsWith("instruction:"));
  if (of.length === 0) return [];
  const ctx = param(contextId);
  return tx.query<Gone>(sql`update graph.instruction r set forgotten_at = coalesce(r.forgotten_at, ${now}::timestamptz)
      from (select id, forgotten_at is null as is_new, merged_into <> '' as is_repeat from graph.instruction where ctx = ${ctx}) before
      where r.ctx = ${ctx} and before.id = r.id and (r.id = any(${ids}) or (r.id = any(${weakened}) and ${isUnsupported(ctx)}))
      returning r.id, before.is_new as "isNew", before.is_repeat as "isRepeat"`);
}

/**
 * Forgets these entities, and of those that were spoken of the ones of which nothing is left: no fact, no statement, and no
 * standing passage that named them first.
 */
async function forgetEntities(
  tx: Transaction,
  contextId: string,
  targets: Targets,
  statements: readonly WithdrawnStatement[],
  now: string,
): Promise<Gone[]> {
  const spokenOf = [...new Set(statements.flatMap((one) => [one.entityId, one.targetEntityId]))].filter((id) => id !== "");
  const ctx = param(contextId);
  const named = await tx.query<{
    id: string;
  }>(sql`select record_id as id from graph.decision where ctx = ${ctx} and turn_id <> '' and rule = 'first_mention'
      and turn_id = any(${[...targets.turns, ...targets.chunks]}::text[] || array(select id from graph.chunk where ctx = ${ctx} and document_id = any(${targets.documents})))`);
  const candidates = [...spokenOf, ...named.map((row) => row.id)];
  if (candidates.length + targets.entities.length === 0) return [];
  const entitiesParam = param(targets.entities);
  const redactedParam = param(targets.redacted);
  const rows = await tx.query<Gone>(
    // Materialised: else the index would be searched for the whole list of candidates once for each of them.
    sql`with before as materialized (
        select id, forgotten_at is null as is_new from graph.entity where ctx = ${ctx} and id = any(${entitiesParam}::text[] || ${candidates}::text[]))
      update graph.entity e set forgotten_at = coalesce(e.forgotten_at, ${now}::timestamptz) from before
      where e.ctx = ${ctx} and before.id = e.id and (e.id = any(${entitiesParam}) or (
        not exists (select 1 from graph.fact f where f.ctx = ${ctx} and f.entity_id = e.id and f.forgotten_at is null)
        and not exists (select 1 from graph.fact f
          where f.ctx = ${ctx} and f.target_entity_id = e.id and f.target_entity_id <> '' and f.forgotten_at is null)
        and not exists (select 1 from graph.provenance p
          where p.ctx = ${ctx} and p.entity_id = e.id and p.withdrawn_at is null)
        and not exists (select 1 from graph.provenance p
          where p.ctx = ${ctx} and p.target_entity_id = e.id and p.target_entity_id <> '' and p.withdrawn_at is null)
        and not exists (select 1 from graph.decision d join graph.turn t on t.ctx = ${ctx} and t.id = d.turn_id
          where d.ctx = ${ctx} and d.record_id = e.id and d.rule = 'first_mention' and t.forgotten_at is null
            and t.id <> all(${redactedParam}))
        and not exists (select 1 from graph.decision d join graph.chunk c on c.ctx = ${ctx} and c.id = d.turn_id
          where d.ctx = ${ctx} and d.record_id = e.id and d.rule = 'first_mention' and c.forgotten_at is null
            and c.id <> all(${targets.chunks}) and c.id <> all(${redactedParam}) and c.document_id <> all(${targets.documents}))))
      returning e.id, before.is_new as "isNew", false as "isRepeat"`,
  );
  const forgotten = rows.map((row) => row.id);
  const forgottenParam = param(forgotten);
  if (forgotten.length > 0) {
    await tx.query(sql`update graph.uncertainty
        set status = 'withdrawn', resolution = 'candidate_forgotten', recorded_until = ${now}::timestamptz
        where ctx = ${contextId} and (entity_id = any(${forgottenParam}) or (other_id <> '' and other_id = any(${forgottenParam}))) and status = 'open'`);
  }
  return rows;
}

/** Of these entities those that a forgotten record names that is not among what goes now: its own history needs them. */
async function stillNamed(
  tx: Transaction,
  contextId: string,
  gone: {
    readonly entities: readonly string[];
    readonly facts: readonly string[];
    readonly statements: readonly WithdrawnStatement[];
  },
): Promise<string[]> {
  if (gone.entities.length === 0) return [];
  const [ctx, facts, statements] = [param(contextId), param(gone.facts), param(gone.statements.map(({ id }) => id))];
  const other = (
    column: Sql,
  ) => sql`exists (select 1 from graph.fact f where f.ctx = ${ctx} and f.${column} = x.id and f.${column} <> ''
    and f.id <> all(${facts})) or exists (select 1 from graph.provenance p where p.ctx = ${ctx} and p.${column} = x.id and p.${column} <> ''
    and p.id <> all(${statements}) and p.fact_id <> all(${facts}))`;
  const rows = await tx.query<{ id: string }>(
    sql`select x.id from unnest(${gone.entities}::text[]) as x(id) where ${other(sql`entity_id`)} or ${other(sql`target_entity_id`)}`,
  );
  return rows.map(({ id }) => id);
}
