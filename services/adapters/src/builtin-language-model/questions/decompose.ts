import { questionFocus } from "@loci/text";

const maxQuestions = 4;
const maxLength = 2_000;

/** These read what has one space between its words. */
const comparison = [
  /^(?:please )?(?:compare|contrast) (.+?) (?:and|with|to|versus|vs\.?) (.+)$/i,
  /^what(?:'s| is| are) the (?:differences?|similarit(?:y|ies)) between (.+?) and (.+)$/i,
  /^how (?:does|do|did) (.+?) (?:compare|differ) (?:with|to|from) (.+)$/i,
];
const conjunction =
  / ?[,;]? (?:and|or|but)(?: (?:also|then))? (?=(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|does|do|did|has|have|had|can|will) )/i;

/** The questions that a question is made of: several sentences, joined questions, the two sides of a comparison. */
export function decompose(question: string): string[] {
  const text = question.slice(0, maxLength).replace(/\s+/g, " ").trim();
  const parts = text
    .split(/(?<=\?)\s+/)
    .flatMap((part) => compared(part) ?? part.split(conjunction))
    .map((part) => part.replace(/(?<![?.!,;\s])[?.!,;\s]+$/, "").replace(/^(?:and|or|but)\s+/i, ""))
    .filter((part) => part !== "");
  if (parts.length < 2) return [question];
  const complete = withNames(parts).map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}?`);
  return [...new Set(complete)].slice(0, maxQuestions);
}

/** "Compare Mina's and Tom's hobbies" asks about the hobbies of each. */
function compared(part: string): string[] | undefined {
  const plain = part.replace(/(?<![?.!\s])[?.!\s]+$/, "");
  const sides = comparison.map((pattern) => pattern.exec(plain)).find((match) => match !== null);
  if (!sides) return undefined;
  const [, first = "", second = ""] = sides;
  const owned = /['’]s$/.test(first) ? /^\S+['’]s (.+)$/.exec(second)?.[1] : undefined;
  return [owned === undefined ? first : `${first} ${owned}`, second].map((side) => `What is known about ${side}`);
}

/** A later part that says "she" means the one whom the first part names, where it names one only. */
function withNames(parts: readonly string[]): string[] {
  const [first = "", ...others] = parts;
  const { names } = questionFocus(first);
  const [name] = names;
  if (name === undefined || names.length > 1) return [...parts];
  const replaced = others.map((part) =>
    part.replace(/\b(?:his|their|her|its)\s+(?=\p{L})/giu, `${name}'s `).replace(/\b(?:he|she|they|him|them|it)\b/gi, name),
  );
  return [first, ...replaced];
}
