import { shapes, words, type Fields, type ShapeName } from "./shapes.ts";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  boolean: (value) => typeof value === "boolean",
  int: (value) => Number.isSafeInteger(value),
  null: (value) => value === null,
  number: (value) => typeof value === "number" && Number.isFinite(value),
  text: (value) => typeof value === "string",
  time: (value) => typeof value === "string" && time.test(value),
};

/** Where an answer is not of its type: a line for each place, none where it fits. Fields beside those of the type are welcome. */
export function shape(type: ShapeName | `${ShapeName}[]`, value: unknown): string[] {
  return mismatches(type, value, "");
}

function mismatches(type: string, value: unknown, place: string): string[] {
  const choices = type.split("|").map((choice) => mismatchesOf(choice, value, place));
  return choices.reduce((best, choice) => (choice.length < best.length ? choice : best));
}

function mismatchesOf(type: string, value: unknown, place: string): string[] {
  const wrong = [`${place || "/"} is no ${type}: ${JSON.stringify([value]).slice(1, 80)}`];
  if (type.startsWith("map ")) {
    if (!isObject(value)) return wrong;
    return Object.entries(value).flatMap(([key, item]) => mismatches(type.slice("map ".length), item, `${place}/${key}`));
  }
  if (type.endsWith("[]")) {
    if (!Array.isArray(value)) return wrong;
    return value.flatMap((item, i) => mismatches(type.slice(0, -"[]".length), item, `${place}/${i}`));
  }
  const scalar = scalars[type];
  if (scalar) return scalar(value) ? [] : wrong;
  const allowed: readonly unknown[] | undefined = (words as Readonly<Record<string, readonly string[]>>)[type];
  if (allowed) return allowed.includes(value) ? [] : wrong;
  const fields = (shapes as Readonly<Record<string, Fields>>)[type];
  if (!fields) throw new Error(`no type ${type}`);
  if (!isObject(value)) return wrong;
  return Object.entries(fields).flatMap(([field, inner]) => {
    const name = field.replace(/\?$/, "");
    if (!(name in value)) return name === field ? [`${place}/${name} is missing`] : [];
    return mismatches(inner, value[name], `${place}/${name}`);
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
