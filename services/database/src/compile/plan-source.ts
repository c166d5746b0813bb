import { printExpression } from "../language/surrealql/print/index.ts";
import type { Expression, Select, SelectedField } from "../language/surrealql/tree/index.ts";
import type { Chosen, IndexRange } from "./access.ts";
import { conjunctsOf } from "./condition.ts";
import type { Variables } from "./constant.ts";
import { embeddedIn } from "./plan-embedded.ts";
import { node, type PlanNode } from "./plan-node.ts";
import { searchNode, type SearchIndex } from "./plan-search.ts";
import { selectNode } from "./plan-select.ts";
import { accessText, planText } from "./plan-text.ts";

/** What a plan needs to know beside the statement. */
export interface Explaining {
  readonly variables: Variables;
  readonly choose: (table: string, select: Select) => Chosen;
  /** The indexes of a table that know words, or what is near. */
  readonly searchIndexes: (table: string) => readonly SearchIndex[];
  /** The conditions of a table's indexes of COUNT. */
  readonly counted: (table: string) => readonly Expression[];
  /** The name under which a field is shown. */
  readonly nameOf: (field: SelectedField) => string;
}

interface SourceNode {
  readonly source: PlanNode;
  readonly isOrdered: boolean;
}

/** Where the rows of a SELECT come from, and its condition. */
export function sourceNode(select: Select, explaining: Explaining): SourceNode {
  const [target, ...more] = select.from;
  if (target !== undefined && more.length === 0) return targetNode(target, select, explaining);
  const bare: Select = { ...select, order: undefined, limit: undefined, start: undefined };
  const children = select.from.map((one) => withoutFilter(targetNode(one, bare, explaining).source));
  return { source: filtered(select.where, node("Union", [], children), explaining.variables), isOrdered: false };
}

function withoutFilter(source: PlanNode): PlanNode {
  const [child] = source.children;
  if (source.operator === "Filter" && child !== undefined) return child;
  return { ...source, attributes: source.attributes.filter(([name]) => name !== "predicate") };
}

function targetNode(target: Expression, select: Select, explaining: Explaining): SourceNode {
  const { variables } = explaining;
  const { where } = select;
  if (target.kind === "table") return tableNode(target.name, select, explaining);
  if (target.kind === "record-id") {
    const id = planText(target, variables);
    const scan = node("RecordIdScan", [["record_id", id]], [], [{ role: "record_id", sql: id }]);
    return { source: filtered(where, scan, variables), isOrdered: false };
  }
  if (target.kind === "statement" && target.statement.statement === "select")
    return { source: filtered(where, selectNode(target.statement, explaining), variables), isOrdered: false };
  if (target.kind === "call") {
    const text = planText(target, variables);
    const predicate = where && planText(where, variables);
    const roles = [{ role: "source", sql: text }, ...(predicate === undefined ? [] : [{ role: "predicate", sql: predicate }])];
    return {
      source: node(
        "DynamicScan",
        [
          ["source", text],
          ["predicate", predicate],
        ],
        [],
        roles,
      ),
      isOrdered: false,
    };
  }
  const text = target.kind === "param" ? printExpression(target) : planText(target, variables);
  const embedded = embeddedIn(target, explaining);
  const scan = node("SourceExpr", [["expr", text]], [], [{ role: "expr", sql: text, embedded }], embedded.length > 0 ? "Db" : "Rt");
  return { source: filtered(where, scan, variables), isOrdered: false };
}

function tableNode(table: string, select: Select, explaining: Explaining): SourceNode {
  const { variables } = explaining;
  const { where } = select;
  const indexes = explaining.searchIndexes(table);
  const otherScan = (condition: Expression): PlanNode | undefined => {
    const { access: other } = explaining.choose(table, { ...select, where: condition, order: undefined });
    return other.by === "index" ? indexNode(other.scan, []) : undefined;
  };
  const found = searchNode(select, { table, indexes, variables, otherScan });
  if (found !== undefined) return { source: found, isOrdered: false };
  const { access, order } = explaining.choose(table, select);
  const isOrdered = order === "as wanted";
  const isCut = select.split.length === 0 && (select.order === undefined || isOrdered);
  const cut = [
    ["limit", isCut && select.limit !== undefined ? printExpression(select.limit) : undefined],
    ["offset", isCut && select.limit !== undefined && select.start !== undefined ? printExpression(select.start) : undefined],
  ] as const;
  const predicate = where && planText(where, variables);
  if (access.by === "index") {
    const rest = conjunctsOf(where).filter((one) => !access.scan.covers.includes(one) && !isTrue(one));
    const scan = indexNode(access.scan, cut);
    const text = rest.map((one) => planText(one, variables)).join(" AND ");
    return { source: rest.length === 0 ? scan : filterNode(text, scan), isOrdered };
  }
  if (access.by === "union") {
    const scans = access.scans.map((scan) => indexNode(scan, []));
    const union = node(
      "UnionIndexScan",
      [
        ["table", table],
        ["branches", String(scans.length)],
      ],
      scans,
    );
    return { source: filtered(where, union, variables), isOrdered };
  }
  const [id] = access.by === "records" && access.isOne ? access.ids : [];
  if (id !== undefined) {
    const text = planText({ kind: "literal", value: id }, variables);
    const roles = [{ role: "record_id", sql: text }, ...(predicate === undefined ? [] : [{ role: "predicate", sql: predicate }])];
    return {
      source: node(
        "RecordIdScan",
        [
          ["record_id", text],
          ["predicate", predicate],
        ],
        [],
        roles,
      ),
      isOrdered,
    };
  }
  const direction = access.by === "table" && access.reverse ? "Backward" : "Forward";
  return {
    source: node("TableScan", [["table", table], ["direction", direction], ["predicate", predicate], ...cut], []),
    isOrdered,
  };
}

function isTrue(condition: Expression): boolean {
  return condition.kind === "literal" && condition.value === true;
}

function indexNode(scan: IndexRange, cut: readonly (readonly [string, string | undefined])[]): PlanNode {
  return node("IndexScan", [["index", scan.index], ["access", accessText(scan)], ["direction", "Forward"], ...cut], []);
}

function filtered(where: Expression | undefined, input: PlanNode, variables: Variables): PlanNode {
  return where === undefined ? input : filterNode(planText(where, variables), input);
}

function filterNode(predicate: string, input: PlanNode): PlanNode {
  return node("Filter", [["predicate", predicate]], [input], [{ role: "predicate", sql: predicate }]);
}
