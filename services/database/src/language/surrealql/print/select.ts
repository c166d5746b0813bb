import type { Explain, Fields, Group, Order, OrderBy, Select, SelectedField, WithIndex } from "../tree/index.ts";
import { printExpression } from "./expression.ts";
import { printIdiom } from "./idiom.ts";
import { clause, list, words } from "./join.ts";
import { innerName } from "./names.ts";

export function printSelect(select: Select): string {
  const text = words(
    `SELECT ${printFields(select.fields)}`,
    select.omit.length > 0 && `OMIT ${list(select.omit, printExpression)}`,
    "FROM",
    select.only && "ONLY",
    list(select.from, printExpression),
    select.with && printWith(select.with),
    clause("WHERE", select.where, printExpression),
    select.split.length > 0 && `SPLIT ON ${list(select.split, printIdiom)}`,
    select.group && printGroup(select.group),
    select.order && printOrder(select.order),
    clause("LIMIT", select.limit, printExpression),
    clause("START", select.start, printExpression),
    select.fetch.length > 0 && `FETCH ${list(select.fetch, printExpression)}`,
    clause("VERSION", select.version, printExpression),
    clause("TIMEOUT", select.timeout, printExpression),
    select.explain?.position === "after" && printExplain(select.explain),
  );
  return select.explain?.position === "before" ? `${printExplain(select.explain)} ${text}` : text;
}

export function printExplain(explain: Explain): string {
  if (explain.position === "after") return words("EXPLAIN", explain.full && "FULL");
  return words("EXPLAIN", explain.analyze && "ANALYZE", "FORMAT", explain.format === "json" ? "JSON" : "TEXT");
}

export function printFields(fields: Fields): string {
  if ("value" in fields) return `VALUE ${printField(fields.value)}`;
  return list(fields.list, (field) => (field === "*" ? "*" : printField(field)));
}

function printField({ expression, alias }: SelectedField): string {
  return words(printExpression(expression), clause("AS", alias, printIdiom));
}

export function printWith(index: WithIndex): string {
  return "no" in index ? "WITH NOINDEX" : `WITH INDEX ${list(index.indexes, innerName)}`;
}

export function printGroup(group: Group): string {
  return "all" in group ? "GROUP ALL" : `GROUP BY ${list(group.by, printIdiom)}`;
}

export function printOrder(order: Order): string {
  return "random" in order ? "ORDER BY RAND()" : `ORDER BY ${list(order.by, printOrderBy)}`;
}

function printOrderBy({ path, collate, numeric, descending }: OrderBy): string {
  return words(printIdiom(path), collate && "COLLATE", numeric && "NUMERIC", descending && "DESC");
}
