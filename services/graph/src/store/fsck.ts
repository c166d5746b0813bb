import { identifier, join, literal, param, sql, type Transaction } from "@loci/ports/database";
import type { Sight } from "./read-facts.ts";
import { uncertaintyUnder, under } from "./time-view.ts";

export interface Contradiction {
  readonly id: string;
  readonly entity: string;
  readonly key: string;
  readonly candidates: readonly string[];
}

/** The open uncertainties, those that have been open longest first. */
export async function contradictions(tx: Transaction, { contextId, scopeSets }: Sight, limit: number): Promise<Contradiction[]> {
  const ctx = param(contextId);
  return tx.query<Contradiction>(sql`select u.id, e.type || '/' || e.name as entity, u.key, array(select c.fact_id from graph.uncertainty_candidate c
        where c.ctx = ${ctx} and c.uncertainty_id = u.id and c.recorded_until is null order by c.fact_id) as candidates
      from graph.uncertainty u join graph.entity e on e.ctx = ${ctx} and e.id = u.entity_id and e.forgotten_at is null
      where u.ctx = ${ctx} and u.status = 'open' and u.other_id = '' and ${uncertaintyUnder(scopeSets)}
      order by u.recorded_at, u.id limit ${limit}::int`);
}

export interface EntityName {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly label: string;
}

/** Entities with what they are compared within: their selector and type. */
export async function entityNames(tx: Transaction, { contextId, scopeSets }: Sight, limit: number): Promise<EntityName[]> {
  const ctx = param(contextId);
  return tx.query<EntityName>(sql`select e.id, e.scope_set || ' ' || e.type_norm as group, e.name_norm as name, e.type || '/' || e.name as label
      from graph.entity e where e.ctx = ${ctx} and e.forgotten_at is null and e.expired_at is null
        and ${under(scopeSets, "e")} order by e.scope_set, e.type_norm, e.name_norm limit ${limit}::int`);
}

/** Where texts come from: each table with its text, and what of it is live. */
const textSources = {
  turn: { text: sql`x.content`, live: sql`x.forgotten_at is null and x.expired_at is null` },
  chunk: { text: sql`x.text`, live: sql`x.forgotten_at is null` },
  fact: {
    text: sql`x.value`,
    live: sql`x.forgotten_at is null and x.expired_at is null and x.known_until is null and x.merged_into = ''`,
  },
} as const;

export type TextSource = keyof typeof textSources;
export const textTables: readonly TextSource[] = ["turn", "chunk", "fact"];

/** A page of stored texts in the order of their ids. */
export async function textsAfter(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  table: TextSource,
  after: string,
  limit: number,
): Promise<{ id: string; text: string }[]> {
  const ctx = param(contextId);
  const { text, live } = textSources[table];
  return tx.query(sql`select x.id, ${text} as text from graph.${identifier(table)} x where x.ctx = ${ctx} and x.id > ${after}::text
      and ${live} and ${under(scopeSets, "x")} order by x.id limit ${limit}::int`);
}

const scopedTables = ["session", "turn", "entity", "fact", "instruction", "uncertainty", "document", "section", "chunk"];
const samples = 10;

export interface Unscoped {
  readonly table: string;
  readonly count: number;
  readonly sampleIds: readonly string[];
}

/** Rows whose selector is not there, or has no clause: nobody but who sees all can see them. */
export async function unscopedRows(tx: Transaction, contextId: string): Promise<Unscoped[]> {
  const ctx = param(contextId);
  const unscoped = scopedTables.map(
    (
      table,
    ) => sql`select ${literal(table)} as table, count(*)::int as count, (array_agg(x.id order by x.id))[1:${literal(samples)}] as "sampleIds"
          from graph.${identifier(table)} x left join graph.scope_set s on s.ctx = ${ctx} and s.key = x.scope_set
          where x.ctx = ${ctx} and (s.key is null or s.clauses = '[]'::jsonb) having count(*) > 0`,
  );
  return tx.query<Unscoped>(join(unscoped, sql` union all `));
}
