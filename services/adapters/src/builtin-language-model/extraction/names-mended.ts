/** Given names that the small tagger and name finder take for something else: "Tara lives" for "that lives", "Grace" for a firm. */
import { isStopWord } from "@loci/text";
import { givenNameGender } from "./given-names.ts";
import type { Token } from "./tokens.ts";

/** @param isWord whether a word in lower case has a meaning of its own: "Olive", "Page" and "You" are names as well */
export function withGivenNames(tokens: readonly Token[], isWord: (lower: string) => boolean): Token[] {
  return tokens.map((token, i) => {
    if (!/^\p{Lu}\p{Ll}/u.test(token.text) || isPartOfName(tokens, i) || givenNameGender(token.text) === undefined) return token;
    const isPlain = isStopWord(token.lower) || isWord(token.lower);
    // A noun may be one ("Memory updated"); an article or a preposition is no subject.
    const mayBeWord = /^(?:NN|JJ)/.test(token.tag) && token.name === "" ? isPlain : isStopWord(token.lower);
    const isPronoun = isPlainPronoun(token);
    const isMistagged =
      /^nsubj/.test(token.label) && !/^NNP/.test(token.tag) && !isPronoun && !mayBeWord && isSingular(tokens, token);
    // "Sofia is pregnant": no town is.
    const isTold =
      /^nsubj/.test(token.label) &&
      !isPlainPronoun(token) &&
      tokens.some((one) => one.head === token.head && one.label === "acomp" && ofPeople.test(one.lower));
    if (isTold && !isStopWord(token.lower)) return { ...token, tag: "NNP", pos: "PROPN", name: "PERSON" };
    if (isMistagged) return { ...token, tag: "NNP", pos: "PROPN", name: "PERSON" };
    const isOther = token.tag === "NNP" && /^(?:ORG|PRODUCT|EVENT|WORK_OF_ART|FAC|LAW)?$/.test(token.name);
    return isOther && (!isPlain || /^nsubj/.test(token.label)) && mayBeSomebody(tokens, token)
      ? { ...token, name: "PERSON" }
      : token;
  });
}

function isPlainPronoun({ tag, lower }: Token): boolean {
  return /^PRP/.test(tag) && /^(?:i|you|he|she|it|we|they|one|who|mine|yours|his|hers|ours|theirs)$/.test(lower);
}

const ofPeople =
  /^(?:pregnant|married|engaged|divorced|widowed|vegetarian|vegan|allergic|retired|unemployed|bilingual|left-handed|asthmatic|diabetic|ill|sick)$/;

/** "Nadia Petrova" is no firm: a given name, and a word that means nothing else. */
export function withPeople(tokens: readonly Token[], isWord: (lower: string) => boolean): Token[] {
  const heads = new Set(
    tokens.flatMap((token, i) => {
      const given = tokens[i - 1];
      const isWhole = given?.head === i && given.label === "compound" && tokens[i - 2]?.head !== i && tokens[i + 1]?.tag !== "NNP";
      const isFamily = /^\p{Lu}\p{Ll}{2,}$/u.test(token.text) && !isWord(token.lower) && !trades.test(token.text);
      const isOther =
        /^(?:ORG|PRODUCT|EVENT|WORK_OF_ART|FAC|LAW)?$/.test(token.name) && token.tag === "NNP" && mayBeSomebody(tokens, token);
      return isWhole && isFamily && isOther && givenNameGender(given.text) !== undefined ? [i] : [];
    }),
  );
  if (heads.size === 0) return [...tokens];
  return tokens.map((token, i) => (heads.has(i) || heads.has(i + 1) ? { ...token, name: "PERSON" } : token));
}

/** "Vela Robotics" is no family: its last word says what it does. */
export function withFirms(tokens: readonly Token[]): Token[] {
  const heads = new Set(
    tokens.flatMap(({ tag, text, name }, i) => {
      const isNamed =
        /^NNPS?$/.test(tag) &&
        name !== "ORG" &&
        trades.test(text) &&
        tokens[i - 1]?.head === i &&
        /^\p{Lu}/u.test(tokens[i - 1]?.text ?? "");
      return isNamed ? [i] : [];
    }),
  );
  if (heads.size === 0) return [...tokens];
  return tokens.map((token, i) => {
    const isPart = heads.has(i) || (heads.has(token.head) && token.label === "compound" && /^\p{Lu}/u.test(token.text));
    return isPart ? { ...token, name: "ORG" } : token;
  });
}

const trades =
  /^(?:Robotics|Analytics|Systems|Labs?|Laboratories|Technologies|Technology|Software|Foods|Logistics|Insurance|Bank|Studios?|Solutions|Consulting|Consultants|Media|Energy|Motors|Pharma|Pharmaceuticals|Airlines|Airways|Capital|Ventures|Industries|Foundation|Institute|Networks|Dynamics|Digital|Interactive|Bakery|Brewery|Publishing|Records|Textiles|Electronics|Telecom|Mobile|Financial|Engineering|Instruments|Biotech|Therapeutics|Diagnostics|Semiconductors|Shipping|Freight|Architects|Catering)$/;

/** "Netflix and Spotify": behind a name and "and", a capital within a sentence is no verb. */
export function withNamesBeside(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    const before = tokens[token.head];
    const isBeside =
      /^VB/.test(token.tag) && token.label === "conj" && before?.tag === "NNP" && /^(?:and|or|&)$/.test(tokens[i - 1]?.lower ?? "");
    const isName = isBeside && /^\p{Lu}\p{Ll}/u.test(token.text) && !tokens.some(({ head }, at) => head === i && at !== i);
    return isName ? { ...token, tag: "NNP", pos: "PROPN" } : token;
  });
}

/** Part of a longer name, which tells better what it is: "Grace Hotels". */
function isPartOfName(tokens: readonly Token[], i: number): boolean {
  const isName = (at: number) =>
    /^\p{Lu}/u.test(tokens[at]?.text ?? "") && /^(?:compound|nmod|flat)$/.test(tokens[at]?.label ?? "");
  const [before, own, after] = [tokens[i - 1], tokens[i], tokens[i + 1]];
  // "Howard & Dale"
  if (own?.label === "compound" || before?.text === "&" || after?.text === "&") return true;
  return (
    (isName(i - 1) && before?.head === i) ||
    (/^\p{Lu}|^\d/u.test(after?.text ?? "") && after?.head === i) ||
    tokens.some(({ head, label }, at) => head === i && at < i && /^(?:det|amod)$/.test(label))
  );
}

/** "Tara lives": a verb in the singular, or in the past. */
function isSingular(tokens: readonly Token[], { head }: Token): boolean {
  const helper = tokens.find((one) => one.head === head && /^aux/.test(one.label));
  return /^(?:VBZ|VBD|MD)$/.test(helper?.tag ?? tokens[head]?.tag ?? "");
}

/** Who does something, or to whom it is done: "works at Chase" is no such place. */
function mayBeSomebody(tokens: readonly Token[], { label, head }: Token): boolean {
  if (label === "pobj") return /^(?:with|to|by|from)$/.test(tokens[head]?.lower ?? "");
  return /^(?:nsubj|nsubjpass|dobj|dative|conj|appos|attr|poss)$/.test(label);
}
