import { isOccupation } from "../complement.ts";
import { petKind, relationOf } from "../kinship.ts";
import { explicit, normal, type Draft } from "../rule.ts";
import { draft, objectsOf, possessionKey, possessionPrefix, stateOf, targetOf, type OpenReading } from "./draft.ts";
import { isDate, nounPhrase, trimmed, verbPhrase } from "./phrase.ts";
import { childOf, childrenOf, conjunctsOf, runOf, textBetween, wordAt } from "./tree.ts";
import { kindOf, properName, whoIs } from "./who.ts";

const diets = /^(?:vegetarian|vegan|pescatarian|gluten-free|lactose-intolerant|kosher|halal)$/i;
const unions: Readonly<Record<string, string>> = {
  married: "spouse",
  engaged: "partner",
  divorced: "former_spouse",
  separated: "former_spouse",
};
const adjectiveKeys: Readonly<Record<string, string>> = {
  "allergic to": "allergy",
  "intolerant to": "allergy",
  "fluent in": "speaks",
  "afraid of": "fears",
  "scared of": "fears",
  "interested in": "interested_in",
  "fond of": "likes",
  "keen on": "likes",
  "responsible for": "responsible_for",
  "dependent on": "depends_on",
  "available on": "availability",
  "available from": "availability",
};

/** What "X is …" says of X. */
export function readCopula(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  // "is not my manager" says what somebody is not: only what ends is told.
  if (clause.negated && !clause.ended && !clause.changed) return [];
  const attr = childOf(tree, clause.verb, "attr", "oprd");
  const adjective = childOf(tree, clause.verb, "acomp");
  if (attr !== undefined)
    return [...ofAttribute(reading, attr), ...(adjective === undefined ? [] : ofAdjective(reading, adjective))];
  if (adjective !== undefined)
    return conjunctsOf(tree, adjective).flatMap((one) =>
      /^(?:JJ|VBN|RB|NN)/.test(wordAt(tree, one).tag) ? ofAdjective(reading, one) : [],
    );
  const to = childOf(tree, clause.verb, "xcomp");
  if (to !== undefined && reading.who.possession !== "")
    return draft(possessionKey(reading.who), verbPhrase(tree, to), stateOf(clause));
  const preps = childrenOf(tree, clause.verb, "prep").flatMap((prep) => ofPreposition(reading, prep));
  if (preps.length > 0) return preps;
  const state = childrenOf(tree, clause.verb, "advmod", "prt").find((i) =>
    /^(?:down|up|offline|online|away|back|home|overdue|late|over|out)$/.test(wordAt(tree, i).lower),
  );
  return state === undefined ? [] : draft(statusKey(reading), wordAt(tree, state).text, stateOf(clause));
}

function statusKey({ who }: OpenReading): string {
  return `${possessionPrefix(who)}status`;
}

function ofAttribute(reading: OpenReading, attr: number): Draft[] {
  const { tree, clause, who, speakers } = reading;
  const over = stateOf(clause);
  const word = wordAt(tree, attr);
  if (who.possession !== "") {
    const key = possessionKey(who);
    const isPerson = relationOf(who.possession.split(" ").at(-1) ?? "") !== undefined || roles.test(who.possession);
    const type = petKind(who.possession) ? "Animal" : isPerson ? "Person" : undefined;
    return objectsOf(tree, attr).flatMap((object): Draft[] => {
      const target = type === undefined ? undefined : targetOf(reading, object, type);
      if (target) return [{ key, target, confidence: explicit, ...over }];
      // "My sister is a vet" says what she is, not who.
      if (type !== undefined && key !== "pet" && childOf(tree, object, "det") !== undefined) return ofKind(reading, object, over);
      return type !== undefined && /^CD$/.test(wordAt(tree, object).tag)
        ? []
        : draft(key, nounPhrase(tree, object, { dates: true }), over);
    });
  }
  if (word.tag === "CD" || (word.lower === "years" && childOf(tree, attr, "nummod") !== undefined)) {
    const isAge = /^(?:Person|Animal)$/.test(who.entity.type) && /^\d{1,3}$/.test(word.text);
    return draft(isAge ? "age" : "amount", nounPhrase(tree, attr, { dates: true }), over);
  }
  const whole = wholeOf(reading, attr);
  if (whole) return whole;
  // "Dr. Lindqvist is my cardiologist", "Lena is the owner of the ledger": a key of somebody else.
  const other = whoIs(tree, attr, speakers);
  if (other && other.possession !== "") {
    const key = possessionKey(other);
    return [{ subject: other.entity, key, target: who.entity, confidence: explicit, ...over }];
  }
  if (properName(tree, attr)) return who.entity.type === "Person" && who.self ? [] : draft("is", nounPhrase(tree, attr), over);
  return objectsOf(tree, attr).flatMap((object) => ofKind(reading, object, over));
}

const roles =
  /\b(?:manager|boss|ceo|cto|cfo|coo|lead|leader|head|owner|director|doctor|dentist|cardiologist|therapist|lawyer|landlord|landlady|teacher|tutor|coach|mentor|assistant|accountant|contact|sponsor|supervisor|advisor|chair|founder|president|mayor|author|maintainer|captain|trainer|gp|physiotherapist|hairdresser|nanny)$/;

/** "part of the Horizon programme", "a member of the choir". */
function wholeOf({ tree, clause }: OpenReading, attr: number): Draft[] | undefined {
  const noun = wordAt(tree, attr).lower;
  if (!/^(?:part|member|fan)$/.test(noun)) return undefined;
  const of = childrenOf(tree, attr, "prep").find((i) => wordAt(tree, i).lower === "of");
  const object = of === undefined ? undefined : childOf(tree, of, "pobj");
  if (object === undefined) return undefined;
  const key = noun === "part" ? "part_of" : noun === "fan" ? "likes" : "member_of";
  return objectsOf(tree, object).flatMap((one) => draft(key, nounPhrase(tree, one), stateOf(clause)));
}

/** "a lot like", "half way", "a joke": what a copula says without saying what something is. */
const saysLittle =
  /^(?:lot|kind|sort|bit|way|thing|things|one|ones|part|example|reason|problem|shame|pleasure|joke|matter|case|time|mess|pain|treat|deal|must|fun|idea|question|answer|choice|option|chance|result|difference|place|guy|man|woman|person|people|girl|boy|same|best|worst|half|all|none|much|most|more|nothing|something|anything|everything|free)$/;

const offices = /^(?:\p{L}+\s)?(?:head|lead|vp|vice president|chief|director|president|chair|secretary)\b/iu;

/** "a carpenter from Bremen", "a logging library". */
export function ofKind({ tree, who }: OpenReading, object: number, over: Partial<Draft>): Draft[] {
  if (!/^(?:NN|JJ|VBN|VBG)/.test(wordAt(tree, object).tag) || saysLittle.test(wordAt(tree, object).lower)) return [];
  const isPerson = who.entity.type === "Person" && (who.possession === "" || typeOfPossession(who.possession) === "Person");
  const prefix = possessionPrefix(who);
  const from = childrenOf(tree, object, "prep").find((i) => wordAt(tree, i).lower === "from");
  const place = from === undefined ? undefined : childOf(tree, from, "pobj");
  const { from: first, to } = runOf(
    tree,
    object,
    (child) => child === from || /^(?:det|poss|relcl|appos|conj|cc|punct|advcl)$/.test(wordAt(tree, child).label),
  );
  const text = trimmed(tree, first, to, object);
  const key =
    isPerson && (isOccupation(text) || offices.test(text) || isOccupation(text.replace(/\s(?:of|for|at|in)\s.*$/, "")))
      ? "job_title"
      : diets.test(text)
        ? "diet"
        : "is_a";
  const type = kindOf(wordAt(tree, object).lower);
  return [
    ...draft(`${prefix}${key}`, text, { ...over, ...(key === "is_a" && type !== undefined ? { subjectType: type } : {}) }),
    ...(place === undefined || isDate(tree, from ?? place)
      ? []
      : draft(`${prefix}origin`, nounPhrase(tree, place), { ...over, changed: false })),
  ];
}

function ofAdjective(reading: OpenReading, adjective: number): Draft[] {
  const { tree, clause, who } = reading;
  const word = wordAt(tree, adjective);
  const over = stateOf(clause);
  const years = childOf(tree, adjective, "npadvmod");
  if (word.lower === "old" && years !== undefined) {
    const number = childOf(tree, years, "nummod");
    return draft(`${possessionPrefix(who)}age`, number === undefined ? "" : wordAt(tree, number).text, over);
  }
  const found: Draft[] = [];
  for (const prep of childrenOf(tree, adjective, "prep")) {
    if (isDate(tree, prep)) continue;
    const object = childOf(tree, prep, "pobj", "pcomp");
    if (object === undefined) continue;
    const pair = `${word.lower} ${wordAt(tree, prep).lower}`;
    const union = Object.hasOwn(unions, word.lower) ? unions[word.lower] : undefined;
    const key = union ?? (Object.hasOwn(adjectiveKeys, pair) ? adjectiveKeys[pair] : undefined) ?? pair.replace(/[^\p{L}]+/gu, "_");
    for (const one of objectsOf(tree, object)) {
      const target = union === undefined ? undefined : targetOf(reading, one, "Person");
      if (target) found.push({ key, target, confidence: explicit, ...over });
      else found.push(...draft(key, /^VB/.test(wordAt(tree, one).tag) ? verbPhrase(tree, one) : nounPhrase(tree, one), over));
    }
  }
  if (found.length > 0 && who.possession === "") return found;
  if (diets.test(word.text) && who.possession === "") return draft("diet", word.text, over);
  if (Object.hasOwn(unions, word.lower)) return draft("relationship_status", word.text, over);
  const { from, to } = runOf(
    tree,
    adjective,
    (child) =>
      (/^(?:conj|cc|advcl|punct|ccomp|relcl)$/.test(wordAt(tree, child).label) && wordAt(tree, child).tag !== "HYPH") ||
      isDate(tree, child),
  );
  const text = trimmed(tree, from, to, adjective);
  if (
    who.possession === "" &&
    who.entity.type === "Person" &&
    (moods.test(word.lower) ||
      childrenOf(tree, adjective, "advmod").some((i) => /^(?:so|very|really|pretty|quite|too|super)$/.test(wordAt(tree, i).lower)))
  )
    return [];
  // "My blood type is O negative", "the password is swordfish42": a value, and no state.
  if (/[\p{Lu}\p{N}]/u.test(text)) return draft(who.possession === "" ? "is" : possessionKey(who), text, over);
  return draft(/-/.test(text) ? traitKey(reading) : statusKey(reading), text, over);
}

/** "left-handed", "colour-blind": a lasting trait. */
function traitKey(reading: OpenReading): string {
  return reading.who.entity.type === "Person" ? `${possessionPrefix(reading.who)}trait` : statusKey(reading);
}

/** How somebody feels at the moment, or is about to do: nothing to keep. */
const moods =
  /^(?:happy|sad|fine|ok|okay|good|great|well|better|bad|tired|exhausted|excited|busy|glad|sorry|sure|ready|done|hungry|thirsty|sick|ill|worried|nervous|angry|upset|proud|grateful|thankful|curious|bored|stressed|confused|surprised|shocked|scared|lucky|right|wrong|nice|amazing|awesome|able|aware|certain|late|early|here|there|free|serious|honest|careful|lonely|relieved|thrilled|delighted|disappointed|frustrated|jealous|embarrassed|kind|funny|cute|cool|true|welcome|interested)$/;

function ofPreposition(reading: OpenReading, prep: number): Draft[] {
  const { tree, clause, who } = reading;
  const object = childOf(tree, prep, "pobj");
  if (object === undefined) return [];
  const word = wordAt(tree, prep).lower;
  const over = stateOf(clause);
  const text = nounPhrase(tree, object, { dates: true });
  const isPerson = who.entity.type === "Person" && who.possession === "";
  // "at 9, not at 8": what is denied is not said.
  if (childOf(tree, prep, "neg") !== undefined) return [];
  if (isDate(tree, prep) || (word === "at" && wordAt(tree, object).tag === "CD")) {
    if (isPerson || word === "until" || word === "since") return [];
    return draft(who.possession === "" ? (/\d/.test(text) && word === "at" ? "time" : "date") : possessionKey(who), text, over);
  }
  if (word === "from" && who.possession === "") return draft("origin", text, over);
  if (word === "in" && wordAt(tree, object).lower === "charge") {
    const of = childOf(tree, object, "prep");
    const what = of === undefined ? undefined : childOf(tree, of, "pobj");
    return what === undefined ? [] : draft("responsible_for", nounPhrase(tree, what), over);
  }
  if (
    /^(?:on|in|under|behind|ahead|out|off|over|between|within)$/.test(word) &&
    /^(?:leave|holiday|vacation|hold|track|schedule|progress|review|development|production|trouble|hospital|budget|duty|call|sale|maintenance|construction|parental|maternity|paternity|sick)\b/i.test(
      text,
    )
  )
    return draft(statusKey(reading), textBetween(tree, prep, runOf(tree, object, (child) => isDate(tree, child)).to), over);
  if (/^(?:in|at|on|near|by|behind|above|below|next|opposite|inside|outside|under)$/.test(word)) {
    if (isPerson && word === "on") return draft("team", text, over);
    const place = nounPhrase(tree, object);
    const day = [...childrenOf(tree, clause.verb, "prep", "npadvmod"), ...childrenOf(tree, object, "prep")].find(
      (i) => i !== prep && isDate(tree, i),
    );
    const at = day === undefined ? undefined : (childOf(tree, day, "pobj") ?? day);
    return [
      ...draft(`${possessionPrefix(who)}location`, place, over),
      ...(isPerson || at === undefined
        ? []
        : draft(who.possession === "" ? "date" : possessionKey(who), nounPhrase(tree, at, { dates: true }), over)),
    ];
  }
  if (isDate(tree, object)) return [];
  if (word === "for" || word === "about" || word === "with" || word === "of")
    return draft(`is_${word}`, text, { ...over, confidence: normal });
  return [];
}

/** "X is called …", "was written in …", "got promoted to …": a participle with a form of "be" or "get". */
export function readPassive(reading: OpenReading): Draft[] {
  const { tree, clause, who, speakers } = reading;
  const word = wordAt(tree, clause.verb);
  const over = stateOf(clause);
  const named = childOf(tree, clause.verb, "oprd", "attr", "dobj");
  if (/^(?:call|name|rename|title)$/.test(word.lemma) && named !== undefined) {
    const name = nounPhrase(tree, named);
    const key = possessionKey(who);
    if (key === "" || !/^(?:Person|Animal)$/.test(typeOfPossession(who.possession)))
      return draft(key === "" ? "name" : key, name, over);
    return [{ key, target: { type: typeOfPossession(who.possession), name }, confidence: explicit, ...over }];
  }
  // "left-handed" comes apart.
  if (named !== undefined && wordAt(tree, named).tag === "JJ" && wordAt(tree, clause.verb + 1).tag === "HYPH")
    return draft(traitKey(reading), textBetween(tree, clause.verb, named + 1), over);
  if (Object.hasOwn(unions, word.lower)) {
    const ended = /^(?:divorced|separated)$/.test(word.lower);
    const others = clause.subjects
      .map((i) => whoIs(tree, i, speakers))
      .filter((other) => other && other.entity.name !== who.entity.name && other.possession === "");
    const spouse = others[0]?.entity;
    return [
      ...draft("relationship_status", word.text, { ...over, changed: true }),
      ...(spouse ? [{ key: "spouse", target: spouse, confidence: explicit, ...over, negated: ended, changed: true }] : []),
    ];
  }
  if (word.lemma === "bear") return [];
  const found: Draft[] = [];
  const by = childOf(tree, clause.verb, "agent");
  const agent = by === undefined ? undefined : childOf(tree, by, "pobj");
  if (agent !== undefined) {
    const key = word.lower === "owned" ? "owner" : `${word.lower}_by`;
    found.push(...draft(`${possessionPrefix(who)}${key}`, nounPhrase(tree, agent), over));
  }
  const head = childOf(tree, clause.verb, "xcomp");
  if (/^(?:promote|hire|appoint|elect)$/.test(word.lemma)) {
    const to = childrenOf(tree, clause.verb, "prep").find((i) => /^(?:to|as)$/.test(wordAt(tree, i).lower));
    const role = to === undefined ? (head ?? named) : childOf(tree, to, "pobj");
    return role === undefined ? [] : draft("job_title", nounPhrase(tree, role).replace(/^to\s+/i, ""), { ...over, changed: true });
  }
  for (const prep of childrenOf(tree, clause.verb, "prep")) {
    const object = childOf(tree, prep, "pobj");
    if (object === undefined) continue;
    const preposition = wordAt(tree, prep).lower;
    if (/^(?:schedule|plan|set|book|fix)$/.test(word.lemma) && /^(?:for|on|at)$/.test(preposition))
      return draft(who.possession === "" ? "date" : possessionKey(who), nounPhrase(tree, object, { dates: true }), over);
    if (
      /^(?:postpone|move|push|delay|reschedule|shift|extend|bring|cut|raise|reduce|increase|lower|change|set)$/.test(word.lemma) &&
      /^(?:to|until|till|by)$/.test(preposition)
    )
      return draft(
        who.possession === "" ? (isDate(tree, prep) ? "date" : "amount") : possessionKey(who),
        nounPhrase(tree, object, { dates: true }),
        { ...over, changed: true },
      );
    if (isDate(tree, prep)) continue;
    const isPlace = /^(?:base|locate|situate|headquarter)$/.test(word.lemma);
    const key = isPlace
      ? who.entity.type === "Person" && who.possession === ""
        ? "residence"
        : "location"
      : `${word.lower}_${preposition}`;
    found.push(...draft(`${possessionPrefix(who)}${key}`, nounPhrase(tree, object), over));
  }
  if (found.length > 0) return found;
  return draft(statusKey(reading), word.text, over);
}

function typeOfPossession(noun: string): string {
  const head = noun.split(" ").at(-1) ?? "";
  return petKind(head) ? "Animal" : relationOf(head) || roles.test(noun) ? "Person" : "Thing";
}
