import type { Transaction } from "@loci/ports/database";
import type { Sight } from "./read-facts.ts";
import { under, Values } from "./time-view.ts";

export interface Contradiction {
  readonly id: string;
  readonly entity: string;
  readonly key: string;
  readonly candidates: readonly string[];
}

/** The open uncertainties, those that have been open longest first. */
export async function contradictions(tx: Transaction, { contextId, scopeSets }: Sight, limit: number): Promise<Contradiction[]> {
  const values = new Values(contextId);
  return tx.query<Contradiction>({
    text: `select u.id, e.type || '/' || e.name as entity, u.key, array(select c.fact_id from graph.uncertainty_candidate c
        where c.ctx = $1 and c.uncertainty_id = u.id and c.recorded_until is null order by c.fact_id) as candidates
      from graph.uncertainty u join graph.entity e on e.ctx = $1 and e.id = u.entity_id and e.forgotten_at is null
      where u.ctx = $1 and u.status = 'open' and u.other_id = '' and ${under(scopeSets, values, "u")}
      order by u.recorded_at, u.id limit ${values.add(limit, "int")}`,
    values: values.list,
  });
}

export interface EntityName {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly label: string;
}

/** Entities with what they are compared within: their selector and type. */
export async function entityNames(tx: Transaction, { contextId, scopeSets }: Sight, limit: number): Promise<EntityName[]> {
  const values = new Values(contextId);
  return tx.query<EntityName>({
    text: `select e.id, e.scope_set || ' ' || e.type_norm as group, e.name_norm as name, e.type || '/' || e.name as label
      from graph.entity e where e.ctx = $1 and e.forgotten_at is null and e.expired_at is null
        and ${under(scopeSets, values, "e")} order by e.scope_set, e.type_norm, e.name_norm limit ${values.add(limit, "int")}`,
    values: values.list,
  });
}

/** Where texts come from: each table with its text, and what of it is live. */
const textSources = {
  turn: { text: "x.content", live: "x.forgotten_at is null and x.expired_at is null" },
  chunk: { text: "x.text", live: "x.forgotten_at is null" },
  fact: {
    text: "x.value",
    live: "x.forgotten_at is null and x.expired_at is null and x.known_until is null and x.merged_into = ''",
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
  const values = new Values(contextId);
  const { text, live } = textSources[table];
  return tx.query({
    text: `select x.id, ${text} as text from graph.${table} x where x.ctx = $1 and x.id > ${values.add(after, "text")}
      and ${live} and ${under(scopeSets, values, "x")} order by x.id limit ${values.add(limit, "int")}`,
    values: values.list,
  });
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
  return tx.query<Unscoped>({
    text: scopedTables
      .map(
        (table) => `select '${table}' as table, count(*)::int as count, (array_agg(x.id order by x.id))[1:${samples}] as "sampleIds"
          from graph.${table} x left join graph.scope_set s on s.ctx = $1 and s.key = x.scope_set
          where x.ctx = $1 and (s.key is null or s.clauses = '[]'::jsonb) having count(*) > 0`,
      )
      .join(" union all "),
    values: [contextId],
  });
}
