/** Prepositions that the small parser hangs on the word before them where they belong to the verb. */
import type { Token } from "./tokens.ts";

export function withPrepositionsOfVerb(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    if (token.label !== "prep") return token;
    const verb = asOfVerb(tokens, token) ?? forOfVerb(tokens, token, i);
    return verb === undefined ? token : { ...token, head: verb };
  });
}

/** "starts at Zalando on the 1st as a product manager": what somebody is does not belong to the day. */
function asOfVerb(tokens: readonly Token[], { lower, head }: Token): number | undefined {
  const day = tokens[head];
  if (lower !== "as" || day?.name !== "DATE" || day.label !== "pobj") return undefined;
  const verb = tokens[day.head]?.head ?? -1;
  return /^VB/.test(tokens[verb]?.tag ?? "") ? verb : undefined;
}

/** "uses Snowflake and dbt for its data stack": what both are for is no part of the last one. */
function forOfVerb(tokens: readonly Token[], { lower, head }: Token, i: number): number | undefined {
  let first = tokens[head];
  // "a team of nine and my budget for this year": another thing.
  const isOwned = tokens.some((one) => one.head === head && /^(?:det|poss)$/.test(one.label));
  if (lower !== "for" || first?.label !== "conj" || head !== i - 1 || isOwned) return undefined;
  for (let steps = 0; first?.label === "conj" && steps < 8; steps += 1) first = tokens[first.head];
  const verb = first?.head ?? -1;
  const isOfFirst =
    first !== undefined && tokens.some((one) => one.label === "prep" && one.lower === "for" && tokens[one.head] === first);
  return first?.label === "dobj" && !isOfFirst && /^VB/.test(tokens[verb]?.tag ?? "") ? verb : undefined;
}
