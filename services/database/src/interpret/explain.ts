import { planLines, planValue, node, type Measured, type PlanNode } from "../compile/plan-node.ts";
import { selectNode } from "../compile/plan-select.ts";
import type { Explaining } from "../compile/plan-source.ts";
import { searchOperation, type SearchIndex } from "../compile/plan-search.ts";
import { planText } from "../compile/plan-text.ts";
import {
  collectingOperation,
  findingOperations,
  makingOperation,
  measuredOperations,
  withoutIndexOperation,
} from "../compile/plan-write.ts";
import type { Delete, Explain, Expression, Select, Statement, Update } from "../language/surrealql/tree/index.ts";
import { tableMissing } from "../messages/define.ts";
import { explainNotSupported } from "../messages/interpret.ts";
import { isArray } from "../values/kind-of.ts";
import { KeyRange, RecordId, TableName, type Value } from "../values/value.ts";
import type { Effect } from "./effect.ts";
import { tableOf, type Scope } from "./scope.ts";
import { checkSearch } from "./search/check.ts";
import { namesOfField } from "./select/field-name.ts";
import { checkGrouped } from "./select/grouped-expression.ts";
import { planned, variableOf } from "./select/planned.ts";
import { wantedOrder } from "./select/collect.ts";
import { runStatement } from "./statement.ts";
import { onlyOf } from "./write/output.ts";
import { targetsOf } from "./write/target.ts";

/** `EXPLAIN statement`: its plan, and with ANALYZE what running it showed. */
export function* runExplain({ explain, of }: Extract<Statement, { statement: "explain" }>, scope: Scope): Effect<Value> {
  const plan = statementNode(of, explainingIn(scope));
  if (plan === undefined) throw explainNotSupported();
  return yield* shown(plan, of, explain, scope);
}

/** `SELECT … EXPLAIN [FULL]`. */
export function* explainSelect(select: Select, explain: Explain, scope: Scope): Effect<Value> {
  if (select.group !== undefined) checkGrouped(select.fields);
  checkSearch(select.fields, select.where, true);
  const run: Select = { ...select, explain: undefined };
  return yield* shown(selectNode(run, explainingIn(scope)), run, { ...explain, format: "json" }, scope);
}

function* shown(plan: PlanNode, statement: Statement, { full, format }: Explain, scope: Scope): Effect<Value> {
  const measured = full ? yield* measure(statement, scope) : undefined;
  return format === "json" ? planValue(plan, measured) : planLines(plan, measured);
}

function* measure(statement: Statement, scope: Scope): Effect<Measured> {
  const start = performance.now();
  const value = yield* runStatement(statement, scope);
  const rows = isArray(value) ? value.length : 1;
  return { rows, sourceRows: rows, elapsedMs: performance.now() - start };
}

function explainingIn(scope: Scope): Explaining {
  return {
    variables: (name) => variableOf(name, scope),
    choose: (table, select) => planned(table, { where: select.where, with: select.with, order: wantedOrder(select) }, scope),
    searchIndexes: (table) => searchIndexesOf(table, scope),
    counted: (table) => countedIn(table, scope),
    nameOf: (field) => namesOfField(field).join("."),
  };
}

function searchIndexesOf(table: string, scope: Scope): readonly SearchIndex[] {
  return [...(tableOf(scope, table)?.indexes ?? [])].flatMap(([name, { tree }]) => {
    const [field] = tree.fields;
    const isSearch = tree.index.kind === "fulltext" || tree.index.kind === "hnsw";
    return isSearch && tree.prepareRemove !== true && field?.kind === "idiom"
      ? [{ name, path: field.parts, kind: tree.index }]
      : [];
  });
}

function countedIn(table: string, scope: Scope): readonly Expression[] {
  return [...(tableOf(scope, table)?.indexes.values() ?? [])].flatMap(({ tree: { index } }) =>
    index.kind === "count" && index.condition !== undefined ? [index.condition] : [],
  );
}

/** The plan of a statement that has one. */
function statementNode(statement: Statement, explaining: Explaining): PlanNode | undefined {
  switch (statement.statement) {
    case "select":
      return selectNode(statement, explaining);
    case "expression":
      return expressionNode(statement.expression, explaining);
    case "return":
      return around("Return", [], statement.value, explaining);
    case "let":
      return around("Let", [["name", `$${statement.name}`]], statement.value, explaining);
    case "if":
      return node("IfElse", [["branches", String(statement.branches.length)]], [], [], "Rt");
    default:
      return undefined;
  }
}

function around(
  operator: string,
  attributes: readonly (readonly [string, string])[],
  expression: Expression,
  explaining: Explaining,
): PlanNode | undefined {
  const inner = expressionNode(expression, explaining);
  return inner && node(operator, attributes, [inner], [], inner.context);
}

function expressionNode(expression: Expression, explaining: Explaining): PlanNode | undefined {
  if (expression.kind === "statement") return statementNode(expression.statement, explaining);
  if (expression.kind === "block") return node("Sequence", [["statements", String(expression.statements.length)]], [], [], "Rt");
  const text = planText(expression, explaining.variables);
  return node("Expr", [["expr", text]], [], [{ role: "expr", sql: text }], "Rt");
}

/** `UPDATE … EXPLAIN [FULL]`, of an UPSERT and a DELETE too. */
export function* explainWrite(statement: Update | Delete, { full }: Explain, scope: Scope): Effect<Value> {
  const operations: Value[] = [];
  const makes = statement.statement === "upsert" && statement.where === undefined;
  for (const target of yield* targetsOf(statement, statement.statement.toUpperCase(), scope)) {
    if (makes && !isRange(target)) {
      operations.push(makingOperation(target));
      continue;
    }
    const table = target instanceof RecordId ? target.table : target.name;
    const { access } = planned(table, { where: statement.where, with: statement.with, writes: true }, scope);
    const search =
      target instanceof RecordId ? undefined : searchOperation(statement.where, searchIndexesOf(table, scope), explainingIn(scope));
    if (statement.statement !== "upsert" && target instanceof TableName && tableOf(scope, table) === undefined)
      throw tableMissing(table);
    operations.push(...findingOperations(target, access, search));
    if (statement.with !== undefined && "no" in statement.with && target instanceof TableName)
      operations.push(withoutIndexOperation);
  }
  operations.push(collectingOperation);
  if (full) {
    const value = yield* runStatement({ ...statement, explain: undefined, only: false }, scope);
    operations.push(...measuredOperations(isArray(value) ? value.length : 1));
  }
  // The plan is the statement's output: of several operations ONLY takes none.
  return onlyOf(operations, statement.only);
}

function isRange(target: RecordId | TableName): boolean {
  return target instanceof RecordId && target.key instanceof KeyRange;
}
