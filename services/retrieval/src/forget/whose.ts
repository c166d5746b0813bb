/** Of whom a clause speaks: of who said it, or of somebody else's. */
import { analyse, rawWordsOf } from "@loci/text";
import { speaksOfSelf, type Forgetting } from "./question.ts";
import { nameWord } from "./tokens.ts";

const theUser = /\b(?:the\s+)?user(?:['\u2019]s)?\b/iu;
const secondPerson = /\b(?:you|your|yours)\b/iu;
/** A possessor stands so near before what it possesses. */
const reach = 4;
const self = new Set([
  "i",
  "i'm",
  "i\u2019m",
  "i've",
  "i\u2019ve",
  "me",
  "my",
  "mine",
  "we",
  "we're",
  "our",
  "ours",
  "us",
  "user",
  "user's",
  "user\u2019s",
]);

/** Whether it speaks of the user: in the user's own words, in an assistant's to the user, or in a model's about the user. */
export function speaksOf(words: string, role: string): boolean {
  if (theUser.test(words)) return true;
  return role === "assistant" ? secondPerson.test(words) : speaksOfSelf(words);
}

/**
 * Whether what is asked for is somebody else's there: "my sister's phone number" is not mine, "Ana's sister's" not Ana's. Only what is told by
 * a possessive counts.
 */
export function isOthers({ terms, names, isOwn }: Forgetting, words: string, role: string): boolean {
  if (terms.length === 0 || (!isOwn && names.length === 0)) return false;
  const raw = rawWordsOf(words);
  const asked = new Set([...names.flatMap((name) => name.words), ...terms]);
  return raw.some((word, i) => {
    if (!analyse(word).some((term) => terms.includes(term))) return false;
    const owner = ownerBefore(raw, i);
    if (owner === undefined || asked.has(owner) || analyse(owner).some((term) => asked.has(term))) return false;
    if (owner === "self") return false;
    if (owner === "you") return isOwn && role !== "assistant";
    return isOwn || owner !== "pronoun";
  });
}

function ownerBefore(raw: readonly string[], at: number): string | undefined {
  for (let i = at - 1; i >= Math.max(0, at - reach); i--) {
    const word = (raw[i] ?? "").toLowerCase();
    if (self.has(word)) return "self";
    if (word === "your") return "you";
    if (word === "his" || word === "her" || word === "their") return "pronoun";
    if (/['\u2019]s?$/u.test(word) && !/^(?:it|that|there|what|who|he|she|let)['\u2019]s$/u.test(word)) return nameWord(word);
  }
  return undefined;
}
