import { printExpression, printIdiom } from "../language/surrealql/print/index.ts";
import type { Expression, GraphPart, Part, RecursePart } from "../language/surrealql/tree/index.ts";
import { node, type PlanExpression, type PlanNode } from "./plan-node.ts";
import { selectNode } from "./plan-select.ts";
import type { Explaining } from "./plan-source.ts";
import { planText } from "./plan-text.ts";

/** An expression of a step, with the plans of its arrows, recursions and subqueries. */
export function planExpression(role: string, expression: Expression, explaining: Explaining): PlanExpression {
  return { role, sql: planText(expression, explaining.variables), embedded: embeddedIn(expression, explaining) };
}

/** The plans within an expression; what stands in arguments, lists and objects is not shown. */
export function embeddedIn(expression: Expression, explaining: Explaining): PlanExpression["embedded"] & object {
  switch (expression.kind) {
    case "statement":
      return expression.statement.statement === "select"
        ? [{ role: "subquery", plan: selectNode(expression.statement, explaining) }]
        : [];
    case "binary":
      return [...embeddedIn(expression.left, explaining), ...embeddedIn(expression.right, explaining)];
    case "idiom": {
      const start = expression.start === undefined ? [] : embeddedIn(expression.start, explaining);
      return [...start, ...ofParts(expression.parts, explaining)];
    }
    default:
      return [];
  }
}

function ofParts(parts: readonly Part[], explaining: Explaining): PlanExpression["embedded"] & object {
  const found: { role: string; plan: PlanNode }[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (part?.part === "recurse") return [...found, { role: "recurse", plan: recursion(part, parts.slice(at + 1), explaining) }];
    if (part?.part !== "graph") continue;
    const chain = chainAt(parts, at);
    found.push({ role: "lookup", plan: chainNode(chain, explaining) });
    at += chain.length - 1;
  }
  return found;
}

/** Arrows that follow each other directly. */
function chainAt(parts: readonly Part[], from: number): readonly GraphPart[] {
  const end = parts.findIndex((part, at) => at >= from && part.part !== "graph");
  return parts.slice(from, end === -1 ? undefined : end).filter((part) => part.part === "graph");
}

function chainNode(chain: readonly GraphPart[], explaining: Explaining): PlanNode {
  let plan = node("CurrentValueSource", [], [], [], "Rt");
  for (const part of chain) plan = arrow(part, plan, explaining);
  return plan;
}

const arrows = { out: "->", in: "<-", both: "<->", reference: "<~" };

function arrow(part: GraphPart, input: PlanNode, explaining: Explaining): PlanNode {
  const { direction, tables, select, where, limit, start } = part;
  const names = tables.map(({ table }) => table).join(", ");
  const [first] = tables;
  const isWhole = where !== undefined || select !== undefined || part.order !== undefined;
  const most = limit && printExpression(limit);
  const scan =
    direction === "reference"
      ? node(
          "ReferenceScan",
          [
            ["table", names === "" ? "?" : names],
            ["field", first?.field],
          ],
          [input],
        )
      : node(
          "GraphEdgeScan",
          [
            ["direction", arrows[direction]],
            ["tables", names === "" ? "*" : names],
            ["output", isWhole ? "FullEdge" : "TargetId"],
            ["limit", isWhole ? undefined : most],
          ],
          [input],
        );
  const predicate = where && planText(where, explaining.variables);
  const kept =
    predicate === undefined ? scan : node("Filter", [["predicate", predicate]], [scan], [{ role: "predicate", sql: predicate }]);
  const cut = limit === undefined && start === undefined ? kept : node("Limit", [["limit", most]], [kept]);
  if (select === undefined) return cut;
  const fields = "list" in select ? select.list : [select.value];
  const projections = fields.map((field) => (field === "*" ? "*" : explaining.nameOf(field))).join(", ");
  return node("SelectProject", [["projections", projections]], [cut]);
}

function recursion({ min, max, path, instruction }: RecursePart, rest: readonly Part[], explaining: Explaining): PlanNode {
  const repeated = path ?? rest;
  const isTree = repeated.some((part) => part.part === "destructure");
  const depth = min !== undefined && min === max ? String(min) : `${min ?? 1}..${max ?? ""}`;
  const chain = repeated.filter((part) => part.part === "graph");
  return node(
    "Recurse",
    [
      ["depth", depth],
      ["instruction", instruction?.find ?? "default"],
      ["pattern", isTree ? "tree" : undefined],
    ],
    isTree || chain.length === 0 ? [] : [chainNode(chain, explaining)],
  );
}

/** A path as the steps of a plan name it. */
export function pathText(parts: readonly Part[]): string {
  return printIdiom({ kind: "idiom", start: undefined, parts });
}
