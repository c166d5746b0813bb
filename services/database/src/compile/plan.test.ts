import { describe, expect, it } from "@jest/globals";
import { parseProgram } from "../language/surrealql/index.ts";
import type { DefineIndex, Select, Statement } from "../language/surrealql/tree/index.ts";
import type { Value } from "../values/value.ts";
import { chooseAccess, plannedIndexes } from "./access.ts";
import { planLines } from "./plan-node.ts";
import { selectNode } from "./plan-select.ts";

const indexes = `DEFINE INDEX n ON hat FIELDS n; DEFINE INDEX z ON hat FIELDS z; DEFINE INDEX tags ON hat FIELDS tags.*;
  DEFINE INDEX ab ON hat FIELDS a, b; DEFINE INDEX u ON hat FIELDS u UNIQUE;`;
const variables = new Map<string, Value>([["two", 2n]]);

/** What follows `SELECT * FROM hat`, and below the projection the plan: operators with what they are told, outer ones before a `<`. */
const plans: readonly (readonly [rest: string, plan: string])[] = [
  ["", "TableScan(hat, Forward)"],
  ["WHERE n = 1", "IndexScan(n, = 1, Forward)"],
  ["WHERE 1 = n", "IndexScan(n, = 1, Forward)"],
  ["WHERE n = $two", "IndexScan(n, = 2, Forward)"],
  ["WHERE n = $nothing", "TableScan(hat, Forward, n = $nothing)"],
  ["WHERE n = 1 + 1", "TableScan(hat, Forward, n = 1 + 1)"],
  ["WHERE n > 1 AND n <= 5", "IndexScan(n, >1 <=5, Forward)"],
  ["WHERE n < 5 AND q = 1", "Filter(q = 1) < IndexScan(n, <5, Forward)"],
  ["WHERE n != 1", "TableScan(hat, Forward, n != 1)"],
  ["WHERE n = [1]", "TableScan(hat, Forward, n = [1])"],
  ["WHERE n = 1 AND u = 1", "Filter(n = 1) < IndexScan(u, = 1, Forward)"],
  ["WHERE n = 1 AND z = 1", "Filter(n = 1) < IndexScan(z, = 1, Forward)"],
  ["WHERE n > 1 AND a = 1", "Filter(n > 1) < IndexScan(ab, [1], Forward)"],
  ["WHERE a = 1 AND b > 2", "IndexScan(ab, [1] MoreThan 2, Forward)"],
  ["WHERE b = 1", "TableScan(hat, Forward, b = 1)"],
  ["WHERE tags CONTAINS 'x'", "Filter(tags CONTAINS 'x') < IndexScan(tags, = 'x', Forward)"],
  ["WITH NOINDEX WHERE n = 1", "TableScan(hat, Forward, n = 1)"],
  ["WITH INDEX n WHERE n = 1 AND u = 1", "Filter(u = 1) < IndexScan(n, = 1, Forward)"],
  [
    "WHERE n IN [1, 2]",
    "Filter(n INSIDE [1, 2]) < UnionIndexScan(hat, 2) < IndexScan(n, = 1, Forward) < IndexScan(n, = 2, Forward)",
  ],
  [
    "WHERE n = 1 OR z > 2",
    "Filter(n = 1 OR z > 2) < UnionIndexScan(hat, 2) < IndexScan(n, = 1, Forward) < IndexScan(z, >2, Forward)",
  ],
  ["WHERE n = 1 OR q = 2", "TableScan(hat, Forward, n = 1 OR q = 2)"],
  ["WHERE id = hat:1 AND q = 1", "RecordIdScan(hat:1, id = hat:1 AND q = 1)"],
  ["ORDER BY n LIMIT 2", "IndexScan(n, , Forward, 2)"],
  ["ORDER BY n DESC", "SortByKey(n DESC) < IndexScan(n, , Forward)"],
  ["ORDER BY q LIMIT 2 START 1", "Limit(2, 1) < SortTopKByKey(q ASC, 3) < TableScan(hat, Forward)"],
  ["ORDER BY id DESC LIMIT 1", "TableScan(hat, Backward, 1)"],
  ["WHERE q = 1 LIMIT 2", "TableScan(hat, Forward, q = 1, 2)"],
];

describe("the plan of a SELECT", () => {
  it.each(plans)("of a table %s", (rest, expected) => {
    expect(planOf(`SELECT * FROM hat ${rest}`)).toBe(`SelectProject(*) < ${expected}`);
  });

  it("of a count reads no record", () => {
    expect(planOf("SELECT count() FROM hat GROUP ALL")).toBe("CountScan(hat)");
  });

  it("of a group names its keys", () => {
    expect(planOf("SELECT k, count() FROM hat GROUP BY k")).toBe("Aggregate(k) < TableScan(hat, Forward)");
  });
});

function planOf(text: string): string {
  const select = statementOf<Select>(text);
  const defined = parseProgram(indexes).statements.map((one) => unwrapped(one) as DefineIndex);
  const named = defined.map((tree, i) => [["n", "z", "tags", "ab", "u"][i] ?? "", { tree }] as const);
  const find = (name: string) => (variables.has(name) ? { value: variables.get(name) } : undefined);
  const plan = selectNode(select, {
    variables: find,
    searchIndexes: () => [],
    counted: () => [],
    nameOf: () => "",
    choose: (table, { where, with: hint, order }) =>
      chooseAccess({
        ...{ table, where, with: hint, indexes: plannedIndexes(named), variables: find, writes: false },
        order: order === undefined || "random" in order ? undefined : order.by,
      }),
  });
  const lines = planLines(plan).trimEnd().split("\n");
  return lines
    .map((line) => line.trim().replace(/ \[ctx: \w+\]/u, ""))
    .map(compact)
    .join(" < ");
}

/** `Operator [name: value, …]` as `Operator(value, …)`. */
function compact(line: string): string {
  const at = line.indexOf(" [");
  if (at === -1) return line;
  const values = line.slice(at + 2, -1).replaceAll(/(^|, )[a-z_]+: /gu, "$1");
  return `${line.slice(0, at)}(${values})`;
}

function statementOf<T extends Statement>(text: string): T {
  const [statement] = parseProgram(text).statements;
  if (statement === undefined) throw new Error(`no statement: ${text}`);
  return unwrapped(statement) as T;
}

function unwrapped(statement: Statement): Statement {
  return statement.statement === "expression" && statement.expression.kind === "statement"
    ? statement.expression.statement
    : statement;
}
