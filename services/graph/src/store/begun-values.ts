import { sql, type Transaction } from "@loci/ports/database";
import type { ProposedFact } from "../memory/proposal.ts";

/** Of a value of so many words all but the last, which a cut may have left of another, tell which one it was. */
const tellingWords = 3;

/**
 * Those of the facts that are a cut of what stands under their key: a longer value begins with theirs ("the H" of "the Hilton"), or theirs
 * is one with the beginning of a word behind it ("moved my appointment t").
 */
export async function withLongerValue(
  tx: Transaction,
  contextId: string,
  facts: readonly ProposedFact[],
): Promise<Set<ProposedFact>> {
  if (facts.length === 0) return new Set();
  const rows = await tx.query<{ place: number }>(
    sql`select distinct x.place::int as place
      from unnest(${facts.map(({ key }) => key.replace(/^user_/, ""))}::text[], ${facts.map(({ scopeSet }) => scopeSet)}::text[],
        ${facts.map(({ statement }) => statement.valueNorm)}::text[],
        ${facts.map(({ statement }) => begunOf(statement.valueNorm))}::text[]) with ordinality as x(key, scope_set, value_norm, begun, place)
        join graph.fact f on f.ctx = ${contextId} and f.key = x.key and f.scope_set = x.scope_set and f.known_until is null
          and f.forgotten_at is null and not f.quarantined and f.value_norm <> x.value_norm
          and (starts_with(f.value_norm, x.value_norm) or (f.value_norm = x.begun and x.begun <> ''))`,
    { name: "graph.begun_values" },
  );
  return new Set(rows.flatMap(({ place }) => facts[place - 1] ?? []));
}

function begunOf(valueNorm: string): string {
  const words = valueNorm.split(" ");
  return words.length > tellingWords ? words.slice(0, -1).join(" ") : "";
}
