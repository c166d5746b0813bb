import type { Timestamp } from "@loci/kernel";
import { identifier, join, nothing, sql, type Sql } from "@loci/ports/database";
import { factColumnNames } from "./facts.ts";

/** A look back, checked: each "" or a timestamp. */
export interface TimeView {
  readonly asOf: Timestamp;
  readonly atInstant: Timestamp;
  readonly validFrom: Timestamp;
  readonly validUntil: Timestamp;
  readonly recordedAsOf: Timestamp;
}

export const present: TimeView = { asOf: "", atInstant: "", validFrom: "", validUntil: "", recordedAsOf: "" };

const and = sql` and `;

/**
 * The facts as they were recorded at the view's time: the table itself, or with recordedAsOf each row's version of that day.
 * Gives a text to stand after FROM; quarantined and merged rows are left out by `standing` and `known`.
 */
export function factsRecorded(view: TimeView, ctx: Sql): Sql {
  if (view.recordedAsOf === "") return sql`graph.fact`;
  const at = sql`${view.recordedAsOf}::timestamptz`;
  const columns = join(["ctx", ...factColumnNames, "forgotten_at"].map((name) => identifier(name)));
  return sql`(select ${columns} from graph.fact where ctx = ${ctx} and revised_at <= ${at}
    union all select ${columns} from graph.fact_version where ctx = ${ctx} and revised_at <= ${at} and replaced_at > ${at})`;
}

/** Whether a fact `f` stood at the view's known time, and held in the world when the view asks for that. */
export function standing(view: TimeView): Sql {
  const terms = [sql`not f.quarantined`, sql`f.merged_into = ''`, alive(view, "f")];
  let open = sql`f.known_until is null`;
  if (view.asOf !== "") {
    const at = sql`${view.asOf}::timestamptz`;
    terms.push(sql`f.known_at <= ${at}`);
    open = sql`(f.known_until is null or f.known_until > ${at})`;
  }
  const held = heldInWorld(view, sql`f.valid_until`);
  if (held === undefined) return join([...terms, open], and);
  // A row that ended because the world moved on is still known to have held until then.
  const closed = heldInWorld(view, sql`f.closed_valid_until`) ?? sql`true`;
  return join([...terms, sql`((${open} and ${held}) or (not ${open} and f.closed_valid_until is not null and ${closed}))`], and);
}

/** Whether a fact `f` was known at all by the view's time, ended or not: what a history shows. */
export function known(view: TimeView): Sql {
  const terms = [sql`not f.quarantined`, sql`f.merged_into = ''`, sql`f.forgotten_at is null`];
  if (view.asOf !== "") terms.push(sql`f.known_at <= ${view.asOf}::timestamptz`);
  const held = heldInWorld(view, sql`coalesce(f.closed_valid_until, f.valid_until)`);
  return join([...terms, ...(held === undefined ? [] : [held])], and);
}

/** The view's condition on valid time, where unknown bounds overlap everything; undefined when it asks for none. */
function heldInWorld(view: TimeView, until: Sql): Sql | undefined {
  const terms: Sql[] = [];
  if (view.atInstant !== "") {
    const at = sql`${view.atInstant}::timestamptz`;
    terms.push(sql`(f.valid_from is null or f.valid_from <= ${at})`, sql`(${until} is null or ${until} > ${at})`);
  }
  if (view.validUntil !== "") terms.push(sql`(f.valid_from is null or f.valid_from < ${view.validUntil}::timestamptz)`);
  if (view.validFrom !== "") terms.push(sql`(${until} is null or ${until} > ${view.validFrom}::timestamptz)`);
  return terms.length === 0 ? undefined : join(terms, and);
}

/** Whether a record `alias` that never ends (a turn, an entity) was known and recorded at the view's time. */
export function seen(view: TimeView, alias: string): Sql {
  const row = identifier(alias);
  const terms = [alive(view, alias)];
  if (view.asOf !== "") terms.push(sql`${row}.known_at <= ${view.asOf}::timestamptz`);
  if (view.recordedAsOf !== "") terms.push(sql`${row}.recorded_at <= ${view.recordedAsOf}::timestamptz`);
  return join(terms, and);
}

/**
 * Whether a record `alias` has not been forgotten, which hides it from every view, nor had expired by the time that is looked back
 * to.
 */
export function alive(view: TimeView, alias: string): Sql {
  const row = identifier(alias);
  const back = [view.asOf, view.recordedAsOf].filter((at) => at !== "");
  const seenThen = back.map((at) => sql` or ${row}.expired_at > ${at}::timestamptz`);
  return sql`${row}.forgotten_at is null and (${row}.expired_at is null${join(seenThen, nothing)})`;
}

/** Whether a row `alias` with recorded_at and recorded_until was in force at the view's recorded time. */
export function inForce(view: TimeView, alias: string): Sql {
  const row = identifier(alias);
  if (view.recordedAsOf === "") return sql`${row}.recorded_until is null`;
  const at = sql`${view.recordedAsOf}::timestamptz`;
  return sql`${row}.recorded_at <= ${at} and (${row}.recorded_until is null or ${row}.recorded_until > ${at})`;
}

/** Whether a row `alias` lies under one of these ScopeSets; null is all of them. */
export function under(scopeSets: readonly string[] | null, alias: string): Sql {
  return scopeSets === null ? sql`true` : sql`${identifier(alias)}.scope_set = any(${scopeSets}::text[])`;
}

/** Whether an uncertainty `u` lies under one of these selectors, and all that disagrees in it: else nobody is told of it. */
export function uncertaintyUnder(scopeSets: readonly string[] | null): Sql {
  if (scopeSets === null) return sql`true`;
  const keys = sql`${scopeSets}::text[]`;
  return sql`(u.scope_set = any(${keys}) and u.beside <@ ${keys})`;
}
