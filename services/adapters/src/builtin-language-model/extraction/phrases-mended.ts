/** Phrases that the small parser takes apart, or for one: "Flight LH 1148 to Barcelona leaves", "my ex-husband", "sold the car, too old". */
import type { Token } from "./tokens.ts";

export function withWholePhrases(tokens: readonly Token[]): Token[] {
  return withPartsOfDays(withReasonBeside(withFormerKin(withSubjectBeforePlace(tokens))));
}

/** "Flight 1148 to Barcelona leaves": what leaves is the flight, and Barcelona belongs to its "to". */
function withSubjectBeforePlace(tokens: readonly Token[]): Token[] {
  const place = tokens.findIndex(({ label }, i) => label === "nsubj" && i > 1);
  const verb = tokens[place]?.head ?? -1;
  let first = place;
  while (
    first > 0 &&
    tokens[first - 1]?.head === place &&
    /^(?:compound|amod|det|nummod|poss)$/.test(tokens[first - 1]?.label ?? "")
  )
    first -= 1;
  const prep = first - 1;
  const noun = tokens[prep]?.head ?? -1;
  const isLost =
    place > 0 &&
    tokens[prep]?.label === "prep" &&
    tokens.every(({ head, label }) => head !== prep || label !== "pobj") &&
    noun >= 0 &&
    noun < prep &&
    tokens[noun]?.label === "npadvmod" &&
    tokens[noun].head === verb &&
    /^NN/.test(tokens[noun].tag);
  if (!isLost) return [...tokens];
  return tokens.map((token, i) => {
    if (i === noun) return { ...token, label: "nsubj" };
    return i === place ? { ...token, label: "pobj", head: prep } : token;
  });
}

/** "my ex-husband": three words for one of whom somebody speaks. */
function withFormerKin(tokens: readonly Token[]): Token[] {
  const ex = tokens.findIndex(
    ({ lower, label }, i) =>
      lower === "ex" && label === tokens[i + 2]?.label && tokens[i + 1]?.text === "-" && /^NN/.test(tokens[i + 2]?.tag ?? ""),
  );
  if (ex < 0) return [...tokens];
  return tokens.map((token, i) => {
    if (i === ex) return { ...token, label: "compound", head: ex + 2 };
    if (i === ex + 1) return { ...token, label: "punct", head: ex + 2 };
    return token.head === ex || token.head === ex + 1 ? { ...token, head: ex + 2 } : token;
  });
}

/** "Sold the car, too old": why is no part of what it is called. */
function withReasonBeside(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    const verb = tokens[token.head]?.head ?? i;
    const isBehind = token.label === "amod" && i > token.head && tokens[i - 2]?.text === "," && tokens[i - 1]?.lower === "too";
    return isBehind && /^VB/.test(tokens[verb]?.tag ?? "") ? { ...token, head: verb, label: "advcl" } : token;
  });
}

function withPartsOfDays(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => daysOf(tokens, token, i) ?? token);
}

/** "on Tuesday and Thursday evenings": one time, of which the name finder knows the days alone. */
function daysOf(tokens: readonly Token[], token: Token, i: number): Token | undefined {
  const isPart = (one: Token | undefined) => /^(?:morning|afternoon|evening|night)s?$/.test(one?.lower ?? "");
  const isDay = (one: Token | undefined) => /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/.test(one?.lower ?? "");
  if (isPart(token) && token.name === "" && isDay(tokens[i - 1])) return { ...token, name: "DATE" };
  const isBetween = token.tag === "CC" && isDay(tokens[i - 1]) && isDay(tokens[i + 1]) && isPart(tokens[i + 2]);
  if (isBetween) return { ...token, head: i + 2, label: "nmod", name: "DATE" };
  const isSecond = isDay(token) && token.label === "conj" && isPart(tokens[i + 1]);
  return isSecond ? { ...token, head: i + 1, label: "nmod" } : undefined;
}
