import type { JsonSchema } from "../schemas.ts";
import { access } from "./access.ts";
import { asking } from "./asking.ts";
import type { Glossary, Meaning } from "./glossary.ts";
import { leftOut } from "./left-out.ts";
import { records } from "./records.ts";
import { workings } from "./workings.ts";

const glossary: ReadonlyMap<string, Meaning> = new Map(
  [asking, records, workings, access, leftOut].flatMap((part: Glossary) => Object.entries(part)),
);

type Named = Readonly<Record<string, JsonSchema>>;

/** Gives each field of these schemas its description, with its bounds, and an example; what a schema says itself, it keeps. */
export function describeSchemas(named: Named): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(named).map(([owner, schema]) => [owner, described(owner, schema, named)]));
}

function described(owner: string, schema: JsonSchema, named: Named): JsonSchema {
  const inner = <T>(one: T): T | JsonSchema => (isSchema(one) ? described(owner, one, named) : one);
  const field = (name: string, own: JsonSchema) =>
    described(`${owner}.${name}`, { ...own, ...meaningOf(owner, name, own, named) }, named);
  const changed: JsonSchema = { ...schema };
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, own]) => [name, isSchema(own) ? field(name, own) : own] as const);
    changed.properties = Object.fromEntries<boolean | JsonSchema>(fields);
  }
  if (isSchema(schema.items)) changed.items = inner(schema.items);
  if (schema.additionalProperties !== undefined) changed.additionalProperties = inner(schema.additionalProperties);
  if (schema.anyOf) changed.anyOf = schema.anyOf.map(inner);
  if (schema.oneOf) changed.oneOf = schema.oneOf.map(inner);
  return changed;
}

/** A field's description and example, as far as it has none of its own. */
export function meaningOf(
  owner: string,
  name: string,
  field: JsonSchema,
  named: Named,
): Pick<JsonSchema, "description" | "examples"> {
  const about = field.description ?? describedAs(meaning(owner, name)?.[0], mainOf(field));
  const example = field.examples ? undefined : fieldExample(owner, name, field, named, 0);
  return { ...(about === undefined ? {} : { description: about }), ...(example === undefined ? {} : { examples: [example] }) };
}

function describedAs(about: string | undefined, main: JsonSchema): string | undefined {
  return about === undefined ? undefined : [about, boundsOf(main)].filter(Boolean).join(" ");
}

/** The glossary's example where the field takes such a value, or a list of such; else one that its schema gives. */
function fieldExample(owner: string, name: string, field: JsonSchema, named: Named, depth: number): unknown {
  const main = mainOf(field);
  const given = meaning(owner, name)?.[1];
  if (given === undefined || main.enum || main.const !== undefined || main.examples) return exampleOf(main, named, depth);
  if (typeof given === "object")
    return main.type === undefined || main.type === "array" || main.$ref ? given : exampleOf(main, named, depth);
  if (takes(main, given)) return given;
  return main.type === "array" && takes(asSchema(main.items), given) ? [given] : exampleOf(main, named, depth);
}

function takes({ type, $ref }: JsonSchema, given: string | number): boolean {
  if ($ref !== undefined) return false;
  return typeof given === "string" ? type === "string" : type === "number" || type === "integer";
}

/** `Schema.field` before `field`; of a place inside a schema, the nearest that has it. */
function meaning(owner: string, name: string): Meaning | undefined {
  for (let at = owner; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const own = glossary.get(`${at}.${name}`);
    if (own) return own;
  }
  return glossary.get(name);
}

/** What a number or a text may hold. */
function boundsOf({ type, minimum, maximum, maxLength, maxItems }: JsonSchema): string {
  if (type === "string" && maxLength !== undefined) return `At most ${maxLength} characters.`;
  if (type === "array" && maxItems !== undefined) return `At most ${maxItems}.`;
  if (type !== "integer" && type !== "number") return "";
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && most !== undefined) return `From ${minimum} to ${most}.`;
  return most === undefined ? "" : `At most ${most}.`;
}

/** Without the null that may stand in its place. */
function mainOf(schema: JsonSchema): JsonSchema {
  const [first] = (schema.anyOf ?? schema.oneOf ?? []).filter((one) => isSchema(one) && one.type !== "null").filter(isSchema);
  if (first !== undefined) return { ...first, ...(schema.examples && { examples: schema.examples }) };
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  return { ...schema, ...(type && { type }) };
}

/** A value that the schema takes: as its parts give them, lists of records empty but at the top. */
function exampleOf(schema: JsonSchema, named: Named, depth = 0): unknown {
  const main = mainOf(schema);
  if (Array.isArray(main.examples) && main.examples.length > 0) return main.examples[0];
  if (main.const !== undefined) return main.const;
  if (main.enum) return main.enum[0];
  if (main.$ref !== undefined) {
    const id = main.$ref.split("/").at(-1) ?? "";
    const found = named[id];
    return found === undefined ? undefined : objectExample(id, found, named, depth);
  }
  if (main.type === "array") {
    const item = isSchema(main.items) ? main.items : {};
    const isRecord = depth > 0 && (mainOf(item).$ref !== undefined || mainOf(item).type === "object");
    const example = isRecord ? undefined : exampleOf(item, named, depth + 1);
    return example === undefined ? [] : [example];
  }
  if (main.type === "object") return objectExample("", main, named, depth);
  if (main.type === "boolean") return true;
  if (main.type === "null") return null;
  if (main.format === "date-time") return "2026-03-01T12:00:00Z";
  return main.type === "string" && main.format === "binary" ? "…" : undefined;
}

function objectExample(owner: string, schema: JsonSchema, named: Named, depth: number): unknown {
  const { properties, required = [] } = schema;
  if (properties === undefined) return schema.type === "object" ? {} : exampleOf(schema, named, depth);
  return Object.fromEntries(
    required.map((name) => {
      const field = asSchema(properties[name]);
      const isNullable = [...(field.anyOf ?? [])].some((one) => isSchema(one) && one.type === "null");
      // What holds others like itself ends somewhere.
      if (isNullable && depth > 0 && mainOf(field).$ref !== undefined) return [name, null];
      return [name, fieldExample(owner, name, field, named, depth + 1)];
    }),
  );
}

function isSchema(one: unknown): one is JsonSchema {
  return typeof one === "object" && one !== null && !Array.isArray(one);
}

function asSchema(one: unknown): JsonSchema {
  return isSchema(one) ? one : {};
}
