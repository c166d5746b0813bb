import { isDeepStrictEqual } from "node:util";
import { printExpression, printIdiom } from "../language/surrealql/print/index.ts";
import type { Expression, Order, Select, SelectedField } from "../language/surrealql/tree/index.ts";
import type { Variables } from "./constant.ts";
import { planExpression } from "./plan-embedded.ts";
import { node, type PlanNode } from "./plan-node.ts";
import { isOfCounted, showsWhole } from "./plan-operator.ts";
import { sourceNode, type Explaining } from "./plan-source.ts";
import { planText } from "./plan-text.ts";

/** The plan of a SELECT. */
export function selectNode(select: Select, explaining: Explaining): PlanNode {
  const { variables } = explaining;
  const counted = countNode(select, explaining);
  const shown = counted ?? (select.group === undefined ? projected(select, explaining) : grouped(select, explaining));
  const { fetch, only, timeout } = select;
  const fetched = fetch.length === 0 ? shown : node("Fetch", [["fields", fetch.map(printExpression).join(", ")]], [shown]);
  const one = only ? node("UnwrapExactlyOne", [], [fetched]) : fetched;
  if (timeout === undefined) return one;
  const text = planText(timeout, variables);
  return node("Timeout", [["duration", text]], [one], [{ role: "timeout", sql: text }]);
}

/** `SELECT count() FROM table [WHERE what an index counts] GROUP ALL`. */
function countNode(select: Select, { variables, counted }: Explaining): PlanNode | undefined {
  const { where, from } = select;
  const [target] = from;
  if (target === undefined || !isOfCounted(select)) return undefined;
  const source = planText(target, variables);
  const role = { role: "source", sql: source };
  if (where === undefined) return node("CountScan", [["source", source]], [], [role]);
  if (target.kind !== "table" || !counted(target.name).some((one) => isDeepStrictEqual(one, where))) return undefined;
  const condition = printExpression(where);
  const attributes = [
    ["source", source],
    ["condition", condition],
  ] as const;
  return node("IndexCountScan", attributes, [], [role, { role: "predicate", sql: condition }]);
}

function aggregateOf({ expression }: SelectedField): { name: string; argument: Expression | undefined } | undefined {
  if (expression.kind !== "call" || expression.callee.of !== "builtin") return undefined;
  return { name: expression.callee.name, argument: expression.args[0] };
}

function projected(select: Select, explaining: Explaining): PlanNode {
  const { variables, nameOf } = explaining;
  const { fields, omit } = select;
  const input = arrangedNode(select, explaining, (source) => withComputed(source, sortedBy(select, explaining), explaining));
  if ("value" in fields) {
    const text = planText(fields.value.expression, variables);
    return node("ProjectValue", [["expr", text]], [input], [planExpression("expr", fields.value.expression, explaining)]);
  }
  if (showsWhole(select)) {
    const shown = fields.list.filter((field) => field !== "*");
    return node(
      "Project",
      [],
      [input],
      shown.map(({ expression }) => planExpression("field", expression, explaining)),
    );
  }
  const sorted = sortedBy(select, explaining);
  const computed: SelectedField[] = [];
  const projections = fields.list.map((field) => {
    if (field === "*") return "*";
    if (isPlain(field.expression))
      return `${printField(field.expression)}${field.alias === undefined ? "" : ` AS ${nameOf(field)}`}`;
    if (!sorted.includes(field)) computed.push(field);
    return nameOf(field);
  });
  for (const path of omit) projections.push(`OMIT ${printExpression(path)}`);
  return node("SelectProject", [["projections", projections.join(", ")]], [withComputed(input, computed, explaining)]);
}

/** Rows with the fields that are more than paths. */
function withComputed(input: PlanNode, fields: readonly SelectedField[], explaining: Explaining): PlanNode {
  if (fields.length === 0) return input;
  const expressions = fields.map((field) => planExpression(explaining.nameOf(field), field.expression, explaining));
  return node("Compute", [["fields", expressions.map(({ role, sql }) => `${role} = ${sql}`).join(", ")]], [input], expressions);
}

/** The computed fields that ORDER BY names: they are there before rows are sorted. */
function sortedBy({ fields, order }: Select, { nameOf }: Explaining): readonly SelectedField[] {
  if (order === undefined || "random" in order || !("list" in fields)) return [];
  const names = new Set(order.by.map(({ path }) => printIdiom(path)));
  return fields.list.filter(
    (field): field is SelectedField => field !== "*" && !isPlain(field.expression) && names.has(nameOf(field)),
  );
}

function isPlain(expression: Expression): expression is Extract<Expression, { kind: "idiom" }> {
  return (
    expression.kind === "idiom" &&
    expression.start === undefined &&
    expression.parts.length === 1 &&
    expression.parts[0]?.part === "field"
  );
}

function printField(expression: Extract<Expression, { kind: "idiom" }>): string {
  return printIdiom(expression);
}

/** SPLIT, ORDER, START and LIMIT. */
function arrangedNode(select: Select, explaining: Explaining, prepared: (source: PlanNode) => PlanNode): PlanNode {
  const { split, order, limit, start } = select;
  const { isOrdered, source } = sourceNode(select, explaining);
  const input = split.length === 0 ? source : node("Split", [["on", split.map(printIdiom).join(", ")]], [source]);
  if (order === undefined || isOrdered)
    return (limit === undefined && start === undefined) || isCut(source, select)
      ? input
      : cutNode(select, input, explaining.variables);
  const keys = orderText(order, select, explaining.variables);
  const most = limit === undefined ? undefined : sumText(limit, start, explaining.variables);
  const name = "random" in order ? "RandomShuffle" : most === undefined ? "SortByKey" : "SortTopKByKey";
  const sorted = node(
    name,
    [
      ["random" in order ? "order" : "sort_keys", keys],
      ["limit", most],
    ],
    [prepared(input)],
  );
  return limit === undefined && start === undefined ? sorted : cutNode(select, sorted, explaining.variables);
}

/** A scan that stops by itself. */
function isCut(source: PlanNode, { split }: Select): boolean {
  const scan = source.operator === "Filter" ? source.children[0] : source;
  return split.length === 0 && scan !== undefined && scan.attributes.some(([name]) => name === "limit" || name === "offset");
}

function cutNode({ limit, start }: Select, input: PlanNode, variables: Variables): PlanNode {
  const [most, skipped] = [limit, start].map((one) => (one === undefined ? undefined : planText(one, variables)));
  const expressions = [
    ...(most === undefined ? [] : [{ role: "limit", sql: most }]),
    ...(skipped === undefined ? [] : [{ role: "offset", sql: skipped }]),
  ];
  return node(
    "Limit",
    [
      ["limit", most],
      ["offset", skipped],
    ],
    [input],
    expressions,
  );
}

function sumText(limit: Expression, start: Expression | undefined, variables: Variables): string {
  const [most, skipped] = [planText(limit, variables), start === undefined ? "0" : planText(start, variables)];
  const sum = Number(most) + Number(skipped);
  return Number.isNaN(sum) ? most : String(sum);
}

function orderText(order: Order, { fields }: Select, variables: Variables): string {
  if ("random" in order) return "RAND()";
  const list = "list" in fields ? fields.list : [];
  const meant = (path: Expression): Expression => {
    const field = list.find((one) => one !== "*" && one.alias !== undefined && isDeepStrictEqual(one.alias, path));
    return field === undefined || field === "*" || !isPlain(field.expression) ? path : field.expression;
  };
  return order.by.map(({ path, descending }) => `${planText(meant(path), variables)} ${descending ? "DESC" : "ASC"}`).join(", ");
}

/** What a path in GROUP BY stands for. */
function meantBy(path: Expression, fields: readonly SelectedField[], { nameOf, variables }: Explaining): Expression {
  return fields.find((field) => nameOf(field) === planText(path, variables))?.expression ?? path;
}

function grouped(select: Select, explaining: Explaining): PlanNode {
  const { variables } = explaining;
  const { group, fields, split, order, limit, start } = select;
  const by = group === undefined || "all" in group ? [] : group.by.map(printIdiom);
  const named = "list" in fields ? fields.list.filter((field) => field !== "*") : [];
  const keys = group === undefined || "all" in group ? [] : group.by.map((path) => meantBy(path, named, explaining));
  const { source } = sourceNode({ ...select, order: undefined, limit: undefined, start: undefined }, explaining);
  const input = split.length === 0 ? source : node("Split", [["on", split.map(printIdiom).join(", ")]], [source]);
  const list = "value" in fields ? [fields.value] : fields.list.filter((field) => field !== "*");
  const args = list
    .filter((field) => !by.includes(planText(field.expression, variables)) && !by.includes(explaining.nameOf(field)))
    .map((field) => (aggregateOf(field) === undefined ? field.expression : aggregateOf(field)?.argument));
  const expressions = [
    ...keys.map((key) => planExpression("group_by", key, explaining)),
    ...args.map((argument) =>
      argument === undefined ? { role: "agg_arg", sql: "NONE" } : planExpression("agg_arg", argument, explaining),
    ),
  ];
  const attribute = by.length === 0 ? (["mode", "GROUP ALL"] as const) : (["by", by.join(", ")] as const);
  const aggregate = node("Aggregate", [attribute], [input], expressions);
  if (order === undefined) return limit === undefined && start === undefined ? aggregate : cutNode(select, aggregate, variables);
  const sortKeys =
    "random" in order
      ? "RAND()"
      : order.by.map(({ path, descending }) => `${printIdiom(path)} ${descending ? "DESC" : "ASC"}`).join(", ");
  const most = limit === undefined ? undefined : sumText(limit, start, variables);
  const roles = "random" in order ? [] : order.by.map(({ path }) => ({ role: "order_by", sql: printIdiom(path) }));
  const sorted = node(
    most === undefined ? "Sort" : "SortTopK",
    [
      ["order_by", sortKeys],
      ["limit", most],
    ],
    [aggregate],
    roles,
  );
  return limit === undefined && start === undefined ? sorted : cutNode(select, sorted, variables);
}
