/** What somebody else ends or changes for themselves leaves what others have. */
import { analyse, tellsOf } from "@loci/text";
import type { Focus } from "../question.ts";
import { relativeIn } from "./relative.ts";
import { leading } from "./subject-terms.ts";
import { readOnce, type Said, type Sentence } from "./said.ts";

/** "Bo quit the mint", "Bo has just left": what one ends for oneself alone, as one does not who cancels, sells or closes something. */
const endsForSelf = readOnce(({ text }) =>
  /^\s*\p{Lu}[\p{L}'\u2019-]*(?: \p{Lu}[\p{L}'\u2019-]*){0,3} (?:(?:has|had|have|just|finally|recently|already|now|suddenly) ){0,3}(?:quit|quits|left|leaves|resigned|resigns|retired|retires|gave up|gives up|stopped|stops|dropped out|no longer|does(?:n['\u2019]t| not)|is(?:n['\u2019]t| not| no longer))\b/u.test(
    text,
  ),
);

const byPronoun = /^\s*(?:I|[Ss]he|[Hh]e|[Ww]e|[Tt]hey)\b/u;

/** The terms of the names joined before a sentence's verb: "Pia, Bo and Orla". */
const subjects = readOnce(
  ({ text }) =>
    new Set(analyse(/^\s*\p{Lu}[\p{L}'\u2019-]*(?:(?: |, | and |, and | & )\p{Lu}[\p{L}'\u2019-]*){0,8}/u.exec(text)?.[0] ?? "")),
);

/**
 * Whether a newer sentence ends something for somebody of whom the older text says nothing: that Bo quit the mint does not end that Pia works there.
 * Of several whom the older one is about, it ends nothing for those alone that the question names.
 */
export function isAnothersEnd(newer: Sentence, older: Sentence, of: Said, names: ReadonlySet<string>): boolean {
  if (newer.change !== "ends" || !endsForSelf(newer)) return false;
  const [who, whose] = [leading(newer), leading(older)];
  if (names.size > 0 && [...names].every((name) => subjects(older).has(name) && !newer.terms.has(name))) return true;
  // The user is meant by many words.
  if (who.size === 0 || who.has("user") || [...who].some((term) => of.terms.has(term))) return false;
  if ([...whose].some((term) => newer.terms.has(term))) return false;
  return whose.size > 0 || byPronoun.test(older.text);
}

/** What belongs to who speaks, behind the relative that a sentence begins with; or a thing that may be of all: "My son broke the telly". */
const ofAll =
  /(?<!^(?:and |but |so )?)\b(?:our|ours|my|mine|us|me|we)\b|\b(?:sold|gave|broke|crash(?:ed)?|wrecked|took|closed|burned|lost|cancel(?:l?ed)|threw|scrapped|moved|returned|deleted|dropped) (?:away |down |out |back )?(?:the|both|all)\b/iu;
/** "Tom moved his account": what a person of that name changes is his own. */
const changesOwn =
  /^\s*\p{Lu}[\p{L}'\u2019-]*(?: \p{Lu}[\p{L}'\u2019-]*){0,2} (?:(?:has|had|just|finally|recently|now) ){0,2}\p{L}+(?: over)? (?:his|her) /u;
const ofSelf = /\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur|[Uu]s)\b|^\s*(?:the )?user\b/iu;

/** Who of one's own begins a sentence of which nobody else has a part; "" for a name of which the same is so. */
const whoAlone = readOnce(({ text }): string | undefined => {
  const whose = relativeIn(text);
  if (ofAll.test(text)) return undefined;
  return whose ?? (changesOwn.test(text) ? "" : undefined);
});

/**
 * Whether a newer sentence tells of a relative, or somebody else by name, what is otherwise for them, and an older one of who speaks: "My brother
 * moved his account from Sparkasse to ING" says nothing of one's own account.
 */
export function isAnothersChange(newer: Sentence, older: Sentence, of: Said, { asked, terms, names }: Focus): boolean {
  const { entityName, speaker } = of.hit.record;
  if (entityName === "" ? !ofSelf.test(older.text) : entityName !== "user") return false;
  const whose = whoAlone(newer);
  if (whose === undefined) return false;
  const who = whose === "" ? [...leading(newer)] : analyse(whose);
  const ofWho = new Set(who);
  if (who.length === 0 || who.some((term) => of.terms.has(term) || terms.has(term) || names.has(term))) return false;
  if (whose === "" && analyse(speaker).some((term) => ofWho.has(term))) return false;
  return !asked.some((term) => tellsOf(term, ofWho));
}
