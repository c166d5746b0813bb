import type { FieldError } from "@loci/kernel";
import { z } from "zod";

/** Further names of a field beside its camelCase and snake_case ones. */
const fieldAliases = z.registry<{ names: readonly string[] }>();

/** Gives a field's schema further names; it must be the outermost schema of the field. */
export function aliased<S extends z.ZodType>(schema: S, ...names: string[]): S {
  fieldAliases.add(schema, { names });
  return schema;
}

/** How the objects in an input may be spelt, read once from the schema. */
export interface Spelling {
  /** Each accepted name with the field's own name. */
  readonly fields: ReadonlyMap<string, { readonly name: string; readonly inner: Spelling | undefined }> | undefined;
  readonly element: Spelling | undefined;
  /** Whether fields of other names are taken too (z.looseObject). */
  readonly isOpen?: boolean;
  /** Fields of any name that the schema allows (z.record), which leaves out one named `__proto__` without a word. */
  readonly isRecord?: boolean;
}

/** The spelling of a schema, or undefined where it has no named fields (scalars, free-form objects). */
export function spellingOf(schema: z.core.$ZodType): Spelling | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return spellingOf(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return spellingOf(schema.in);
  if (schema instanceof z.ZodArray) {
    const element = spellingOf(schema.element);
    return element && { fields: undefined, element };
  }
  if (schema instanceof z.ZodRecord) return { fields: undefined, element: undefined, isRecord: true };
  if (!(schema instanceof z.ZodObject)) return undefined;
  const fields = new Map<string, { name: string; inner: Spelling | undefined }>();
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const inner = spellingOf(field);
    const names = [name, snakeCase(name), ...(fieldAliases.get(field)?.names ?? [])];
    for (const accepted of names.flatMap((each) => [each, snakeCase(each)])) fields.set(accepted, { name, inner });
  }
  return { fields, element: undefined, isOpen: schema.def.catchall instanceof z.ZodUnknown };
}

export interface Respelt {
  /** The input with each known field under its own name; unknown fields are left out and named in `problems`. */
  readonly value: unknown;
  readonly problems: readonly FieldError[];
  /** Brings a pointer in the schema's names to the names that were sent. */
  readonly asSent: (pointer: string) => string;
}

/** Brings an input to the schema's own names. Total: a value of another kind than expected is left for the schema to refuse. */
export function respell(input: unknown, spelling: Spelling | undefined): Respelt {
  const problems: FieldError[] = [];
  const renamed = new Map<string, string>();

  function walk(value: unknown, spelt: Spelling | undefined, pointer: string, sentPointer: string): unknown {
    if (!spelt || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const { element } = spelt;
      return element ? value.map((item, i) => walk(item, element, `${pointer}/${i}`, `${sentPointer}/${i}`)) : value;
    }
    if (spelt.isRecord === true && Object.hasOwn(value, "__proto__")) {
      problems.push({ pointer: `${sentPointer}/__proto__`, detail: "is not a name that may stand here" });
    }
    return spelt.fields ? walkFields(value, spelt.fields, spelt.isOpen ?? false, pointer, sentPointer) : value;
  }

  function walkFields(
    value: object,
    fields: NonNullable<Spelling["fields"]>,
    isOpen: boolean,
    pointer: string,
    sentPointer: string,
  ): object {
    const own: Record<string, unknown> = {};
    for (const [key, given] of Object.entries(value)) {
      const field = fields.get(key);
      const sent = `${sentPointer}/${escapePointer(key)}`;
      if (!field) {
        // Not by assignment: a field named __proto__ is a field like any other.
        if (isOpen) Object.defineProperty(own, key, { value: given, enumerable: true });
        else problems.push({ pointer: sent, detail: "is not a known field" });
        continue;
      }
      const canonical = `${pointer}/${field.name}`;
      const named = walk(given, field.inner, canonical, sent);
      if (Object.hasOwn(own, field.name)) {
        if (JSON.stringify(own[field.name]) !== JSON.stringify(named)) {
          problems.push({ pointer: sent, detail: `gives '${field.name}' a second, different value` });
        }
        continue;
      }
      own[field.name] = named;
      if (key !== field.name) renamed.set(canonical, sent);
    }
    return own;
  }

  const value = walk(input, spelling, "", "");
  return { value, problems, asSent: (pointer) => sentPointerOf(pointer, renamed) };
}

function sentPointerOf(pointer: string, renamed: ReadonlyMap<string, string>): string {
  if (renamed.size === 0) return pointer;
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const sent = renamed.get(pointer.slice(0, end));
    if (sent !== undefined) return sent + pointer.slice(end);
  }
  return pointer;
}

/** One reference token of a JSON pointer (RFC 6901). */
export function escapePointer(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
