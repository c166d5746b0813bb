import { petKind } from "../kinship.ts";
import { givenNameGender } from "../given-names.ts";
import { isLanguage } from "../languages.ts";
import { explicit, type Draft } from "../rule.ts";
import { ofKind } from "./copula.ts";
import {
  stateOf,
  draft,
  objectOf,
  objectsOf,
  possessionKey,
  possessionPrefix,
  prepositional,
  targetOf,
  type OpenReading,
} from "./draft.ts";
import { diets } from "./states.ts";
import { movers, placeBehind } from "./behind.ts";
import { over } from "./endings.ts";
import { isDate, nounPhrase, timeOfPreposition, timeText } from "./phrase.ts";
import { childOf, childrenOf, runOf, textBetween, wordAt } from "./tree.ts";
import type { Who } from "./pronouns.ts";
import { whoIs } from "./who.ts";

/** "agreed to postpone the release to 2 May": what was decided holds. */
export function decided(reading: OpenReading, inner: number): Draft[] {
  return movers.has(wordAt(reading.tree, inner).lemma)
    ? movedObject({ ...reading, clause: { ...reading.clause, verb: inner } })
    : [];
}

export const members =
  /^(?:people|members|employees|engineers|staff|developers|players|students|residents|inhabitants|users|customers|seats|rooms)$/;

export function acquired(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  const object = objectOf(reading);
  if (object === undefined || clause.negated || clause.tense === "future" || isDate(tree, object)) return [];
  if (wordAt(tree, object).tag === "CD") return [];
  const price = childrenOf(tree, clause.verb, "prep")
    .filter((prep) => wordAt(tree, prep).lower === "for")
    .flatMap((prep) => childrenOf(tree, prep, "pobj").filter((i) => isMoney(tree, i)));
  const noun = wordAt(tree, object).lower;
  return [
    ...objectsOf(tree, object).flatMap((one) => draft("owns", nounPhrase(tree, one), { time: "state" })),
    ...price.flatMap((one) => draft(`${noun}_price`, nounPhrase(tree, one), { time: "none" })),
  ];
}

export function isMoney(tree: OpenReading["tree"], i: number): boolean {
  const { name, lower } = wordAt(tree, i);
  const isCounted = name === "MONEY" || childOf(tree, i, "nummod") !== undefined;
  return isCounted && (name === "MONEY" || currencies.test(lower));
}

const currencies =
  /^(?:[$€£]|euros?|dollars?|pounds?|quid|bucks|cents?|pence|francs?|kron(?:or|er|a|e|ur)|crowns?|rupees?|yen|yuan|pesos?|rand|lira|zloty|forint|dirhams?|shekels?|grand|eur|usd|gbp|chf)$/;

/** "They gave us a kitten": we have it. */
export function given(reading: OpenReading): Draft[] {
  const { tree, clause, speakers } = reading;
  const to = childOf(tree, clause.verb, "dative");
  const object = objectOf(reading);
  if (!/^(?:give|hand)$/.test(wordAt(tree, clause.verb).lemma)) return [];
  if (to === undefined || object === undefined || clause.negated || (clause.tense !== "past" && !clause.perfect)) return [];
  const isOne = childrenOf(tree, object, "det", "nummod").some(
    (i) => /^(?:a|an|CD)$/.test(wordAt(tree, i).lower) || wordAt(tree, i).tag === "CD",
  );
  const whom = wordAt(tree, to).tag === "IN" ? undefined : whoIs(tree, to, speakers);
  if (!whom || whom.possession !== "" || !isOne || abstract.test(wordAt(tree, object).lower)) return [];
  const key = petKind(wordAt(tree, object).lower) ? "pet" : "has";
  return draft(key, nounPhrase(tree, object), { subject: whom.entity, time: "state" });
}

/** "Viktor handed the project over to Samira": it is hers now. */
export function handedOver({ tree, clause, speakers, who }: OpenReading): Draft[] {
  const object = childOf(tree, clause.verb, "dobj");
  const isOver = tree.words.some(({ lower, head }) => lower === "over" && (head === clause.verb || head === object));
  const to = placeBehind(tree, clause.verb, ["to"]);
  const isHand = wordAt(tree, clause.verb).lemma === "hand" && isOver;
  if (
    !isHand ||
    object === undefined ||
    to === undefined ||
    !/^NNP/.test(wordAt(tree, to).tag) ||
    clause.negated ||
    clause.tense === "future"
  )
    return [];
  const [thing, whom] = [whoIs(tree, object, speakers), whoIs(tree, to, speakers)];
  if (thing?.possession !== "" || thing.self || whom?.possession !== "") return [];
  const isGiver = who.entity.name !== "" && who.entity.type === "Person" && who.possession === "";
  return [
    // Who led it leads it no longer.
    ...(isGiver ? draft("leads", nounPhrase(tree, object), { negated: true, changed: true }) : []),
    {
      subject: thing.entity,
      key: "owner",
      target: { ...whom.entity, type: "Person" },
      confidence: explicit,
      changed: true,
      time: "state",
    },
  ];
}

/** "has also picked up Italian": one language more. */
export function picksUp({ tree, clause, who }: OpenReading): Draft[] {
  const object = childOf(tree, clause.verb, "dobj", "acomp");
  const isUp = tree.words[clause.verb + 1]?.lower === "up";
  if (object === undefined || !isUp || clause.negated || clause.tense === "future") return [];
  return objectsOf(tree, object)
    .filter((one) => isLanguage.test(wordAt(tree, one).lower))
    .flatMap((one) => draft(`${possessionPrefix(who)}speaks`, nounPhrase(tree, one), { changed: false }));
}

/** What is given without being had afterwards. */
const abstract =
  /^(?:call|hand|hug|kiss|ride|lift|break|chance|look|hint|tip|smile|try|shot|go|reason|push|talk|speech|tour|heart|headache|fright|idea|impression|feeling|answer|reply|choice|time|minute|hour|day|week|month|discount|quote|refund|warning|second|moment|lecture|lesson|massage|bath)$/;

/** "the deadline slipped to 14 March", "headcount grew to 35": a new value of what the subject is. */
export function movedTo(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  if (objectOf(reading) !== undefined) return movedObject(reading);
  // The parser takes "from nine to fourteen people" for one phrase.
  const to =
    prepositional(reading, "to", "until") ??
    placeBehind(tree, clause.verb, ["to", "until", "till"]) ??
    prepositional(reading, "from");
  return to === undefined || clause.negated ? [] : newValue(tree, who, to);
}

/** "9:45" */
export function isClock(tree: OpenReading["tree"], i: number): boolean {
  return /^\d{1,2}[:.]\d\d$/.test(wordAt(tree, i).text);
}

function newValue(tree: OpenReading["tree"], who: Who, to: number): Draft[] {
  const isTime = isDate(tree, to) || /^(?:Q[1-4]|H[12])$/.test(wordAt(tree, to).text);
  const counted = childOf(tree, to, "nummod") !== undefined;
  const isValue =
    isTime ||
    counted ||
    /^(?:MONEY|PERCENT|CARDINAL|QUANTITY)$/.test(wordAt(tree, to).name) ||
    wordAt(tree, to).tag === "CD" ||
    /^\+?\d/.test(wordAt(tree, to).text);
  if (!isValue || (who.possession === "" && who.typed && who.entity.type === "Person")) return [];
  const key =
    who.possession === ""
      ? isTime
        ? "date"
        : isClock(tree, to)
          ? "time"
          : members.test(wordAt(tree, to).lower)
            ? "headcount"
            : "amount"
      : possessionKey(who);
  const phrase = nounPhrase(tree, to, { dates: true });
  // "to Fridays at 6": the hour is a phrase of its own.
  const time = isTime ? timeText(tree, to) : "";
  const value = (time.startsWith(phrase) ? time : phrase).replace(/^.+\sto\s/i, "");
  return draft(key, value, { changed: true, time: "none" });
}

/** "we moved the launch to June", "raised the rent to 1,450": a new value of what the object is. */
export function movedObject(reading: OpenReading): Draft[] {
  const { tree, clause, speakers } = reading;
  const object = objectOf(reading);
  const to = prepositional(reading, "to", "until", "at") ?? placeBehind(tree, clause.verb, ["to", "until", "till"]);
  const who = object === undefined ? undefined : whoIs(tree, object, speakers);
  if (!who || to === undefined || clause.negated) return [];
  // "changed my email to jo@fastmail.example"
  if (wordAt(tree, clause.verb).lemma === "change" && who.possession !== "" && clause.tense !== "future" && !isDate(tree, to))
    return draft(possessionKey(who), nounPhrase(tree, to), { subject: who.entity, changed: true, time: "none" });
  return newValue(tree, who, to).map((one) => ({ subject: who.entity, ...one }));
}

/** "We hired Bastiaan as site manager", "promoted Ola to head of sales": what the object is from then on. */
export function appointed(reading: OpenReading): Draft[] {
  const { tree, clause, speakers } = reading;
  const object = objectOf(reading);
  if (!/^(?:hire|appoint|promote|elect|recruit|nominate|name|make|employ|engage)$/.test(wordAt(tree, clause.verb).lemma)) return [];
  const role = placeBehind(tree, clause.verb, ["as", "to"]);
  const someone = object === undefined ? undefined : targetOf(reading, object, "Person");
  if (!someone || role === undefined || object === undefined || role < object || clause.negated || clause.tense === "future")
    return [];
  const title = nounPhrase(tree, role).replace(/\s(?:at|for|in|from|on)\s.*$/, "");
  const asides = whoIs(tree, object, speakers)?.asides ?? [];
  return /^NN/.test(wordAt(tree, role).tag)
    ? [...asides, ...draft("job_title", title, { subject: { ...someone, type: "Person" }, changed: true })]
    : [];
}

/** "Dad retired last year." */
export function retired(reading: OpenReading): Draft[] {
  const { clause, who } = reading;
  // "retires in June": not yet.
  if (clause.tense === "present" && !clause.perfect) return [];
  if (clause.negated || clause.tense === "future" || objectOf(reading) !== undefined) return [];
  // "retires in the autumn" has not happened yet.
  if (clause.tense === "present" && !clause.perfect) return [];
  // "retired after 22 years at Ridgeview"
  const at = prepositional(reading, "at", "from");
  const before =
    at === undefined || isDate(reading.tree, at)
      ? []
      : draft(`${possessionPrefix(who)}former_employer`, nounPhrase(reading.tree, at));
  return [...draft(`${possessionPrefix(who)}employment_status`, "retired", { changed: true }), ...over("employer", ""), ...before];
}

/** "Marco is taking over the Orion account from Julia": a new owner. */
export function takesOver(reading: OpenReading): Draft[] {
  const { tree, clause, who, speakers } = reading;
  const over = childrenOf(tree, clause.verb, "prt").some((i) => wordAt(tree, i).lower === "over");
  // "has taken over the newsletter": the parser takes "over" for a preposition.
  const led = childrenOf(tree, clause.verb, "prep").find((i) => i === clause.verb + 1 && wordAt(tree, i).lower === "over");
  const object = objectOf(reading) ?? (led === undefined ? undefined : childOf(tree, led, "pobj"));
  if ((!over && led === undefined) || object === undefined || clause.negated || who.possession !== "") return [];
  const thing = whoIs(tree, object, speakers);
  // "the allotment from Mr Finch": whose it was before is no part of its name.
  const owned = thing?.possession === "" ? { ...thing.entity, name: thing.entity.name.replace(/\sfrom\s.*$/, "") } : undefined;
  if (!owned) return draft("responsible_for", nounPhrase(tree, object), { changed: false });
  return [{ subject: owned, key: "owner", target: who.entity, confidence: explicit, changed: true, time: "state" }];
}

/** "We offered the data analyst role to Chidinma": what Chidinma may become. */
export function offered({ tree, clause, speakers }: OpenReading): Draft[] {
  const object = childOf(tree, clause.verb, "dobj");
  const to =
    childOf(tree, clause.verb, "dative") ?? childrenOf(tree, clause.verb, "prep").find((prep) => wordAt(tree, prep).lower === "to");
  if (object === undefined || to === undefined || clause.negated || wordAt(tree, clause.verb).lemma !== "offer") return [];
  if (!/^(?:role|job|position|post|place|internship|apprenticeship)$/.test(wordAt(tree, object).lower)) return [];
  const someone = wordAt(tree, to).tag === "IN" || wordAt(tree, to).tag === "TO" ? childOf(tree, to, "pobj") : to;
  const whom = someone === undefined ? undefined : whoIs(tree, someone, speakers);
  return whom?.possession === ""
    ? draft("offered", nounPhrase(tree, object), { subject: { ...whom.entity, type: "Person" }, time: "event" })
    : [];
}

export function becomes(reading: OpenReading): Draft[] {
  const attr = childOf(reading.tree, reading.clause.verb, "attr", "acomp");
  if (attr === undefined || reading.clause.negated) return [];
  return ofKind(reading, attr, { ...stateOf(reading.clause), changed: true });
}

/** "went vegan", "has turned vegetarian"; any other change is read as the verb has it. */
export function changesDiet(reading: OpenReading, otherwise: (reading: OpenReading) => Draft[]): Draft[] {
  const { tree, clause, who } = reading;
  const diet = childrenOf(tree, clause.verb, "attr", "dobj", "acomp", "oprd").find((i) => diets.test(wordAt(tree, i).text));
  if (diet === undefined || clause.negated) return otherwise(reading);
  return draft(`${possessionPrefix(who)}diet`, wordAt(tree, diet).text, { ...stateOf(clause), changed: true });
}

export function joined(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  if (object === undefined || reading.clause.negated || reading.clause.tense === "future") return [];
  if (wordAt(reading.tree, object).tag === "PRP") return joinedUs(reading, object);
  const text = nounPhrase(reading.tree, object);
  // "Katrine joined Amrita as co-lead": somebody, and no firm.
  const isSomebody = wordAt(reading.tree, object).name === "PERSON" && givenNameGender(text.split(" ")[0] ?? "") !== undefined;
  if (isSomebody) return [{ key: "works_with", target: { type: "Person", name: text }, confidence: explicit, time: "state" }];
  const team = /\b(?:team|group|squad|department|club|choir|band|gym|class|committee|board|league)$/i.test(text);
  return draft(team ? "member_of" : "employer", text, { changed: !team, time: "state" });
}

/** "joined us on 3 November as Head of Quality": what somebody is with us, and since when. */
function joinedUs({ tree, clause }: OpenReading, us: number): Draft[] {
  if (wordAt(tree, us).lower !== "us") return [];
  const role = placeBehind(tree, clause.verb, ["as"]);
  const on = childrenOf(tree, clause.verb, "prep").find((prep) => isDate(tree, prep));
  const day = on === undefined ? undefined : timeOfPreposition(tree, on);
  return [
    ...(role === undefined ? [] : draft("job_title", nounPhrase(tree, role), { changed: true })),
    ...(day === undefined ? [] : draft("joined_on", day, { time: "none" })),
  ];
}

/** "My daughter turned six in May". */
export function turned(reading: OpenReading): Draft[] {
  const number = childOf(reading.tree, reading.clause.verb, "attr", "dobj", "acomp", "oprd");
  if (number === undefined || reading.clause.negated || wordAt(reading.tree, number).tag !== "CD") return [];
  const { who, tree, clause } = reading;
  // "turns 90 on August 8" is not 90 yet.
  const on = childrenOf(tree, clause.verb, "prep").find((prep) => isDate(tree, prep));
  const day = on === undefined ? undefined : timeOfPreposition(tree, on);
  if (clause.tense !== "past" && !clause.perfect) {
    const end = on === undefined || day === undefined || on < number ? number + 1 : runOf(tree, on, () => false).to;
    return draft(`${possessionPrefix(who)}turns`, textBetween(tree, number, end), { time: "none" });
  }
  return draft(`${possessionPrefix(who)}age`, wordAt(reading.tree, number).text, { changed: true, time: "none" });
}
