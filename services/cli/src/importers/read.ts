/** Reading JSON that somebody else wrote: what is not of the expected kind is as if it were not there. */
import { cutTo } from "../cut.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects in a list; none where it is no list. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** The first of these fields that holds a text or a number, as text without white space around it; "" where none does. */
export function text(record: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (typeof value === "number") return String(value);
  }
  return "";
}

/** Those of these fields that hold a text or a number. */
export function textsOf(record: Fields, names: readonly string[]): Record<string, string> {
  const pairs = names.map((name): [string, string] => [name, text(record, name)]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ""));
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string" && one.trim() !== "") : [];
}

/** The first of these fields that holds a time, in RFC 3339; "" where none does. A time without a zone is in UTC. */
export function time(record: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = record[name];
    if (typeof value !== "string") continue;
    const spelt = value.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T");
    const zoned = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(spelt) || !spelt.includes("T") ? spelt : `${spelt}Z`;
    const date = new Date(zoned);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
  }
  return "";
}

/** A time as a field of a request, which is left out where it is not known. */
export function known<Name extends string>(name: Name, value: string): { readonly [N in Name]?: string } {
  return (value === "" ? {} : { [name]: value }) as { readonly [N in Name]?: string };
}

const longestKey = 64;
const longestValue = 256;
const mostLabels = 32;

/** The names and values of an object under a tool's own name: `mem0.user_id`. */
export function prefixed(values: Readonly<Record<string, string>>, tool: string): [string, string][] {
  return Object.entries(values).map(([name, value]) => [`${tool}.${name}`, value]);
}

/** Labels of what has a value; what cannot be one is cut to what can. */
export function labels(pairs: readonly (readonly [key: string, value: string])[]): string[] {
  const given = pairs.filter(([key, value]) => key !== "" && value !== "");
  const made = given.map(([key, value]) => `${labelKey(key)}=${cutTo(value, longestValue)}`);
  return [...new Set(made)].slice(0, mostLabels);
}

function labelKey(key: string): string {
  return cutTo(key.replaceAll("=", "-").replace(/^_+/, ""), longestKey) || "label";
}

/** The entries of an object that are plain values, as labels under a prefix; and the names of the others. */
export function plainEntries(value: unknown, prefix: string): { pairs: [string, string][]; nested: string[] } {
  const pairs: [string, string][] = [];
  const nested: string[] = [];
  for (const [name, entry] of Object.entries(isFields(value) ? value : {})) {
    if (typeof entry === "string" || typeof entry === "number" || typeof entry === "boolean")
      pairs.push([`${prefix}${name}`, String(entry)]);
    else if (entry !== null) nested.push(name);
  }
  return { pairs, nested };
}
