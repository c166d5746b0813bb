import type { EntityName } from "@loci/ports/language-model";
import { explicit, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import type { Tree } from "./tree.ts";

/** Those of whom a household or a team has one, so that "the" one is the speaker's. */
const services =
  /^(?:vet|dentist|gp|plumber|electrician|landlord|landlady|cleaner|gardener|nanny|childminder|midwife|physio|physiotherapist|therapist|accountant|bookkeeper|lawyer|solicitor|architect|builder|roofer|caretaker|babysitter|hairdresser)$/;
const ownWords = /\b(?:I|[Mm]e|[Mm]y|[Ww]e|[Uu]s|[Oo]urs?)\b/;

/** Whether "the" one of a text is the speaker's own. */
export function isService(tree: Tree, noun: string): boolean {
  return services.test(noun) && ownWords.test(tree.content);
}

/** "The vet, Dr. Osei": the speaker's own, where the text is about the speaker's household. */
export function ownService(tree: Tree, noun: string, target: EntityName, { self }: Speakers): Draft[] {
  if (self === "" || !isService(tree, noun)) return [];
  return [{ subject: { type: "Person", name: self }, key: noun, target, confidence: explicit, time: "none" }];
}

/** "cleaning lady", "delivery guy". */
export function isHelper(noun: string, words: number): boolean {
  return words > 1 && /^(?:lady|man|woman|girl|boy|guy)$/.test(noun);
}

const houses =
  /^(?:restaurant|cafe|café|bakery|shop|store|hotel|bar|pub|pizzeria|brewery|farm|gallery|museum|theatre|cinema|studio|salon|magazine|podcast|brand|label|charity|festival)$/;

/** "the restaurant Milpa" is nobody, whatever the name finder takes its name for. */
export function isHouse(noun: string): boolean {
  return houses.test(noun);
}
