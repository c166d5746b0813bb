/** What is as it was before: "back on the third floor", "it is the tram again". */
import { analyse, isLightTerm } from "@loci/text";
import { readOnce, type Sentence } from "./said.ts";

const back =
  /\bback (?:on|in|at|to|with|into|onto)(?: (?:the|my|our|his|her|their|a|an))? (?<to>(?:(?!(?:since|for|after|because|and|but|now|from|with|as|this|last|in|on|at|again)\b)[\p{L}\p{N}'\u2019-]+ ?){1,4})/iu;
const again =
  /\b(?:is|are|it['\u2019]s|takes?|taking|eats?|eating|drinks?|drinking|uses?|using|drives?|plays?|rides?|on|with)(?: (?:the|my|our|his|her|their|a|an))? (?<to>(?:[\p{L}\p{N}-]+ ){1,3})again\b/iu;

const denial = /\b(?:no|not|never|without)\b|n['\u2019]t\b/iu;

/** The terms of that to which a sentence says that it came back. */
export const returnedTo = readOnce(({ text }): readonly string[] => {
  if (text.endsWith("?") || denial.test(text)) return [];
  const { to = "" } = (again.exec(text) ?? back.exec(text))?.groups ?? {};
  return analyse(to).filter((term) => !isLightTerm(term) && term !== "now");
});

/** Whether a newer sentence says that it is again as an older one tells. */
export function isBackTo(newer: Sentence, older: Sentence): boolean {
  const to = returnedTo(newer);
  return to.length > 0 && older.change !== "ends" && !denial.test(older.text) && to.every((term) => older.terms.has(term));
}
