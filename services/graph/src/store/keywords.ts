import type { Transaction } from "@loci/ports/database";
import { bulkInsert, type Column } from "./bulk.ts";
import type { Sight } from "./read-facts.ts";
import { under, Values } from "./time-view.ts";

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
  const keepEmbedding = `on conflict (ctx, scope_set, normalised) do update set embedding =
      case when length(excluded.embedding) > 0 then excluded.embedding else keyword.embedding end`;
  await tx.query(bulkInsert("keyword", columns, contextId, keywords, keepEmbedding));
  await tx.query({
    text: `insert into graph.document_keyword (ctx, document_id, keyword_id, score)
      select $1, $2, k.id, x.score::float8 from unnest($4::text[], $5::text[]) as x(normalised, score)
      join graph.keyword k on k.ctx = $1 and k.scope_set = $3 and k.normalised = x.normalised`,
    values: [
      ...[contextId, document.id, document.scopeSet],
      keywords.map((one) => one.normalised),
      keywords.map((one) => String(one.score)),
    ],
  });
}

export async function removeKeywords(tx: Transaction, contextId: string, documentIds: readonly string[]): Promise<void> {
  const gone = await tx.query<{ id: string }>({
    text: "delete from graph.document_keyword where ctx = $1 and document_id = any($2) returning keyword_id as id",
    values: [contextId, documentIds],
  });
  await dropUnusedKeywords(
    tx,
    contextId,
    gone.map((row) => row.id),
  );
}

/** Drops those of these keywords that no document has any more. */
export async function dropUnusedKeywords(tx: Transaction, contextId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query({
    text: `delete from graph.keyword k where k.ctx = $1 and k.id = any($2)
      and not exists (select 1 from graph.document_keyword d where d.ctx = $1 and d.keyword_id = k.id)`,
    values: [contextId, ids],
  });
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

const orders: Readonly<Record<KeywordOrder, string>> = {
  count: `"documentCount" desc, score desc, normalised`,
  score: `score desc, "documentCount" desc, normalised`,
  name: "lower(text), normalised",
};

const listed = `k.normalised, min(k.id) as id, (array_agg(k.text order by w.score desc, k.id))[1] as text,
  count(distinct w.document_id)::int as "documentCount", max(w.score) as score`;

/** The keywords of the visible documents; after `from` comes a condition or a grouping. */
function ofVisible({ contextId: _contextId, scopeSets }: Sight, values: Values): string {
  return `graph.keyword k join graph.document_keyword w on w.ctx = $1 and w.keyword_id = k.id
    join graph.document d on d.ctx = $1 and d.id = w.document_id and d.forgotten_at is null
    where k.ctx = $1 and ${under(scopeSets, values, "d")}`;
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
  const values = new Values(sight.contextId);
  const from = ofVisible(sight, values);
  const q = values.add(page.q.toLowerCase(), "text");
  const wanted = `(${q} = '' or strpos(lower(k.text), ${q}) > 0 or strpos(k.normalised, ${q}) > 0)`;
  const grouped = `select ${listed} from ${from} and ${wanted} group by k.normalised
    having count(distinct w.document_id) >= ${values.add(page.minDocumentCount, "int")}`;
  const [count] = await tx.query<{ total: number }>({
    text: `select count(*)::int as total from (${grouped}) found`,
    values: values.list,
  });
  const keywords = await tx.query<ListedKeyword>({
    text: `select * from (${grouped}) found order by ${orders[page.sort]}
      limit ${values.add(page.limit, "int")} offset ${values.add(page.offset, "int")}`,
    values: values.list,
  });
  return { keywords, total: count?.total ?? 0 };
}

export async function keywordNamed(tx: Transaction, sight: Sight, forms: readonly string[]): Promise<ListedKeyword | undefined> {
  const values = new Values(sight.contextId);
  const from = ofVisible(sight, values);
  const [found] = await tx.query<ListedKeyword>({
    text: `select ${listed} from ${from} and k.normalised = any(${values.add(forms, "text[]")}) group by k.normalised
      order by k.normalised limit 1`,
    values: values.list,
  });
  return found;
}

export async function documentsWithKeyword(tx: Transaction, sight: Sight, normalised: string, limit: number) {
  const values = new Values(sight.contextId);
  const from = ofVisible(sight, values);
  return tx.query<{ id: string; title: string; score: number }>({
    text: `select d.id, d.title, w.score from ${from} and k.normalised = ${values.add(normalised, "text")}
      order by w.score desc, d.id limit ${values.add(limit, "int")}`,
    values: values.list,
  });
}

/** A document's keywords, best first; its ScopeSet is seen already. */
export async function keywordsOfDocument(tx: Transaction, sight: Sight, documentId: string): Promise<ListedKeyword[]> {
  const values = new Values(sight.contextId);
  const id = values.add(documentId, "text");
  const from = ofVisible(sight, values);
  return tx.query<ListedKeyword>({
    text: `select ${listed.replace("max(w.score)", `max(w.score) filter (where w.document_id = ${id})`)} from ${from}
      and k.normalised in (select o.normalised from graph.document_keyword m
        join graph.keyword o on o.ctx = $1 and o.id = m.keyword_id where m.ctx = $1 and m.document_id = ${id})
      group by k.normalised order by score desc, normalised`,
    values: values.list,
  });
}

/** The keywords that most visible documents have, with a vector of each. */
export async function keywordVectors(
  tx: Transaction,
  sight: Sight,
  limit: number,
): Promise<(ListedKeyword & { readonly embedding: Uint8Array })[]> {
  const values = new Values(sight.contextId);
  const from = ofVisible(sight, values);
  return tx.query({
    text: `select found.*, e.embedding from (select ${listed} from ${from} group by k.normalised
        order by "documentCount" desc, score desc, normalised limit ${values.add(limit, "int")}) found
      join graph.keyword e on e.ctx = $1 and e.id = found.id`,
    values: values.list,
  });
}
