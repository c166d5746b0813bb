/** What one had in hand has another one now: "Falcon is handed over to Lindqvist" of "Okonkwo leads Falcon". */
import { analyse, isLightTerm } from "@loci/text";
import type { Focus } from "../question.ts";
import { readOnce, type Said, type Sentence } from "./said.ts";

const handed =
  /(?<![\p{L}\p{N}'\u2019-])(?<what>(?:[\p{L}\p{N}'\u2019-]{1,40} ){1,4}?)(?:is|was|are|were|has been|have been|gets|got) (?:now )?(?:handed (?:over )?|passed (?:on )?|transferred |reassigned |turned over )to (?<who>\p{Lu}[\p{L}\p{M}-]+)/u;
const holds =
  /\b(?:leads?|owns?|owned by|owner|runs?|manage[sr]?|responsible|in charge|handles?|chairs?|heads?|looks? after|maintains?|maintainer|coordinates?|coordinator|keeps?|supervises?|with|under)\b/iu;

/** "Lior takes over ownership of Heron" */
const taken =
  /(?<![\p{L}\p{M}-])(?<who>\p{Lu}[\p{L}\p{M}-]{1,40}) (?:takes|took|has taken|is taking) over (?:the )?(?:ownership|lead|leadership|responsibility|management|running) (?:of|for) (?<what>(?:[\p{L}\p{N}'\u2019-]{1,40} ?){1,4})/u;

const handedIn = readOnce(({ text }) => {
  const { what = "", who = "" } = (handed.exec(text) ?? taken.exec(text))?.groups ?? {};
  const terms = analyse(what).filter((term) => !isLightTerm(term));
  return who === "" || terms.length === 0 || text.endsWith("?") || /\b(?:if|might|may|could|would|should)\b/iu.test(text)
    ? undefined
    : { what: terms, who: analyse(who) };
});

/** Whether a newer sentence says that somebody else has now what an older one says that one has in hand. */
export function isHandedOver(newer: Sentence, older: Sentence, of: Said, { kind, measure }: Focus): boolean {
  if (measure !== undefined || kind === "when") return false;
  const { what, who } = handedIn(newer) ?? {};
  if (what === undefined || who === undefined || !holds.test(older.text)) return false;
  // "Project Heron launches on 1 April. Owner: Beata.": of what the text is about.
  return what.every((term) => of.terms.has(term)) && !who.some((term) => older.terms.has(term));
}
