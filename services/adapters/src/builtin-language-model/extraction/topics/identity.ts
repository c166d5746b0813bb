import { isDemonym } from "../demonyms.ts";
import { kind, passive } from "./being.ts";
import { oneOf } from "../words.ts";
import { afterWord, behind, isOccupation, readOrganisation, readPlace } from "../complement.ts";
import { petKind, relationOf } from "../kinship.ts";
import { readList, readName, readPhrase } from "../phrases.ts";
import { explicit, loose, normal, type Draft, type Rule } from "../rule.ts";
import { dateAt, textOf, wordAt } from "../sentence.ts";
import { stateDrafts } from "./home.ts";
import { objectsOfLiking } from "./likes.ts";
import { allergies } from "./things.ts";

const nameOf: Rule = ({ sentence, at, end, subject, predicate, from }) => {
  const called = /^(?:called|named)$/.test(wordAt(sentence, at));
  const apology = wordAt(sentence, at) === "sorry";
  if (apology || predicate.negated || predicate.ended || (subject.type !== undefined && subject.type !== "Person")) return [];
  const name = readName(sentence, called ? at + 1 : at, end);
  // "I'm Anna" and "I am Anna from Peru", not "I'm German" and not "I am Team Anna's biggest fan".
  if (!subject.self || !name || isDemonym.test(name.text) || beliefs.test(name.text) || from === at) return [];
  const rest = wordAt(sentence, name.to);
  if (rest !== "" && name.to < end && !/^(?:,|\.|!|from|and|-|too|again|here|by)$/.test(rest)) return [];
  return nameDrafts(name.text, called ? explicit : normal);
};

/** One word is a given name, several are a full one. */
export function nameDrafts(name: string, confidence: number): Draft[] {
  return [{ key: /\s/.test(name) ? "full_name" : "given_name", value: name, confidence, time: "none" }];
}

const born: Rule = (reading) => {
  const { sentence, at, end } = reading;
  if (wordAt(sentence, at) !== "born" || reading.predicate.negated) return [];
  const drafts: Draft[] = [];
  for (let i = at + 1; i < end; i++) {
    const date = dateAt(sentence, i);
    if (date) {
      if (!date.relative)
        drafts.push({
          key: "birth_date",
          value: date.text.replace(/^(?:on|in|at)\s+(?:the\s+)?/i, ""),
          confidence: explicit,
          time: "none",
        });
      break;
    }
  }
  const where = afterWord(reading, at, ["in"]);
  const place = where === undefined || dateAt(sentence, where) ? undefined : readPlace(reading, where);
  if (place) drafts.push({ key: "birthplace", value: place.text, confidence: explicit, time: "none" });
  return drafts;
};

const age: Rule = ({ sentence, at, end, predicate, subject }) => {
  const number = /^\d{1,3}$/.test(wordAt(sentence, at)) ? Number(wordAt(sentence, at)) : undefined;
  if (
    number === undefined ||
    number > 130 ||
    predicate.tense !== "present" ||
    predicate.negated ||
    (subject.type !== "Person" && subject.type !== "Animal")
  )
    return [];
  const rest = wordAt(sentence, at + 1);
  const plain =
    at + 1 >= end ||
    /^(?:,|\.|and|now)$/.test(rest) ||
    (rest === "years" && /^(?:old|young)$/.test(wordAt(sentence, at + 2))) ||
    rest === "yo";
  return plain ? [{ key: "age", value: textOf(sentence, at, at + 1), confidence: explicit, time: "none" }] : [];
};

const fromPlace: Rule = (reading) => {
  const { predicate } = reading;
  const at = behind(reading, reading.at, ["from"]);
  const place = at === undefined || predicate.tense !== "present" ? undefined : readPlace(reading, at);
  return place ? [{ key: "origin", value: place.text, confidence: explicit, negated: predicate.negated, time: "none" }] : [];
};

const based: Rule = (reading) => {
  const { sentence, subject } = reading;
  if (!/^(?:based|located|headquartered|situated|living)$/.test(wordAt(sentence, reading.at))) return [];
  const at = behind(reading, reading.at + 1, ["in", "at", "near", "on"]);
  const place = at === undefined ? undefined : readPlace(reading, at);
  if (!place) return [];
  return stateDrafts(
    reading,
    subject.type === "Person" ? "residence" : "location",
    place.text,
    subject.type === undefined ? { subjectType: "Organisation" } : {},
  );
};

const relationship: Rule = (reading) => {
  const { sentence, at, end, predicate, subject } = reading;
  const status = wordAt(sentence, at);
  if (
    !/^(?:married|engaged|divorced|separated|widowed|single)$/.test(status) ||
    predicate.negated ||
    (subject.type !== "Person" && !reading.subject.self)
  )
    return [];
  if (predicate.tense !== "present") return [];
  const to = behind(reading, at + 1, ["to"]);
  const name = to === undefined ? undefined : readName(sentence, to, end);
  if (
    (status === "single" && at + 1 < end && !/^(?:,|\.|and|again|now)$/.test(wordAt(sentence, at + 1))) ||
    (status === "engaged" && wordAt(sentence, at + 1) === "in")
  )
    return [];
  return [
    ...(name
      ? [
          {
            key: status === "married" ? "spouse" : "partner",
            target: { type: "Person", name: name.text },
            confidence: explicit,
            time: "state",
          } as const,
        ]
      : []),
    { key: "relationship_status", value: status, confidence: normal, time: "state" },
  ];
};

const diets = oneOf(`
  vegan, vegetarian, pescatarian, lactose[- ]intolerant, gluten[- ]free, kosher, halal, celiac, coeliac,
  teetotal, teetotaler, flexitarian
`);
const beliefs = /^(?:christian|catholic|protestant|muslim|jewish|jew|hindu|buddhist|sikh|atheist|agnostic|mormon|quaker)$/i;
const genders =
  /^(?:transgender|trans|non-binary|nonbinary|gay|lesbian|bisexual|queer|straight|cisgender)(?: (?:woman|man|person))?$/i;

const trait: Rule = ({ sentence, at, end, predicate, subject }) => {
  if (subject.possession !== "" || (subject.type !== undefined && subject.type !== "Person") || predicate.tense !== "present")
    return [];
  const phrase = readPhrase(sentence, at, end);
  if (!phrase || (phrase.to < end && /^(?:to|of|about|that)$/.test(wordAt(sentence, phrase.to)))) return [];
  const key = diets.test(phrase.text)
    ? "diet"
    : beliefs.test(phrase.text)
      ? "religion"
      : genders.test(phrase.text)
        ? "gender_identity"
        : isDemonym.test(phrase.text)
          ? "nationality"
          : undefined;
  return key
    ? [{ key, value: phrase.text, confidence: explicit, negated: predicate.negated, changed: predicate.changed, time: "state" }]
    : [];
};

const allergic: Rule = (reading) => {
  const at = wordAt(reading.sentence, reading.at) === "allergic" ? behind(reading, reading.at + 1, ["to"]) : undefined;
  return at === undefined || reading.predicate.tense !== "present" ? [] : allergies(reading, at);
};

const leanings: ReadonlyMap<string, { prepositions: readonly string[]; key: string }> = new Map(
  Object.entries({
    into: { prepositions: [], key: "likes" },
    interested: { prepositions: ["in"], key: "interests" },
    passionate: { prepositions: ["about"], key: "interests" },
    obsessed: { prepositions: ["with"], key: "likes" },
    fond: { prepositions: ["of"], key: "likes" },
    afraid: { prepositions: ["of"], key: "fears" },
    scared: { prepositions: ["of"], key: "fears" },
    terrified: { prepositions: ["of"], key: "fears" },
  }),
);

const leaning: Rule = (reading) => {
  const { sentence, predicate } = reading;
  if (predicate.tense !== "present") return [];
  let i = reading.at;
  while (/^(?:very|big|super|a|huge|pretty|quite|deeply|especially|massive|not|really)$/.test(wordAt(sentence, i))) i += 1;
  const fan = wordAt(sentence, i) === "fan" && wordAt(sentence, i + 1) === "of";
  const lean = fan ? { prepositions: ["of"], key: "likes" } : leanings.get(wordAt(sentence, i));
  if (!lean) return [];
  const at = lean.prepositions.length === 0 ? i + 1 : behind(reading, i + 1, lean.prepositions);
  const values = at === undefined ? [] : objectsOfLiking(reading, at);
  if (predicate.negated && !predicate.ended)
    return lean.key === "likes"
      ? values.map((value) => ({ key: "dislikes", value, confidence: loose, time: "none" }) as const)
      : [];
  return values.map(
    (value) => ({ key: lean.key, value, negated: predicate.ended, changed: predicate.ended, time: "none" }) as const,
  );
};

/** "is a nurse (at Acme)", "is the CEO of Acme", "works as" is in work.ts. */
const role: Rule = (reading) => {
  const { sentence, at, end, subject } = reading;
  const phrase = readPhrase(sentence, at, end);
  if (!phrase || subject.possession !== "" || (subject.type !== undefined && subject.type !== "Person")) return [];
  const cut = phrase.text.split(/(?<!\s)\s+of\s+/i);
  const title = cut[0] ?? phrase.text;
  if (
    !isOccupation(title) ||
    (phrase.determiner === "" && !/^(?:ceo|cto|cfo)$/i.test(title)) ||
    /^(?:my|your|his|her|their|our)$/.test(phrase.determiner)
  )
    return [];
  const place = behind(reading, phrase.to, ["at", "for", "with"]);
  const organisation =
    place === undefined ? (cut[1] && /^\p{Lu}/u.test(cut[1]) ? { text: cut[1] } : undefined) : readOrganisation(reading, place);
  return [
    ...stateDrafts(reading, "job_title", title, { subjectType: "Person" }),
    ...(organisation ? stateDrafts(reading, "employer", organisation.text, { subjectType: "Person" }) : []),
  ];
};

/** "Tom is my brother", "Rex is my dog". */
const relativeOfSelf =
  (owner: string): Rule =>
  ({ sentence, at, end, subject, predicate }) => {
    const phrase = readPhrase(sentence, at, end);
    const noun = wordAt(sentence, (phrase?.to ?? at) - 1);
    const relation = relationOf(noun) ?? (petKind(noun) ? "pet" : undefined);
    if (
      !phrase ||
      !relation ||
      !/^(?:my|our)$/.test(phrase.determiner) ||
      owner === "" ||
      subject.self ||
      subject.possession !== ""
    )
      return [];
    if (predicate.tense !== "present") return [];
    const type = relation === "pet" ? "Animal" : "Person";
    return [
      {
        subject: { type: "Person", name: owner },
        subjectType: type,
        key: relation,
        target: { type, name: subject.name },
        confidence: explicit,
        negated: predicate.negated || predicate.ended,
        changed: predicate.ended,
        time: "none",
      },
    ];
  };

/** "I'm a member of the chess club". */
const member: Rule = (reading) => {
  const { sentence, at, end, predicate } = reading;
  const phrase = readPhrase(sentence, at, end);
  const match = phrase ? /^(?:active |proud |founding )?member of (?:the |a |an )?(.+)$/i.exec(phrase.text) : null;
  return match?.[1] && predicate.tense === "present"
    ? [{ key: "member_of", value: match[1], negated: predicate.negated, changed: predicate.ended, time: "none" }]
    : [];
};

const retired: Rule = ({ sentence, at, predicate }) =>
  wordAt(sentence, at) === "retired" && !predicate.negated
    ? [{ key: "employment_status", value: "retired", confidence: explicit, time: "state" }]
    : [];

const diagnosed: Rule = (reading) => {
  const at = wordAt(reading.sentence, reading.at) === "diagnosed" ? behind(reading, reading.at + 1, ["with"]) : undefined;
  const list = at === undefined || reading.predicate.negated ? [] : readList(reading.sentence, at, reading.end);
  return list.map((phrase) => ({ key: "health_condition", value: phrase.text, confidence: explicit, time: "state" }) as const);
};

/** What follows a form of "be", for a subject that is not a possession. `owner` is whom "my" stands for. */
export function beRules(owner: string): readonly Rule[] {
  return [
    born,
    age,
    fromPlace,
    based,
    relationship,
    allergic,
    leaning,
    retired,
    diagnosed,
    member,
    trait,
    relativeOfSelf(owner),
    role,
    passive,
    kind,
    nameOf,
  ];
}
