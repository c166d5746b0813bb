import { timeText } from "@loci/platform/db";
import type { Stream } from "@loci/kernel";
import { param, sql, type Transaction } from "@loci/ports/database";
import { searchOf, type Ending, type Standing } from "../memory/endings.ts";

interface Row {
  readonly key: string;
  readonly scope_set: string;
  readonly stream: Stream;
  readonly value: string;
  readonly value_norm: string;
  readonly target_type: string;
  readonly target_entity_id: string;
  readonly known_at: Date;
  readonly subject_type: string;
  readonly subject_name: string;
  readonly subject_type_norm: string;
  readonly subject_name_norm: string;
  readonly met_type: string;
  readonly met_name: string;
  readonly of_target: boolean;
}

/** What stands of whom the endings speak, as far as one of them may end it. One statement, whatever their number. */
export async function readReachable(tx: Transaction, contextId: string, endings: readonly Ending[]): Promise<Standing[]> {
  const sought = endings.map((ending) => ({ ...ending, ...searchOf(ending) }));
  const ctx = param(contextId);
  const rows = await tx.query<Row>(
    sql`with ending as (
        select * from unnest(${sought.map(({ fact }) => fact.subject.typeNorm)}::text[],
          ${sought.map(({ fact }) => fact.subject.nameNorm)}::text[], ${sought.map(({ fact }) => fact.scopeSet)}::text[],
          ${sought.map(({ life }) => life)}::boolean[],
          ${sought.map(({ keys }) => (keys.length === 0 ? "" : `(^|_)(${keys.map(literally).join("|")})$`))}::text[],
          ${sought.map(({ words }) => words.map(literally).join("|"))}::text[])
          as x(type, name, scope_set, life, keys, words)),
      -- Whether a namesake of another type is the same one is decided later, with all that is known.
      named as (
        select x.*, e.id from ending x join graph.entity e
          on e.ctx = ${ctx} and e.name_norm = x.name and e.scope_set = x.scope_set and e.forgotten_at is null
        union all
        select x.*, e.id from ending x
          join graph.entity_alias a on a.ctx = ${ctx} and a.name_norm = x.name and a.recorded_until is null
          join graph.entity e on e.ctx = ${ctx} and e.id = a.entity_id and e.scope_set = x.scope_set and e.forgotten_at is null),
      met as (
        select * from named
        union
        select n.type, n.name, n.scope_set, n.life, n.keys, n.words, case when m.kept_id = n.id then m.merged_id else m.kept_id end
          from named n join graph.entity_merge m on m.ctx = ${ctx} and (m.kept_id = n.id or m.merged_id = n.id) and m.recorded_until is null),
      reached as (
        select m.type as met_type, m.name as met_name, false as of_target, f.* from met m
          join graph.fact f on f.ctx = ${ctx} and f.entity_id = m.id
          where m.life or (m.keys <> '' and f.key ~ m.keys) or (m.words <> '' and (f.value_norm ~ m.words or f.key ~ m.words))
        union all
        select m.type, m.name, true, f.* from met m
          join graph.fact f on f.ctx = ${ctx} and f.target_entity_id = m.id and f.target_entity_id <> ''
          where m.life)
      select r.*, s.type as subject_type, s.name as subject_name, s.type_norm as subject_type_norm, s.name_norm as subject_name_norm
        from reached r join graph.entity s on s.ctx = ${ctx} and s.id = r.entity_id
        where r.known_until is null and not r.quarantined and not r.derived and r.merged_into = ''
          and r.forgotten_at is null and r.expired_at is null`,
    { name: "graph.reachable" },
  );
  return rows.map(standingOf);
}

function literally(word: string): string {
  return word.replace(/[^\p{L}\p{N}_]/gu, String.raw`\$&`);
}

function standingOf(row: Row): Standing {
  const { met_type: metType, met_name: metName } = row;
  const self = { type: row.subject_type, name: row.subject_name };
  // It may have been met by another of its names: it is written to by the one that the ending gave it.
  const subject = row.of_target
    ? { ...self, typeNorm: row.subject_type_norm, nameNorm: row.subject_name_norm }
    : { ...self, typeNorm: metType, nameNorm: metName };
  return {
    ...{ subject, key: row.key, scopeSet: row.scope_set, stream: row.stream, knownAt: timeText(row.known_at) },
    target: row.of_target ? { typeNorm: metType, nameNorm: metName } : undefined,
    ...{ value: row.value, valueNorm: row.value_norm, targetType: row.target_type, targetEntityId: row.target_entity_id },
  };
}
