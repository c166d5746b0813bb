import type { MemoryCategory } from "@loci/kernel";
import { literal, param, sql, type Sql, type Transaction } from "@loci/ports/database";

/** A fact that stands, and that a region covers. @param scopeSets the selectors (null: all) */
const lives = (
  ctx: Sql,
  scopeSets: Sql,
) => sql`f.ctx = ${ctx} and (${scopeSets}::text[] is null or f.scope_set = any(${scopeSets})) and f.known_until is null and f.merged_into = ''
  and not f.quarantined and f.forgotten_at is null and f.expired_at is null`;

export interface Page {
  /** How many facts changed. */
  readonly changed: number;
  /** The last id that was looked at; "" at the end. */
  readonly last: string;
}

/** The least that a fact's importance falls to, and a change too small to be written. */
const leastImportance = 0.01;
const leastChange = 1e-4;
/** Below it nothing is left of any importance, and a double cannot hold the power. */
const lowestExponent = -50;

/**
 * Lets importance fall by its category's factor for every day since it last did; a page of facts in the order of their ids. What
 * would change too little is left for a later day.
 */
export async function decayPage(
  tx: Transaction,
  contextId: string,
  scopeSets: readonly string[] | null,
  factors: ReadonlyMap<MemoryCategory, number>,
  page: { readonly after: string; readonly limit: number },
  now: string,
): Promise<Page> {
  const nowParam = param(now);
  const ctx = param(contextId);
  const scopeSetsParam = param(scopeSets);
  const [row] = await tx.query<{ changed: number; last: string | null }>(sql`with page as materialized (
        select f.id, greatest(${literal(leastImportance)}, f.importance * exp(greatest(${literal(lowestExponent)}, ln(c.factor::float8)
            * greatest(0, extract(epoch from ${nowParam}::timestamptz - coalesce(f.decayed_at, f.recorded_at))::float8 / 86400)))
          ) as importance,
          f.importance as before
        from graph.fact f join unnest(${[...factors.keys()]}::text[],
          ${[...factors.values()].map(String)}::text[]) as c(category, factor) on c.category = f.memory_category
        where ${lives(ctx, scopeSetsParam)} and f.id > ${page.after} order by f.id limit ${page.limit}),
      changed as (update graph.fact f set importance = p.importance, decayed_at = ${nowParam}::timestamptz
        from page p where f.ctx = ${ctx} and f.id = p.id and p.before - p.importance >= ${literal(leastChange)} returning 1)
      select (select count(*)::int from changed) as changed,
        (select id from page order by id desc limit 1) as last`);
  return { changed: row?.changed ?? 0, last: row?.last ?? "" };
}

export interface ExpiryRules {
  /** Category → the known time before which its facts end. */
  readonly knownBefore: ReadonlyMap<MemoryCategory, string>;
  /** The importance below which facts end; 0 for none. */
  readonly below: number;
}

/** Ends the life of facts that nobody said again in time, or that have lost their importance; at most so many at once. */
export async function expirePage(
  tx: Transaction,
  contextId: string,
  scopeSets: readonly string[] | null,
  rules: ExpiryRules,
  limit: number,
  now: string,
): Promise<string[]> {
  const ctx = param(contextId);
  const scopeSetsParam = param(scopeSets);
  const rows = await tx.query<{ id: string }>(sql`with due as (
        select f.id from graph.fact f
          left join unnest(${[...rules.knownBefore.keys()]}::text[],
            ${[...rules.knownBefore.values()]}::text[]) as c(category, known_before) on c.category = f.memory_category
        where ${lives(ctx, scopeSetsParam)} and (f.importance < ${rules.below}::float8 or (f.known_at < c.known_before::timestamptz
          and not exists (select 1 from graph.provenance p where p.ctx = ${ctx} and p.fact_id = f.id
            and p.withdrawn_at is null and p.known_at >= c.known_before::timestamptz)))
        limit ${limit})
      update graph.fact f set expired_at = ${now}::timestamptz from due where f.ctx = ${ctx} and f.id = due.id returning f.id`);
  return rows.map((row) => row.id);
}

/** Withdraws the open uncertainties of which, without these facts, fewer than two sides are left. */
export async function withdrawUncertainties(
  tx: Transaction,
  contextId: string,
  expired: readonly string[],
  now: string,
): Promise<string[]> {
  const ctx = param(contextId);
  const rows = await tx.query<{
    id: string;
  }>(sql`update graph.uncertainty u set status = 'withdrawn', resolution = 'candidate_expired', recorded_until = ${now}::timestamptz
      where u.ctx = ${ctx} and u.status = 'open'
        and u.id in (select c.uncertainty_id from graph.uncertainty_candidate c where c.ctx = ${ctx} and c.fact_id = any(${expired}))
        and (select count(*) from graph.uncertainty_candidate c join graph.fact f on f.ctx = ${ctx} and f.id = c.fact_id
          where c.ctx = ${ctx} and c.uncertainty_id = u.id and c.recorded_until is null
            and f.expired_at is null and f.forgotten_at is null) < 2
      returning u.id`);
  return rows.map((row) => row.id);
}

const reinforcement = 0.05;
const roomAboveInitial = 1.25;

/**
 * Raises the importance of facts that were used, each at most once in the given time, up to a quarter above where it began. Rows
 * that a writer holds are passed over.
 */
export async function reinforceFacts(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  initial: ReadonlyMap<MemoryCategory, number>,
  times: { readonly now: string; readonly notSince: string },
): Promise<void> {
  const ctx = param(contextId);
  await tx.query(
    sql`update graph.fact f set reinforced_at = ${times.now}::timestamptz,
        importance = greatest(f.importance, least(1, ${literal(roomAboveInitial)} * c.initial::float8,
          f.importance + ${literal(reinforcement)} * (1 - f.importance)))
      from (select id from graph.fact where ctx = ${ctx} and id = any(${ids}) and forgotten_at is null and expired_at is null
          and (reinforced_at is null or reinforced_at <= ${times.notSince}::timestamptz) for update skip locked) due,
        unnest(${[...initial.keys()]}::text[], ${[...initial.values()].map(String)}::text[]) as c(category, initial)
      where f.ctx = ${ctx} and f.id = due.id and c.category = f.memory_category`,
    { name: "graph.reinforce" },
  );
}
