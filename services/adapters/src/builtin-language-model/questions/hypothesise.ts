const maxLength = 2_000;

const auxiliary = String.raw`(?:is|are|was|were|has|have|had|can|could|will|would|should|may|might)`;
const support = String.raw`(?:does|do|did)`;
const asking = String.raw`(?:what|which|who|whom|whose|where|when|why|how)`;

/** These read what has one space between its words. */
const framing =
  /^(?:please )?(?:(?:can|could|would) you )?(?:tell|remind|show) me (?:about |of )?|^do you (?:know|remember|recall) /i;
/** "what", "which city", "how many children", "what kind of music". */
const opening = new RegExp(
  String.raw`^(${asking})\b((?: (?!${auxiliary}\b|${support}\b)[\p{L}'’-]+){0,5}?) (${auxiliary}|${support}) (.+)$`,
  "iu",
);
const subjectAsked = /^(who|what) (.+)$/i;
/** What says how something is asked, not what. */
const measure = /^\s*(?:many|much|often|long|far)\b|^\s*(?:kind|type|sort)s?\s+of\b/i;
const pronoun = String.raw`(?:i|you|he|she|it|we|they|there)`;
const name = String.raw`(?:(?:\p{Lu}[\p{L}\p{N}.'-]*)(?: (?:and )?\p{Lu}[\p{L}\p{N}.'-]*)*)`;
const subject = new RegExp(String.raw`^(${pronoun}|${name})(?<!['’]s) (.+)$`, "u");

/**
 * A question as the sentence that would answer it, without what is asked: "Where does Mina live?" → "Mina does live.". Only its
 * own words come back; one that cannot be turned comes back without its question mark.
 */
export function hypothesise(question: string): string {
  const plain = question
    .slice(0, maxLength)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<![?!.\s])[?!.\s]+$/, "")
    .replace(framing, "");
  const opened = opening.exec(plain);
  if (opened) {
    const [, , about = "", verb = "", rest = ""] = opened;
    return sentence(`${turned(verb, rest)} ${about.replace(measure, "").trim()}`.trim());
  }
  const inverted = new RegExp(`^(${auxiliary}|${support}) (.+)$`, "i").exec(plain);
  if (inverted) return sentence(turned(inverted[1] ?? "", inverted[2] ?? ""));
  const [, asked = "", predicate = ""] = subjectAsked.exec(plain) ?? [];
  return sentence(predicate === "" ? plain : `${asked.toLowerCase() === "who" ? "Someone" : "Something"} ${predicate}`);
}

/** Puts the verb behind its subject where that can be told: "does Mina live" → "Mina does live". */
function turned(verb: string, rest: string): string {
  const found = subject.exec(rest.replace(/^i\b/, "I"));
  if (found) return `${found[1] ?? ""} ${verb.toLowerCase()} ${found[2] ?? ""}`;
  return new RegExp(`^${support}$`, "i").test(verb) ? rest : `${rest} ${verb.toLowerCase()}`;
}

function sentence(text: string): string {
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
