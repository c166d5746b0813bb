import { isOccupation } from "../complement.ts";
import { petKind, relationOf } from "../kinship.ts";
import { possessionPrefix, type OpenReading } from "./draft.ts";
import { roles } from "./names.ts";

export const diets = /^(?:vegetarian|vegan|pescatarian|gluten-free|lactose-intolerant|kosher|halal)$/i;

export const unions: Readonly<Record<string, string>> = {
  married: "spouse",
  engaged: "partner",
  divorced: "former_spouse",
  separated: "former_spouse",
};

export function statusKey({ who }: OpenReading): string {
  return `${possessionPrefix(who)}status`;
}

/** "left-handed", "colour-blind": a lasting trait. */
export function traitKey(reading: OpenReading): string {
  return reading.who.entity.type === "Person" ? `${possessionPrefix(reading.who)}trait` : statusKey(reading);
}

export function typeOfPossession(noun: string): string {
  const head = noun.split(" ").at(-1) ?? "";
  return petKind(head) ? "Animal" : relationOf(head) || roles.test(noun) || isOccupation(head) ? "Person" : "Thing";
}

/** "Her first album, Fjord Letters": what is made, sailed or lived in has a name that is nobody's. */
export function isWork(noun: string): boolean {
  return /^(?:album|song|single|book|novel|memoir|film|movie|series|show|podcast|play|opera|painting|sculpture|exhibition|paper|thesis|blog|newsletter|magazine|journal|column|game|boat|yacht|ship|house|cottage|cabin|farm|flat|garden|shop|store|restaurant|café|cafe|bar|pub|gallery|studio|label|brand|event|festival|conference|course|recipe|beer|wine)$/.test(
    noun,
  );
}
