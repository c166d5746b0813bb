import type { ScopeSet } from "@loci/kernel";
import { z } from "zod";
import { invalidFields } from "../input.ts";
import { escapePointer } from "../spelling.ts";
import { personScopes } from "./person.ts";
import { pathText, scopeSets } from "./scopes.ts";

/**
 * `scope`, `scope[]`, `scope[0]`, `scope[0][1]`, and the same with dots: how clients write a list, or a list of lists, into a URL. The
 * first index is of a clause, the second of a path in it; without a second each path is a clause of its own.
 */
const form = /^scope(?:\[(\d{0,4})\]|\.(\d{1,4}))?(?:\[(\d{0,4})\]|\.(\d{1,4}))?$/;

export type QueryValues = Readonly<Record<string, string | readonly string[]>>;

/** The one of these forms that the API document shows: repeated, each with a path. */
export const scopeParameter = z.array(pathText).nullish();

/** Whether a parameter of a URL's query may come several times: its values are a list. */
export function isScopeParameter(name: string): boolean {
  return form.test(name);
}

/**
 * The selector that a URL's query names, in whatever form; undefined where it names none.
 * @param user the end user whom the query names in its place
 * @throws LociError `invalid` for a parameter that is none of these forms, or a value that is no path
 */
export function scopesInQuery(query: Readonly<Record<string, unknown>>, user?: string | null): ScopeSet | undefined {
  const scopes = namedScopes(query);
  if (user === undefined || user === null) return scopes;
  if (scopes !== undefined) throw invalidFields([{ pointer: "/user", detail: "stands in the place of scope; give one" }]);
  return personScopes(user);
}

function namedScopes(query: Readonly<Record<string, unknown>>): ScopeSet | undefined {
  const clauses: string[][] = [];
  const numbered = new Map<string, string[]>();
  for (const [name, given] of Object.entries(query)) {
    if (given === null || given === undefined) continue;
    const match = form.exec(name);
    if (match === null) throw invalidFields([{ pointer: `/${escapePointer(name)}`, detail: "is not a known parameter" }]);
    const outer = match[1] ?? match[2] ?? "";
    const isNested = (match[3] ?? match[4]) !== undefined;
    for (const value of [given].flat().filter((one) => typeof one === "string")) {
      const read = fromJson(value) ?? [[value]];
      const clause = isNested && outer !== "" ? numbered.get(outer) : undefined;
      if (clause !== undefined) clause.push(...read.flat());
      else if (isNested && outer !== "") numbered.set(outer, read.flat());
      else clauses.push(...read);
    }
  }
  const all = [...clauses, ...numbered.values()];
  const result = scopeSets.safeParse(all);
  if (result.success) return result.data;
  throw invalidFields(
    [...new Set(result.error.issues.map(({ message }) => message))].map((detail) => ({ pointer: "/scope", detail })),
  );
}

/** A value that is a JSON array of paths, or of arrays of paths. */
function fromJson(value: string): string[][] | undefined {
  if (!value.startsWith("[")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    const clauses = Array.isArray(parsed) ? parsed.map((one: unknown): unknown => (typeof one === "string" ? [one] : one)) : [];
    return clauses.length > 0 && clauses.every(isClause) ? clauses : undefined;
  } catch {
    // A path may begin with a bracket.
    return undefined;
  }
}

function isClause(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((path) => typeof path === "string");
}
