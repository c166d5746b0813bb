import type { Transaction } from "@loci/ports/database";
import type { ProposedFact } from "../memory/proposal.ts";

/** Those of the facts with whose value a longer one begins that stands under their key. */
export async function withLongerValue(
  tx: Transaction,
  contextId: string,
  facts: readonly ProposedFact[],
): Promise<Set<ProposedFact>> {
  if (facts.length === 0) return new Set();
  const rows = await tx.query<{ place: number }>({
    name: "graph.begun_values",
    text: `select distinct x.place::int as place
      from unnest($2::text[], $3::text[], $4::text[]) with ordinality as x(key, scope_set, value_norm, place)
        join graph.fact f on f.ctx = $1 and f.key = x.key and f.scope_set = x.scope_set and f.known_until is null
          and f.forgotten_at is null and not f.quarantined and f.value_norm <> x.value_norm and starts_with(f.value_norm, x.value_norm)`,
    values: [
      contextId,
      facts.map(({ key }) => key),
      facts.map(({ scopeSet }) => scopeSet),
      facts.map(({ statement }) => statement.valueNorm),
    ],
  });
  return new Set(rows.flatMap(({ place }) => facts[place - 1] ?? []));
}
