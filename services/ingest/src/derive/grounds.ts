import { normaliseName } from "@loci/kernel";
import type { ShownFact } from "@loci/ports/language-model";
import { sentencesOf } from "@loci/text";
import { wordsOf } from "../domain/grounding.ts";

/** What a text that follows from facts may say. */
export interface Grounds {
  /** Whether every content word of the text (numbers in any spelling) stands in the facts. */
  say(text: string): boolean;
  /** The sentences of a text that say no name, no number and mostly no other word that the facts do not have. */
  carried(text: string): string;
}

/** Of the words of a sentence that are neither names nor numbers, the share that the facts have to have. */
const enough = 0.5;

export function groundsOf(facts: readonly ShownFact[]): Grounds {
  return groundsOfTexts(facts.map(textOf));
}

export function groundsOfTexts(texts: readonly string[]): Grounds {
  const words = wordsOf(texts.join("\n"));
  const plain = normaliseName(texts.join("\n"));

  const carries = (sentence: string): boolean => {
    const [first, ...others] = sentence.split(/\s+/);
    const names = others.filter((word) => /\p{Lu}|\p{N}/u.test(word)).join(" ");
    if (![...wordsOf(names)].every((word) => words.has(word))) return false;
    // The first word is written large whatever it is.
    const said = [...wordsOf([first, ...others].join(" "))];
    return said.length > 0 && said.filter((word) => words.has(word)).length >= said.length * enough;
  };

  return {
    say(text) {
      const said = [...wordsOf(text)];
      return said.length === 0 ? plain.includes(normaliseName(text)) : said.every((word) => words.has(word));
    },
    carried: (text) =>
      sentencesOf(text)
        .map(({ start, end }) => text.slice(start, end))
        .filter(carries)
        .join(" "),
  };
}

function textOf({ subject, key, value, target }: ShownFact): string {
  return `${subject.type} ${subject.name} ${key.replaceAll("_", " ")} ${target ? `${target.type} ${target.name}` : value}`;
}
