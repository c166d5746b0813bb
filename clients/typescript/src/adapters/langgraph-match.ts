import type { MatchCondition } from "@langchain/langgraph-checkpoint";

export function startsWith(namespace: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((label, at) => label === namespace[at]);
}

/** Whether a namespace fits every condition; `*` stands for any one label. */
export function matchesConditions(namespace: readonly string[], conditions: readonly MatchCondition[]): boolean {
  return conditions.every(({ matchType, path }) => {
    const from = matchType === "prefix" ? 0 : namespace.length - path.length;
    return from >= 0 && path.every((label, at) => label === "*" || label === namespace[from + at]);
  });
}

export function compareNamespaces(a: readonly string[], b: readonly string[]): number {
  return a.join("\0") < b.join("\0") ? -1 : 1;
}

const operators: ReadonlyMap<string, (found: unknown, wanted: unknown) => boolean> = new Map(
  Object.entries({
    $eq: isSame,
    $ne: (found, wanted) => !isSame(found, wanted),
    $gt: (found, wanted) => Number(found) > Number(wanted),
    $gte: (found, wanted) => Number(found) >= Number(wanted),
    $lt: (found, wanted) => Number(found) < Number(wanted),
    $lte: (found, wanted) => Number(found) <= Number(wanted),
    $in: (found, wanted) => Array.isArray(wanted) && wanted.some((one) => isSame(found, one)),
    $nin: (found, wanted) => !Array.isArray(wanted) || !wanted.some((one) => isSame(found, one)),
  }),
);

/** Whether a value has what a filter asks of its fields: the value itself, or comparisons such as `{ $gt: 3 }`. */
export function fits(value: Readonly<Record<string, unknown>>, filter: Readonly<Record<string, unknown>> | undefined): boolean {
  return Object.entries(filter ?? {}).every(([field, wanted]) => {
    const found = Object.hasOwn(value, field) ? value[field] : undefined;
    if (!isComparison(wanted)) return isSame(found, wanted);
    return Object.entries(wanted).every(([name, operand]) => operators.get(name)?.(found, operand) ?? false);
  });
}

function isComparison(wanted: unknown): wanted is Readonly<Record<string, unknown>> {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return false;
  const names = Object.keys(wanted);
  return names.length > 0 && names.every((name) => name.startsWith("$"));
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
