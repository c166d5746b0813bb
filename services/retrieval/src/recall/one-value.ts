/** What can be only one at a time, by the words alone: a later "The code is 99" takes the place of "The code is 44". */
import { analyse } from "@loci/text";
import type { Focus } from "../question.ts";
import { readOnce, type Sentence } from "./said.ts";

const several = new Set(
  analyse(`
  play plays instrument sport hobby hobbies subscribe subscribes subscription speak speaks language languages learn learns lessons pet pets
  dog cat animal animals eat eats food drink drinks allergic allergy allergies medicine medication pills tablets take takes own owns have has
  use uses using tool tools read reads watch watches member club friend friends kid kids child children son daughter brother sister sibling
  siblings cousin aunt uncle colleague colleagues neighbour neighbours client clients customer customers teach teaches visit visited collect
  collects grow grows like likes love loves enjoy enjoys hate hates know knows skill skills plan plans goal goals idea ideas task tasks
  exercise sing sings supply supplies
  `),
);

const pets = new Set(analyse("pet pets dog cat animal animals"));

/**
 * Whether what is asked may be several things at once: then one more ends none, and the end of one leaves the others. Who looks after one of
 * several pets is one all the same.
 */
export function mayHoldSeveral(asked: readonly string[], kind?: Focus["kind"]): boolean {
  return asked.some((term) => several.has(term) && !(kind === "who" && pets.has(term)));
}

const added = new Set(
  analyse(
    "play plays instrument sport hobby hobbies speak speaks language languages pet pets dog cat own owns friend friends kid kids child club member",
  ),
);

/** Whether one more of what is asked takes the place of none, though it says that it is new: another language, another pet. */
export function staysBeside(asked: readonly string[]): boolean {
  return asked.some((term) => added.has(term)) && !asked.some((term) => oneOfMany.has(term));
}

/** "The favourite language" is one. */
const oneOfMany = new Set(analyse("favourite favorite best main native mother primary preferred default current"));

const longest = 300;
const verb =
  "(?:is called|are called|is named|takes? place|runs? (?:in|on)|comes? from|is|are|costs?|starts?|begins?|ends?|opens?|closes?|leaves?|departs?|lasts?|weighs?|meets?|happens?)";
const owned = new RegExp(
  `^(?:(?:my|our|the|this|that|his|her|their|\\p{Lu}[\\p{L}'\u2019 -]{0,40}['\u2019]s?) )?((?:[\\p{L}\\p{N}'\u2019-]+ ){0,5}?[\\p{L}\\p{N}'\u2019-]+) (${verb}) (.+?)[.!]?$`,
  "iu",
);
/** What one at a time does for all: "Bo leads the night shift". */
const holding =
  /^(\p{Lu}[\p{L}\p{N}'\u2019. -]{0,50}?) ((?:leads|chairs|heads|runs|manages|owns|captains|coordinates|directs|coaches|handles|maintains|moderates|hosts|looks after|takes care of|is in charge of|is responsible for|is on) .{1,80}?)[.!]?$/u;
const ofWhom =
  /^(\p{Lu}[\p{L}\p{N}'\u2019. -]{0,50}?) (?:is|are) (?:my|our|the|his|her|their|\p{Lu}[\p{L} -]{0,40}['\u2019]s?) ([\p{L} -]{1,40}?)[.!]?$/u;

/** A line of a log or a form: "[status] API: operational". A list, or a sentence, behind the colon is no value of the label. */
const labelled = /^((?:\[[^\]]{1,40}\] ?)?[\p{L}\p{N} ./#-]{1,60}): ([^,;:.!?]{1,60})[.!]?$/u;
const maxValueWords = 4;

interface Frame {
  /** What it tells of, as terms in a row. */
  readonly of: readonly string[];
  readonly value: string;
  /** Whether it is a label with its value: one of any kind takes the place of another. */
  readonly isLabelled?: boolean;
}

/** "The door code is 4417": the door code, 4417. Undefined for a sentence that has no such form. */
const frameOf = readOnce(({ text }): Frame | undefined => {
  if (text.length > longest) return undefined;
  const plain = text.trim().replace(/^[^:.]{1,40}:\s+/, "");
  const holder = ofWhom.exec(plain) ?? holding.exec(plain);
  if (holder) return { of: analyse(holder[2] ?? "").sort(), value: holder[1] ?? "" };
  const [, of = "", said = "", value = ""] = owned.exec(plain) ?? [];
  // A verb of its own is part of what is told: when it opens is not when it closes.
  if (of === "") return labelFrame(text.trim());
  return { of: [...analyse(of), ...(/^(?:is|are)\b/i.test(said) ? [] : analyse(said))].sort(), value };
});

function labelFrame(text: string): Frame | undefined {
  const [, label = "", value = ""] = labelled.exec(text) ?? [];
  if (label === "" || value.split(" ").length > maxValueWords) return undefined;
  return { of: analyse(label).sort(), value, isLabelled: true };
}

const kinds: readonly RegExp[] = [
  /\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?[ap]m\b|\b(?:noon|midnight)\b/i,
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i,
  /\d/,
  /^(?:(?:at|in|on|by|for|to|of|from|with|an?|the) )*(?:\p{L}+ )?\p{Lu}/u,
];

/** Of what kind a value is (a time, a day, a number, a name), as a number; -1 for any other. */
export function valueKind(value: string): number {
  return kinds.findIndex((kind) => kind.test(value));
}

/** Verbs that somebody, or something, does in one place or way at a time. */
const onlyOne = new Set(
  analyse(`
  live lives reside work works stored store stores kept keep keeps cost costs weigh weighs open opens close closes start starts end ends drive
  drives sleep sleeps sit sits park parks based located hosted belong belongs report reports stay stays stands meet meets earn earns pay pays
  called named owner owns lead leads run runs due
  `),
);

/** What is done in several places by turns. */
const inSeveralPlaces = new Set(
  analyse(
    "go goes went travel fly visit shop buy eat swim run walk hike meet see play sell find spend get come drive order perform speak stop been",
  ),
);

type Asked = Pick<Focus, "asked" | "kind">;

/**
 * Whether both tell of the same asked thing that has one value, and the values are of one kind and differ.
 * @param isNews the newer text says beside that something has changed: then values of any kind are other ones
 */
export function isOtherValue(newer: Sentence, older: Sentence, { asked, kind }: Asked, isNews = false): boolean {
  if (mayHoldSeveral(asked)) return false;
  const [a, b] = [frameOf(newer), frameOf(older)];
  const isOfOne = a !== undefined && b !== undefined && a.of.length > 0 && a.of.join(" ") === b.of.join(" ");
  if (isOfOne)
    return a.of.some((term) => asked.includes(term)) && !mayHoldSeveral(a.of) && a.value !== b.value && (isNews || isOther(a, b));
  // By the verb: "works at the mint", "works for the zoo".
  const isOnlyOne = (term: string) => onlyOne.has(term) || (kind === "where" && !inSeveralPlaces.has(term));
  const verb = asked.find((term) => isOnlyOne(term) && newer.terms.has(term) && older.terms.has(term));
  if (verb === undefined || newer.tells < asked.length || older.tells < asked.length) return false;
  const [now, before] = [valueAfter(newer.text, verb), valueAfter(older.text, verb)];
  return now !== before && isOtherOfKind(now, before);
}

function isOther(newer: Frame, older: Frame): boolean {
  if (newer.isLabelled && older.isLabelled) return newer.value.toLowerCase() !== older.value.toLowerCase();
  return isOtherOfKind(newer.value, older.value);
}

function isOtherOfKind(newer: string, older: string): boolean {
  const kind = valueKind(newer);
  if (kind < 0 || kind !== valueKind(older)) return false;
  const before = analyse(older);
  return analyse(newer).some((term) => !before.includes(term)) && before.length > 0;
}

/** What follows the verb: up to what is said beside. */
function valueAfter(text: string, verb: string): string {
  const words = text.split(/\s+/u);
  const at = words.findIndex((word) => analyse(word).includes(verb));
  const rest = words.slice(at + 1).join(" ");
  return at < 0 || /\bnot\b|n['\u2019]t\b/.test(text)
    ? ""
    : (rest.split(/[,;(]|\s(?:and|but|because|since|with|while)\s/u)[0] ?? "");
}
