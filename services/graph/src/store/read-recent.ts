import type { MemoryCategory } from "@loci/kernel";
import { timeText } from "@loci/platform/db";
import { identifier, literal, param, sql, type Transaction } from "@loci/ports/database";
import type { Recent } from "../memory/corrections.ts";
import type { Name } from "../memory/model.ts";
import type { ProposedFact } from "../memory/proposal.ts";

interface Row {
  readonly key: string;
  readonly scope_set: string;
  readonly value: string;
  readonly value_norm: string;
  readonly target_type: string;
  readonly memory_category: MemoryCategory;
  readonly known_at: Date;
  readonly turn_id: string;
  readonly session_id: string;
  readonly seq: number;
  readonly span_start: number;
  readonly span_end: number;
  readonly witness: string;
  readonly subject: Name;
  readonly target: Name | null;
}

/** How many turns of a session a correction without a subject looks back. */
const turnsBack = 20;

/** What the turns right before these corrections said in their sessions, and still stands; the latest first. */
export async function readRecent(tx: Transaction, contextId: string, corrections: readonly ProposedFact[]): Promise<Recent[]> {
  const last = new Map<string, number>();
  for (const { statement } of corrections) {
    const { sessionId, seq } = statement.source;
    if (sessionId !== "") last.set(sessionId, Math.max(last.get(sessionId) ?? -1, seq));
  }
  if (last.size === 0) return [];
  const name = (table: string) =>
    sql`jsonb_build_object('type', ${identifier(table)}.type, 'name', ${identifier(table)}.name, 'typeNorm', ${identifier(table)}.type_norm, 'nameNorm', ${identifier(table)}.name_norm)`;
  const ctx = param(contextId);
  const rows = await tx.query<Row>(
    sql`select p.key, p.scope_set, f.value, f.value_norm, f.target_type, p.memory_category, p.known_at, p.turn_id, p.session_id, p.seq,
        p.span_start, p.span_end, p.witness, ${name("s")} as subject, case when o.id is null then null else ${name("o")} end as target
      from unnest(${[...last.keys()]}::text[], ${[...last.values()]}::integer[]) as x(session_id, seq)
        join graph.turn t on t.ctx = ${ctx} and t.session_id = x.session_id and t.seq < x.seq and t.seq >= x.seq - ${literal(turnsBack)}
          and t.forgotten_at is null
        join graph.provenance p on p.ctx = ${ctx} and p.turn_id <> '' and p.turn_id = t.id and not p.negated and not p.quarantined
          and p.withdrawn_at is null
        join graph.fact f on f.ctx = ${ctx} and f.id = p.fact_id and f.known_until is null and f.forgotten_at is null
        join graph.entity s on s.ctx = ${ctx} and s.id = f.entity_id
        left join graph.entity o on o.ctx = ${ctx} and o.id = f.target_entity_id and f.target_entity_id <> ''
      order by t.known_at desc, t.seq desc, p.span_start desc, p.id`,
    { name: "graph.recent" },
  );
  return rows.map((row) => ({
    ...{ subject: row.subject, target: row.target ?? undefined, key: row.key, category: row.memory_category },
    ...{ scopeSet: row.scope_set, sessionId: row.session_id, knownAt: timeText(row.known_at) },
    ...{ value: row.target?.name ?? row.value, valueNorm: row.value_norm, targetType: row.target_type, targetEntityId: "" },
    source: {
      ...{ kind: "turn", turnId: row.turn_id, sessionId: row.session_id, seq: row.seq },
      ...{ spanStart: row.span_start, spanEnd: row.span_end, witness: row.witness },
    },
  }));
}
