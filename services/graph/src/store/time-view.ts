import type { Timestamp } from "@loci/kernel";
import type { Statement } from "@loci/ports/database";
import { factColumnNames } from "./facts.ts";
import { planned } from "./planned.ts";

/** A look back, checked: each "" or a timestamp. */
export interface TimeView {
  readonly asOf: Timestamp;
  readonly atInstant: Timestamp;
  readonly validFrom: Timestamp;
  readonly validUntil: Timestamp;
  readonly recordedAsOf: Timestamp;
}

export const present: TimeView = { asOf: "", atInstant: "", validFrom: "", validUntil: "", recordedAsOf: "" };

/** The values of a statement as they are collected; `$1` is the context. */
export class Values {
  readonly list: unknown[];

  constructor(contextId: string) {
    this.list = [contextId];
  }

  /** Adds a value and gives the text by which the statement names it. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }

  /** The statement with these values. It keeps its plan: for what is found by its id or name, one plan serves for all of them. */
  planned(text: string): Statement {
    return planned(text, this.list);
  }
}

/**
 * The facts as they were recorded at the view's time: the table itself, or with recordedAsOf each row's version of that day.
 * Gives a text to stand after FROM; quarantined and merged rows are left out by `standing` and `known`.
 */
export function factsRecorded(view: TimeView, values: Values): string {
  if (view.recordedAsOf === "") return "graph.fact";
  const at = values.add(view.recordedAsOf, "timestamptz");
  const columns = ["ctx", ...factColumnNames, "forgotten_at"].join(", ");
  return `(select ${columns} from graph.fact where ctx = $1 and revised_at <= ${at}
    union all select ${columns} from graph.fact_version where ctx = $1 and revised_at <= ${at} and replaced_at > ${at})`;
}

/** Whether a fact `f` stood at the view's known time, and held in the world when the view asks for that. */
export function standing(view: TimeView, values: Values): string {
  const terms = ["not f.quarantined", "f.merged_into = ''", alive(view, values, "f")];
  let open = "f.known_until is null";
  if (view.asOf !== "") {
    const at = values.add(view.asOf, "timestamptz");
    terms.push(`f.known_at <= ${at}`);
    open = `(f.known_until is null or f.known_until > ${at})`;
  }
  const held = heldInWorld(view, values, "f.valid_until");
  if (held === undefined) return [...terms, open].join(" and ");
  // A row that ended because the world moved on is still known to have held until then.
  const closed = heldInWorld(view, values, "f.closed_valid_until") ?? "true";
  return [...terms, `((${open} and ${held}) or (not ${open} and f.closed_valid_until is not null and ${closed}))`].join(" and ");
}

/** Whether a fact `f` was known at all by the view's time, ended or not: what a history shows. */
export function known(view: TimeView, values: Values): string {
  const terms = ["not f.quarantined", "f.merged_into = ''", "f.forgotten_at is null"];
  if (view.asOf !== "") terms.push(`f.known_at <= ${values.add(view.asOf, "timestamptz")}`);
  const held = heldInWorld(view, values, "coalesce(f.closed_valid_until, f.valid_until)");
  return [...terms, ...(held === undefined ? [] : [held])].join(" and ");
}

/** The view's condition on valid time, where unknown bounds overlap everything; undefined when it asks for none. */
function heldInWorld(view: TimeView, values: Values, until: string): string | undefined {
  const terms: string[] = [];
  if (view.atInstant !== "") {
    const at = values.add(view.atInstant, "timestamptz");
    terms.push(`(f.valid_from is null or f.valid_from <= ${at})`, `(${until} is null or ${until} > ${at})`);
  }
  if (view.validUntil !== "") terms.push(`(f.valid_from is null or f.valid_from < ${values.add(view.validUntil, "timestamptz")})`);
  if (view.validFrom !== "") terms.push(`(${until} is null or ${until} > ${values.add(view.validFrom, "timestamptz")})`);
  return terms.length === 0 ? undefined : terms.join(" and ");
}

/** Whether a record `alias` that never ends (a turn, an entity) was known and recorded at the view's time. */
export function seen(view: TimeView, values: Values, alias: string): string {
  const terms = [alive(view, values, alias)];
  if (view.asOf !== "") terms.push(`${alias}.known_at <= ${values.add(view.asOf, "timestamptz")}`);
  if (view.recordedAsOf !== "") terms.push(`${alias}.recorded_at <= ${values.add(view.recordedAsOf, "timestamptz")}`);
  return terms.join(" and ");
}

/**
 * Whether a record `alias` has not been forgotten, which hides it from every view, nor had expired by the time that is looked back
 * to.
 */
export function alive(view: TimeView, values: Values, alias: string): string {
  const back = [view.asOf, view.recordedAsOf].filter((at) => at !== "");
  const seenThen = back.map((at) => ` or ${alias}.expired_at > ${values.add(at, "timestamptz")}`).join("");
  return `${alias}.forgotten_at is null and (${alias}.expired_at is null${seenThen})`;
}

/** Whether a row `alias` with recorded_at and recorded_until was in force at the view's recorded time. */
export function inForce(view: TimeView, values: Values, alias: string): string {
  if (view.recordedAsOf === "") return `${alias}.recorded_until is null`;
  const at = values.add(view.recordedAsOf, "timestamptz");
  return `${alias}.recorded_at <= ${at} and (${alias}.recorded_until is null or ${alias}.recorded_until > ${at})`;
}

/** Whether a row `alias` lies under one of these ScopeSets; null is all of them. */
export function under(scopeSets: readonly string[] | null, values: Values, alias: string): string {
  return scopeSets === null ? "true" : `${alias}.scope_set = any(${values.add(scopeSets, "text[]")})`;
}
