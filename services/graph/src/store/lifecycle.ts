import type { MemoryCategory } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";

/** A fact that stands, and that a region covers. `$1` is the context, `$2` the selectors (null: all). */
const lives = `f.ctx = $1 and ($2::text[] is null or f.scope_set = any($2)) and f.known_until is null and f.merged_into = ''
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
  const [row] = await tx.query<{ changed: number; last: string | null }>({
    text: `with page as materialized (
        select f.id, greatest(${leastImportance}, f.importance * exp(greatest(${lowestExponent}, ln(c.factor::float8)
            * greatest(0, extract(epoch from $5::timestamptz - coalesce(f.decayed_at, f.recorded_at))::float8 / 86400)))
          ) as importance,
          f.importance as before
        from graph.fact f join unnest($3::text[], $4::text[]) as c(category, factor) on c.category = f.memory_category
        where ${lives} and f.id > $6 order by f.id limit $7),
      changed as (update graph.fact f set importance = p.importance, decayed_at = $5::timestamptz
        from page p where f.ctx = $1 and f.id = p.id and p.before - p.importance >= ${leastChange} returning 1)
      select (select count(*)::int from changed) as changed,
        (select id from page order by id desc limit 1) as last`,
    values: [contextId, scopeSets, [...factors.keys()], [...factors.values()].map(String), now, page.after, page.limit],
  });
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
  const rows = await tx.query<{ id: string }>({
    text: `with due as (
        select f.id from graph.fact f
          left join unnest($3::text[], $4::text[]) as c(category, known_before) on c.category = f.memory_category
        where ${lives} and (f.importance < $5::float8 or (f.known_at < c.known_before::timestamptz
          and not exists (select 1 from graph.provenance p where p.ctx = $1 and p.fact_id = f.id
            and p.withdrawn_at is null and p.known_at >= c.known_before::timestamptz)))
        limit $6)
      update graph.fact f set expired_at = $7::timestamptz from due where f.ctx = $1 and f.id = due.id returning f.id`,
    values: [contextId, scopeSets, [...rules.knownBefore.keys()], [...rules.knownBefore.values()], rules.below, limit, now],
  });
  return rows.map((row) => row.id);
}

/** Withdraws the open uncertainties of which, without these facts, fewer than two sides are left. */
export async function withdrawUncertainties(
  tx: Transaction,
  contextId: string,
  expired: readonly string[],
  now: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    text: `update graph.uncertainty u set status = 'withdrawn', resolution = 'candidate_expired', recorded_until = $3::timestamptz
      where u.ctx = $1 and u.status = 'open'
        and u.id in (select c.uncertainty_id from graph.uncertainty_candidate c where c.ctx = $1 and c.fact_id = any($2))
        and (select count(*) from graph.uncertainty_candidate c join graph.fact f on f.ctx = $1 and f.id = c.fact_id
          where c.ctx = $1 and c.uncertainty_id = u.id and c.recorded_until is null
            and f.expired_at is null and f.forgotten_at is null) < 2
      returning u.id`,
    values: [contextId, expired, now],
  });
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
  await tx.query({
    name: "graph.reinforce",
    text: `update graph.fact f set reinforced_at = $3::timestamptz,
        importance = greatest(f.importance, least(1, ${roomAboveInitial} * c.initial::float8,
          f.importance + ${reinforcement} * (1 - f.importance)))
      from (select id from graph.fact where ctx = $1 and id = any($2) and forgotten_at is null and expired_at is null
          and (reinforced_at is null or reinforced_at <= $4::timestamptz) for update skip locked) due,
        unnest($5::text[], $6::text[]) as c(category, initial)
      where f.ctx = $1 and f.id = due.id and c.category = f.memory_category`,
    values: [contextId, ids, times.now, times.notSince, [...initial.keys()], [...initial.values()].map(String)],
  });
}
