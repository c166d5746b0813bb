import { join, param, sql, type Sql, type Transaction } from "@loci/ports/database";

/** What stands in the search index: of each table the id, and what has to hold. */
const searchable = (ctx: Sql) => [
  sql`select id from graph.turn where ctx = ${ctx} and chunk_id = '' and extraction <> 'silent' and forgotten_at is null
    and expired_at is null`,
  sql`select chunk_id as id from graph.turn where ctx = ${ctx} and chunk_id <> '' and extraction <> 'silent' and forgotten_at is null
    and expired_at is null`,
  sql`select id from graph.fact where ctx = ${ctx} and not quarantined and merged_into = '' and forgotten_at is null
    and expired_at is null`,
  sql`select id from graph.entity where ctx = ${ctx} and forgotten_at is null and expired_at is null`,
  sql`select c.id from graph.chunk c join graph.document d on d.ctx = ${ctx} and d.id = c.document_id and d.forgotten_at is null
    where c.ctx = ${ctx} and c.forgotten_at is null`,
  sql`select s.id from graph.section s join graph.document d on d.ctx = ${ctx} and d.id = s.document_id and d.forgotten_at is null
    where s.ctx = ${ctx} and s.text <> ''`,
];

/** Ids of all that ought to be searchable, in their order, after one of them. */
export async function searchableAfter(tx: Transaction, contextId: string, after: string, limit: number): Promise<string[]> {
  const [beyond, most] = [param(after), param(limit)];
  const pages = searchable(param(contextId)).map(
    (ids) => sql`(select id from (${ids}) r where id > ${beyond} order by id limit ${most})`,
  );
  const rows = await tx.query<{ id: string }>(
    sql`select id from (${join(pages, sql` union all `)}) found order by id collate "C" limit ${most}`,
  );
  return rows.map((row) => row.id);
}
