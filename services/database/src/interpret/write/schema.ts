import type { TableDefinition } from "../../catalog/definitions.ts";
import type { Kind, Part } from "../../language/surrealql/tree/index.ts";
import { fieldUnknown } from "../../messages/document.ts";
import { isArray, isObject } from "../../values/kind-of.ts";
import { sortedEntries } from "../../values/order.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { fieldsOf, partsOfField } from "../record.ts";

/** What the fields of a SCHEMAFULL table say about one place and what is below it. */
interface Known {
  readonly children: Map<string, Known>;
  /** Whatever is below is welcome: FLEXIBLE, and what an array of objects holds. */
  open: boolean;
  defined: boolean;
}

/** Refuses what a SCHEMAFULL table does not define; the fields of an edge and the id are always there. */
export function checkSchema(record: ObjectValue, table: TableDefinition | undefined): void {
  if (table?.tree.schemafull !== true) return;
  const known = knownFields(table);
  for (const name of ["id", "in", "out"])
    if (!known.children.has(name)) known.children.set(name, { children: new Map(), open: true, defined: true });
  check(record, known, "", table.name);
}

function knownFields(table: TableDefinition): Known {
  const root: Known = { children: new Map(), open: false, defined: true };
  for (const field of fieldsOf(table)) {
    let at = root;
    for (const part of partsOfField(field)) at = below(at, nameOf(part));
    at.defined = true;
    at.open ||= field.flexible || (field.type?.kind === "any" && partsOfField(field).at(-1)?.part === "field");
    if (field.type !== undefined && holdsObjects(field.type)) below(at, "*").open = true;
  }
  return root;
}

function below(at: Known, name: string): Known {
  const found = at.children.get(name);
  if (found !== undefined) return found;
  const made: Known = { children: new Map(), open: false, defined: false };
  at.children.set(name, made);
  return made;
}

function nameOf(part: Part): string {
  return part.part === "field" ? part.name : "*";
}

function holdsObjects(kind: Kind): boolean {
  if (kind.kind === "either") return kind.options.some(holdsObjects);
  return (kind.kind === "array" || kind.kind === "set") && kind.of?.kind === "object";
}

function check(value: Value, known: Known, path: string, table: string): void {
  if (known.open) return;
  if (isArray(value)) {
    const item = known.children.get("*");
    for (const [index, inner] of value.entries())
      if (item !== undefined || isObject(inner)) check(inner, item ?? known, `${path}[${index}]`, table);
  } else if (isObject(value)) {
    for (const [name, inner] of sortedEntries(value)) {
      const child = known.children.get(name) ?? known.children.get("*");
      const whole = path === "" ? name : `${path}.${name}`;
      if (child === undefined) throw fieldUnknown(whole, table);
      check(inner, child, whole, table);
    }
  }
}
