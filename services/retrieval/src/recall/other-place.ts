/** Another place of the same thing, by any verb of standing: "Orders are stored in Mongo", "orders live in Postgres". */
import { analyse, comesBeside, isLightTerm, saysPlainly } from "@loci/text";
import type { Focus } from "../question.ts";
import { relativeIn } from "./relative.ts";
import { readOnce, type Said, type Sentence } from "./said.ts";

const standing =
  "(?:is|are|am|['\u2019]s|['\u2019]re|liv(?:es?|ing)|sits?|stands?|stays?|hangs?|lies|rests?|resides?|runs?|meets?|happens?|takes? place|works?|sleeps?)";
const moved =
  "(?:(?:is|are|['\u2019]s|['\u2019]re|be|been|being|will be) (?:now )?(?:held|kept|stored|hosted|deployed|located|based|parked|housed|filed|saved|served|moored|stabled|planned|taking place|standing|sitting|living|hanging))";
/** "The keys are in the blue tin", up to where the clause ends. */
const placed = new RegExp(
  `^(?:[^,;:.]{1,40}, (?:so |and |but )?)?(?<of>(?:\\p{L}[\\p{L}\\p{N}'\u2019-]* ){1,6}?)(?:now |these days )?(?:${moved}|${standing}) (?:now |still )?(?:in|at|on|under|behind|inside|with|near|by|above|below)(?: to)? (?<place>[^,;.!?]{2,60})`,
  "iu",
);
/** "Put the spare key in the shed": who speaks has moved it. */
const put =
  /^(?:I(?:['\u2019]ve)? )?(?:put|moved|placed|stored|hid|parked|hung|left|filed) (?<of>(?:\p{L}[\p{L}\p{N}'\u2019-]* ){1,6}?)(?:in|at|on|under|behind|inside|with|into|onto|to) (?<place>[^,;.!?]{2,60})/iu;
/** "The big printer went to the mail room": a thing goes somewhere for good, somebody may come back. */
const went =
  /^(?:[^,;:.]{1,40}, )?(?<of>(?:the|my|our|his|her|their) (?:\p{L}[\p{L}\p{N}'\u2019-]* ){1,5}?)(?:went|goes|(?:has |have )?(?:been )?moved|was moved) (?:in)?to (?<place>[^,;.!?]{2,60})/iu;
/** A fact of it: "vault recovery codes location: blue binder", "Orders stored in: Mongo". */
const told =
  /^(?<of>[\p{L}\p{N}'\u2019 -]{2,60}?) (?:location|place|(?:(?:held|kept|stored|hosted|deployed|located|based|parked|housed|lives|is|sits|stands|hangs|meets|runs|moored) )?(?:in|at|on|under|behind|inside|with)): (?<place>.{2,60})$/u;
/** When, how or for what something is stands behind the same prepositions. */
const noPlace =
  /^(?:an?|the|my|our)? ?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d|noon|midnight|morning|evening|night|weekend|time|top|track|fire|sale|holiday|leave|vacation|it|them|him|her|me|us|you|this|that)\b/iu;

interface Placed {
  readonly of: ReadonlySet<string>;
  readonly place: readonly string[];
}

const placeIn = readOnce(({ text }): Placed | undefined => {
  const { of = "", place = "" } = (told.exec(text) ?? put.exec(text) ?? wentTo(text) ?? placed.exec(text))?.groups ?? {};
  const terms = analyse(of).filter((term) => !isLightTerm(term));
  return place === "" || terms.length === 0 || noPlace.test(place) ? undefined : { of: new Set(terms), place: analyse(place) };
});

function wentTo(text: string): RegExpExecArray | undefined {
  return relativeIn(text) === undefined ? (went.exec(text) ?? undefined) : undefined;
}

/** Whether both tell where the same asked thing is, the newer one of another place, for good. */
export function isOtherPlace(newer: Sentence, by: Said, older: Sentence, of: Said, { kinds, asked, names }: Focus): boolean {
  if (!kinds.has("where") || !by.names || !of.names || by.hit.record.speaker !== of.hit.record.speaker) return false;
  if (!saysPlainly(newer.text) || comesBeside(newer.text)) return false;
  const [now, before] = [placeIn(newer), placeIn(older)];
  if (now === undefined || before === undefined) return false;
  // Nothing else may be told apart by a word of its own: "the spare key" is not "the key of the shed".
  const isOfOne =
    [...now.of].every((term) => before.of.has(term)) &&
    [...before.of].every((term) => now.of.has(term) || asked.includes(term) || names.has(term));
  const isAsked = [...now.of].some((term) => asked.includes(term) || names.has(term));
  return (
    isOfOne && isAsked && now.place.some((term) => !older.terms.has(term)) && before.place.some((term) => !now.place.includes(term))
  );
}
