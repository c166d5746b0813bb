import type { Token } from "./tokens.ts";

/** Whether a sentence has a verb with its subject, said or left out: "Marta drives a Skoda", but not "heating inspected on 4 May". */
export function hasClause(tokens: readonly Token[]): boolean {
  const first = tokens.find(({ text }) => text !== "");
  return (first?.tag === "VBD" && first.label === "ROOT") || tokens.some((token) => isSubject(tokens, token));
}

function isSubject(tokens: readonly Token[], { head, label, text, tag }: Token): boolean {
  const verb = tokens[head];
  if (label !== "nsubj" || verb === undefined || verb.text === "") return false;
  if (text === "") return /^(?:VB|MD)/.test(verb.tag);
  // A model's name ("SMV4") is taken for a verb.
  if (!/^\p{Ll}/u.test(verb.text)) return false;
  // "last tetanus shot in 2019"
  const isPast =
    verb.tag === "VBD" && (tag.startsWith("NNP") || tokens.some((other) => other.head === head && other.label === "dobj"));
  return isPast || /^(?:VB[ZP]|MD)$/.test(verb.tag);
}
