import { invalidField, LociError, normalisePath, parseTimestamp, type ScopeSet, type Timestamp } from "@loci/kernel";
import { maxClauses, maxPathsInClause, canonicalScopeSet } from "@loci/kernel";
import type { common } from "@loci/protos";
import { scopeSetOf } from "@loci/platform/messages";
import type { TimeView } from "../store/time-view.ts";

/** A text that Postgres can hold: well-formed Unicode without NUL, of at most `max` UTF-16 units. */
export function text(pointer: string, value: string, max: number, min = 0): string {
  if (value.length < min) throw invalidField(pointer, "must not be empty");
  if (value.length > max) throw invalidField(pointer, `must have at most ${max} characters`);
  if (value.includes("\0") || !value.isWellFormed()) throw invalidField(pointer, "must be valid text without NUL characters");
  return value;
}

export function oneOf<T extends string>(pointer: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw invalidField(pointer, `must be one of ${allowed.map((one) => one || "''").join(", ")}`);
  return found;
}

/** "" stays "". Year 0 is refused: Postgres has none. */
export function timestamp(pointer: string, value: string): Timestamp {
  if (value === "") return "";
  const parsed = parseTimestamp(value);
  if (parsed === undefined || !/^\d{4}-/.test(parsed) || parsed.startsWith("0000")) {
    throw invalidField(pointer, "must be an RFC 3339 timestamp with an offset");
  }
  return parsed;
}

export function integer(pointer: string, value: number, min: number, max: number): number {
  if (!Number.isInteger(value) || value < min || value > max)
    throw invalidField(pointer, `must be a whole number from ${min} to ${max}`);
  return value;
}

const defaultPage = 100;
const maxPage = 500;

/** A page of a list: 100 records unless told, at most 500. */
export function page(asked: { readonly limit: number; readonly offset: number }): { limit: number; offset: number } {
  return {
    limit: integer("/limit", asked.limit, 0, maxPage) || defaultPage,
    offset: integer("/offset", asked.offset, 0, 2_147_483_647),
  };
}

export function atMost(pointer: string, list: readonly unknown[], max: number): void {
  if (list.length > max)
    throw new LociError("too_large", `${pointer}: at most ${max} are allowed`, {
      fields: [{ pointer, detail: `at most ${max}` }],
    });
}

const maxLabels = 32;

export function labels(pointer: string, list: readonly string[]): string[] {
  if (list.length > maxLabels) throw invalidField(pointer, `must have at most ${maxLabels} labels`);
  for (const [i, label] of list.entries()) {
    const [, key = "", value = ""] = /^([^=]*)=(.*)$/s.exec(label) ?? [];
    text(`${pointer}/${i}`, label, 64 + 1 + 256);
    if (key === "" || key.length > 64 || value.length > 256) {
      throw invalidField(`${pointer}/${i}`, "must be key=value, key of 1 to 64 and value of at most 256 characters");
    }
    if (key.startsWith("_")) throw invalidField(`${pointer}/${i}`, "keys that begin with '_' are reserved");
  }
  return [...new Set(list)].sort();
}

/** A selector in canonical form; undefined when the request names none. */
export function selector(pointer: string, message: common.ScopeSet | null): ScopeSet | undefined {
  const clauses = scopeSetOf(message);
  if (clauses === undefined) return undefined;
  if (clauses.length === 0 || clauses.length > maxClauses) throw invalidField(pointer, `must have 1 to ${maxClauses} clauses`);
  return canonicalScopeSet(
    clauses.map((clause, i) => {
      if (clause.length === 0 || clause.length > maxPathsInClause) {
        throw invalidField(`${pointer}/${i}`, `must have 1 to ${maxPathsInClause} paths`);
      }
      return clause.map((path, j) => {
        const result = normalisePath(path);
        if ("problem" in result) throw invalidField(`${pointer}/${i}/${j}`, result.problem);
        return result.path;
      });
    }),
  );
}

export function timeView(message: common.TimeView | null): TimeView {
  const view: TimeView = {
    asOf: timestamp("/asOf", message?.asOf ?? ""),
    atInstant: timestamp("/atInstant", message?.atInstant ?? ""),
    validFrom: timestamp("/validFrom", message?.validFrom ?? ""),
    validUntil: timestamp("/validUntil", message?.validUntil ?? ""),
    recordedAsOf: timestamp("/recordedAsOf", message?.recordedAsOf ?? ""),
  };
  if (view.validFrom !== "" && view.validUntil !== "" && view.validFrom >= view.validUntil) {
    throw invalidField("/validUntil", "must be later than validFrom");
  }
  return view;
}
