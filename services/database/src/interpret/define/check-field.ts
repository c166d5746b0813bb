import type { TableDefinition } from "../../catalog/definitions.ts";
import { printKind } from "../../language/surrealql/print/index.ts";
import type { DefineField, Kind, KindLiteral, Part } from "../../language/surrealql/tree/index.ts";
import {
  computedCycle,
  computedId,
  computedNested,
  computedParent,
  computedWith,
  computedWithNested,
  fieldMismatch,
  idType,
  idWith,
  referenceNested,
  referenceType,
} from "../../messages/define.ts";
import { cycleWith } from "../computed-order.ts";
import { printParts } from "../field-path.ts";

/** Refuses what a field cannot be together with its own clauses and the other fields of its table. */
export function checkField(field: DefineField, parts: readonly Part[], name: string, table: TableDefinition | undefined): void {
  if (name === "id") checkId(field);
  if (field.computed !== undefined) checkComputed(field, parts, name, table);
  if (field.reference !== undefined) checkReference(field, parts, name);
  checkParents(field, parts, name, table);
}

function checkId(field: DefineField): void {
  if (field.computed !== undefined) throw computedId();
  if (field.value !== undefined) throw idWith("VALUE");
  if (field.reference !== undefined) throw idWith("REFERENCE");
  if (field.default !== undefined) throw idWith("DEFAULT");
  if (field.type !== undefined && !isOfKeys(field.type)) throw idType(printKind(field.type));
}

/** Whether values of a kind can be the key of a record id. */
function isOfKeys(kind: Kind): boolean {
  if (kind.kind === "either") return kind.options.every(isOfKeys);
  if (kind.kind !== "literal") return ["any", "int", "number", "string", "uuid", "object", "array", "set"].includes(kind.kind);
  if (kind.literal.of !== "value") return true;
  const { value } = kind.literal;
  return value.kind === "literal" && ["string", "bigint"].includes(typeof value.value);
}

function checkComputed(field: DefineField, parts: readonly Part[], name: string, table: TableDefinition | undefined): void {
  if (parts.length > 1) throw computedNested(name);
  if (field.value !== undefined) throw computedWith("VALUE");
  if (field.reference !== undefined) throw computedWith("REFERENCE");
  if (field.assert !== undefined) throw computedWith("ASSERT");
  if (field.default !== undefined) throw computedWith("DEFAULT");
  if (field.flexible) throw computedWith("FLEXIBLE");
  if (field.readonly) throw computedWith("READONLY");
  const cycle = cycleWith(field, table);
  if (cycle !== undefined) throw computedCycle(cycle);
  for (const other of table?.fields.keys() ?? []) if (other.startsWith(`${name}.`)) throw computedWithNested(name, other);
}

function checkReference(field: DefineField, parts: readonly Part[], name: string): void {
  if (parts.length > 1) throw referenceNested(name);
  const type = field.type ?? { kind: "any" };
  if (!holdsRecords(type)) throw referenceType(printKind(type));
}

function holdsRecords(kind: Kind): boolean {
  if (kind.kind === "either") return kind.options.every((option) => option.kind === "none" || holdsRecords(option));
  if (kind.kind === "array" || kind.kind === "set") return kind.of !== undefined && holdsRecords(kind.of);
  return kind.kind === "record";
}

/** A field below another one must be something that the other one can hold; the outermost is asked first. */
function checkParents(field: DefineField, parts: readonly Part[], name: string, table: TableDefinition | undefined): void {
  for (let length = 1; length < parts.length; length++) {
    const parent = printParts(parts.slice(0, length));
    const found = table?.fields.get(parent)?.tree;
    if (found === undefined) continue;
    if (found.computed !== undefined) throw computedParent(name, parent);
    if (field.type === undefined || field.type.kind === "any" || found.type === undefined) continue;
    if (!canHold(found.type, parts.slice(length), field.type))
      throw fieldMismatch(name, printKind(field.type), parent, printKind(found.type));
  }
}

function canHold(kind: Kind, [part, ...rest]: readonly Part[], inner: Kind): boolean {
  if (kind.kind === "any") return true;
  if (part === undefined) return fits(inner, kind);
  if (kind.kind === "either")
    return kind.options.every((option) => option.kind === "none" || canHold(option, [part, ...rest], inner));
  if (kind.kind === "array" || kind.kind === "set")
    return part.part !== "field" && (kind.of === undefined || (part.part === "all" && canHold(kind.of, rest, inner)));
  if (kind.kind === "literal") return literalHolds(kind.literal, [part, ...rest], inner);
  return kind.kind === "object";
}

function literalHolds(literal: KindLiteral, [part, ...rest]: readonly Part[], inner: Kind): boolean {
  if (part?.part === "all") return literal.of !== "value";
  const found =
    literal.of === "object" && part?.part === "field"
      ? literal.fields.find(([name]) => name === part.name)?.[1]
      : literal.of === "array" && part?.part === "index" && part.index.kind === "literal"
        ? literal.items[Number(part.index.value)]
        : undefined;
  return found !== undefined && canHold(found, rest, inner);
}

/** Whether each value of a kind is one of another kind too, as far as their names tell. */
function fits(inner: Kind, outer: Kind): boolean {
  if (outer.kind === "number") return ["number", "int", "float", "decimal"].includes(inner.kind);
  return printKind(inner) === printKind(outer);
}
