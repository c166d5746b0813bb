/** What no fault may leave behind, looked for in the tables: HTTP cannot show it. */
import { sql, type Sql } from "@loci/ports/database";
import { join } from "node:path";
import { openPglite } from "@loci/adapters/pglite";
import { openPostgres } from "@loci/adapters/postgres";

/** How many turns of a session were erased: each leaves a gap, since numbers are not given twice. */
const purgedOf = (ctx: Sql, sessionId: Sql) =>
  sql`(select count(*) from graph.purged p where p.ctx = ${ctx} and p.session_id = ${sessionId} and p.id like 'turn:%')`;

/** Each finds the rows that break one promise; none is what they should all find. */
const broken: Readonly<Record<string, Sql>> = {
  "a turn without its session": sql`select t.id from graph.turn t
    where not exists (select from graph.session s where s.ctx = t.ctx and s.id = t.session_id)`,
  "a session that counts other turns than it had": sql`select s.id from graph.session s where s.turns <> ${purgedOf(sql`s.ctx`, sql`s.id`)}
    + (select count(*) from graph.turn t where t.ctx = s.ctx and t.session_id = s.id)`,
  "a turn with a number that its session has not come to": sql`select t.id from graph.turn t
    join graph.session s on s.ctx = t.ctx and s.id = t.session_id where t.seq < 0 or t.seq >= s.turns`,
  "a turn without its embedding": sql`select t.id from graph.turn t where not exists (
    select from graph.embedding e where e.ctx = t.ctx and e.record_id = case t.chunk_id when '' then t.id else t.chunk_id end)`,
  "a turn that no follower is told of": sql`select t.id from graph.turn t where not exists (
    select from graph.feed f where f.ctx = t.ctx and f.record_id = case t.chunk_id when '' then t.id else t.chunk_id end)`,
  "a turn whose extraction nobody will do": sql`select t.id from graph.turn t where t.extraction = 'pending'
    and not exists (select from graph.pending_extraction p where p.ctx = t.ctx and p.turn_id = t.id)`,
  "an extraction of a turn that is not": sql`select p.turn_id from graph.pending_extraction p
    where not exists (select from graph.turn t where t.ctx = p.ctx and t.id = p.turn_id and t.extraction = 'pending')`,
  "a fact without its source": sql`select f.id from graph.fact f where f.merged_into = ''
    and not exists (select from graph.provenance p where p.ctx = f.ctx and p.fact_id = f.id)`,
  "a fact without its decision": sql`select f.id from graph.fact f
    where not exists (select from graph.decision d where d.ctx = f.ctx and d.record_id = f.id)`,
  "a fact of no entity": sql`select f.id from graph.fact f
    where not exists (select from graph.entity e where e.ctx = f.ctx and e.id = f.entity_id)`,
  "a source of no turn": sql`select p.id from graph.provenance p where p.source = 'turn'
    and not exists (select from graph.turn t where t.ctx = p.ctx and t.id = p.turn_id)`,
  "two open facts of one value": sql`select min(f.id) from graph.fact f where f.known_until is null and f.merged_into = ''
    group by f.ctx, f.entity_id, f.key, f.value_norm, f.target_entity_id having count(*) > 1`,
  "a record of an unknown selector": sql`select r.id from (select ctx, id, scope_set from graph.session union all
    select ctx, id, scope_set from graph.turn union all select ctx, id, scope_set from graph.fact) r
    where not exists (select from graph.scope_set s where s.ctx = r.ctx and s.key = r.scope_set)`,
  "a gap in the feed": sql`select f.ctx from graph.feed f join graph.feed_head h on h.ctx = f.ctx
    group by f.ctx, h.seq having min(f.seq) <> 1 or max(f.seq) <> count(*) or h.seq <> count(*)`,
  "a chunk of no document, or of no section": sql`select c.id from graph.chunk c
    where not exists (select from graph.document d where d.ctx = c.ctx and d.id = c.document_id)
      or not exists (select from graph.section s where s.ctx = c.ctx and s.id = c.section_id)`,
  "a document whose chunks have a gap": sql`select document_id from graph.chunk group by ctx, document_id
    having min(position) <> 0 or max(position) + 1 <> count(*)`,
  "a ready document with a chunk that nobody embedded or read": sql`select c.id from graph.chunk c
    join graph.document d on d.ctx = c.ctx and d.id = c.document_id and d.status = 'ready'
    where not c.extracted or not exists (select from graph.embedding e where e.ctx = c.ctx and e.record_id = c.id)`,
  "a document that nobody works on": sql`select d.id from graph.document d where d.status not in ('ready', 'failed')
    and not exists (select from graph.unfinished_document u where u.ctx = d.ctx and u.document_id = d.id)`,
  "a source of no chunk": sql`select p.id from graph.provenance p where p.source = 'chunk' and p.retracted_at is null
    and not exists (select from graph.chunk c where c.ctx = p.ctx and c.id = p.chunk_id)`,
  "two sources of one fact at one place": sql`select min(p.id) from graph.provenance p where p.source = 'chunk'
    group by p.ctx, p.fact_id, p.chunk_id, p.span_start, p.span_end, p.key having count(*) > 1`,
  "a keyword of no document": sql`select k.id from graph.keyword k
    where not exists (select from graph.document_keyword d where d.ctx = k.ctx and d.keyword_id = k.id)`,
  "an operation that was begun and never answered": sql`select operation_id from graph.operation where response is null`,
};

export interface Kept {
  /** Promises that are broken, each with how often. */
  readonly violations: readonly string[];
  /** Each stored content with its turn's id, in no order. */
  readonly turns: readonly { readonly id: string; readonly content: string }[];
}

/** Reads a database that no server has open (a data folder), or that one may have (a Postgres). */
export async function inspect(connection: string): Promise<Kept> {
  const folder = /^pglite:(.*)$/.exec(connection)?.[1];
  const database =
    folder === undefined
      ? await openPostgres({ connectionString: connection })
      : await openPglite({ folder: join(folder, "database") });
  try {
    return await database.asOwner(async (tx) => {
      const violations: string[] = [];
      for (const [name, statement] of Object.entries(broken)) {
        const rows = await tx.query(statement);
        if (rows.length > 0) violations.push(`${name}: ${rows.length}`);
      }
      return { violations, turns: await tx.query<Kept["turns"][number]>(sql`select id, content from graph.turn`) };
    });
  } finally {
    await database.close();
  }
}
