import type { Transaction } from "@loci/ports/database";

const termsOfDocument = "unnest(string_to_array(nullif(d.lexemes, ''), ' '))";

/** Counts the context's documents and terms anew, while nobody indexes it. */
export async function recountStatistics(tx: Transaction, contextId: string): Promise<void> {
  const values = [contextId];
  await tx.query({ text: "select position from search.watermark where ctx = $1 for update", values });
  await tx.query({
    text: `update search.scope_set s set documents = coalesce(n.documents, 0), terms = coalesce(n.terms, 0)
      from search.scope_set o left join (
        select scope_set, count(*)::int as documents,
          sum(coalesce(array_length(string_to_array(nullif(lexemes, ''), ' '), 1), 0))::bigint as terms
        from search.document where ctx = $1 group by scope_set) n on n.scope_set = o.number
      where s.ctx = $1 and o.ctx = $1 and o.number = s.number`,
    values,
  });
  await tx.query({ text: "delete from search.term where ctx = $1", values });
  await tx.query({
    text: `insert into search.term (ctx, term, scope_set, documents)
      select $1, term, scope_set, count(*)::int from (
        select distinct d.id, d.scope_set, ${termsOfDocument} as term from search.document d where d.ctx = $1) x
      group by term, scope_set`,
    values,
  });
}
