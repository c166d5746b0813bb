import { param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { bulkInsert, keepsPlan, type Column } from "./bulk.ts";
import type { Sight } from "./read-facts.ts";
import { under } from "./time-view.ts";

export interface NewKeyword {
  readonly id: string;
  readonly normalised: string;
  readonly text: string;
  readonly score: number;
  readonly embedding: Uint8Array;
}

/** Gives a document these keywords; one that its ScopeSet has already keeps its id. */
export async function storeKeywords(
  tx: Transaction,
  contextId: string,
  document: { readonly id: string; readonly scopeSet: string },
  keywords: readonly NewKeyword[],
): Promise<void> {
  if (keywords.length === 0) return;
  const columns: Column<NewKeyword>[] = [
    { name: "id", type: "text", of: (one) => one.id },
    { name: "scope_set", type: "text", of: () => document.scopeSet },
    { name: "normalised", type: "text", of: (one) => one.normalised },
    { name: "text", type: "text", of: (one) => one.text },
    { name: "embedding", type: "bytea", of: (one) => one.embedding },
  ];
  const keepEmbedding = sql`on conflict (ctx, scope_set, normalised) do update set embedding =
      case when length(excluded.embedding) > 0 then excluded.embedding else keyword.embedding end`;
  await tx.query(bulkInsert("keyword", columns, contextId, keywords, keepEmbedding), keepsPlan);
  const ctx = param(contextId);
  await tx.query(
    sql`insert into graph.document_keyword (ctx, document_id, keyword_id, score)
      select ${ctx}, ${document.id}, k.id, x.score::float8 from unnest(${keywords.map((one) => one.normalised)}::text[], ${keywords.map((one) => String(one.score))}::text[]) as x(normalised, score)
      join graph.keyword k on k.ctx = ${ctx} and k.scope_set = ${document.scopeSet} and k.normalised = x.normalised`,
  );
}

export async function removeKeywords(tx: Transaction, contextId: string, documentIds: readonly string[]): Promise<void> {
  const gone = await tx.query<{ id: string }>(
    sql`delete from graph.document_keyword where ctx = ${contextId} and document_id = any(${documentIds}) returning keyword_id as id`,
  );
  await dropUnusedKeywords(
    tx,
    contextId,
    gone.map((row) => row.id),
  );
}

/** Drops those of these keywords that no document has any more. */
export async function dropUnusedKeywords(tx: Transaction, contextId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const ctx = param(contextId);
  await tx.query(sql`delete from graph.keyword k where k.ctx = ${ctx} and k.id = any(${ids})
      and not exists (select 1 from graph.document_keyword d where d.ctx = ${ctx} and d.keyword_id = k.id)`);
}

/** A keyword as a reader sees it: that of several ScopeSets is one. */
export interface ListedKeyword {
  readonly id: string;
  readonly normalised: string;
  readonly text: string;
  readonly documentCount: number;
  readonly score: number;
}

export type KeywordOrder = "count" | "score" | "name";

const orders: Readonly<Record<KeywordOrder, Sql>> = {
  count: sql`"documentCount" desc, score desc, normalised`,
  score: sql`score desc, "documentCount" desc, normalised`,
  name: sql`lower(text), normalised`,
};

const listedWith = (score: Sql) => sql`k.normalised, min(k.id) as id, (array_agg(k.text order by w.score desc, k.id))[1] as text,
  count(distinct w.document_id)::int as "documentCount", ${score} as score`;
const listed = listedWith(sql`max(w.score)`);

/** The keywords of the visible documents; after `from` comes a condition or a grouping. */
function ofVisible({ scopeSets }: Sight, ctx: Sql): Sql {
  return sql`graph.keyword k join graph.document_keyword w on w.ctx = ${ctx} and w.keyword_id = k.id
    join graph.document d on d.ctx = ${ctx} and d.id = w.document_id and d.forgotten_at is null
    where k.ctx = ${ctx} and ${under(scopeSets, "d")}`;
}

export interface KeywordPage {
  readonly q: string;
  readonly minDocumentCount: number;
  readonly sort: KeywordOrder;
  readonly limit: number;
  readonly offset: number;
}

export async function listKeywords(
  tx: Transaction,
  sight: Sight,
  page: KeywordPage,
): Promise<{ keywords: ListedKeyword[]; total: number }> {
  const ctx = param(sight.contextId);
  const from = ofVisible(sight, ctx);
  const q = sql`${page.q.toLowerCase()}::text`;
  const wanted = sql`(${q} = '' or strpos(lower(k.text), ${q}) > 0 or strpos(k.normalised, ${q}) > 0)`;
  const grouped = sql`select ${listed} from ${from} and ${wanted} group by k.normalised
    having count(distinct w.document_id) >= ${page.minDocumentCount}::int`;
  const [count] = await tx.query<{ total: number }>(sql`select count(*)::int as total from (${grouped}) found`);
  const keywords = await tx.query<ListedKeyword>(sql`select * from (${grouped}) found order by ${orders[page.sort]}
      limit ${page.limit}::int offset ${page.offset}::int`);
  return { keywords, total: count?.total ?? 0 };
}

export async function keywordNamed(tx: Transaction, sight: Sight, forms: readonly string[]): Promise<ListedKeyword | undefined> {
  const ctx = param(sight.contextId);
  const from = ofVisible(sight, ctx);
  const [found] =
    await tx.query<ListedKeyword>(sql`select ${listed} from ${from} and k.normalised = any(${forms}::text[]) group by k.normalised
      order by k.normalised limit 1`);
  return found;
}

export async function documentsWithKeyword(tx: Transaction, sight: Sight, normalised: string, limit: number) {
  const ctx = param(sight.contextId);
  const from = ofVisible(sight, ctx);
  return tx.query<{
    id: string;
    title: string;
    score: number;
  }>(sql`select d.id, d.title, w.score from ${from} and k.normalised = ${normalised}::text
      order by w.score desc, d.id limit ${limit}::int`);
}

/** A document's keywords, best first; its ScopeSet is seen already. */
export async function keywordsOfDocument(tx: Transaction, sight: Sight, documentId: string): Promise<ListedKeyword[]> {
  const ctx = param(sight.contextId);
  const id = sql`${documentId}::text`;
  const from = ofVisible(sight, ctx);
  return tx.query<ListedKeyword>(sql`select ${listedWith(sql`max(w.score) filter (where w.document_id = ${id})`)} from ${from}
      and k.normalised in (select o.normalised from graph.document_keyword m
        join graph.keyword o on o.ctx = ${ctx} and o.id = m.keyword_id where m.ctx = ${ctx} and m.document_id = ${id})
      group by k.normalised order by score desc, normalised`);
}

/** The keywords that most visible documents have, with a vector of each. */
export async function keywordVectors(
  tx: Transaction,
  sight: Sight,
  limit: number,
): Promise<(ListedKeyword & { readonly embedding: Uint8Array })[]> {
  const ctx = param(sight.contextId);
  const from = ofVisible(sight, ctx);
  return tx.query(sql`select found.*, e.embedding from (select ${listed} from ${from} group by k.normalised
        order by "documentCount" desc, score desc, normalised limit ${limit}::int) found
      join graph.keyword e on e.ctx = ${ctx} and e.id = found.id`);
}
