import type { Value } from "../values/value.ts";

/** An expression of a step, by what it is for, with the plans that stand in it. */
export interface PlanExpression {
  readonly role: string;
  readonly sql: string;
  readonly embedded?: readonly { readonly role: string; readonly plan: PlanNode }[];
}

/** A step of a plan as EXPLAIN shows it, with the steps that it takes its rows from. */
export interface PlanNode {
  readonly operator: string;
  /** `Rt` needs no database. */
  readonly context: "Db" | "Rt";
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly expressions: readonly PlanExpression[];
  readonly children: readonly PlanNode[];
}

/** What running it showed: rows that its sources gave and that it gave itself, and how long all took. */
export interface Measured {
  readonly sourceRows: number;
  readonly rows: number;
  readonly elapsedMs: number;
}

/** @param attributes those without a value are left out */
export function node(
  operator: string,
  attributes: readonly (readonly [string, string | undefined])[],
  children: readonly PlanNode[],
  expressions: PlanNode["expressions"] = [],
  context: PlanNode["context"] = "Db",
): PlanNode {
  const given = attributes.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { operator, context, attributes: given, expressions, children };
}

/** As text, a line for each step. */
export function planLines(plan: PlanNode, measured?: Measured): string {
  const lines = linesOf(plan, 0, measured);
  return measured === undefined ? lines : `${lines}\nTotal rows: ${measured.rows}`;
}

function linesOf(plan: PlanNode, indent: number, measured: Measured | undefined, label = ""): string {
  const { operator, context, attributes, children, expressions } = plan;
  const details = attributes.length === 0 ? "" : ` [${attributes.map(([name, value]) => `${name}: ${value}`).join(", ")}]`;
  const line = `${" ".repeat(indent)}${label}${operator} [ctx: ${context}]${details}${measuredText(plan, measured)}\n`;
  const embedded = expressions.flatMap((one) => (one.embedded ?? []).map((inner) => ({ ...inner, name: one.role })));
  return [
    line,
    ...embedded.map(({ name, role, plan: inner }) => linesOf(inner, indent + 2, undefined, `${name}.${role}: `)),
    ...children.map((child) => linesOf(child, indent + 4, measured)),
  ].join("");
}

function measuredText(plan: PlanNode, measured: Measured | undefined): string {
  if (measured === undefined) return "";
  const rows = rowsOf(plan, measured);
  return ` {rows: ${rows}, batches: ${batchesOf(rows)}, elapsed: ${(measured.elapsedMs * 1000).toFixed(2)}µs}`;
}

/** As a value: what EXPLAIN after a statement, and FORMAT JSON, give. */
export function planValue(plan: PlanNode, measured?: Measured): Value {
  const value = valueOf(plan, measured);
  return measured === undefined ? value : new Map(value).set("total_rows", BigInt(measured.rows));
}

function valueOf(plan: PlanNode, measured: Measured | undefined): ReadonlyMap<string, Value> {
  const { operator, context, attributes, children, expressions } = plan;
  const value = new Map<string, Value>();
  if (attributes.length > 0) value.set("attributes", new Map(attributes));
  if (children.length > 0)
    value.set(
      "children",
      children.map((child) => valueOf(child, measured)),
    );
  value.set("context", context);
  if (expressions.length > 0) value.set("expressions", expressions.map(expressionValue));
  if (measured !== undefined) {
    const rows = rowsOf(plan, measured);
    const elapsed = BigInt(Math.round(measured.elapsedMs * 1e6));
    const metrics = { elapsed_ns: elapsed, output_batches: BigInt(batchesOf(rows)), output_rows: BigInt(rows) };
    value.set("metrics", new Map<string, Value>(Object.entries(metrics)));
  }
  return value.set("operator", operator);
}

function expressionValue({ role, sql, embedded = [] }: PlanExpression): Value {
  const value = new Map<string, Value>();
  const plans = embedded.map(
    (one) =>
      new Map<string, Value>([
        ["plan", valueOf(one.plan, undefined)],
        ["role", one.role],
      ]),
  );
  if (plans.length > 0) value.set("embedded_operators", plans);
  return value.set("role", role).set("sql", sql);
}

function rowsOf({ children }: PlanNode, { sourceRows, rows }: Measured): number {
  return children.length === 0 ? sourceRows : rows;
}

/** Rows come a thousand at a time. */
function batchesOf(rows: number): number {
  return Math.ceil(rows / 1_000);
}
