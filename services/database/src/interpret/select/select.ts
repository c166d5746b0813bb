import { RecordId, type Value } from "../../values/value.ts";
import type { Expression, Fields, GraphPart, Group, Idiom, Order, Select } from "../../language/surrealql/tree/index.ts";
import { expectedSingle } from "../../messages/interpret.ts";
import type { Effect } from "../effect.ts";
import { ofEachRow } from "../each-row.ts";
import { evaluate } from "../evaluate.ts";
import { Frame } from "../frame.ts";
import { fetchPaths } from "../idiom/fetch.ts";
import { membersOf, walk } from "../idiom/idiom.ts";
import { permissionsApply } from "../permission.ts";
import { about, tableOf, type Scope } from "../scope.ts";
import { withinTimeout } from "../statement.ts";
import { takeTurns } from "../turns.ts";
import { checkSearch } from "../search/check.ts";
import { limitRows } from "../size.ts";
import { rowsOf } from "../search/rows.ts";
import { searching } from "../search/search.ts";
import { soughtBy } from "../search/tree.ts";
import { groupRows } from "./group.ts";
import { asShown } from "./as-shown.ts";
import { checkGrouped } from "./grouped-expression.ts";
import { evaluateLimit } from "./limit.ts";
import { orderRows, type Row } from "./order.ts";
import { collectRows } from "./collect.ts";
import { countedTable, isCount } from "./count.ts";
import { namesOfPath } from "./field-name.ts";
import { omitFields, project, putAt } from "./project.ts";
import { pushedGroup } from "./pushed-group.ts";
import { eachSource } from "./source.ts";
import { ofPresent } from "./version.ts";

/** Runs a SELECT. */
export function* runSelect(written: Select, outer: Scope): Effect<Value> {
  if (written.group !== undefined) checkGrouped(written.fields);
  const scope: Scope = { ...withParent(outer), selecting: true };
  const select = yield* ofPresent(asShown(written, scope), scope);
  const timeout = select.timeout === undefined ? undefined : yield* evaluate(select.timeout, scope);
  const isNone = select.timeout?.kind === "literal" && select.timeout.value === undefined;
  return select.timeout === undefined || isNone
    ? yield* selecting(select, scope)
    : yield* withinTimeout(timeout, scope, selecting(select, scope));
}

/** Where a statement that writes runs. */
export function nestedQuery(outer: Scope): Scope {
  const scope = withParent(outer);
  return { ...scope, frame: scope.frame.withoutDocuments(), selecting: false };
}

/** Within a statement about a document, `$parent` is that document. */
function withParent(scope: Scope): Scope {
  if (scope.current === undefined) return scope;
  return { ...scope, frame: new Frame(scope.frame, new Map([["parent", scope.current]])) };
}

function* selecting(select: Select, scope: Scope): Effect<Value> {
  const limits = {
    limit: yield* evaluateLimit(select.limit, "LIMIT", scope),
    start: yield* evaluateLimit(select.start, select.limit === undefined ? "START" : "LIMIT", scope),
  };
  const counted = yield* countedTable(select, scope);
  const values = counted ?? (yield* collected(select, limits, scope));
  const omitted = select.omit.length === 0 || "value" in select.fields ? values : yield* withoutOmitted(values, select.omit, scope);
  const fetched = select.fetch.length === 0 ? omitted : yield* fetchPaths(omitted, select.fetch, scope);
  return select.only ? single(fetched as readonly Value[], select) : fetched;
}

function* withoutOmitted(values: readonly Value[], omit: Select["omit"], scope: Scope): Effect<readonly Value[]> {
  const left: Value[] = [];
  for (const value of values) left.push(yield* omitFields(value, omit, scope));
  return left;
}

/** ONLY: the one result. None is NONE where one record was asked for, an error where it was a list. */
function single(values: readonly Value[], { from }: Select): Value {
  if (values.length > 1) throw expectedSingle();
  if (values.length === 0 && from.some(({ kind }) => kind === "array" || kind === "literal")) throw expectedSingle();
  return values[0];
}

export interface Limits {
  readonly limit: number | undefined;
  readonly start: number | undefined;
}

function* collected(select: Select, limits: Limits, outer: Scope): Effect<readonly Value[]> {
  checkSearch(select.fields, select.where, outer.search !== undefined);
  const scope = searching(select.where, false, outer);
  const groups = yield* pushedGroup(select, scope);
  if (groups !== undefined)
    return yield* inOrder(
      groups.map((shown) => ({ source: shown, shown })),
      select,
      limits,
      scope,
    );
  if (soughtBy(select.where) === undefined) {
    const { rows, skipped } = yield* collectRows(select, limits, scope);
    return yield* arranged(
      rows,
      { ...select, hidesEmpty: hidesEmpty(select, scope) },
      skipped ? { ...limits, start: undefined } : limits,
      scope,
    );
  }
  const streams = select.split.length === 0 && select.group === undefined && select.order === undefined;
  const enough = streams && limits.limit !== undefined ? limits.limit + (limits.start ?? 0) : undefined;
  if (enough === 0) return [];
  return yield* arranged(yield* rowsOf(select, enough, scope), select, limits, scope);
}

interface Clauses {
  readonly fields: Fields;
  readonly split: readonly Idiom[];
  readonly group: Group | undefined;
  readonly order: Order | undefined;
  /** A GROUP ALL of no rows gives none. */
  readonly hidesEmpty?: boolean;
}

/** Whoever may not see all records gets no row for none of them, but where they only count a table that they may see at all. */
function hidesEmpty({ fields, from, where }: Select, scope: Scope): boolean {
  if (!permissionsApply(scope)) return false;
  const [field, ...others] = "value" in fields ? [fields.value] : fields.list;
  const [target] = from;
  const isBareCount = field !== undefined && field !== "*" && others.length === 0 && isCount(field.expression);
  if (!isBareCount || where !== undefined || from.length !== 1) return true;
  const table = tableIn(target);
  return table === undefined || tableOf(scope, table)?.tree.permissions.select === false;
}

function tableIn(target: Expression | undefined): string | undefined {
  if (target?.kind === "table") return target.name;
  if (target?.kind === "record-id") return target.table;
  return target?.kind === "literal" && target.value instanceof RecordId ? target.value.table : undefined;
}

/** SPLIT, GROUP, the fields, ORDER, START and LIMIT, in this order. */
function* arranged(sources: readonly Value[], clauses: Clauses, { limit, start }: Limits, scope: Scope): Effect<readonly Value[]> {
  let rows: readonly Row[] = [];
  const split = yield* splitRows(sources, clauses.split, scope);
  if (clauses.group === undefined) {
    const early = clauses.order === undefined ? cut(split, start, limit) : split;
    const hasIds = early.some(isId);
    const shown =
      isWhole(clauses.fields) && !hasIds
        ? early
        : yield* ofEachRow(early, clauses.fields, (source) => project(source, clauses.fields, scope), scope);
    const isThere = (_: unknown, i: number): boolean => "value" in clauses.fields || shown[i] !== undefined || !isId(early[i]);
    if (clauses.order === undefined) return hasIds ? shown.filter(isThere) : shown;
    rows = early.map((source, i) => ({ source, shown: shown[i] }));
    if (hasIds) rows = rows.filter(isThere);
  } else {
    const isHidden = split.length === 0 && clauses.hidesEmpty === true;
    const grouped = isHidden ? [] : yield* groupRows(split, clauses.fields, clauses.group, scope);
    rows = grouped.map((shown) => ({ source: shown, shown }));
  }
  return yield* inOrder(rows, clauses, { limit, start }, scope);
}

function* inOrder(
  rows: readonly Row[],
  { order, fields }: Clauses,
  { limit, start }: Limits,
  scope: Scope,
): Effect<readonly Value[]> {
  const ordered = order === undefined ? rows : yield* orderRows(rows, order, fields, scope);
  return cut(ordered, start, limit).map(({ shown }) => shown);
}

/** `SELECT *`: rows are shown as they are. */
function isWhole(fields: Fields): boolean {
  return "list" in fields && fields.list.length === 1 && fields.list[0] === "*";
}

/** Whether a row is of a record that is not there. */
const isId = (row: Value): boolean => row instanceof RecordId;

function cut<T>(items: readonly T[], start = 0, limit = items.length): readonly T[] {
  return start === 0 && limit >= items.length ? items : items.slice(start, start + limit);
}

/** SPLIT: a row for each item of an array or a set, also for NONE; an empty one stays. */
function* splitRows(rows: readonly Value[], paths: readonly Idiom[], scope: Scope): Effect<readonly Value[]> {
  let split = rows;
  for (const path of paths) {
    const { parts } = path;
    const names = namesOfPath(path);
    const next: Value[] = [];
    for (const row of split) {
      yield* takeTurns(scope);
      const items = membersOf(yield* walk(row, parts, { scope: about(scope, row), repeat: undefined }));
      if (items !== undefined) limitRows(next.length + items.length, scope);
      if (items === undefined || items.length === 0) next.push(row);
      else for (const item of items) next.push(yield* putAt(row, names, item, scope));
    }
    split = next;
  }
  return split;
}

/** The SELECT within a graph step: what it makes of the records that the step leads to. Without fields, their ids. */
export function* selectRows(records: readonly RecordId[], part: GraphPart, scope: Scope): Effect<readonly Value[]> {
  const sources: Value[] = [];
  yield* eachSource({ values: records }, scope, function* keep(source) {
    sources.push(source);
    return true;
  });
  const fields: Fields = part.select ?? { value: { expression: identity, alias: undefined } };
  const { split, group, order } = part;
  if (group !== undefined) checkGrouped(fields);
  const limits = {
    limit: yield* evaluateLimit(part.limit, "LIMIT", scope),
    start: yield* evaluateLimit(part.start, part.limit === undefined ? "START" : "LIMIT", scope),
  };
  return yield* arranged(sources, { fields, split, group, order }, limits, scope);
}

const identity: Expression = { kind: "idiom", start: undefined, parts: [{ part: "field", name: "id" }] };
