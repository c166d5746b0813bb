import type { Expression, Idiom, Select } from "../../language/surrealql/tree/index.ts";
import { RecordId } from "../../values/value.ts";
import type { Scope } from "../scope.ts";
import { isCount } from "./count.ts";
import { namesOfPath } from "./field-name.ts";

/** Statements that only ask; a write, a LET or a loop works with what it reads, and gets it under plain names. */
const asking: ReadonlySet<string> = new Set(["select", "return", "expression", "if", "explain"]);

/** A SELECT with the names that its results have where a statement only asks. */
export function asShown(select: Select, { env: { outermost } }: Scope): Select {
  return outermost === undefined || asking.has(outermost) ? withNamedCount(withFlatAliases(select)) : select;
}

/** `SELECT VALUE count() FROM table GROUP ALL` shows the count under its name, as without VALUE. */
function withNamedCount(select: Select): Select {
  const { fields, from, group, where } = select;
  const [target] = from;
  if (!("value" in fields) || group === undefined || !("all" in group) || where !== undefined || from.length !== 1) return select;
  if (target?.kind !== "table" && !isRecord(target)) return select;
  return isCount(fields.value.expression) ? { ...select, fields: { list: [fields.value] } } : select;
}

/** An alias is one name, also where it is a path; of one record, of groups and where the order is by a path it says where the value stands. */
function withFlatAliases(select: Select): Select {
  const { fields, from, group, order } = select;
  if ("value" in fields || group !== undefined || (from.length === 1 && isRecord(from[0]))) return select;
  if (order !== undefined && "by" in order && order.by.some(({ path }) => path.parts.length > 1)) return select;
  if (!fields.list.some((field) => field !== "*" && isPath(field.alias))) return select;
  const list = fields.list.map((field) => (field !== "*" && isPath(field.alias) ? { ...field, alias: flat(field.alias) } : field));
  return { ...select, fields: { list } };
}

function isRecord(target: Expression | undefined): boolean {
  return target?.kind === "record-id" || (target?.kind === "literal" && target.value instanceof RecordId);
}

function isPath(alias: Idiom | undefined): alias is Idiom {
  return alias !== undefined && alias.parts.length > 1;
}

function flat(alias: Idiom): Idiom {
  return { kind: "idiom", start: undefined, parts: [{ part: "field", name: namesOfPath(alias).join(".") }] };
}
