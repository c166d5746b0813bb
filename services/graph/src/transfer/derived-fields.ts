/** The fields of a line that follow from others of it: what is looked up by them is not for a file to say. */
import { canonicalScopeSet, kindOf, maxClauses, maxPathsInClause, normaliseName, normalisePath, normaliseType } from "@loci/kernel";
import { nameEnds } from "../identity/probes.ts";
import { normaliseValue } from "../memory/values.ts";
import { shortKey } from "../store/scope-sets.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The fields as they follow from the others; a file of another version may have them otherwise. */
export function derivedFields(type: string, fields: Fields): Readonly<Record<string, string>> {
  const given = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  switch (type) {
    case "entity": {
      const typeNorm = normaliseType(given("entityType")) || given("entityType");
      const nameNorm = nameOf(given("name"));
      return { typeNorm, nameNorm, firstWord: nameNorm.split(" ", 1)[0] ?? "", ...nameEnds({ typeNorm, nameNorm }) };
    }
    case "alias":
      return { nameNorm: nameOf(given("name")) };
    case "fact":
    case "factVersion":
      return valueNormOf(given("id"), given("value"), given("targetEntityId"));
    case "statement":
      return valueNormOf(given("factId"), given("value"), given("targetEntityId"));
    default:
      return {};
  }
}

function nameOf(name: string): string {
  return normaliseName(name) || name;
}

/** Of a relation the value follows its target's name, and of an instruction it is compared as a name is. */
function valueNormOf(factId: string, value: string, targetEntityId: string): { readonly valueNorm?: string } {
  if (targetEntityId !== "") return {};
  if (value === "") return { valueNorm: "" };
  return { valueNorm: kindOf(factId) === "instruction" ? nameOf(value) : normaliseValue(value) };
}

/**
 * What is wrong with a selector and its key, by which all records name it: a key of other clauses would show what is stored under it to
 * whoever sees those.
 */
export function scopeSetProblem(fields: Fields): string | undefined {
  const { key, ord, clauses } = fields;
  if (!isClauses(clauses)) return "is no selector of scopes";
  if (JSON.stringify(canonicalScopeSet(clauses)) !== JSON.stringify(clauses)) return "is not in its canonical form";
  // Selectors are read by their numbers, from 1 on.
  if (typeof ord !== "string" || !/^[1-9]\d{0,9}$/.test(ord)) return "has no number of its own";
  return shortKey(clauses) === key ? undefined : "is not what the key stands for";
}

function isClauses(value: unknown): value is readonly (readonly string[])[] {
  return isFilled(value, maxClauses) && value.every((clause) => isFilled(clause, maxPathsInClause) && clause.every(isPath));
}

function isFilled(value: unknown, most: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.length <= most;
}

function isPath(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const read = normalisePath(value);
  return "path" in read && read.path === value;
}
