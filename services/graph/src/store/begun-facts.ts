import { sql, type Transaction } from "@loci/ports/database";
import type { BegunFact } from "../memory/echoes/cut-values.ts";

/** A text of a ScopeSet. */
export interface BegunText extends BegunFact {
  readonly scopeSet: string;
}

/**
 * The places of those texts that are the beginning of a fact in their ScopeSet as Loci writes it ("user hotel: The Ritz"), cut within a word or
 * before the colon. A whole word less may be what somebody means; half a word is not.
 */
export async function beginFacts(tx: Transaction, contextId: string, texts: readonly BegunText[]): Promise<ReadonlySet<number>> {
  if (texts.length === 0) return new Set();
  const written = sql`s.name_norm || ' ' || replace(f.key, '_', ' ') || ': ' || lower(f.value)`;
  const rows = await tx.query<{ place: number }>(
    sql`select distinct (x.place - 1)::int as place
      from unnest(${texts.map(({ text }) => text)}::text[], ${texts.map(({ scopeSet }) => scopeSet)}::text[])
        with ordinality as x(text, scope_set, place)
      join graph.entity s on s.ctx = ${contextId} and s.name_norm = any(${[...new Set(texts.flatMap(({ names }) => names))]}::text[])
        and s.forgotten_at is null and starts_with(x.text, s.name_norm || ' ')
      join graph.fact f on f.ctx = s.ctx and f.entity_id = s.id and f.scope_set = x.scope_set and f.forgotten_at is null and not f.quarantined
      where starts_with(${written}, x.text) and substr(${written}, length(x.text) + 1, 1) ~ '[[:alnum:]:]'`,
    { name: "graph.begun_facts" },
  );
  return new Set(rows.map(({ place }) => place));
}
