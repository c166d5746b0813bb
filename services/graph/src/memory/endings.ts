/** What an ending ends beside the value that it names: "sold the Panda" is told of `owns`, and `drives: Fiat Panda` is over too. */
import { analyse } from "@loci/text";
import type { IdSource, Stream } from "@loci/kernel";
import { isDoing, isPetKey, isUnion, isWorkplace, keysOfFamily, mayEndWithThing, placeOfKey, type KeyPlace } from "./families.ts";
import type { Name, Source, Statement, Value } from "./model.ts";
import { isLater } from "./order.ts";
import { nameKey, type Proposed, type ProposedFact } from "./proposal.ts";
import { keyClass, type Vocabulary } from "./vocabulary.ts";

/** A value that stands, of whom, and where. */
export interface Standing extends Value {
  readonly subject: Name;
  readonly target: Pick<Name, "typeNorm" | "nameNorm"> | undefined;
  readonly key: string;
  readonly scopeSet: string;
  readonly stream: Stream;
  readonly knownAt: string;
  /** Of what comes in the same write: a store keeps many for each. */
  readonly source?: Source;
}

/** What has to be looked for to know what an ending ends. */
export interface Ending {
  readonly fact: ProposedFact;
  readonly place: KeyPlace;
  readonly life: boolean;
  /** The name of what has ended, as it was told; "" for all of the family, or of a life. */
  readonly named: string;
  /** Stems of the words that name what has ended; none: all of the family. */
  readonly terms: readonly string[];
}

/** The endings among what is proposed: what is said to be so no longer, and deaths. What is only denied ends no more than it names. */
export function endingsOf({ facts }: Pick<Proposed, "facts">, floor: number): Ending[] {
  return facts.flatMap((fact): Ending[] => {
    const { statement, quarantined } = fact;
    if (quarantined || statement.confidence < floor || statement.ruling !== undefined) return [];
    const place = placeOfKey(fact.key);
    if (isDeath(fact, place)) return [{ fact, place, life: true, named: "", terms: [] }];
    if (isEndOfUnion(fact, place)) return [{ fact, place: { ...place, family: "union" }, life: false, named: "", terms: [] }];
    const named = statement.negated && statement.changed && statement.corrected !== true ? statement.value : statement.insteadOf;
    return named === undefined ? [] : [{ fact, place, life: false, named, terms: termsOf(named) }];
  });
}

/**
 * The proposals with a denial for each standing value that one of their endings ends, by the words of its own source; nothing is ended
 * that the ending does not name, and nothing of another part of life.
 */
export function withReached(
  proposed: Proposed,
  endings: readonly Ending[],
  standing: readonly Standing[],
  ids: IdSource,
  vocabulary: Vocabulary,
): Proposed {
  if (endings.length === 0) return proposed;
  const all = [...standing, ...proposed.facts.flatMap(asStanding)];
  const said = new Set(proposed.facts.filter((fact) => fact.statement.negated).map(contentOf));
  const added: ProposedFact[] = [];
  const replaced = new Map<ProposedFact, string>();
  for (const ending of endings) {
    const { fact } = ending;
    for (const one of reachedBy(ending, all, vocabulary)) {
      if (!ending.life && !fact.statement.negated && one.key === fact.key && !replaced.has(fact)) {
        replaced.set(fact, one.valueNorm);
        continue;
      }
      const denial = denialOf(fact, one, ids);
      const content = contentOf(denial);
      if (said.has(content)) continue;
      said.add(content);
      added.push(denial);
    }
  }
  const whole = proposed.facts.map((fact) => {
    const insteadOf = replaced.get(fact);
    return insteadOf === undefined ? fact : { ...fact, statement: { ...fact.statement, insteadOf } };
  });
  return { ...proposed, facts: [...whole, ...added] };
}

function isDeath({ key, subject, statement }: ProposedFact, { owner, name }: KeyPlace): boolean {
  if (statement.negated || !/^(?:person|animal|pet|user)$/.test(subject.typeNorm)) return false;
  if (/^(?:date_of_death|death_date|died_on)$/.test(name)) return true;
  return (
    (owner !== "" || key === name) && /status$/.test(name) && /^(?:died|dead|deceased|passed|put down)\b/.test(statement.valueNorm)
  );
}

/** "Broke up", "divorced", "a divorce that came through": with that no union is left, whoever it was with. */
function isEndOfUnion({ key, statement: { negated, valueNorm, validUntil } }: ProposedFact, { name }: KeyPlace): boolean {
  if (negated || validUntil !== "") return false;
  if (/^(?:relationship|marital)_status$/.test(name))
    return /^(?:broken? up|broke up|divorced|separated|split(?: up)?|widowed|single)\b/.test(valueNorm);
  return (
    /(?:^|_)divorce_event$/.test(key) && /^(?:came|went) through|^(?:is|was|became) (?:final|finalised|finalized)\b/.test(valueNorm)
  );
}

/** What stands that the ending is about. */
function reachedBy(ending: Ending, standing: readonly Standing[], vocabulary: Vocabulary): Standing[] {
  const { fact, place, life, terms } = ending;
  const beside = standing.filter(
    (one) => one.stream === fact.stream && one.scopeSet === fact.scopeSet && isBefore(one, fact.statement),
  );
  const own = beside.filter((one) => one.subject.nameNorm === fact.subject.nameNorm && placeOfKey(one.key).owner === place.owner);
  if (life) return [...own.filter((one) => endsWithLife(one, vocabulary)), ...beside.filter((one) => endsWithLifeOf(one, fact))];
  const family = own.filter((one) => placeOfKey(one.key).family === place.family);
  // "retired", "was laid off", "divorced": all that there was of it.
  if (terms.length === 0) return place.family === "rest" ? family.filter((one) => one.key === fact.key) : family;
  const named = own.filter((one) => isWithin(ending, one));
  if (place.family !== "work" || !isWorkplace(place.name)) return named;
  // Who has left the only place of work there was has its role no longer.
  const places = family.filter((one) => isWorkplace(placeOfKey(one.key).name));
  const isLast = places.every((one) => named.includes(one));
  return isLast ? [...new Set([...named, ...family])] : named;
}

/** What is said later, or in the same breath, the ending does not speak of. */
function isBefore({ knownAt, source }: Standing, ending: Statement): boolean {
  return source === undefined ? knownAt <= ending.knownAt : isLater(ending, { knownAt, source });
}

function isWithin({ fact, place, named, terms }: Ending, one: Standing): boolean {
  const { family, name } = placeOfKey(one.key);
  if (one.key !== fact.key) {
    // A job does not end with a car, nor a home with a job; what is of no such part ends with any of them.
    if (family !== "rest" && family !== place.family) return false;
    if (family === "rest" && (place.family === "home" || place.family === "union" || !mayEndWithThing(name))) return false;
  }
  return namesSame(named, terms, one);
}

const joined = /\b(?:membership|subscription|account|contract|season ticket|pass)\b/i;

function isAllIn(terms: readonly string[], others: readonly string[]): boolean {
  return terms.length > 0 && terms.every((term) => others.includes(term));
}

/** Whether the words of the ending name what stands: all of them are words of its value, or say what kind of thing its key holds. */
function namesSame(named: string, terms: readonly string[], { key, value }: Standing): boolean {
  const core = termsOf(coreOf(value));
  // "quit FitWell" of a "gym membership at FitWell": what one has joined is called by where that is.
  if (/^\p{Lu}/u.test(named) && joined.test(value) && isAllIn(terms, termsOf(value))) return true;
  const ofKey = new Set(key.split("_").flatMap((word) => [...analyse(word), ...(kindsOf.get(word) ?? [])]));
  const rest = terms.filter((term) => !core.includes(term));
  if (rest.length === 0)
    return /\p{Lu}|\d/u.test(named) || terms.at(-1) === core.at(-1) || (ofKey.size > 0 && terms.some((term) => ofKey.has(term)));
  // "the car" is what is driven; "CityGym membership" is what `gym: CityGym` holds.
  if (rest.every((term) => ofKey.has(term))) return true;
  return core.length > 0 && core.every((term) => terms.includes(term));
}

/** What a search for all that an ending may be about has to hold: keys whole or as tails, or the beginnings of words of key or value. */
export function searchOf({ fact, place, named, terms }: Ending): {
  readonly keys: readonly string[];
  readonly words: readonly string[];
} {
  const whole = terms.length === 0 || (place.family === "work" && isWorkplace(place.name));
  const family = !whole ? [] : place.family === "rest" ? [fact.key] : keysOfFamily(place.family);
  const ofKind = [...kindsOf].flatMap(([key, kinds]) => (kinds.some((kind) => terms.includes(kind)) ? [key] : []));
  const written = named.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const words = written.filter((word) => analyse(word).some((term) => terms.includes(term)));
  return { keys: [...family, ...ofKind], words: words.map((word) => word.slice(0, Math.max(3, word.length - 2))) };
}

/** What things keys of other names hold. */
const kindsOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    drives: ["car", "vehicl", "van"],
    driving: ["car", "vehicl", "van"],
    vehicle: ["car", "van"],
    rides: ["bike", "bicycl", "motorbik", "hors"],
    cycles: ["bike", "bicycl"],
    pet: ["dog", "cat"],
  }),
);

/** Words that say how one has a thing, or which one it is, and not what it is. */
const generic = new Set(
  "membership subscript account contract plan class lesson cours job posit role old new current own pass habit my our his her their".split(
    " ",
  ),
);

function termsOf(text: string): string[] {
  const all = analyse(text);
  const kept = all.filter((term) => !generic.has(term));
  return kept.length === 0 ? all : kept;
}

/** A value without what is said of it behind: "bakery in Ghent" is a bakery, "a labrador called Bosse" stays whole. */
function coreOf(value: string): string {
  return value.split(/\s(?:in|at|on|for|with|from|near|since|until|every|as|because|to)\s|[,;(]/)[0] ?? value;
}

/** What somebody who has died does, has and is no longer. What they liked, were named and were born as stays. */
function endsWithLife({ key }: Standing, vocabulary: Vocabulary): boolean {
  const { name, family } = placeOfKey(key);
  if (/status$|^name$|^pronouns$/.test(name)) return family === "union";
  return family !== "rest" || keyClass(vocabulary, key) === "changing" || isDoing(name);
}

/** What others were or had by somebody who has died: a spouse, a pet, a manager. Parents and siblings stay what they are. */
function endsWithLifeOf({ key, target }: Standing, { subject }: ProposedFact): boolean {
  if (target === undefined || target.nameNorm !== subject.nameNorm) return false;
  const { name, family } = placeOfKey(key);
  return isUnion(name) || isPetKey(name) || (family === "rest" && keyClass({}, name) === "changing");
}

function asStanding({ statement, quarantined, ...fact }: ProposedFact): Standing[] {
  if (quarantined || statement.negated) return [];
  const { value, valueNorm, targetType, targetEntityId, knownAt, source } = statement;
  return [{ ...fact, value, valueNorm, targetType, targetEntityId, knownAt, source }];
}

/** The words that end the one thing, about the other one that they end too. */
function denialOf(
  { statement: { insteadOf: _, ...statement }, ...fact }: ProposedFact,
  one: Standing,
  ids: IdSource,
): ProposedFact {
  const { value, valueNorm, targetType, targetEntityId, subject, key } = one;
  const ended: Statement = {
    ...statement,
    ...{ id: ids("provenance"), factId: "", value, valueNorm, targetType, targetEntityId, negated: true, changed: true },
    // Until when the new thing holds says nothing of the old one.
    ...(statement.negated ? {} : { validUntil: "" }),
  };

  return { ...fact, subject, key, target: undefined, statement: ended, embedding: new Uint8Array() };
}

function contentOf({ subject, key, scopeSet, stream, statement }: ProposedFact): string {
  const { valueNorm, targetType, knownAt } = statement;
  return JSON.stringify([nameKey(subject), key, scopeSet, stream, valueNorm, targetType, knownAt]);
}
