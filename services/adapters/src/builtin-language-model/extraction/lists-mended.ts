/** Lists whose items the small parser hangs where they do not belong. */
import type { Token } from "./tokens.ts";

/**
 * "The translation into Dutch goes to Femke and the Spanish one to Alonso": the parser takes "one" for one more to whom it goes, and hangs the second
 * "to" on the verb. Both are set aside: of what is left out there, another rule reads.
 */
export function withGappedOne(tokens: readonly Token[]): Token[] {
  const one = gappedOne(tokens);
  if (one < 0) return [...tokens];
  return tokens.map((token, i) => (i === one || i === one + 1 ? { ...token, label: "dep" } : token));
}

/** The place of such a "one"; -1 where there is none. */
function gappedOne(tokens: readonly Token[]): number {
  return tokens.findIndex(({ lower, label, head }, i) => {
    const next = tokens[i + 1];
    const preposition = tokens[tokens[head]?.head ?? -1];
    const isOther = tokens.some((other) => other.head === i && /^(?:amod|compound)$/.test(other.label));
    return /^ones?$/.test(lower) && label === "conj" && isOther && next?.label === "prep" && preposition?.lower === next.lower;
  });
}

/** "gave up coffee and drinks rooibos": a verb of the third person in the middle of a list is one more of the subject's. */
export function withVerbInList(tokens: readonly Token[]): Token[] {
  const verb = tokens.findIndex(
    ({ tag, label, head }, i) =>
      tag === "VBZ" && label === "conj" && tokens[i - 1]?.tag === "CC" && tokens[head]?.label === "nmod" && tokens[head].head > i,
  );
  const first = tokens[tokens[verb]?.head ?? -1];
  const last = tokens[first?.head ?? -1];
  if (verb < 0 || first === undefined || last === undefined || !/^[pd]obj$/.test(last.label)) return [...tokens];
  return tokens.map((token, i) => {
    if (token === first) return { ...token, head: last.head, label: last.label };
    if (i === verb) return { ...token, head: last.head };
    if (token === last) return { ...token, head: verb, label: "dobj" };
    return i === verb - 1 ? { ...token, head: last.head } : token;
  });
}

/** "use Snowflake and dbt", "use redis and kafka": a word that the tagger does not know stands in a list with the noun before it. */
export function withListOfObjects(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    // "is six and crazy about horses": about is the adjective's, and not the number's.
    const adjective = tokens[i - 1];
    const isOfAdjective = token.label === "prep" && adjective?.tag === "JJ" && adjective.label === "conj";
    if (isOfAdjective && adjective.head === token.head && tokens[token.head]?.tag === "CD") return { ...token, head: i - 1 };
    if (token.label !== "conj" || tokens[i - 1]?.tag !== "CC" || !/^\p{Ll}/u.test(token.text)) return token;
    const own = tokens.filter(({ head }, at) => head === i && at !== i);
    const head = tokens[token.head];
    const last = tokens[i - 2];
    const object = last?.label === "dobj" ? i - 2 : -1;
    // Of the verb, and behind its object: of the object.
    if (
      /^(?:NNS?|FW)$/.test(token.tag) &&
      head !== undefined &&
      /^VB/.test(head.tag) &&
      object > token.head &&
      last?.head === token.head
    )
      return own.some(({ label }) => /^(?:nsubj|nsubjpass|aux|det|poss)/.test(label)) ? token : { ...token, head: object };
    const isNoun = head !== undefined && /^NN/.test(head.tag) && /^(?:dobj|conj)$/.test(head.label);
    return isNoun && own.length === 0 && /^VB[NDP]?$/.test(token.tag) ? { ...token, tag: "NN", pos: "NOUN" } : token;
  });
}
