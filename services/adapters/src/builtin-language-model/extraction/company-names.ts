/** Names of companies that the parser takes for two names, or for a name and something else. */

const part = String.raw`\p{Lu}[\p{L}\p{N}'-]{0,30}`;
const form = String.raw`(?:Ltd|Limited|plc|PLC|Plc|LLP|LLC|Inc|Corp|Co|GmbH|AG|KG|SA|BV|AB|Oy|Group|Holdings|Solicitors|Architects)\b`;
/** What stands in such names behind their "and", and in no other. */
const kin = "(?:Sons?|Daughters?|Brothers|Bros|Co|Company|Partners|Associates|Sisters)";

/** "Tate & Lyle Plc", "Birch and Sons": the rest of the name tells that it is one. */
const told = new RegExp(`(?<=${part}) (&|and) (?=(?:${part} ){1,3}${form}|${kin}(?![\\p{L}-]))`, "gu");
/** "Tate & Lyle is based in London": two would be, and not is; nobody works for two that are written so. */
const one = new RegExp(
  `(?<=${part}) & (?=${part}(?: ${part}){0,2}(?:'s| (?:is|was|has|does|wants|pays|makes|sells|opens|owes|offers|builds|supplies|employs|hired|based)\\b))`,
  "gu",
);
const worksAt = new RegExp(
  `(?<=\\b(?:at|for|by|joined|joins|called|client|customer|supplier) (?:${part} ){0,2}${part}) & (?=${part})`,
  "gu",
);

/** "Castle Films Ltd shot our video": its form ends a name, and all capital letters before are of it. */
const formed = new RegExp(
  `(?<![\\p{L}\\p{N}'-])(?!(?:The|Our|My|At|In|For|From|With|And|But|When|If|Yesterday|Today)\\b)${part}(?: (?!Mac)${part}){1,3} ${form}`,
  "gu",
);
/** Stands for a space in such a name: no word has this letter inside. */
const joint = "\u00de";

/** The text with each such name as one word, as long as it is. */
export function joinedCompanies(text: string): string {
  const whole = text.replace(formed, (name) => (isJoined(name) ? name : name.replaceAll(" ", joint)));
  if (!/ (?:&|and) \p{Lu}/u.test(whole)) return whole;
  return whole
    .replace(told, (_, joint: string) => (joint === "&" ? "Mac" : "MacMc"))
    .replace(one, "Mac")
    .replace(worksAt, "Mac");
}

/** Whether a word stands for such a name. */
export function isJoined(word: string): boolean {
  return /[\p{L}\p{N}](?:Mac|MacMc|\u00de)\p{Lu}/u.test(word);
}
