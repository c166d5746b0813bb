/** Bounds of answers that have none over REST: so many tokens of a tool's answer, and the pages of a list. */
import type { JSONValue } from "@modelcontextprotocol/server";
import { z } from "zod";
import { inputReader } from "../input.ts";
import { maxTokensField } from "../schemas/recall.ts";
import { tokensOf, withinTokens, type Groups } from "../within-tokens.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** How long an answer of records may become where nobody says: hits, histories and lists have no end of their own. */
export const usualTokens = 8_000;

export const maxTokensOfRecords = `How long the answer may become, in tokens (estimated at four characters each). Default ${usualTokens}; what had no room is counted.`;

/** What of a tool's answer has no end: lists that are filled as far as there is room, or one that goes on from page to page. */
export type Bounded = { readonly lists: Groups } | { readonly pages: string };

export interface Bounds {
  readonly maxTokens: number;
  readonly offset: number;
}

const read = inputReader(z.looseObject({ maxTokens: maxTokensField, offset: z.int().min(0).nullish() }));

/** The bounds among a tool's arguments, and the arguments without them. */
export function boundsOf(bounded: Bounded, args: Arguments): { readonly bounds: Bounds; readonly rest: Arguments } {
  const names = ["maxTokens", "max_tokens", ...("pages" in bounded ? ["offset"] : [])];
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));
  const { maxTokens, offset } = read(own).value;
  return {
    bounds: { maxTokens: maxTokens ?? usualTokens, offset: offset ?? 0 },
    rest: Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name))),
  };
}

/** The body within its bounds: `leftOut` counts what had no room, `nextOffset` is where a list goes on. */
export function bounded<Body extends object>(body: Body, how: Bounded, { maxTokens, offset }: Bounds): Body {
  if ("lists" in how) return withinTokens(body, maxTokens, how.lists);
  const { [how.pages]: listed, ...others } = body as Record<string, unknown>;
  const items: readonly unknown[] = Array.isArray(listed) ? listed.slice(offset) : [];
  let room = maxTokens - tokensOf(others);
  let taken = 0;
  // A page that holds nothing would never end.
  while (taken < items.length && (taken === 0 || tokensOf(items[taken]) <= room)) room -= tokensOf(items[taken++]);
  const leftOut = items.length - taken;
  return { ...body, [how.pages]: items.slice(0, taken), leftOut, ...(leftOut > 0 ? { nextOffset: offset + taken } : {}) };
}

/** What a bounded tool takes more than its route does. */
export function boundArguments(how: Bounded): Record<string, Record<string, JSONValue>> {
  const maxTokens = { type: "integer", minimum: 100, maximum: 100_000, description: maxTokensOfRecords };
  const offset = { type: "integer", minimum: 0, description: "Where the list goes on, as an earlier answer's nextOffset said." };
  return { maxTokens, ...("pages" in how ? { offset } : {}) };
}

/** What its answer holds more. */
export function boundAnswers(how: Bounded): Record<string, Record<string, JSONValue>> {
  const leftOut = { type: "integer", description: "How many records had no room." };
  const nextOffset = { type: "integer", description: "The offset of the next page; absent on the last." };
  return { leftOut, ...("pages" in how ? { nextOffset } : {}) };
}
