import type { Sentence } from "@loci/parser";

type ParsedToken = Sentence["tokens"][number];

/**
 * "Feng from maintenance retires on 31 July", "Her lab sequences fungi": a statement whose parse has a noun for its root lacks its verb, and a
 * plural right behind what could be the subject may be it; so may one before a day, in a row of clauses ("…, rent leaves on the 1st, …").
 * The places of such words in the order of the text.
 */
export function verbsTakenForNouns(tokens: readonly ParsedToken[]): number[] {
  const root = tokens.find(({ head }, i) => head === i);
  if (root === undefined || tokens.some(({ text }) => /^[:?]$/.test(text))) return [];
  const lacksVerb = /^NN/.test(root.tag);
  return tokens.flatMap((token, i) => {
    const [before, next] = [tokens[i - 1], tokens[i + 1]];
    if (lacksVerb && next?.tag === "IN" && isBehindTwoNames(tokens, i)) return [i];
    if (i === 0 || token.tag !== "NNS" || !/^\p{Ll}{3,}s$/u.test(token.text) || before === undefined || next === undefined)
      return [];
    if (!/^NNP?$/.test(before.tag) || next.text === "of") return [];
    if (beginsClause(tokens, i) && isBeforeDay(tokens, i + 1)) return [i];
    if (!lacksVerb || !/^(?:DT|PRP\$?|CD|NNPS?|NNS?|JJ|IN|TO|RP|RB)$/.test(next.tag)) return [];
    // Before a preposition a plural is a noun more often: only a name, or what is somebody's, does something there.
    const isKnown = tokens.slice(0, i).some(({ tag }, at) => tag === "PRP$" || (tag === "NNP" && at > 0));
    return next.tag === "IN" && !isKnown ? [] : [i];
  });
}

/** "Anna and Tom work at Acme": nothing but a verb stands between two people and a preposition. */
function isBehindTwoNames(tokens: readonly ParsedToken[], at: number): boolean {
  const [one, and, other, word] = tokens;
  const areNames = one?.tag === "NNP" && and?.text === "and" && other?.tag === "NNP";
  return at === 3 && areNames && /^NNP?$/.test(word?.tag ?? "") && /^\p{Ll}{3,}$/u.test(word?.text ?? "");
}

/** Whether nothing but a noun phrase stands between the word and the mark before it. */
function beginsClause(tokens: readonly ParsedToken[], at: number): boolean {
  let i = at - 1;
  while (i > 0 && /^(?:NNP?|JJ|DT|PRP\$)$/.test(tokens[i]?.tag ?? "")) i -= 1;
  return i === 0 || /^(?:,|;|and|but|so)$/.test(tokens[i]?.text ?? "");
}

/** "on the 1st", "in May", "next spring" */
function isBeforeDay(tokens: readonly ParsedToken[], at: number): boolean {
  const text = tokens
    .slice(at, at + 4)
    .map(({ text: word }) => word)
    .join(" ");
  return /^(?:(?:on|at|in|by|from|until) (?:the )?(?:\d|\p{Lu}\p{Ll}+day\b|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))|(?:next|this) (?:week|month|year|spring|summer|autumn|winter|\p{Lu}))/u.test(
    text,
  );
}

/** Whether another parse takes the word for a verb, with a subject that is somebody or something known. */
export function isVerbOf(again: readonly ParsedToken[], at: number): boolean {
  const verb = again[at];
  if (verb === undefined || !/^VB[ZP]$/.test(verb.tag)) return false;
  const subject = again.findIndex(({ head, label }, i) => i < at && head === at && label === "nsubj");
  const noun = again[subject];
  if (noun === undefined) return false;
  if (verb.head !== at) return isBeforeDay(again, at + 1);
  const isOwn = again.some(({ head, label, tag }) => head === subject && (label === "poss" || (label === "det" && tag === "DT")));
  return noun.tag === "NNP" || isOwn || isBeforeDay(again, at + 1);
}
