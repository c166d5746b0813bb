import { sql, type Transaction } from "@loci/ports/database";
import type { BegunFact } from "../memory/echoes/cut-values.ts";

/** A text of a ScopeSet. */
export interface BegunText extends BegunFact {
  readonly scopeSet: string;
}

/** A fact whose text, as `factText` makes it, begins with one of those that were asked for. */
export interface FactBegun {
  /** Of the text among those asked for. */
  readonly place: number;
  readonly name: string;
  readonly key: string;
  readonly value: string;
}

/** The facts in each text's ScopeSet that begin with it, ended ones too. */
export async function factsBegunBy(tx: Transaction, contextId: string, texts: readonly BegunText[]): Promise<readonly FactBegun[]> {
  if (texts.length === 0) return [];
  return await tx.query<FactBegun>(
    sql`select (x.place - 1)::int as place, s.name, f.key, f.value
      from unnest(${texts.map(({ text }) => text)}::text[], ${texts.map(({ scopeSet }) => scopeSet)}::text[])
        with ordinality as x(text, scope_set, place)
      join graph.entity s on s.ctx = ${contextId} and s.name_norm = any(${[...new Set(texts.flatMap(({ names }) => names))]}::text[])
        and s.forgotten_at is null and starts_with(x.text, s.name_norm || ' ')
      join graph.fact f on f.ctx = s.ctx and f.entity_id = s.id and f.scope_set = x.scope_set and f.forgotten_at is null and not f.quarantined
        and starts_with(s.name_norm || ' ' || replace(f.key, '_', ' ') || ': ' || lower(f.value), x.text)`,
    { name: "graph.begun_facts" },
  );
}
