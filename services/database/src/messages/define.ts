import { QueryError, type ErrorDetails, type ErrorKind } from "../errors.ts";

/** Texts of definitions that are missing or there already. */

export function tableMissing(name: string): QueryError {
  return definitionMissing("table", name);
}

export function namespaceMissing(name: string): QueryError {
  return definitionMissing("namespace", name);
}

export function databaseMissing(name: string): QueryError {
  return definitionMissing("database", name);
}

/** Kinds of definitions as messages call them; those that clients tell apart have kinds of errors of their own. */
export type Thing =
  | "namespace"
  | "database"
  | "table"
  | "field"
  | "index"
  | "event"
  | "param"
  | "function"
  | "analyzer"
  | "sequence"
  | "bucket"
  | "api"
  | "config";

/** `name` as it is written: `$x` of a parameter, `fn::x` of a function. */
export function definitionExists(what: Thing, name: string): QueryError {
  const [kind, more] = told("AlreadyExists", what, name);
  return new QueryError(kind, `The ${what} '${name}' already exists`, more);
}

export function configExists(name: string): QueryError {
  return new QueryError("Internal", `The config for ${name.toLowerCase()} already exists`);
}

/** What the rows of a grouped view cannot show. @param idiom printed */
export function idiomOfView(idiom: string): QueryError {
  return new QueryError(
    "Internal",
    `Invalid query: Found idiom \`${idiom}\` within the selector of a materialized aggregate view.\n` +
      "Selection of document fields which are not used within the argument of an optimized aggregate function is currently not supported",
  );
}

export function starOfView(): QueryError {
  return new QueryError(
    "Internal",
    "Incorrect selector for aggregate selection, expression `*` within in selector cannot be aggregated in a group.",
  );
}

export function valueOfView(): QueryError {
  return new QueryError(
    "Internal",
    "Invalid aggregation: the selector `VALUE` clause is not supported on DEFINE TABLE .. AS SELECT .. GROUP .. aggregates",
  );
}

export function definitionMissing(what: Thing, name: string): QueryError {
  const [kind, more] = told("NotFound", what, name);
  return new QueryError(kind, `The ${what} '${name}' does not exist`, more);
}

const toldKinds: Readonly<Partial<Record<Thing, string>>> = { namespace: "Namespace", database: "Database", table: "Table" };

function told(kind: ErrorKind, what: Thing, name: string): [ErrorKind, { details?: ErrorDetails }] {
  const detail = toldKinds[what];
  return detail === undefined ? ["Internal", {}] : [kind, { details: { kind: detail, details: { name } } }];
}

export function compactionUnsupported(): QueryError {
  return new QueryError("Internal", "The storage layer does not support compaction requests.");
}

/** What a definition needs as a text, or as a field, and has otherwise. */
export function nameExpected(what: string, found: string): QueryError {
  return new QueryError("Internal", `Expected \`${what}\` but found \`${found}\``);
}

export function buildingCancelled(): QueryError {
  return new QueryError("Internal", "Index building has been cancelled: Prepare remove.");
}

export function fieldExpected(): QueryError {
  return new QueryError("Internal", "Expected an idiom or type::field or type::fields function call");
}

export function batchOutOfRange(batch: string): QueryError {
  const text = `Invalid query: \`${batch}\` is not valid batch size for a sequence definition. A batch size must be within 0..=4294967295`;
  return new QueryError("Internal", text);
}

export function keysDiffer(algorithm: string): QueryError {
  const text =
    `Invalid query: Symmetric algorithm ${algorithm} requires the same key for signing and verification. ` +
    "Use the same key value for both KEY and WITH ISSUER KEY clauses, or omit WITH ISSUER KEY.";
  return new QueryError("Internal", text);
}

/** Of users and access methods, messages say where they belong. */
export interface Owner {
  readonly level: "root" | "namespace" | "database";
  readonly name: string | undefined;
}

export function userMissing(user: string, on: Owner): QueryError {
  return new QueryError("Internal", `The ${subject("user", user, on)} does not exist${where(on)}`);
}

export function userExists(user: string, on: Owner): QueryError {
  return new QueryError("Internal", `The ${subject("user", user, on)} already exists${where(on)}`);
}

export function accessMissing(access: string, on: Owner): QueryError {
  return new QueryError("Internal", `The ${subject("access method", access, on)} does not exist${where(on)}`);
}

export function accessExists(access: string, on: Owner): QueryError {
  return new QueryError("Internal", `The ${subject("access method", access, on)} already exists${where(on)}`);
}

function subject(what: string, name: string, { level }: Owner): string {
  return level === "root" ? `root ${what} '${name}'` : `${what} '${name}'`;
}

function where({ level, name }: Owner): string {
  return level === "root" ? "" : ` in the ${level} '${String(name)}'`;
}

export function tableHasViews(table: string, views: readonly string[]): QueryError {
  return new QueryError(
    "Internal",
    `Invalid query: Cannot delete table \`${table}\` on which a view is defined, ` +
      `table(s) \`${views.join("`, `")}\` are defined as a view on this table.`,
  );
}

export function flexibleNeedsSchema(): QueryError {
  return new QueryError("Thrown", "An error occurred: FLEXIBLE can only be used in SCHEMAFULL tables");
}

export function computedId(): QueryError {
  return new QueryError("Internal", "Cannot use the `COMPUTED` keyword on the `id` field.");
}

export function computedIndexed(index: string, field: string): QueryError {
  return new QueryError("Internal", `Computed fields cannot be indexed. Index: '${index}' - Field: '${field}'`);
}

export function computedWith(clause: string): QueryError {
  return new QueryError("Internal", `Cannot use the \`${clause}\` keyword with \`COMPUTED\`.`);
}

export function computedNested(field: string): QueryError {
  return new QueryError("Internal", `Cannot define field \`${field}\` as \`COMPUTED\` fields must be top-level.`);
}

export function computedCycle(names: readonly string[]): QueryError {
  return new QueryError("Internal", `Cyclic dependency detected among computed fields: ${names.join(" -> ")}`);
}

export function computedParent(field: string, parent: string): QueryError {
  return new QueryError(
    "Internal",
    `Cannot define nested field \`${field}\` as parent field \`${parent}\` is a \`COMPUTED\` field.`,
  );
}

export function computedWithNested(field: string, nested: string): QueryError {
  return new QueryError(
    "Internal",
    `Cannot define field \`${field}\` as \`COMPUTED\` since a nested field \`${nested}\` already exists.`,
  );
}

export function idWith(clause: string): QueryError {
  return new QueryError("Internal", `Cannot use the \`${clause}\` keyword on the \`id\` field.`);
}

export function idType(kind: string): QueryError {
  return new QueryError("Internal", `Cannot use the \`${kind}\` type on the \`id\` field, as that's not a valid record id key.`);
}

export function referenceNested(field: string): QueryError {
  return new QueryError(
    "Internal",
    `Cannot use the \`REFERENCE\` keyword on nested field \`${field}\`. Specify a referencing field at the root level instead.`,
  );
}

export function referenceType(kind: string): QueryError {
  return new QueryError(
    "Internal",
    `Cannot use the \`REFERENCE\` keyword with \`TYPE ${kind}\`. ` +
      "Specify only a `record` type, or a type containing only records, instead.",
  );
}

export function fieldMismatch(field: string, kind: string, parent: string, parentKind: string): QueryError {
  return new QueryError(
    "Internal",
    `Cannot set field \`${field}\` with type \`${kind}\` as it mismatched with field \`${parent}\` with type \`${parentKind}\``,
  );
}
