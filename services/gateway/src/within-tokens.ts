/** Answers of a bounded length: what is best in their lists, and how much there was no room for. */
import { estimatedTokens } from "@loci/kernel";

/** The names that lead to a list in a body, joined by dots. */
type Path = string;
/** Lists in the order in which they are filled; those of one group in turns, so that each gets its best. */
export type Groups = readonly (readonly Path[])[];

const shortestCut = 100;

/**
 * The body with as much of these lists as has room, the most important of each list first, in the order that they had; what has no room is
 * passed over for what has. What stands in no list stays, with its longest texts cut where they alone are too long. Without a bound all of it.
 */
export function withinTokens<Body extends object>(
  body: Body,
  maxTokens: number | null | undefined,
  groups: Groups,
  costOf: (item: unknown) => number = tokensOf,
): Body & { leftOut?: number } {
  if (maxTokens === null || maxTokens === undefined) return body;
  const copy: Body & { leftOut?: number } = structuredClone(body);
  const places = groups.map((group) => group.flatMap((path) => placeOf(copy, path) ?? []));
  for (const { holder, name } of places.flat()) holder[name] = [];
  copy.leftOut = 0;
  let room = maxTokens - cutTexts(copy, maxTokens);
  const isKept = new Set<unknown>();
  for (const group of places) {
    const longest = Math.max(0, ...group.map(({ ranked }) => ranked.length));
    for (let at = 0; at < longest; at += 1) {
      for (const { ranked } of group) {
        const item = ranked[at];
        const cost = item === undefined ? Infinity : costOf(item);
        if (cost > room) continue;
        room -= cost;
        isKept.add(item);
      }
    }
  }
  for (const { holder, name, items } of places.flat()) {
    const kept = items.filter((item) => isKept.has(item));
    copy.leftOut += items.length - kept.length;
    holder[name] = kept;
  }
  return copy;
}

/** About how many tokens a value has as JSON. */
export function tokensOf(item: unknown): number {
  return estimatedTokens(JSON.stringify(item));
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly name: string;
  readonly items: readonly unknown[];
  /** The same, the most important first. */
  readonly ranked: readonly unknown[];
}

function placeOf(body: object, path: Path): Place | undefined {
  const names = path.split(".");
  const name = names.pop() ?? "";
  let holder: unknown = body;
  for (const one of names) holder = isRecord(holder) ? holder[one] : undefined;
  const items = isRecord(holder) ? holder[name] : undefined;
  if (!isRecord(holder) || !Array.isArray(items)) return undefined;
  const list: readonly unknown[] = items;
  return { holder, name, items: list, ranked: [...list].sort((a, b) => importanceOf(b) - importanceOf(a)) };
}

function importanceOf(item: unknown): number {
  return isRecord(item) && typeof item["importance"] === "number" ? item["importance"] : 0;
}

/** Cuts the longest texts until all of it has room. @returns how many tokens it has then */
function cutTexts(body: object, maxTokens: number): number {
  for (const { holder, name, text } of textsIn(body).sort((a, b) => b.text.length - a.text.length)) {
    const over = tokensOf(body) - maxTokens;
    if (over <= 0 || text.length <= shortestCut) break;
    const share = 1 - over / Math.max(1, estimatedTokens(text));
    const length = Math.max(shortestCut, Math.floor(text.length * share) - 2);
    holder[name] = `${text.slice(0, length).toWellFormed()} …`;
  }
  return tokensOf(body);
}

function textsIn(value: unknown): { holder: Record<string, unknown>; name: string; text: string }[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one === "string" ? [{ holder: value, name, text: one }] : textsIn(one),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
