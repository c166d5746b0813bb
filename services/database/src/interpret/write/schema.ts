import type { TableDefinition } from "../../catalog/definitions.ts";
import type { Kind, Part } from "../../language/surrealql/tree/index.ts";
import { fieldUnknown } from "../../messages/document.ts";
import { isArray, isObject } from "../../values/kind-of.ts";
import { sortedEntries } from "../../values/order.ts";
import { sayName } from "../../values/print-text.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { fieldsOf, partsOfField } from "../record.ts";

/** What the fields of a SCHEMAFULL table say about one place and what is below it. */
interface Known {
  readonly children: Map<string, Known>;
  /** What is not defined below is welcome: FLEXIBLE, or of a type that tells itself what is in it. */
  open: boolean;
  /** Whether a field is defined here; a place that only inner fields name holds other things beside them, but is no plain value. */
  defined: boolean;
  /** Whether the way here leads through `*`. */
  readonly isOfItems: boolean;
}

/** Refuses what a SCHEMAFULL table does not define; the fields of an edge and the id are always there. */
export function checkSchema(record: ObjectValue, table: TableDefinition | undefined): void {
  if (table?.tree.schemafull !== true) return;
  const known = knownFields(table);
  for (const name of ["id", "in", "out"])
    if (!known.children.has(name)) known.children.set(name, { children: new Map(), open: true, defined: true, isOfItems: false });
  check(record, known, "", table.name);
}

function knownFields(table: TableDefinition): Known {
  const root: Known = { children: new Map(), open: false, defined: true, isOfItems: false };
  for (const field of fieldsOf(table)) {
    let at = root;
    for (const part of partsOfField(field)) at = below(at, nameOf(part));
    at.defined = true;
    at.open ||= field.flexible || (field.type !== undefined && tellsItself(field.type));
  }
  return root;
}

function below(at: Known, name: string): Known {
  const found = at.children.get(name);
  if (found !== undefined) return found;
  const made: Known = { children: new Map(), open: false, defined: false, isOfItems: at.isOfItems || name === "*" };
  at.children.set(name, made);
  return made;
}

function nameOf(part: Part): string {
  return part.part === "field" ? part.name : "*";
}

/** Types whose values have been compared in depth already: `any`, literal objects and arrays. */
function tellsItself(kind: Kind): boolean {
  if (kind.kind === "either") return kind.options.some(tellsItself);
  return kind.kind === "any" || (kind.kind === "literal" && kind.literal.of !== "value");
}

function check(value: Value, known: Known, path: string, table: string): void {
  if (!known.defined && !holdsSomething(value)) throw fieldUnknown(path, table);
  if (isArray(value)) {
    const item = known.children.get("*");
    for (const [index, inner] of value.entries())
      if (item !== undefined || isObject(inner)) check(inner, item ?? known, `${path}[${index}]`, table);
  } else if (isObject(value)) {
    for (const [name, inner] of sortedEntries(value)) {
      const child = known.children.get(name) ?? known.children.get("*");
      const whole = path === "" ? sayName(name) : `${path}.${sayName(name)}`;
      if (child !== undefined) check(inner, child, whole, table);
      else if (!holdsOthers(known)) throw fieldUnknown(whole, table);
    }
  }
}

function holdsSomething(value: Value): boolean {
  return isObject(value) || (isArray(value) && value.length > 0);
}

/** What only inner fields define, and what they define for all items of a place, may have others beside them. */
function holdsOthers({ open, defined, isOfItems, children }: Known): boolean {
  return open || !defined || (isOfItems && children.size > 0);
}
