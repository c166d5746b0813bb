import { literal, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { neighbour, neighbourAsTarget, trait } from "../identity/neighbours.ts";
import { probesFor, type ProbedName } from "../identity/probes.ts";
import type { EntityLink, Gathered, NamedEntity } from "../memory/proposal.ts";
import { toEntity, type EntityRow } from "./read-entities.ts";

const mostNear = 200;
const mostFacts = 1_000;
/** Few names begin alike; of those that do the first ones are looked at. */
const mostMisspelled = 20;
/** Among how many names that begin with the first letter of "NYC" its bearer is looked for. */
const mostSpelledOut = 1_000;
const smallWords = String.raw`\m(and|of|the|for|in|on|de|la|du|des)\M`;
const firstLetters = (name: Sql) => sql`regexp_replace(${name}, '(\\w)\\w*\\W*', '\\1', 'g')`;

/** Entities under these ScopeSets whose names may mean the same as those, with their aliases and what they were merged with. */
export async function readNear(
  tx: Transaction,
  contextId: string,
  names: readonly ProbedName[],
  scopeSets: readonly string[],
): Promise<{ readonly near: NamedEntity[]; readonly links: EntityLink[] }> {
  if (names.length === 0) return { near: [], links: [] };
  const { given, family, whole, beginnings, acronyms } = probesFor(names);
  interface Row extends EntityRow {
    readonly aliases: NamedEntity["aliases"];
    readonly links: EntityLink[];
  }
  const ctx = param(contextId);
  const scopeSetsParam = param(scopeSets);
  const rows = await tx.query<Row>(
    sql`with found as (
        select id from graph.entity where ctx = ${ctx} and scope_set = any(${scopeSetsParam}) and given = any(${given}) and given <> '' and forgotten_at is null
        union
        select id from graph.entity
          where ctx = ${ctx} and scope_set = any(${scopeSetsParam}) and family = any(${family}) and family <> '' and forgotten_at is null
        union
        select id from (select e.id from unnest(${beginnings}::text[]) as b(beginning) join graph.entity e on e.ctx = ${ctx} and e.scope_set = any(${scopeSetsParam})
            and e.given <> '' and e.given >= b.beginning and e.given < b.beginning || chr(65535) and e.forgotten_at is null limit ${literal(mostMisspelled)}) m
        union
        select id from (select e.id, e.name_norm, a.letters from unnest(${acronyms}::text[]) as a(letters)
            join graph.entity e on e.ctx = ${ctx} and e.scope_set = any(${scopeSetsParam}) and e.given <> '' and e.given >= left(a.letters, 1)
              and e.given < left(a.letters, 1) || chr(65535) and e.forgotten_at is null limit ${literal(mostSpelledOut)}) s
          where s.letters in (${firstLetters(sql`s.name_norm`)}, ${firstLetters(sql`regexp_replace(s.name_norm, ${literal(smallWords)}, '', 'g')`)})
        union
        select a.entity_id from graph.entity_alias a join graph.entity e on e.ctx = ${ctx} and e.id = a.entity_id
          where a.ctx = ${ctx} and a.name_norm = any(${whole}) and e.scope_set = any(${scopeSetsParam}) and e.forgotten_at is null
        limit ${literal(mostNear)}),
      near as (
        select id from found
        union select m.kept_id from found f join graph.entity_merge m on m.ctx = ${ctx} and m.merged_id = f.id
        union select m.merged_id from found f join graph.entity_merge m on m.ctx = ${ctx} and m.kept_id = f.id)
      select e.*,
        coalesce((select jsonb_agg(jsonb_build_object('nameNorm', a.name_norm, 'isEnded', a.recorded_until is not null))
          from graph.entity_alias a where a.ctx = ${ctx} and a.entity_id = e.id), '[]') as aliases,
        coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'keptId', m.kept_id, 'mergedId', m.merged_id, 'rule', m.rule,
            'isUndone', m.recorded_until is not null))
          from graph.entity_merge m join graph.entity k on k.ctx = ${ctx} and k.id = m.kept_id
          where m.ctx = ${ctx} and m.merged_id = e.id and k.scope_set = e.scope_set), '[]')
        || coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'keptId', u.other_id, 'mergedId', e.id, 'rule', u.reason,
            'isUndone', true))
          from graph.uncertainty u where u.ctx = ${ctx} and u.entity_id = e.id and u.other_id <> '' and u.resolution = 'different'), '[]')
        as links
      from near n join graph.entity e on e.ctx = ${ctx} and e.id = n.id and e.forgotten_at is null
      where e.scope_set = any(${scopeSetsParam}) order by e.known_at, e.id`,
    { name: "graph.entities_near" },
  );
  return { near: rows.map((row) => ({ entity: toEntity(row), aliases: row.aliases })), links: rows.flatMap((row) => row.links) };
}

/** What these entities are known by, and which of them have to do with each other. */
export async function readNeighbours(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
): Promise<Pick<Gathered, "neighbours" | "traits" | "related">> {
  if (ids.length === 0) return { neighbours: new Map(), traits: new Map(), related: new Set() };
  interface Row {
    readonly entity_id: string;
    readonly subject: string;
    readonly key: string;
    readonly value_norm: string;
    readonly target_entity_id: string;
  }
  const ctx = param(contextId);
  const idsParam = param(ids);
  const rows = await tx.query<Row>(sql`select f.entity_id, s.name_norm as subject, f.key, f.value_norm, f.target_entity_id
      from graph.fact f join graph.entity s on s.ctx = ${ctx} and s.id = f.entity_id
      where f.ctx = ${ctx} and (f.entity_id = any(${idsParam}) or f.target_entity_id = any(${idsParam})) and f.known_until is null
        and not f.quarantined and f.forgotten_at is null
      limit ${literal(mostFacts)}`);
  const wanted = new Set(ids);
  const [neighbours, traits] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const add = (to: Map<string, Set<string>>, id: string, what: string | undefined) => {
    if (what !== undefined && wanted.has(id)) to.set(id, (to.get(id) ?? new Set()).add(what));
  };
  const related = new Set<string>();
  for (const row of rows) {
    add(neighbours, row.entity_id, neighbour(row.key, row.value_norm));
    add(traits, row.entity_id, trait(row.key, row.value_norm));
    add(neighbours, row.target_entity_id, neighbourAsTarget(row.subject, row.key));
    if (row.target_entity_id !== "") related.add(`${row.entity_id} ${row.target_entity_id}`);
  }
  return { neighbours, traits, related };
}
