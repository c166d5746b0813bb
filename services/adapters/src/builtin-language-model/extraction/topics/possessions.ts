import { isDemonym } from "../demonyms.ts";
import { endingIn } from "../words.ts";
import { normaliseKey } from "@loci/kernel";
import { isOccupation, readPlace } from "../complement.ts";
import { petKind, relationIn, relationOf } from "../kinship.ts";
import { resolveToward } from "../dates.ts";
import { readList, readName, readPhrase, readRest } from "../phrases.ts";
import { explicit, loose, normal, type Draft, type Reading } from "../rule.ts";
import { dateAt, wordAt } from "../sentence.ts";
import { relativeDrafts } from "../subject.ts";
import { nameDrafts } from "./identity.ts";

const knownKeys: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "full name": "full_name",
    "given name": "given_name",
    "first name": "given_name",
    "last name": "family_name",
    surname: "family_name",
    nickname: "nickname",
    birthday: "birth_date",
    "date of birth": "birth_date",
    "birth date": "birth_date",
    birthdate: "birth_date",
    job: "job_title",
    "job title": "job_title",
    profession: "job_title",
    occupation: "job_title",
    role: "job_title",
    position: "job_title",
    title: "job_title",
    employer: "employer",
    company: "employer",
    hometown: "grew_up_in",
    "home town": "grew_up_in",
    email: "email",
    "email address": "email",
    phone: "phone_number",
    "phone number": "phone_number",
    number: "phone_number",
    address: "address",
    "home address": "address",
    hobby: "hobby",
    hobbies: "hobby",
    "native language": "native_language",
    "mother tongue": "native_language",
    "first language": "native_language",
    pronouns: "pronouns",
    nationality: "nationality",
    major: "field_of_study",
    diet: "diet",
    "blood type": "blood_type",
    age: "age",
    height: "height",
    "shoe size": "shoe_size",
    "time zone": "time_zone",
    timezone: "time_zone",
    goal: "goals",
    dream: "goals",
    plan: "plans",
  }),
);
const vague = endingIn(`
  point, question, problem, issue, life, day, week, month, year, head, heart, mind, thing, things, fault, family,
  opinion, view, guess, bad, pleasure, turn, way, idea, answer, advice, favou?rite
  (?:part|thing|one|day|moment|memory), hope, understanding, feeling, feelings, concern, worry, best, experience,
  journey, everything, reason, work, time, house, room, world, passion, dream, priority, treat, love, thoughts?,
  biggest .*, people, friends
`);
const datedKeys = /^(?:(?:\w+_)?birth_date|deadline|due_date|launch_date|release_date|anniversary|wedding|start_date|end_date)$/;

/** "my name is …", "Falcon's deadline is …", "my sister is called …": what somebody's or something's property is. */
export function possessionDrafts(reading: Reading): Draft[] {
  const { sentence, subject, predicate, at, end } = reading;
  if (predicate.verb !== "be" || predicate.unreal) return [];
  const fresh = /^new (?=\S)/.exec(subject.possession)?.[0];
  // "my new bank is …" is about the bank, and says that there was another one.
  if (fresh !== undefined) {
    const own = { ...reading, subject: { ...subject, possession: subject.possession.slice(fresh.length) } };
    return possessionDrafts(own).map((draft) => ({ ...draft, changed: true }));
  }
  const noun = subject.possession;
  const nameOwner = /(?<![\p{L}-])([\p{L}-]+) name$/u.exec(noun)?.[1];
  const bare = nameOwner ?? noun.split(" ").at(-1) ?? "";
  const relation = (nameOwner === undefined ? relationIn(noun) : relationOf(bare)) ?? (petKind(bare) ? "pet" : undefined);
  // "my brother's wife" is neither the speaker's brother nor the speaker's wife.
  const twofold =
    bare !== noun && relationOf(noun.split(" ")[0] ?? "") !== undefined && nameOwner === undefined && noun.split(" ").length === 2;
  if (relation) return twofold ? [] : ofRelative(reading, relation, bare);
  if (predicate.tense !== "present" || predicate.ended) return [];
  if (/^(?:full |first |given )?name$/.test(noun)) return ofName(reading);
  const favourite = /^(?:all-time |all time )?favou?rite (.+)$/.exec(noun);
  if (!knownKeys.has(noun) && vague.test(noun)) return [];
  // "Sam's phone is a Pixel 8"
  if (
    noun === "phone" &&
    !/\d{2}[\d\s()/.-]{3,}/.test(sentence.content.slice(sentence.tokens[at]?.start ?? 0, sentence.tokens[end - 1]?.end))
  )
    return ofKey(reading, "phone", true, at, end);
  const key = favourite ? `favourite_${normaliseKey(favourite[1] ?? "")}` : keyOf(noun);
  if (key === "" || noun.split(" ").length > 4) return [];
  return ofKey(reading, key, favourite !== null || knownKeys.has(noun), at, end);
}

/** "daughter birthday" (the daughter's) is daughter_birth_date. */
function keyOf(noun: string): string {
  const [first = "", ...rest] = noun.split(" ");
  const own = rest.length > 0 && relationOf(first) !== undefined ? knownKeys.get(rest.join(" ")) : undefined;
  return own ? `${normaliseKey(first)}_${own}` : (knownKeys.get(noun) ?? normaliseKey(noun));
}

function ofName({ sentence, subject, predicate, at, end }: Reading): Draft[] {
  const name = readName(sentence, at, end) ?? (sentence.lowerCased ? readPhrase(sentence, at, end) : undefined);
  if (!name || predicate.negated || (subject.type !== undefined && subject.type !== "Person")) return [];
  return nameDrafts(name.text, explicit);
}

function ofRelative(reading: Reading, relation: string, noun: string): Draft[] {
  const { sentence, subject, predicate, end } = reading;
  const at = /^(?:called|named)$/.test(wordAt(sentence, reading.at)) ? reading.at + 1 : reading.at;
  const owner = { type: subject.type ?? "Person", name: subject.name };
  const names = readList(sentence, at, end, (s, from, to) => readName(s, from, to));
  const [first] = names;
  if (first === undefined) return ofUnnamedRelative(reading, noun);
  // "my dad's Irish", and not "my brother's German teacher"
  if (isDemonym.test(first.text)) {
    const isAll = !/^NN/.test(sentence.tokens[first.to]?.tag ?? "") && predicate.tense === "present" && !predicate.negated;
    return isAll ? [{ key: `${normaliseKey(noun)}_nationality`, value: first.text, confidence: normal, time: "none" }] : [];
  }
  return names
    .flatMap((name) => relativeDrafts(owner, relation, noun, { type: relation === "pet" ? "Animal" : "Person", name: name.text }))
    .map((draft) => (predicate.negated && draft.key === relation ? { ...draft, negated: true } : draft));
}

/** "my sister is a nurse": the sister has no name to stand under, so that the fact is the speaker's. */
function ofUnnamedRelative({ sentence, at, end, predicate }: Reading, noun: string): Draft[] {
  const phrase = readPhrase(sentence, at, end);
  if (!phrase || predicate.tense !== "present" || predicate.negated || phrase.to < end) return [];
  if (isOccupation(phrase.text) && /^(?:a|an|the)$/.test(phrase.determiner))
    return [{ key: `${normaliseKey(noun)}_job_title`, value: phrase.text, time: "none" }];
  return /^\d{1,3}$/.test(phrase.text) || /^\d{1,3} years? old$/.test(phrase.text)
    ? [{ key: `${normaliseKey(noun)}_age`, value: phrase.text.split(" ", 1)[0] ?? "", time: "none" }]
    : [];
}

function ofKey(reading: Reading, key: string, known: boolean, at: number, end: number): Draft[] {
  const { sentence, predicate, subject, knownAt } = reading;
  const subjectType = subject.type === undefined ? { subjectType: known ? "Person" : "Thing" } : {};
  const date = firstDate(reading);
  const settle = { negated: predicate.negated, changed: predicate.changed, time: "none" as const, ...subjectType };
  if (datedKeys.test(key) || (date && dateAt(sentence, at) === date)) {
    if (!date) return [];
    // A relative date ("tomorrow") is worth keeping only as the day it meant: what is on Friday is yet to come.
    const value = date.relative
      ? new Date(resolveToward(date, "future", knownAt).from).toISOString().slice(0, 10)
      : date.text.replace(/^(?:on|in|at|by)\s+(?:the\s+)?/i, "");
    return [{ key, value, confidence: known ? explicit : normal, ...settle }];
  }
  const gerund =
    wordAt(sentence, at).endsWith("ing") || (wordAt(sentence, at) === "to" && /^(?:goals|plans)$/.test(key))
      ? readRest(sentence, wordAt(sentence, at) === "to" ? at + 1 : at, end)
      : undefined;
  const values = gerund
    ? [gerund]
    : key === "grew_up_in"
      ? [readPlace(reading, at)]
      : key === "hobby"
        ? readList(sentence, at, end)
        : [readAddress(reading, key) ?? readPhrase(sentence, at, end)];
  return values.flatMap((phrase) => {
    if (!phrase || (/^(?:to|of|that)$/.test(wordAt(sentence, phrase.to)) && !known)) return [];
    if (/^(?:my|your|his|her|this|that|these)$/.test(phrase.determiner) && !known) return [];
    const noun = sentence.tokens[phrase.to - 1];
    // "my car is red" says how the car is, not what it is.
    if (!known && !phrase.named && noun && !/^(?:NOUN|PROPN|NUM)$/.test(noun.pos)) return [];
    return [{ key, value: phrase.text, confidence: known ? explicit : subject.self ? loose : normal, ...settle }];
  });
}

/** E-mail addresses, numbers and street addresses are no phrases: they are the rest of the clause. */
function readAddress(reading: Reading, key: string): ReturnType<typeof readRest> {
  return /^(?:email|phone_number|address|height|pronouns)$/.test(key)
    ? readRest(reading.sentence, reading.at, reading.end)
    : undefined;
}

function firstDate({ sentence, at, end }: Reading): ReturnType<typeof dateAt> {
  for (let i = at; i < end; i++) {
    const date = dateAt(sentence, i);
    if (date) return date;
  }
  return undefined;
}

/** The prefix under which a fact about an unnamed relative stands: "my sister lives in Paris" is the owner's sister_residence. */
export function prefixOfRelative(noun: string): string | undefined {
  const last = noun.split(" ").at(-1) ?? "";
  return relationOf(last) !== undefined || petKind(last) !== undefined ? normaliseKey(last) : undefined;
}
