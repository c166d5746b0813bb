/** Compares the chart's values with their schema: both say every key. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

type Values = Readonly<Record<string, unknown>>;

const chart = join(import.meta.dirname, "../loci");
/** Helm's own, and what a role may say in place of what stands under roleDefaults. */
const elsewhere = /^(global|roles\.\w+\..*)$/;

export async function valuesAndSchema(): Promise<[Values, Schema]> {
  const read = (name: string) => readFile(join(chart, name), "utf8");
  return [parse(await read("values.yaml")) as Values, JSON.parse(await read("values.schema.json")) as Schema];
}

/** Each key that has no keys of its own in the schema, sorted: image.tag, … */
export function pathsOfSchema(schema: Schema): string[] {
  const paths = (at: Schema, path: string): string[] => {
    const inside = Object.entries(resolve(at, schema).properties ?? {});
    // Kubernetes' own objects are its to describe.
    if (inside.length === 0 || /(^|\.)(resources|podSecurityContext|securityContext)$/.test(path)) return [path];
    return inside.flatMap(([key, value]) => paths(value, path === "" ? key : `${path}.${key}`));
  };
  return keysOf(paths(schema, ""));
}

/** The same of the values; what the schema does not divide is one key. */
export function pathsOfValues(values: Values, schema: Schema): string[] {
  const whole = new Set(pathsOfSchema(schema));
  const paths = (at: unknown, path: string): string[] => {
    if (whole.has(path) || typeof at !== "object" || at === null || Array.isArray(at)) return [path];
    return Object.entries(at).flatMap(([key, value]) => paths(value, path === "" ? key : `${path}.${key}`));
  };
  return keysOf(paths(values, ""));
}

const keysOf = (paths: readonly string[]): string[] => paths.filter((path) => !elsewhere.test(path)).sort();

function resolve(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.replace("#/$defs/", "");
  return name === undefined ? schema : (root.$defs?.[name] ?? {});
}
