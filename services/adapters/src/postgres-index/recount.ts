import { param, sql, type Transaction } from "@loci/ports/database";

const termsOfDocument = sql`unnest(string_to_array(nullif(d.lexemes, ''), ' '))`;

/** Counts the context's documents and terms anew, while nobody indexes it. */
export async function recountStatistics(tx: Transaction, contextId: string): Promise<void> {
  const ctx = param(contextId);
  await tx.query(sql`select position from search.watermark where ctx = ${ctx} for update`);
  await tx.query(
    sql`update search.scope_set s set documents = coalesce(n.documents, 0), terms = coalesce(n.terms, 0)
      from search.scope_set o left join (
        select scope_set, count(*)::int as documents,
          sum(coalesce(array_length(string_to_array(nullif(lexemes, ''), ' '), 1), 0))::bigint as terms
        from search.document where ctx = ${ctx} group by scope_set) n on n.scope_set = o.number
      where s.ctx = ${ctx} and o.ctx = ${ctx} and o.number = s.number`,
  );
  await tx.query(sql`delete from search.term where ctx = ${ctx}`);
  await tx.query(
    sql`insert into search.term (ctx, term, scope_set, documents)
      select ${ctx}, term, scope_set, count(*)::int from (
        select distinct d.id, d.scope_set, ${termsOfDocument} as term from search.document d where d.ctx = ${ctx}) x
      group by term, scope_set`,
  );
}
