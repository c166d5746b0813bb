import { canonicalScopeSet, scopeSetKey } from "@loci/kernel";
import { timeParam } from "@loci/platform/db";
import { param, sql, type Transaction } from "@loci/ports/database";
import type { IndexChange, IndexDocument } from "@loci/ports/search-index";
import { countedAs, kindOf, placeOf, termsOf } from "../scoring/kinds.ts";
import { vectorParam, type VectorKind } from "./vector.ts";

interface Row {
  readonly document: IndexDocument;
  readonly scopeSet: number;
  readonly terms: readonly string[];
}

/** How the statistics of each ScopeSet change: documents and terms in all, and documents for each term. */
class Deltas {
  readonly totals = new Map<number, { documents: number; terms: number }>();
  readonly terms = new Map<number, Map<string, number>>();

  add(scopeSet: number, terms: readonly string[], sign: 1 | -1): void {
    const total = this.totals.get(scopeSet) ?? { documents: 0, terms: 0 };
    this.totals.set(scopeSet, { documents: total.documents + sign, terms: total.terms + sign * terms.length });
    const counts = this.terms.get(scopeSet) ?? new Map<string, number>();
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + sign);
    this.terms.set(scopeSet, counts);
  }
}

/** Applies a batch in the given transaction: a constant number of statements, whatever its size. */
export async function applyChanges(
  tx: Transaction,
  contextId: string,
  changes: readonly IndexChange[],
  features: { readonly vector: VectorKind; readonly postings: boolean },
): Promise<void> {
  const deltas = new Deltas();
  const ids = changes.map((change) => ("put" in change ? change.put.id : change.remove));
  const old = await tx.query<{ scope_set: number; lexemes: string }>(
    sql`delete from search.document where ctx = ${contextId} and id = any(${ids}::text[]) returning scope_set, lexemes`,
    { name: "search.take_documents" },
  );
  for (const row of old) deltas.add(row.scope_set, splitTerms(row.lexemes), -1);

  const documents = changes.flatMap((change) => ("put" in change ? [change.put] : []));
  const numbers = await numberScopeSets(tx, contextId, documents);
  const rows = documents.map((document): Row => {
    const scopeSet = numbers.get(countedAs(document)) ?? 0;
    const terms = termsOf(document);
    deltas.add(scopeSet, terms, 1);
    return { document, scopeSet, terms };
  });
  if (rows.length > 0) await insertDocuments(tx, contextId, rows, features.vector);
  if (features.postings) await replacePostings(tx, contextId, ids, rows);
  await applyDeltas(tx, contextId, deltas);
}

export function splitTerms(lexemes: string): string[] {
  return lexemes === "" ? [] : lexemes.split(" ");
}

/** Gives each ScopeSet its number in the context. The caller holds the context's watermark row, so numbers cannot collide. */
async function numberScopeSets(
  tx: Transaction,
  contextId: string,
  documents: readonly IndexDocument[],
): Promise<Map<string, number>> {
  const sets = [...new Map(documents.map((document) => [countedAs(document), document])).values()];
  if (sets.length === 0) return new Map();
  const keys = sets.map((set) => scopeSetKey(set.scopes));
  const ctx = param(contextId);
  await tx.query(
    sql`insert into search.scope_set (ctx, number, key, kind, scopes)
      select ${ctx}, (select coalesce(max(number), 0) from search.scope_set where ctx = ${ctx}) + row_number() over (order by new.ord), new.key, new.kind, new.body::jsonb
      from unnest(${keys}::text[], ${sets.map((set) => kindOf(set.class))}::text[],
        ${sets.map((set) => JSON.stringify(canonicalScopeSet(set.scopes)))}::text[]) with ordinality new (key, kind, body, ord)
      where not exists (select 1 from search.scope_set s where s.ctx = ${ctx} and s.key = new.key and s.kind = new.kind)`,
    { name: "search.number_scope_sets" },
  );
  const rows = await tx.query<{ key: string; kind: string; number: number }>(
    sql`select key, kind, number from search.scope_set where ctx = ${contextId} and key = any(${keys}::text[])`,
    { name: "search.scope_set_numbers" },
  );
  return new Map(rows.map((row) => [`${row.kind} ${row.key}`, row.number]));
}

async function insertDocuments(tx: Transaction, contextId: string, rows: readonly Row[], kind: VectorKind): Promise<void> {
  const column = <T>(pick: (row: Row) => T) => rows.map(pick);
  await tx.query(
    sql`insert into search.document
        (ctx, id, scope_set, class, lexemes, speaker, session_id, seq, place, document_id, labels, known_at, known_until, embedding)
      select ${contextId}, id, scope_set, class, lexemes, speaker, session_id, seq, place, document_id,
        array(select jsonb_array_elements_text(labels::jsonb)), known_at, known_until, embedding::${kind.type}
      from unnest(${column((row) => row.document.id)}::text[], ${column((row) => row.scopeSet)}::int[],
        ${column((row) => row.document.class)}::text[], ${column((row) => row.terms.join(" "))}::text[],
        ${column((row) => row.document.speaker)}::text[], ${column((row) => row.document.sessionId)}::text[],
        ${column((row) => row.document.seq)}::int[], ${column((row) => placeOf(row.document.sessionId, row.document.seq))}::text[],
        ${column((row) => row.document.documentId)}::text[], ${column((row) => JSON.stringify(row.document.labels))}::text[],
        ${column((row) => row.document.knownAt)}::timestamptz[], ${column((row) => timeParam(row.document.knownUntil))}::timestamptz[],
        ${column((row) => (row.document.embedding.length === 0 ? null : vectorParam(row.document.embedding, kind)))}::text[])
        new (id, scope_set, class, lexemes, speaker, session_id, seq, place, document_id, labels, known_at, known_until, embedding)`,
    { name: "search.insert_documents" },
  );
}

async function replacePostings(tx: Transaction, contextId: string, ids: readonly string[], rows: readonly Row[]): Promise<void> {
  await tx.query(sql`delete from search.posting where ctx = ${contextId} and id = any(${ids}::text[])`);
  const postings = rows.flatMap((row) => {
    const counts = new Map<string, number>();
    for (const term of row.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    return [...counts].map(([term, frequency]) => ({ term, frequency, scopeSet: row.scopeSet, id: row.document.id }));
  });
  if (postings.length === 0) return;
  await tx.query(sql`insert into search.posting (ctx, term, scope_set, id, frequency)
      select ${contextId}, * from unnest(${postings.map((posting) => posting.term)}::text[],
        ${postings.map((posting) => posting.scopeSet)}::int[], ${postings.map((posting) => posting.id)}::text[],
        ${postings.map((posting) => posting.frequency)}::int[])`);
}

async function applyDeltas(tx: Transaction, contextId: string, deltas: Deltas): Promise<void> {
  const terms = [...deltas.terms].flatMap(([scopeSet, counts]) =>
    [...counts].flatMap(([term, change]) => (change === 0 ? [] : [{ scopeSet, term, change }])),
  );
  if (terms.length > 0) {
    await tx.query(
      sql`insert into search.term (ctx, term, scope_set, documents)
        select ${contextId}, * from unnest(${terms.map((row) => row.term)}::text[], ${terms.map((row) => row.scopeSet)}::int[],
          ${terms.map((row) => row.change)}::int[])
        on conflict (ctx, term, scope_set) do update set documents = term.documents + excluded.documents`,
      { name: "search.count_terms" },
    );
    await dropUnused(
      tx,
      contextId,
      terms.filter((row) => row.change < 0),
    );
  }
  const totals = [...deltas.totals];
  if (totals.length === 0) return;
  await tx.query(
    sql`update search.scope_set s set documents = s.documents + new.documents, terms = s.terms + new.terms
      from unnest(${totals.map(([set]) => set)}::int[], ${totals.map(([, total]) => total.documents)}::int[],
        ${totals.map(([, total]) => total.terms)}::int[]) new (number, documents, terms)
      where s.ctx = ${contextId} and s.number = new.number`,
    { name: "search.count_documents" },
  );
}

/** A word of which no document is left was perhaps erased with the last one. */
async function dropUnused(
  tx: Transaction,
  contextId: string,
  terms: readonly { readonly term: string; readonly scopeSet: number }[],
): Promise<void> {
  if (terms.length === 0) return;
  await tx.query(
    sql`delete from search.term t using unnest(${terms.map((row) => row.term)}::text[],
          ${terms.map((row) => row.scopeSet)}::int[]) fewer (term, scope_set)
      where t.ctx = ${contextId} and t.term = fewer.term and t.scope_set = fewer.scope_set and t.documents <= 0`,
    { name: "search.drop_terms" },
  );
}
