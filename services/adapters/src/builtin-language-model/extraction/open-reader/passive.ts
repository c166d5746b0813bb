import { ofAdjective } from "./adjective.ts";
import { movers, placeBehind } from "./behind.ts";
import { isClock } from "./changes.ts";
import { explicit, type Draft } from "../rule.ts";
import { draft, objectsOf, possessionKey, possessionPrefix, stateOf, type OpenReading } from "./draft.ts";
import { isDate, nounPhrase, timeOfPreposition, timeText } from "./phrase.ts";
import { statusKey, traitKey, typeOfPossession, unions } from "./states.ts";
import { childOf, childrenOf, runOf, textBetween, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "X is called …", "was written in …", "got promoted to …": a participle with a form of "be" or "get". */
export function readPassive(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  // "is closed on Mondays and open till eight": the parser takes both for participles.
  const states = childrenOf(tree, clause.verb, "conj").filter(
    (i) => wordAt(tree, i).tag === "JJ" && childOf(tree, i, "nsubj") === undefined,
  );
  return [...ofParticiple(reading), ...(clause.negated ? [] : states.flatMap((i) => ofAdjective(reading, i)))];
}

function ofParticiple(reading: OpenReading): Draft[] {
  const { tree, clause, who, speakers } = reading;
  const word = wordAt(tree, clause.verb);
  const over = stateOf(clause);
  const named = childOf(tree, clause.verb, "oprd", "attr", "dobj");
  if (
    named !== undefined &&
    (/^(?:call|name|rename|title)$/.test(word.lemma) || (word.lemma === "spell" && /^NN/.test(wordAt(tree, named).tag)))
  ) {
    const name = nounPhrase(tree, named);
    const key = possessionKey(who);
    if (key === "" || !/^(?:Person|Animal)$/.test(typeOfPossession(who.possession)))
      return draft(key === "" ? "name" : key, name, over);
    return [{ key, target: { type: typeOfPossession(who.possession), name }, confidence: explicit, ...over }];
  }
  // "left-handed" comes apart.
  if (named !== undefined && wordAt(tree, named).tag === "JJ" && wordAt(tree, clause.verb + 1).tag === "HYPH")
    return [
      ...draft(traitKey(reading), textBetween(tree, clause.verb, named + 1), over),
      ...childrenOf(tree, named, "conj").flatMap((one) =>
        draft(traitKey(reading), textBetween(tree, Math.min(one, ...childrenOf(tree, one)), one + 1), over),
      ),
    ];
  // "is engaged in a rewrite" is at it.
  const isAtIt =
    word.lower === "engaged" &&
    childrenOf(tree, clause.verb, "prep").some(
      (prep) =>
        /^(?:in|with)$/.test(wordAt(tree, prep).lower) &&
        childrenOf(tree, prep, "pobj").some((one) => childOf(tree, one, "det", "amod") !== undefined),
    );
  if (Object.hasOwn(unions, word.lower) && !isAtIt) {
    const ended = /^(?:divorced|separated)$/.test(word.lower);
    const others = clause.subjects
      .map((i) => whoIs(tree, i, speakers))
      .filter((other) => other && other.entity.name !== who.entity.name && other.possession === "");
    const spouse = others[0]?.entity;
    return [
      ...draft("relationship_status", word.text, { ...over, changed: true }),
      // "got married in Lucca"
      ...childrenOf(tree, clause.verb, "prep")
        .filter((prep) => /^(?:in|at|on)$/.test(wordAt(tree, prep).lower) && !isDate(tree, prep))
        .flatMap((prep) => childrenOf(tree, prep, "pobj"))
        .flatMap((place) => draft(`${word.lower}_in`, nounPhrase(tree, place), { time: "none" })),
      ...(spouse ? [{ key: "spouse", target: spouse, confidence: explicit, ...over, negated: ended, changed: true }] : []),
    ];
  }
  if (word.lemma === "make" && childOf(tree, clause.verb, "xcomp") !== undefined) return [];
  if (word.lemma === "bear") return born(reading);
  // "Started on amlodipine 5 mg daily"
  const on =
    word.lower === "started" ? childrenOf(tree, clause.verb, "prep").find((i) => wordAt(tree, i).lower === "on") : undefined;
  const dose = on === undefined ? undefined : childOf(tree, on, "pobj");
  if (
    on !== undefined &&
    dose !== undefined &&
    childrenOf(tree, dose).length + (isDate(tree, on) ? 0 : 1) > 0 &&
    who.entity.type === "Person"
  )
    return draft(`${possessionPrefix(who)}takes`, textBetween(tree, on + 1, runOf(tree, dose, () => false).to), {
      ...over,
      changed: false,
    });
  // "can be illustrated" tells no state.
  if (clause.ability && !clause.negated) return [];
  const found: Draft[] = [];
  const by = childOf(tree, clause.verb, "agent");
  const agent = by === undefined ? undefined : childOf(tree, by, "pobj");
  if (agent !== undefined) {
    const key = word.lower === "owned" ? "owner" : `${word.lower}_by`;
    for (const one of objectsOf(tree, agent))
      found.push(
        ...draft(
          `${possessionPrefix(who)}${key}`,
          (by === undefined ? undefined : timeOfPreposition(tree, by)) ?? nounPhrase(tree, one),
          over,
        ),
      );
  }
  const head = childOf(tree, clause.verb, "xcomp");
  if (/^(?:promote|hire|appoint|elect)$/.test(word.lemma)) {
    const to = childrenOf(tree, clause.verb, "prep").find((i) => /^(?:to|as)$/.test(wordAt(tree, i).lower));
    const role = to === undefined ? (head ?? named) : childOf(tree, to, "pobj");
    return role === undefined ? [] : draft("job_title", nounPhrase(tree, role).replace(/^to\s+/i, ""), { ...over, changed: true });
  }
  const whose = word.lemma === "hand" ? handedTo(reading) : [];
  if (whose.length > 0) return whose;
  // "was pushed back to Thursday"
  const moved = movers.has(word.lemma) ? placeBehind(tree, clause.verb, ["to", "until", "till"]) : undefined;
  const isDirect = childrenOf(tree, clause.verb, "prep").some((prep) => childOf(tree, prep, "pobj") === moved);
  if (moved !== undefined && !isDirect)
    return draft(
      who.possession === "" ? movedKey(tree, moved, moved) : possessionKey(who),
      nounPhrase(tree, moved, { dates: true }),
      { ...over, changed: true, time: "none" },
    );
  const particle =
    childOf(tree, clause.verb, "prt") ??
    childrenOf(tree, clause.verb, "advmod").find(
      (i) => i === clause.verb + 1 && /^(?:back|out|down|up|off|over|away|forward)$/.test(wordAt(tree, i).lower),
    );
  const done = particle === undefined ? word.lower : `${word.lower}_${wordAt(tree, particle).lower}`;
  // "is backed up every night at two": how often, and when.
  const often = clause.tense === "present" ? childrenOf(tree, clause.verb, "npadvmod").find((i) => isDate(tree, i)) : undefined;
  if (often !== undefined && childrenOf(tree, often, "det").some((i) => /^(?:every|each)$/.test(wordAt(tree, i).lower)))
    found.push(...draft(`${possessionPrefix(who)}${done}`, timeText(tree, often), { ...over, time: "none" }));
  const there = childrenOf(tree, clause.verb, "advmod").some((i) => wordAt(tree, i).lower === "there");
  const place = there ? subjectBefore(reading) : undefined;
  if (place !== undefined) return draft(`${possessionPrefix(who)}${done}_in`, place, over);
  const must = clause.duty ? "must_be_" : clause.negated ? "not_" : "";
  for (const prep of childrenOf(tree, clause.verb, "prep")) {
    const object = childOf(tree, prep, "pobj");
    if (object === undefined) continue;
    const preposition = wordAt(tree, prep).lower;
    // "has been put in charge of onboarding"
    const charge = preposition === "in" && wordAt(tree, object).lower === "charge" ? childOf(tree, object, "prep") : undefined;
    const what = charge === undefined ? undefined : childOf(tree, charge, "pobj");
    if (what !== undefined) return draft("responsible_for", nounPhrase(tree, what), { ...over, changed: !clause.adds });
    // "is booked for six people"
    const isCrowd = /^(?:people|persons|guests|adults|children|participants)$/.test(wordAt(tree, object).lower);
    if (isCrowd && preposition === "for") {
      found.push(...draft(`${possessionPrefix(who)}${done}_for`, nounPhrase(tree, object), { ...over, time: "none" }));
      continue;
    }
    if (/^(?:schedule|plan|set|book|fix)$/.test(word.lemma) && /^(?:for|on|at)$/.test(preposition))
      return draft(who.possession === "" ? "date" : possessionKey(who), nounPhrase(tree, object, { dates: true }), over);
    // "was raised from 20 to 25 euros"
    const to = preposition === "from" && movers.has(word.lemma) ? secondOfTwo(tree, object) : undefined;
    if (to !== undefined)
      return draft(who.possession === "" ? movedKey(tree, prep, object) : possessionKey(who), to, { ...over, changed: true });
    if (
      /^(?:postpone|move|push|delay|reschedule|shift|extend|bring|cut|raise|reduce|increase|lower|change|set)$/.test(word.lemma) &&
      /^(?:to|until|till|by)$/.test(preposition)
    )
      return draft(
        who.possession === "" ? movedKey(tree, prep, object) : possessionKey(who),
        nounPhrase(tree, object, { dates: true }),
        { ...over, changed: true },
      );
    const when = timeOfPreposition(tree, prep);
    if (when !== undefined && /^(?:on|in|at|by|before|within|every|from|until)$/.test(preposition)) {
      found.push(...draft(`${possessionPrefix(who)}${must}${done}_${preposition}`, when, { ...over, time: "none" }));
      continue;
    }
    if (isDate(tree, prep)) continue;
    const isPlace = /^(?:base|locate|situate|headquarter)$/.test(word.lemma);
    const key = isPlace
      ? who.entity.type === "Person" && who.possession === ""
        ? "residence"
        : "location"
      : `${must}${done}_${preposition}`;
    // "are kept for ninety days" tells no day on which it began.
    found.push(
      ...draft(
        `${possessionPrefix(who)}${key}`,
        nounPhrase(tree, object),
        preposition === "for" ? { ...over, time: "none" } : over,
      ),
    );
  }
  const happened =
    clause.tense === "past" &&
    must === "" &&
    !made.test(word.lemma) &&
    found.length > 0 &&
    found.every((one) => one.time === "none");
  if (found.length > 0) return happened ? [...found, ...draft(statusKey(reading), done.replaceAll("_", " "), over)] : found;
  if (must !== "") return draft(`${possessionPrefix(who)}${clause.duty ? "must_be" : "is_not"}`, word.text, over);
  // "we were served soda": what happened to somebody is a story more often than a state.
  const isSomebody = who.entity.type === "Person" && who.possession === "";
  if (isSomebody && clause.tense === "past" && !lasting.test(word.lower)) return [];
  // "is blocked until security signs off"
  const until = childrenOf(tree, clause.verb, "advcl").find(
    (i) => i > clause.verb && childrenOf(tree, i, "mark").some((mark) => /^(?:until|till)$/.test(wordAt(tree, mark).lower)),
  );
  const end =
    until === undefined ? clause.verb + 1 : runOf(tree, until, (child) => /^(?:conj|cc|punct)$/.test(wordAt(tree, child).label)).to;
  return draft(statusKey(reading), textBetween(tree, clause.verb, end), over);
}

/** "Hall 3 must stay cold because the vaccines are stored there": the thing that the clause before was about. */
function subjectBefore({ tree, clause, who, speakers }: OpenReading): string | undefined {
  const own = clause.subjects[0] ?? clause.verb;
  const before = tree.words.findIndex((word, at) => at < own && /^nsubj/.test(word.label) && word.head !== clause.verb);
  const place = before < 0 ? undefined : whoIs(tree, before, speakers);
  return place && place.possession === "" && place.entity.type !== "Person" && place.entity.name !== who.entity.name
    ? place.entity.name
    : undefined;
}

/** What was made goes on to be: no state tells of it. */
const made =
  /^(?:build|construct|found|establish|make|create|write|compose|record|publish|paint|print|design|invent|discover|erect|plant|produce|film|launch|open|buy|purchase|acquire|bear|adopt|born)$/;

const lasting =
  /^(?:fired|injured|hospitali[sz]ed|arrested|elected|promoted|retired|hired|expelled|suspended|widowed|vaccinated|killed|suspended|admitted|released)$/;

/** "My mum was born in Cardiff": the rules by topic read names and the speaker. */
function born({ tree, clause, who }: OpenReading): Draft[] {
  if (clause.negated) return [];
  return childrenOf(tree, clause.verb, "prep").flatMap((prep) => {
    const object = childOf(tree, prep, "pobj");
    if (object === undefined || !/^(?:in|on|at)$/.test(wordAt(tree, prep).lower)) return [];
    const when = timeOfPreposition(tree, prep);
    const place = who.possession === "" ? "birthplace" : "birth_place";
    return draft(`${possessionPrefix(who)}${when === undefined ? place : "birth_date"}`, when ?? nounPhrase(tree, object), {
      time: "none",
    });
  });
}

/** "from 20 to 25 euros": the latter; undefined where one figure stands alone. */
function secondOfTwo(tree: Tree, object: number): string | undefined {
  const to = tree.words.findIndex(
    ({ lower, head }, i) => lower === "to" && i < object && (head === object || wordAt(tree, head).head === object),
  );
  return to < 0 ? undefined : textBetween(tree, to + 1, runOf(tree, object, () => false).to);
}

/** "moved to Thursday", "cut to 40", "moved to the school hall". */
function movedKey(tree: Tree, phrase: number, object: number): "date" | "time" | "amount" | "location" {
  if (isClock(tree, object)) return "time";
  if (isDate(tree, phrase) || /^(?:Q[1-4]|H[12])$/.test(wordAt(tree, object).text)) return "date";
  const isPlace = /^NN/.test(wordAt(tree, object).tag) && !/\d/.test(nounPhrase(tree, object));
  return isPlace && /^(?:move|shift|bring)$/.test(wordAt(tree, wordAt(tree, phrase).head).lemma) ? "location" : "amount";
}

/** "Falcon was handed over to Lindqvist": it is theirs now. */
function handedTo({ tree, clause, who, speakers }: OpenReading): Draft[] {
  const isOver = tree.words.some(({ lower, head }) => lower === "over" && head === clause.verb);
  const to = placeBehind(tree, clause.verb, ["to"]);
  if (!isOver || to === undefined || who.possession !== "" || clause.negated || clause.tense === "future") return [];
  const whom = /^NNP/.test(wordAt(tree, to).tag) ? whoIs(tree, to, speakers) : undefined;
  if (whom?.possession !== "") return [];
  return [{ key: "owner", target: { ...whom.entity, type: "Person" }, confidence: explicit, changed: true, time: "state" }];
}
