import { isOccupation } from "../complement.ts";
import { petKind, relationOf } from "../kinship.ts";
import { explicit, normal, type Draft } from "../rule.ts";
import { antecedentOf, draft, objectsOf, possessionKey, possessionPrefix, stateOf, targetOf, type OpenReading } from "./draft.ts";
import { isMoney } from "./changes.ts";
import { ofAdjective } from "./adjective.ts";
import { editions, inARow, onWhat, stageOf, stages } from "./placed.ts";
import { hyphenated, isDate, nounPhrase, timeOfPreposition, timeText, trimmed, verbPhrase } from "./phrase.ts";
import { childOf, childrenOf, conjunctsOf, runOf, textBetween, wordAt, type Tree } from "./tree.ts";
import { kindOf, namesByClause, properName, roles } from "./names.ts";
import { diets, statusKey, typeOfPossession } from "./states.ts";
import { firmOfOffice, withoutFirm } from "./offices.ts";
import { saidByParticiple } from "./clause.ts";
import { personNamed } from "./somebody.ts";
import { whoIs } from "./who.ts";

/** What "X is …" says of X; "my new bank is …" says that there was another one. */
export function readCopula(reading: OpenReading): Draft[] {
  const drafts = ofCopula(reading);
  const { tree, clause } = reading;
  const sides = [...clause.subjects, ...childrenOf(tree, clause.verb, "attr")];
  const isNew = sides.some(
    (i) =>
      childOf(tree, i, "poss") !== undefined && childrenOf(tree, i, "amod").some((child) => wordAt(tree, child).lower === "new"),
  );
  return isNew && !clause.adds ? drafts.map((one) => ({ ...one, changed: true })) : drafts;
}

function ofCopula(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  // "Biscuit is fourteen": the parser takes a number for an adjective.
  const number = childrenOf(tree, clause.verb, "acomp").find((i) => wordAt(tree, i).tag === "CD");
  const attr = childOf(tree, clause.verb, "attr", "oprd") ?? number;
  // "is the co-applicant": the parser takes the second half for a state.
  const isHalf = (i: number) => tree.words[i - 1]?.text === "-" && tree.words[i - 1]?.end === wordAt(tree, i).start;
  const adjective =
    number === undefined ? childrenOf(tree, clause.verb, "acomp").find((i) => attr === undefined || !isHalf(i)) : undefined;
  if (clause.perfect && wordAt(tree, clause.verb).lower === "been" && attr === undefined && adjective === undefined) {
    const places = been(reading);
    if (places.length > 0 || clause.negated) return places;
  }
  // "is not my manager" says what somebody is not: only what ends is told, and what something lacks.
  if (clause.negated && !clause.ended && !clause.changed)
    return adjective === undefined
      ? []
      : ofAdjective(reading, adjective)
          .filter(({ target }) => target === undefined)
          .map((one) => ({ ...one, ...denied(one) }));
  // "is six and mad about football"
  const beside =
    attr === undefined || wordAt(tree, attr).tag !== "CD"
      ? []
      : conjunctsOf(tree, attr).filter((one) => one !== attr && wordAt(tree, one).tag === "JJ");
  if (attr !== undefined)
    return [
      ...ofAttribute(reading, attr),
      ...beside.flatMap((one) => ofAdjective(reading, one)),
      ...(adjective === undefined ? [] : ofAdjective(reading, adjective)),
    ];
  if (
    adjective !== undefined &&
    /^\p{Lu}/u.test(wordAt(tree, adjective).text) &&
    clause.subjects.some((i) => wordAt(tree, i).lower === "it")
  )
    return [];
  if (adjective !== undefined)
    return conjunctsOf(tree, adjective).flatMap((one) =>
      /^(?:JJ|VBN|RB|NN)/.test(wordAt(tree, one).tag) ? ofAdjective(reading, one) : [],
    );
  const to = childOf(tree, clause.verb, "xcomp");
  if (to !== undefined && reading.who.possession !== "")
    return draft(possessionKey(reading.who), verbPhrase(tree, to), stateOf(clause));
  const out = childrenOf(tree, clause.verb, "prep").find(
    (prep) => wordAt(tree, prep).lower === "out" && childOf(tree, prep, "prep") !== undefined,
  );
  if (out !== undefined)
    return draft(statusKey(reading), textBetween(tree, out, runOf(tree, out, (child) => isDate(tree, child)).to), stateOf(clause));
  // "is at 14:00 in the big room": the parser hangs the place on the time.
  const own = childrenOf(tree, clause.verb, "prep");
  const nested = own
    .filter((prep) => timeOfPreposition(tree, prep) !== undefined)
    .flatMap((prep) =>
      [...childrenOf(tree, prep, "pobj"), prep].flatMap((at) => childrenOf(tree, at, "prep").filter((one) => !isDate(tree, one))),
    );
  const besides = inARow(
    [...own, ...nested].map((prep) => ({ prep: wordAt(tree, prep).text, drafts: ofPreposition(reading, prep) })),
  );
  const day = childrenOf(tree, clause.verb, "npadvmod").find((i) => isDate(tree, i));
  const isEvent = day !== undefined && !(who.possession === "" && who.entity.type === "Person");
  const when = isEvent ? timeText(tree, day) : "";
  // "is next Tuesday at two" is one time.
  const preps = besides.filter(({ key, value = "" }) => !(key === dateKey(reading) && value !== "" && when.endsWith(value)));
  const dated = isEvent && !preps.some(({ key }) => key === dateKey(reading)) ? draft(dateKey(reading), when, stateOf(clause)) : [];
  if (preps.length > 0 || dated.length > 0) return [...dated, ...preps];
  // "is off on Fridays", "is away until Monday"
  const gone = childrenOf(tree, clause.verb, "advmod", "prt", "prep").find(
    (i) => /^(?:off|away|out|in)$/.test(wordAt(tree, i).lower) && childOf(tree, i, "pobj") === undefined,
  );
  if (gone !== undefined) {
    const times = [...own, ...childrenOf(tree, gone, "prep")].flatMap((prep) => {
      const when = /^(?:on|until|till|from|between|at)$/.test(wordAt(tree, prep).lower) ? timeOfPreposition(tree, prep) : undefined;
      return when === undefined
        ? []
        : draft(`${possessionPrefix(who)}${wordAt(tree, gone).lower}_${wordAt(tree, prep).lower}`, when, {
            ...stateOf(clause),
            time: "none",
          });
    });
    if (times.length > 0) return times;
  }
  // "is back to refereeing on Sundays"
  const again = childrenOf(tree, clause.verb, "advmod", "prep").find((i) => wordAt(tree, i).lower === "back");
  const doing = again === undefined ? undefined : doingBehind(tree, clause.verb, again);
  if (doing !== undefined) return draft(`${possessionPrefix(who)}does`, verbPhrase(tree, doing, { dates: true }), stateOf(clause));
  const state = childrenOf(tree, clause.verb, "advmod", "prt").find((i) =>
    /^(?:down|up|offline|online|away|back|home|overdue|late|over|out|together)$/.test(wordAt(tree, i).lower),
  );
  return state === undefined ? [] : draft(statusKey(reading), wordAt(tree, state).text, stateOf(clause));
}

function doingBehind(tree: Tree, verb: number, back: number): number | undefined {
  const to = [...childrenOf(tree, back, "prep"), ...childrenOf(tree, verb, "prep")].find((i) => wordAt(tree, i).lower === "to");
  return to === undefined ? undefined : childrenOf(tree, to, "pcomp").find((i) => /ing$/.test(wordAt(tree, i).lower));
}

/** What denies a trait: "not_open_on", "is_not". */
function denied({ key }: Draft): Partial<Draft> {
  return /^(?:status|is|trait|diet)$/.test(key) || key.endsWith("_status")
    ? { key: key.replace(/(?:status|is|trait|diet)$/, "is_not") }
    : { key: `not_${key}` };
}

/** "I've never been to Asia", "has been to Oslo". */
function been(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  const to = childrenOf(tree, clause.verb, "prep").find((prep) => /^(?:to|in)$/.test(wordAt(tree, prep).lower));
  const place = to === undefined ? undefined : childOf(tree, to, "pobj");
  if (to === undefined || place === undefined || isDate(tree, to)) return [];
  if (wordAt(tree, to).lower === "in") return clause.negated ? [] : ofPreposition(reading, to);
  return objectsOf(tree, place).flatMap((one) =>
    draft(clause.negated ? "never_been_to" : "visited", nounPhrase(tree, one), { time: "event" }),
  );
}

function dateKey({ who }: OpenReading): string {
  return who.possession === "" ? "date" : possessionKey(who);
}

function ofAttribute(reading: OpenReading, attr: number): Draft[] {
  const { tree, clause, who, speakers } = reading;
  const over = stateOf(clause);
  const word = wordAt(tree, attr);
  // "my experience has been one of disappointment".
  if (word.lower === "one" && childrenOf(tree, attr, "prep", "amod", "det").length > 0) return [];
  if (who.possession !== "") {
    const key = possessionKey(who);
    const isPerson = relationOf(who.possession.split(" ").at(-1) ?? "") !== undefined || roles.test(who.possession);
    const type = petKind(who.possession) ? "Animal" : isPerson ? "Person" : undefined;
    return objectsOf(tree, attr).flatMap((object): Draft[] => {
      // "Sam's emergency contact is his brother Theo"
      const [kin] = relationOf(wordAt(tree, object).lower) === undefined ? [] : namesByClause(tree, object);
      if (kin !== undefined && type !== "Animal")
        return [{ key, target: { type: "Person", name: kin }, confidence: explicit, ...over }];
      const target = type === undefined ? undefined : targetOf(reading, object, type);
      if (target) return [{ key, target: { ...target, type: type ?? target.type }, confidence: explicit, ...over }];
      // "My sister is a vet" says what she is, not who.
      if (type !== undefined && key !== "pet" && childOf(tree, object, "det") !== undefined) return ofKind(reading, object, over);
      const { tag, text, lower } = wordAt(tree, object);
      // "My son is home": where he is, not who.
      if (type !== undefined && /^(?:home|away|abroad|downstairs|upstairs)$/.test(lower))
        return draft(`${possessionPrefix(who)}location`, lower, over);
      // "my girlfriend is vegan and allergic to soy": how she is, and not who.
      if (type === "Person" && diets.test(text)) return draft(`${possessionPrefix(who)}diet`, text, over);
      if (type === "Person" && /^JJ/.test(tag) && text === lower) return ofAdjective(reading, object);
      // "Our daughter is six"
      if (type !== undefined && tag === "CD")
        return ageText.test(text) ? draft(`${possessionPrefix(who)}age`, text, { ...over, confidence: normal }) : [];
      return draft(key, wholeNumber(tree, object) ?? nounPhrase(tree, object, { dates: true }), over);
    });
  }
  // "The deadline is end of May"
  if (isDate(tree, attr) && who.entity.type !== "Person" && calendarWord.test(timeText(tree, attr)))
    return draft("date", timeText(tree, attr), over);
  if (word.tag === "CD" && childOf(tree, attr, "prep") !== undefined && word.lower === "one") return [];
  if (isMoney(tree, attr)) {
    const payable = childrenOf(tree, attr, "amod", "acl").filter((i) => i > attr && /^(?:JJ|VBN)$/.test(wordAt(tree, i).tag));
    return [
      ...draft("amount", nounPhrase(tree, attr, { dates: true }).split(/,(?!\d)/)[0] ?? "", over),
      ...payable.flatMap((i) => ofAdjective(reading, i)),
    ];
  }
  if (word.tag === "CD" || (word.lower === "years" && childOf(tree, attr, "nummod") !== undefined)) {
    // "We're five in the household" is no age.
    if (clause.subjects.some((i) => wordAt(tree, i).lower === "we")) {
      const inside = childrenOf(tree, attr, "prep").find((prep) => wordAt(tree, prep).lower === "in");
      const group = inside === undefined ? undefined : childOf(tree, inside, "pobj");
      return group === undefined ? [] : draft(`${wordAt(tree, group).lower}_size`, word.text, over);
    }
    const isAge = /^(?:Person|Animal)$/.test(who.entity.type) && ageText.test(word.text);
    return draft(isAge ? "age" : "amount", nounPhrase(tree, attr, { dates: true }), over);
  }
  const whole = wholeOf(reading, attr);
  if (whole) return whole;
  // "the head of compliance at Ostbank" is what somebody is there.
  if (who.entity.type === "Person" && offices.test(word.lower) && childOf(tree, attr, "poss") === undefined)
    return ofKind(reading, attr, over);
  // "Dr. Lindqvist is my cardiologist", "Lena is the owner of the ledger": a key of somebody else.
  const other = whoIs(tree, attr, speakers);
  // "I'm the treasurer of our allotment society": an office of one's own, and nobody else's key.
  if (other && other.possession !== "" && other.entity.name === who.entity.name && childOf(tree, attr, "poss") === undefined)
    return objectsOf(tree, attr).flatMap((object) => ofKind(reading, object, over));
  if (other && other.possession !== "")
    return conjunctsOf(tree, attr).flatMap((one): Draft[] => {
      const owner = whoIs(tree, one, speakers);
      if (!owner || owner.possession === "") return one === attr || properName(tree, one) ? [] : ofKind(reading, one, over);
      const kind = kindOf(wordAt(tree, one).lower);
      return [
        { subject: owner.entity, key: possessionKey(owner), target: who.entity, confidence: explicit, ...over },
        // "Falcon is our mobile team" tells what Falcon is, too.
        ...(kind === undefined || kind === "Person" || who.entity.type === "Person"
          ? []
          : draft("is_a", nounPhrase(tree, one, { owner: false }), over)),
      ];
    });
  // "it's Dorian" answers who, not what something is.
  if (clause.subjects.some((i) => /^(?:it|that|this)$/.test(wordAt(tree, i).lower)) && /^\p{Lu}/u.test(word.text)) return [];
  const all = teams.test(who.entity.name) || who.entity.type === "Organisation" ? conjunctsOf(tree, attr) : [];
  // "The backend team is Wanja, Deniz and me"
  if (all.length > 1 && all.every((one) => properName(tree, one) !== undefined || wordAt(tree, one).lower === "me"))
    return all.flatMap((one) => {
      const member = whoIs(tree, one, speakers)?.entity ?? targetOf(reading, one, "Person");
      return member ? [{ key: "member", target: { ...member, type: "Person" }, confidence: explicit, ...over }] : [];
    });
  if (properName(tree, attr)) return who.entity.type === "Person" && who.self ? [] : draft("is", nounPhrase(tree, attr), over);
  return objectsOf(tree, attr).flatMap((object) => ofKind(reading, object, over));
}

/** "0172 5550199": figures in a row are one number. */
function wholeNumber(tree: Tree, i: number): string | undefined {
  let end = i + 1;
  while (/^\d[\d/-]*$/.test(tree.words[end]?.text ?? "")) end += 1;
  return wordAt(tree, i).tag === "CD" && end > i + 1 ? textBetween(tree, i, end) : undefined;
}

const calendarWord =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|week|month|year|today|tomorrow)\b/i;

const teams = /\b(?:team|crew|band|group|committee|board|squad|quartet|trio|panel|jury)$/i;
/** "41", "six", "thirty-one" */
const ageText = /^(?:\d{1,3}|\p{L}+(?:-\p{L}+)?)$/u;

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
export const saysLittle =
  /^(?:lot|kind|sort|bit|way|thing|things|one|ones|part|example|reason|problem|shame|pleasure|joke|matter|case|time|mess|pain|treat|deal|must|fun|idea|question|answer|choice|option|chance|result|difference|place|guy|man|woman|person|people|girl|boy|same|best|worst|half|all|none|much|most|more|nothing|something|anything|everything|free)$/;

export const offices =
  /^(?:\p{L}+\s)?(?:head|lead|vp|vice president|chief|director|president|chair|secretary|treasurer|captain)\b/iu;

/** "a carpenter from Bremen", "a logging library". */
export function ofKind({ tree, who }: OpenReading, object: number, over: Partial<Draft>): Draft[] {
  if (!/^(?:NN|JJ|VBN|VBG)/.test(wordAt(tree, object).tag) || saysLittle.test(wordAt(tree, object).lower)) return [];
  const isPerson = who.entity.type === "Person" && (who.possession === "" || typeOfPossession(who.possession) === "Person");
  const prefix = possessionPrefix(who);
  const from = childrenOf(tree, object, "prep").find((i) => wordAt(tree, i).lower === "from");
  const place = from === undefined ? undefined : childOf(tree, from, "pobj");
  const parts = saidByParticiple(tree, object);
  const { from: first, to } = runOf(
    tree,
    object,
    (child) =>
      child === from ||
      parts.includes(child) ||
      // "a subsidiary of the Thorne Group" has an article inside.
      (/^(?:det|poss)$/.test(wordAt(tree, child).label) && wordAt(tree, child).head === object) ||
      (/^(?:relcl|appos|conj|cc|punct|advcl)$/.test(wordAt(tree, child).label) && wordAt(tree, child).tag !== "HYPH"),
  );
  const whole = trimmed(tree, first, hyphenated(tree, to), object);
  const isAnimal = who.entity.type === "Animal" || petKind(who.possession) !== undefined;
  const old = isPerson || isAnimal ? /^(\d{1,3}|\p{L}+)[- ]years?[- ]old\s/iu.exec(whole) : null;
  const text = old === null ? whole : whole.slice(old[0].length);
  const key =
    isPerson && (isOccupation(text) || offices.test(text) || isOccupation(text.replace(/\s(?:of|for|at|in)\s.*$/, "")))
      ? "job_title"
      : diets.test(text.replace(/^(?:fully|strictly|completely|entirely) /, ""))
        ? "diet"
        : "is_a";
  // "The password is kestrel-77"
  if (key === "is_a" && !text.includes(" ") && /\d/.test(text)) return draft(`${prefix}is`, text, over);
  const type = kindOf(wordAt(tree, object).lower);
  // "the head of procurement at Sunvale Foods" works there.
  const firm = key === "job_title" && prefix === "" && offices.test(text) ? firmOfOffice(tree, object) : undefined;
  return [
    ...(firm === undefined ? [] : draft("employer", firm, { ...over, confidence: normal })),
    ...(old?.[1] === undefined ? [] : draft(`${prefix}age`, old[1], over)),
    ...draft(`${prefix}${key}`, firm === undefined ? text : withoutFirm(text, firm), {
      ...over,
      ...(key === "is_a" && type !== undefined ? { subjectType: type } : {}),
    }),
    ...(place === undefined || isDate(tree, from ?? place)
      ? []
      : draft(`${prefix}origin`, nounPhrase(tree, place), { ...over, changed: false })),
  ];
}

function ofPreposition(reading: OpenReading, prep: number): Draft[] {
  const { tree, clause, who } = reading;
  const object = childOf(tree, prep, "pobj", "pcomp");
  if (object === undefined || /^W/.test(wordAt(tree, object).tag)) return [];
  const word = wordAt(tree, prep).lower;
  const over = stateOf(clause);
  const text = nounPhrase(tree, object, { dates: true });
  const isPerson = who.entity.type === "Person" && who.possession === "";
  // "at 9, not at 8": what is denied is not said.
  if (childOf(tree, prep, "neg") !== undefined) return [];
  const isHour =
    word === "at" && (wordAt(tree, object).tag === "CD" || /^\d{1,2}(?:[:.]\d\d)?(?:\s(?:sharp|am|pm|o'clock))?$/i.test(text));
  const isKin = relationOf(who.possession.split(" ").at(-1) ?? "") !== undefined;
  const isLiving = isPerson || isKin || who.entity.type === "Animal" || petKind(who.possession) !== undefined;
  if (
    word === "in" &&
    isLiving &&
    stages.test(wordAt(tree, object).lower) &&
    childOf(tree, object, "poss", "amod", "nummod") !== undefined
  )
    return draft(`${possessionPrefix(who)}is_in`, stageOf(tree, object), over);
  // What the stage is of, where the parser hangs it on the verb.
  if (word === "of" && stages.test(tree.words[prep - 1]?.lower ?? "")) return [];
  if (isDate(tree, prep) || isHour) {
    if (isPerson || word === "until" || word === "since") return [];
    const when = timeOfPreposition(tree, prep) ?? text;
    return draft(who.possession === "" ? (/\d/.test(text) && word === "at" ? "time" : "date") : possessionKey(who), when, over);
  }
  if (word === "from" && (who.possession === "" || isKin)) return draft(`${possessionPrefix(who)}origin`, text, over);
  if (word === "in" && wordAt(tree, object).lower === "charge") {
    const of = childOf(tree, object, "prep");
    const what = of === undefined ? undefined : childOf(tree, of, "pobj", "pcomp");
    if (what !== undefined && wordAt(tree, what).tag === "VBG") return draft("responsible_for", verbPhrase(tree, what), over);
    return what === undefined ? [] : draft("responsible_for", nounPhrase(tree, what), over);
  }
  if (
    /^(?:on|in|under|behind|ahead|out|off|over|between|within)$/.test(word) &&
    /^(?:leave|holiday|vacation|hold|track|schedule|progress|review|development|production|trouble|hospital|budget|duty|call|sale|maintenance|construction|parental|maternity|paternity|sick)\b/i.test(
      text,
    )
  )
    return draft(statusKey(reading), textBetween(tree, prep, runOf(tree, object, (child) => isDate(tree, child)).to), over);
  // "has been at N26 since September": no town is meant.
  const isFirm = properName(tree, object) !== undefined && !/^(?:GPE|LOC|FAC)$/.test(wordAt(tree, object).name);
  const isSince = childrenOf(tree, clause.verb, "prep").some((i) => wordAt(tree, i).lower === "since" && isDate(tree, i));
  if (/^(?:at|with)$/.test(word) && isPerson && clause.perfect && isFirm && isSince)
    return draft("employer", text, { ...over, changed: true });
  if (/^(?:in|at|on|near|behind|above|below|next|opposite|inside|outside|under)$/.test(word)) {
    if (isPerson && word === "on" && wordAt(tree, object).tag === "PRP") return draft("is_on", antecedentOf(reading, object), over);
    // "on Kubernetes 1.27", "on a Framework 13": what runs, or what somebody uses.
    if (word === "on" && properName(tree, object) !== undefined && /\d/.test(text))
      return draft(`${possessionPrefix(who)}is_on`, text, over);
    const isPlaced = !isPerson && who.entity.type !== "Animal" && properName(tree, object) !== undefined;
    if (word === "on" && ((isLiving && !isPlaced) || editions.test(wordAt(tree, object).lower)))
      return draft(`${possessionPrefix(who)}${onWhat(reading, object)}`, text, over);
    const place = nounPhrase(tree, object);
    const day = [...childrenOf(tree, clause.verb, "prep", "npadvmod"), ...childrenOf(tree, object, "prep")].find(
      // "is at the garage until Monday" is there till then.
      (i) => i !== prep && isDate(tree, i) && !/^(?:until|till|since|from|for)$/.test(wordAt(tree, i).lower),
    );
    const at = day === undefined ? undefined : (childOf(tree, day, "pobj") ?? day);
    return [
      ...draft(who.possession === "headquarters" ? "headquarters" : `${possessionPrefix(who)}location`, place, over),
      ...(isPerson || at === undefined ? [] : draft(dateKey(reading), timeText(tree, at), over)),
    ];
  }
  if (isDate(tree, object)) return [];
  // "He's with Noémie now."
  const [called] = namesByClause(tree, object);
  const company = called === undefined ? personNamed(reading, object) : { type: "Person", name: called };
  if (word === "with" && isPerson && clause.changed && company?.type === "Person")
    return [{ key: "partner", target: company, confidence: normal, ...over }];
  // "on beta blockers for my blood pressure"
  if (isPerson && word === "for" && childrenOf(tree, clause.verb, "prep")[0] !== prep) return [];
  if (word === "for" || word === "about" || word === "with" || word === "of")
    return draft(`is_${word}`, text, { ...over, confidence: normal });
  return [];
}
