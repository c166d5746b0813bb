import { literal, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { Relative } from "../identity/relatives.ts";
import type { Name, Statement, Subject } from "../memory/model.ts";
import { toStatement, type StatementRow } from "./facts.ts";

/** Whose relatives are looked for: a name under a ScopeSet. */
export type Owner = Relative["of"] & Pick<Relative, "scopeSet">;

/** A statement with the words around it, and the names of what it is about. */
export interface ToldStatement {
  readonly statement: Statement & Subject;
  readonly sentence: string;
  readonly subject: Name;
  readonly target: Name | undefined;
}

const mostRows = 500;
/** Characters before and behind a span in which its sentence is looked for. */
const [before, behind] = [120, 240];

/** By its names, and all that is one with it. */
const owners = (
  ctx: Sql,
  wanted: readonly Owner[],
) => sql`wanted as (select * from unnest(${wanted.map((one) => one.typeNorm)}::text[],
  ${wanted.map((one) => one.nameNorm)}::text[], ${wanted.map((one) => one.scopeSet)}::text[]) as x(type, name, scope_set)),
  named as (
    select w.*, e.id from wanted w join graph.entity e
      on e.ctx = ${ctx} and e.name_norm = w.name and e.type_norm = w.type and e.scope_set = w.scope_set and e.forgotten_at is null
    union
    select w.*, e.id from wanted w
      join graph.entity_alias a on a.ctx = ${ctx} and a.name_norm = w.name and a.recorded_until is null
      join graph.entity e on e.ctx = ${ctx} and e.id = a.entity_id and e.scope_set = w.scope_set and e.forgotten_at is null),
  met as (
    select * from named
    union
    select n.type, n.name, n.scope_set, case when m.kept_id = n.id then m.merged_id else m.kept_id end
      from named n join graph.entity_merge m on m.ctx = ${ctx} and (m.kept_id = n.id or m.merged_id = n.id) and m.recorded_until is null)`;

const said = (ctx: Sql) => sql`left join graph.turn t on t.ctx = ${ctx} and p.turn_id <> '' and t.id = p.turn_id
  left join graph.chunk c on c.ctx = ${ctx} and p.chunk_id <> '' and c.id = p.chunk_id`;
const sentence = sql`coalesce(substr(coalesce(t.content, c.text), greatest(1, p.span_start + 1 - ${literal(before)}),
  least(p.span_start, ${literal(before)}) + p.span_end - p.span_start + ${literal(behind)}), '') as sentence`;
const nameOf = (table: Sql) =>
  sql`jsonb_build_object('type', ${table}.type, 'name', ${table}.name, 'typeNorm', ${table}.type_norm, 'nameNorm', ${table}.name_norm)`;

/** Persons and animals to whom these have a relation that stands, with the words that said so. */
export async function readRelatives(tx: Transaction, contextId: string, wanted: readonly Owner[]): Promise<Relative[]> {
  if (wanted.length === 0) return [];
  interface Row {
    readonly id: string;
    readonly key: string;
    readonly scope_set: string;
    readonly met_type: string;
    readonly met_name: string;
    readonly name: Name;
    readonly sentence: string;
  }
  const ctx = param(contextId);
  const rows = await tx.query<Row>(
    sql`with ${owners(ctx, wanted)}
      select f.key, m.scope_set, m.type as met_type, m.name as met_name, ${nameOf(sql`o`)} as name, ${sentence},
          coalesce((select min(g.kept_id) from graph.entity_merge g where g.ctx = ${ctx} and g.merged_id = o.id and g.recorded_until is null),
            o.id) as id
        from met m join graph.fact f on f.ctx = ${ctx} and f.entity_id = m.id and f.target_entity_id <> '' and f.known_until is null
            and not f.quarantined and not f.derived and f.merged_into = '' and f.forgotten_at is null and f.expired_at is null
          join graph.entity o on o.ctx = ${ctx} and o.id = f.target_entity_id and o.type_norm in ('person', 'animal')
            and o.scope_set = m.scope_set and o.forgotten_at is null
          join graph.provenance p on p.ctx = ${ctx} and p.fact_id = f.id and not p.negated and p.withdrawn_at is null
          ${said(ctx)}
        order by p.known_at, p.id limit ${literal(mostRows)}`,
    { name: "graph.relatives" },
  );
  return rows.map(({ id, key, scope_set: scopeSet, met_type: typeNorm, met_name: nameNorm, name, sentence: words }) => ({
    ...{ id, key, scopeSet, name, sentence: words, of: { typeNorm, nameNorm } },
  }));
}

/** What texts said of these under keys of several words, and still say. */
export async function readTold(tx: Transaction, contextId: string, wanted: readonly Owner[]): Promise<ToldStatement[]> {
  interface Row extends StatementRow, Pick<ToldStatement, "sentence" | "subject"> {
    readonly target: Name | null;
  }
  const ctx = param(contextId);
  const rows = await tx.query<Row>(
    sql`with ${owners(ctx, wanted)}
      select distinct on (p.id) p.*, ${sentence},
          jsonb_build_object('type', s.type, 'name', s.name, 'typeNorm', m.type, 'nameNorm', m.name) as subject,
          case when o.id is null then null else ${nameOf(sql`o`)} end as target
        from met m join graph.provenance p on p.ctx = ${ctx} and p.entity_id = m.id and p.key like '%\\_%'
            and p.source in ('turn', 'chunk') and p.ruling = '' and not p.quarantined and p.withdrawn_at is null
            and p.retracted_at is null
          join graph.entity s on s.ctx = ${ctx} and s.id = m.id
          left join graph.entity o on o.ctx = ${ctx} and p.target_entity_id <> '' and o.id = p.target_entity_id
          ${said(ctx)}
        order by p.id limit ${literal(mostRows)}`,
    { name: "graph.told_of_owner" },
  );
  return rows.map((row) => ({
    ...{ statement: toStatement(row), sentence: row.sentence, subject: row.subject, target: row.target ?? undefined },
  }));
}
