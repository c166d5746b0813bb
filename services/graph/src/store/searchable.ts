import type { Transaction } from "@loci/ports/database";

/** What stands in the search index: of each table the id, and what has to hold. */
const searchable = [
  `select id from graph.turn where ctx = $1 and chunk_id = '' and extraction <> 'silent' and forgotten_at is null
    and expired_at is null`,
  `select chunk_id as id from graph.turn where ctx = $1 and chunk_id <> '' and extraction <> 'silent' and forgotten_at is null
    and expired_at is null`,
  `select id from graph.fact where ctx = $1 and not quarantined and merged_into = '' and forgotten_at is null
    and expired_at is null`,
  "select id from graph.entity where ctx = $1 and forgotten_at is null and expired_at is null",
  `select c.id from graph.chunk c join graph.document d on d.ctx = $1 and d.id = c.document_id and d.forgotten_at is null
    where c.ctx = $1 and c.forgotten_at is null`,
  `select s.id from graph.section s join graph.document d on d.ctx = $1 and d.id = s.document_id and d.forgotten_at is null
    where s.ctx = $1 and s.text <> ''`,
];

/** Ids of all that ought to be searchable, in their order, after one of them. */
export async function searchableAfter(tx: Transaction, contextId: string, after: string, limit: number): Promise<string[]> {
  const pages = searchable.map((ids) => `(select id from (${ids}) r where id > $2 order by id limit $3)`);
  const rows = await tx.query<{ id: string }>({
    text: `select id from (${pages.join(" union all ")}) found order by id collate "C" limit $3`,
    values: [contextId, after, limit],
  });
  return rows.map((row) => row.id);
}
