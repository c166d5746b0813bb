import type { Expression, Select, SelectedField } from "../language/surrealql/tree/index.ts";

/** The last step of a SELECT's plan, by which it is named where it stands in an expression. */
export function operatorOf(select: Select): string {
  if (select.timeout !== undefined) return "Timeout";
  if (select.only) return "UnwrapExactlyOne";
  if (select.fetch.length > 0) return "Fetch";
  if (select.group !== undefined) return isOfCount(select) ? "CountScan" : ofGroup(select);
  if ("value" in select.fields) return "ProjectValue";
  return showsWhole(select) ? "Project" : "SelectProject";
}

function ofGroup({ order, limit, start }: Select): string {
  if (limit !== undefined || start !== undefined) return "Limit";
  return order === undefined ? "Aggregate" : "Sort";
}

/** `SELECT count() FROM table GROUP ALL`, which counts without reading. */
export function isOfCount(select: Select): boolean {
  return select.where === undefined && isOfCounted(select);
}

/** The same, whichever its condition. */
export function isOfCounted({ fields, group, from, split, order }: Select): boolean {
  const [field, ...more] = "value" in fields ? [fields.value] : fields.list;
  const [target, ...others] = from;
  if (group === undefined || !("all" in group) || split.length > 0 || order !== undefined) return false;
  if (field === undefined || field === "*" || more.length > 0 || target === undefined || others.length > 0) return false;
  const { expression } = field;
  const isCount = expression.kind === "call" && expression.callee.of === "builtin" && expression.callee.name === "count";
  return isCount && expression.args.length === 0 && (target.kind === "table" || target.kind === "record-id");
}

/** Whether fields are shown where they stand in the record, or of one record: without a step for each field. */
export function showsWhole({ fields, from, where, order, split, fetch }: Select): boolean {
  if (!("list" in fields)) return false;
  if (fields.list.some((field) => field !== "*" && field.alias === undefined && isNestedPath(field))) return true;
  const isAsRead = where === undefined && order === undefined && split.length === 0 && fetch.length === 0;
  return from.length === 1 && from[0]?.kind === "record-id" && isAsRead;
}

function isNestedPath({ expression }: SelectedField): boolean {
  return isPath(expression) && expression.parts.filter(({ part }) => part === "field" || part === "graph").length > 1;
}

function isPath(expression: Expression): expression is Extract<Expression, { kind: "idiom" }> {
  return expression.kind === "idiom" && expression.start === undefined;
}
