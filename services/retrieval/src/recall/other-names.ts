/** What else those are called whom a question names, as the hits themselves tell it: "Everybody calls Maximilian Roth Moxie." */
import { analyse } from "@loci/text";
import type { CheckedHit } from "../fuse/fold.ts";
import { ofWords, sentenceSpans } from "../words.ts";
import type { Called } from "./called.ts";
import { isPassage } from "./said.ts";

/** More is not looked at. */
const looked = 24;
const maxCharacters = 1_000;
const mostPairs = 16;

const word = "\\p{Lu}[\\p{L}\\p{M}\\p{N}.'\u2019-]{0,40}";
const joining = "(?: (?:of|the|for|and|in|de|van|von|der|la|di|da|del|du)){0,2}";
const name = `(?<![\\p{L}\\p{M}\\p{N}.'\u2019-])${word}(?:${joining} ${word}){0,5}`;
const handle = "@?[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{1,40}";
const quoted = `["\u201c\u00ab](?<quoted>[^"\u201c\u201d\u00ab\u00bb]{2,40})["\u201d\u00bb]`;
const naming =
  "(?:(?:is|are|was|be|been|gets?|got|also|better|often|simply|just) (?:(?:now|also|often|usually|simply|just|better) )*(?:called|known as|named|nicknamed|renamed|abbreviated(?: to| as)?|short for)|goes by|go by|likes to be called|wants to be called|signs(?: \\p{Ll}+)? as|stands for|(?:calls?|say to) (?:himself|herself|themselves)|,? ?aka|,? ?a\\.k\\.a\\.|,? ?alias|(?:nickname|code ?name|short name|username|handle|initials)(?: is| are)?)";
const callers = "(?:everyone|everybody|people|all|we|they|you|I|friends|colleagues|us)";
/** Each tells one by two names. */
const patterns: readonly RegExp[] = [
  // "Elizabeth Moore, who likes to be called Liz", "Liz is short for Elizabeth"
  new RegExp(
    `(?<one>${name})(?:,? (?:who|which|that))? ${naming} (?:the )?(?:${quoted}|(?<two>${name}|${handle}(?= on ))(?!['\u2019]s?))`,
    "gu",
  ),
  // "The Old Mill, which everyone calls the Shed", "everybody calls Maximilian Roth Moxie"
  new RegExp(
    `(?<one>${name}),? (?:who|which|whom|that) ${callers}(?: all)? (?:calls?|knows? as) (?:the )?(?:${quoted}|(?<two>${name}))`,
    "gu",
  ),
  new RegExp(`\\b${callers}(?: all)? calls? (?:the )?(?<one>${name}) (?:${quoted})`, "giu"),
  // "@nightowl on the forum is Bettina Krause", "Wren Tada, pixelwren on GitHub"
  new RegExp(`(?<two>${handle}) on (?:the )?[\\p{L}]{2,20} is (?<one>${name})`, "gu"),
  new RegExp(`(?<one>${name}),? (?:is )?(?<two>${handle}) on (?:the )?${word}`, "gu"),
];
/** "Institute for Applied Hydrology (IAH)" */
const abbreviated = new RegExp(`(?<one>${name}) \\((?<two>\\p{Lu}[\\p{L}\\p{N}]{1,9})\\)`, "gu");
const byName =
  /^(?:also_known_as|known_as|nickname|alias|aka|goes_by|handle|username|initials|signs_as|short_name|abbreviation|code_?name|role)$/;

type Pair = readonly [one: readonly string[], other: readonly string[]];

/** Without one of these a text tells of nobody by two names. */
const mayName =
  /\b(?:call|known|know|nam|nick|renamed|abbrev|short|goes by|go by|signs|stands for|says? to|say|aka|alias|handle|initials|code)|a\.k\.a|\(\p{Lu}|\bon (?:the )?\p{L}/iu;

const pairsIn = ofWords((text): readonly Pair[] => {
  if (!mayName.test(text)) return [];
  const found: Pair[] = [];
  for (const { start, end } of sentenceSpans(text)) {
    const sentence = text.slice(start, end);
    for (const pattern of [...patterns, abbreviated])
      for (const { groups = {} } of sentence.matchAll(pattern)) {
        const [one = "", two = ""] = [groups["one"], groups["quoted"] ?? groups["two"]];
        if (pattern !== abbreviated || isAcronymOf(two, one)) found.push([analyse(one), analyse(two)]);
      }
  }
  return found.filter(([one, other]) => one.length > 0 && other.length > 0).slice(0, mostPairs);
});

/** "IAH" of "the Institute for Applied Hydrology", with its small words or without. */
function isAcronymOf(short: string, long: string): boolean {
  const initials = (words: readonly string[]) => words.map((one) => one.charAt(0).toLowerCase()).join("");
  const words = long.split(/[\s-]+/u);
  const letters = short.toLowerCase();
  return [words, words.filter((one) => /^\p{Lu}/u.test(one))].some((some) => initials(some).endsWith(letters));
}

/** "Our QA lead is Femi Balogun": who is spoken of by an office is meant by the name. */
const office = new RegExp(
  `^(?:[Mm]y|[Oo]ur|[Tt]he|[Tt]he user['\u2019]s) (?<office>(?:\\p{L}[\\p{L}-]* ){0,2}\\p{L}[\\p{L}-]+) (?:is|is called|is now) (?<one>${name})[.,!]?`,
  "u",
);
/** "Femi Balogun is our QA lead" */
const ofOffice = new RegExp(
  `^(?<one>${name}) is (?:now )?(?:my|our|the) (?:new )?(?<office>(?:\\p{L}[\\p{L}-]* ){0,2}\\p{L}[\\p{L}-]+)[.,!]?$`,
  "u",
);

const officesIn = ofWords((text): readonly Other[] =>
  sentenceSpans(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end).trim();
    const { one = "", office: held = "" } = (office.exec(sentence) ?? ofOffice.exec(sentence))?.groups ?? {};
    return one === "" ? [] : [{ name: analyse(one), terms: analyse(held), office: held.toLowerCase() }];
  }),
);

interface Other {
  readonly name: readonly string[];
  readonly terms: readonly string[];
  /** As it is written, where it is no name: it must stand behind "the", "my" or "our". */
  readonly office?: string;
}

function othersOf({ record, ranked }: CheckedHit): readonly Other[] {
  const both = ([one, other]: Pair): Other[] => [
    { name: one, terms: other },
    { name: other, terms: one },
  ];
  if (isPassage({ record, ranked })) {
    const text = record.text.slice(0, maxCharacters);
    return [...pairsIn(text).flatMap(both), ...officesIn(text)];
  }
  if (!byName.test(record.key) || (record.key === "role" && !isAcronymOf(record.value, record.entityName))) return [];
  return both([analyse(record.entityName), analyse(record.value)]);
}

/**
 * What the question calls those whom the hits are about, with what the hits call by another name that some of them tell, or by their office. Who
 * has one of two names is meant by the other.
 * @param names the names in the question, as they are written
 */
export function withOtherNames(called: Called, hits: readonly CheckedHit[], names: readonly string[]): Called {
  const asked = names.map(analyse).filter((terms) => terms.length > 0);
  if (asked.length === 0) return called;
  const [of, others] = [hits.slice(0, looked), hits.slice(0, looked).flatMap(othersOf)];
  const meant = asked.flatMap((terms) =>
    others
      .filter(
        ({ name: whole, terms: other }) =>
          terms.every((term) => whole.includes(term)) && !terms.every((term) => other.includes(term)),
      )
      .filter(({ name: whole }) => terms.length === whole.length || !isOfTwo(terms, whole, others))
      .map((other) => ({ ...other, asked: terms })),
  );
  if (meant.length === 0) return called;
  const all = new Map(called);
  for (const hit of of) {
    const { record } = hit;
    const id = record.key === "" ? record.turnId : record.entityId;
    if (id === "") continue;
    const text = isPassage(hit) ? record.text.slice(0, maxCharacters) : record.entityName;
    const terms = new Set(analyse(text));
    for (const { terms: other, asked: meantBy, office: held } of meant) {
      if (meantBy.every((term) => terms.has(term)) || !other.every((term) => terms.has(term))) continue;
      if (held !== undefined && !speaksOf(text, held, hit)) continue;
      all.set(id, [...(all.get(id) ?? []), ...meantBy]);
    }
  }
  return all;
}

/** Whether another one has this part of the name too. */
function isOfTwo(part: readonly string[], whole: readonly string[], others: readonly Other[]): boolean {
  return others.some(({ name: one }) => part.every((term) => one.includes(term)) && whole.some((term) => !one.includes(term)));
}

function speaksOf(text: string, held: string, hit: CheckedHit): boolean {
  const plain = text.toLowerCase();
  if (!isPassage(hit)) return plain === held;
  return ["the ", "my ", "our ", "the user's "].some((whose) => {
    const at = ` ${plain}`.indexOf(` ${whose}${held}`);
    return at >= 0 && !/^[\p{L}'\u2019]/u.test(plain.slice(at + whose.length + held.length));
  });
}

/** Words of naming, and of who names. */
const ofNaming = new Set(
  analyse("call called name named nickname known everybody everyone people friends short full go sign mails mail prefer like want"),
);

/** Whether a text tells only that one is called by two names. */
export function onlyNames(text: string): boolean {
  const pairs = pairsIn(text.slice(0, maxCharacters));
  if (pairs.length === 0 || text.length > maxCharacters) return false;
  const names = new Set(pairs.flat(2));
  return analyse(text).every((term) => names.has(term) || ofNaming.has(term));
}
