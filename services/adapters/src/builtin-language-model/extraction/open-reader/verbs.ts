import { petKind, relationOf } from "../kinship.ts";
import { givenNameGender } from "../given-names.ts";
import { isLanguage } from "../languages.ts";
import { explicit, type Draft } from "../rule.ts";
import { founding, leftWith, wantedOf } from "./beside-clauses.ts";
import { byTable } from "./by-table.ts";
import { summed, wentUp } from "./sums.ts";
import {
  decided,
  acquired,
  appointed,
  becomes,
  changesDiet,
  given,
  handedOver,
  joined,
  offered,
  members,
  picksUp,
  movedObject,
  movedTo,
  retired,
  takesOver,
  turned,
} from "./changes.ts";
import type { Clause } from "./clause.ts";
import { readCopula } from "./copula.ts";
import { draft, objectOf, objectsOf, possessionPrefix, prepositional, stateOf, type OpenReading } from "./draft.ts";
import { putOn, takenFor } from "./medicine.ts";
import { paid } from "./paid.ts";
import { usedToBe } from "./past.ts";
import { reciprocal } from "./reciprocal.ts";
import { inOwnWords, isPronoun } from "./own-words.ts";
import { readPassive } from "./passive.ts";
import { replacing } from "./replacements.ts";
import { isDate, nounPhrase, timeText, trimmed, verbPhrase } from "./phrase.ts";
import { childOf, childrenOf, runOf, wordAt, type Tree } from "./tree.ts";
import { ageBehind, namesBeside, namesByClause, properName } from "./names.ts";

/** What a clause with another verb than "be" says of its subject. */
export function readVerb(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  const { lemma } = wordAt(tree, clause.verb);
  if (
    childrenOf(tree, clause.verb, "aux").some((i) => wordAt(tree, i).lower === "to") &&
    childOf(tree, clause.verb, "nsubj") !== undefined &&
    /^(?:ROOT|acl|relcl|appos)$/.test(wordAt(tree, clause.verb).label) &&
    clause.tense !== "future"
  )
    return assigned(reading);
  const inner = childOf(tree, clause.verb, "xcomp");
  if (inner !== undefined && /^VB/.test(wordAt(tree, inner).tag)) {
    const nested = ofNested(reading, lemma, inner);
    if (nested) return nested;
  }
  if (clause.duty) return inOwnWords(reading);
  const together = reciprocal(reading, lemma);
  if (together) return together;
  const wanted = /^(?:want|need|prefer|like)$/.test(lemma)
    ? childrenOf(tree, clause.verb, "ccomp").find((child) => child > clause.verb)
    : undefined;
  if (wanted !== undefined && childOf(tree, wanted, "nsubj", "nsubjpass") !== undefined) {
    const task = wantedOf(reading, wanted);
    if (task.length > 0) return task;
    const { from, to } = runOf(tree, wanted, (child) => /^(?:conj|cc|punct|mark)$/.test(wordAt(tree, child).label));
    return clause.negated || clause.tense === "past" ? [] : draft("wants", trimmed(tree, from, to, wanted), stateOf(clause));
  }
  if (lemma === "have") return has(reading);
  const medicine = putOn(reading);
  if (medicine.length > 0) return medicine;
  const special = Object.hasOwn(specials, lemma) ? specials[lemma]?.(reading) : undefined;
  if (special && special.length > 0) return special;
  const found = byTable(reading) ?? inOwnWords(reading);
  return [...found, ...replacing(reading), ...founding(reading), ...takenFor(reading), ...leftWith(reading)];
}

/** "what we need to do", "have yet to meet". */
function isAskedFor(tree: Tree, verb: number): boolean {
  const { from } = runOf(tree, verb, () => false);
  return /^W/.test(wordAt(tree, from).tag) || childrenOf(tree, verb, "advmod").some((i) => wordAt(tree, i).lower === "yet");
}

/** "I have to say", "I need to know": no task; "has to see the vet" is one. */
function isSaying(tree: Tree, verb: number): boolean {
  if (/^(?:say|admit|know|think|agree|wonder)$/.test(wordAt(tree, verb).lemma)) return true;
  const object = childOf(tree, verb, "dobj");
  return /^(?:ask|tell|see|meet)$/.test(wordAt(tree, verb).lemma) && (object === undefined || isPronoun(tree, object));
}

/** "Lena to send the contract by Monday", as minutes put it. */
function assigned({ tree, clause }: OpenReading): Draft[] {
  return draft("task", verbPhrase(tree, clause.verb, { dates: true }), { time: "event" });
}

/** "I used to smoke", "started learning", "is going to move", "plans to sell": a verb that frames another one. */
function ofNested(reading: OpenReading, lemma: string, inner: number): Draft[] | undefined {
  const { clause, tree } = reading;
  const within = (over: Partial<Clause>) => readVerb({ ...reading, clause: { ...clause, verb: inner, ...over } });
  if (lemma === "use" && clause.ended && wordAt(tree, inner).lemma === "be")
    return usedToBe(
      readCopula({ ...reading, clause: { ...clause, verb: inner, ended: true, changed: true, tense: "past" } }),
      possessionPrefix(reading.who),
    );
  if (lemma === "use" && clause.ended) return within({ ended: true, changed: true, tense: "past" });
  if (/^(?:start|begin)$/.test(lemma))
    return within({ changed: !clause.adds, tense: "present", progressive: false, perfect: false });
  if (/^(?:stop|quit|cease)$/.test(lemma)) return within({ negated: true, ended: true, changed: true, tense: "present" });
  if (/^(?:keep|continue)$/.test(lemma)) return within({});
  // "The user mentioned having a nut allergy".
  if (/^(?:mention|report|admit|describe)$/.test(lemma) && wordAt(tree, inner).tag === "VBG")
    return clause.negated ? [] : within({ tense: "present", progressive: false, perfect: false });
  if (lemma === "go" && clause.tense === "future") return within({ tense: "future", progressive: false });
  if (/^(?:learn|study)$/.test(lemma)) return clause.negated ? [] : draft("learning", verbPhrase(tree, inner), stateOf(clause));
  if (/^(?:plan|intend|hope|aim|decide|agree|promise|prepare|expect|mean)$/.test(lemma))
    return clause.negated
      ? []
      : [
          ...draft(/^(?:decide|agree)$/.test(lemma) ? "decision" : "plans", verbPhrase(tree, inner, { dates: true }), {
            time: "event",
          }),
          ...decided(reading, inner),
        ];
  // "asked to be reminded to renew the passport"
  if (/^(?:ask|want|need|like)$/.test(lemma) && wordAt(tree, inner).lemma === "remind") {
    const to = childOf(tree, inner, "xcomp", "advcl", "ccomp");
    if (to === undefined || clause.negated) return [];
    // "reminded that the insurance expires": with what does.
    const subject = childOf(tree, to, "nsubj", "nsubjpass");
    const from = subject === undefined ? to : runOf(tree, subject, () => false).from;
    const whole = trimmed(tree, from, runOf(tree, to, (child) => wordAt(tree, child).label === "punct").to, to);
    return draft("reminder", subject === undefined ? verbPhrase(tree, to, { dates: true }) : whole, { time: "event" });
  }
  // "asked to be called Sam".
  const name =
    /^(?:ask|want|prefer|like)$/.test(lemma) && wordAt(tree, inner).lemma === "call" ? childOf(tree, inner, "oprd") : undefined;
  if (name !== undefined && childOf(tree, inner, "auxpass") !== undefined)
    return clause.negated ? [] : draft("nickname", nounPhrase(tree, name), { time: "none" });
  if (
    /^(?:ask|request|demand)$/.test(lemma) &&
    wordAt(tree, inner).tag !== "VBG" &&
    childOf(tree, clause.verb, "dobj") === undefined
  )
    return clause.negated ? [] : draft("wants", verbPhrase(tree, inner), { time: "none" });
  // "prefers to be contacted on Signal"
  if (lemma === "prefer" && wordAt(tree, inner).tag === "VBN" && childOf(tree, inner, "auxpass") !== undefined)
    return clause.negated || clause.tense === "past" ? [] : draft("prefers", verbPhrase(tree, inner), stateOf(clause));
  // "doesn't like being photographed"
  if (/^(?:like|love|enjoy|hate|dislike|mind)$/.test(lemma) && wordAt(tree, inner).tag === "VBN" && clause.tense === "present") {
    const { from, to } = runOf(tree, inner, (child) => wordAt(tree, child).label === "punct");
    const bad = /^(?:hate|dislike|mind)$/.test(lemma) !== clause.negated;
    return draft(bad ? "dislikes" : "likes", trimmed(tree, from, to, inner), { ...stateOf(clause), negated: false });
  }
  if (/^(?:want|wish|dream|like|love)$/.test(lemma) && wordAt(tree, inner).tag === "VB")
    // "wants to go" is too little.
    return clause.negated || clause.tense === "past" || (!/^(?:like|love)$/.test(lemma) && !/\s/.test(verbPhrase(tree, inner)))
      ? []
      : draft(/^(?:like|love)$/.test(lemma) ? "likes" : "wants", verbPhrase(tree, inner), stateOf(clause));
  // "has to be replaced before 8 May"
  if (/^(?:need|have)$/.test(lemma) && wordAt(tree, inner).tag === "VBN" && childOf(tree, inner, "auxpass") !== undefined)
    return clause.negated || clause.tense === "past"
      ? []
      : readPassive({ ...reading, clause: { ...clause, verb: inner, passive: true, duty: true } });
  // "We had to push the launch to June 3"
  const moved = lemma === "have" && clause.tense === "past" && !clause.negated ? decided(reading, inner) : [];
  if (moved.length > 0) return moved;
  if (/^(?:need|have)$/.test(lemma) && wordAt(tree, inner).tag === "VB")
    return clause.negated || clause.tense === "past" || isSaying(tree, inner) || isAskedFor(tree, clause.verb)
      ? []
      : draft("task", verbPhrase(tree, inner, { dates: true }), { time: "event" });
  return undefined;
}

const specials: Readonly<Record<string, (reading: OpenReading) => Draft[]>> = {
  get: gets,
  give: given,
  offer: offered,
  hand: (reading) => [...given(reading), ...handedOver(reading)],
  buy: acquired,
  purchase: acquired,
  adopt: acquired,
  switch: movedTo,
  change: movedTo,
  slip: movedTo,
  move: movedTo,
  shift: movedTo,
  grow: movedTo,
  rise: movedTo,
  fall: movedTo,
  drop: movedTo,
  increase: movedTo,
  decrease: movedTo,
  climb: movedTo,
  shrink: movedTo,
  go: (reading) => changesDiet(reading, wentUp),
  jump: movedTo,
  amount: summed,
  total: summed,
  run: summed,
  add: summed,
  hit: summed,
  reach: summed,
  average: summed,
  number: summed,
  come: wentUp,
  take: takesOver,
  pay: paid,
  spend: paid,
  pick: picksUp,
  become: becomes,
  join: joined,
  stand: stands,
  retire: retired,
  plan: planned,
  organise: planned,
  organize: planned,
  postpone: movedObject,
  push: movedObject,
  delay: movedObject,
  reschedule: movedObject,
  raise: movedObject,
  lower: movedObject,
  cut: movedObject,
  halve: movedObject,
  double: movedObject,
  bump: movedObject,
  reduce: movedObject,
  extend: movedObject,
  bring: movedObject,
  set: movedObject,
  turn: (reading) => changesDiet(reading, turned),
  hire: appointed,
  appoint: appointed,
  elect: appointed,
  promote: appointed,
  employ: appointed,
  recruit: appointed,
  engage: appointed,
};

const dated =
  /^(?:appointment|meeting|interview|exam|flight|reservation|booking|call|checkup|check-up|date|lesson|class|session|deadline|review|demo|test|surgery|party|wedding|trip)$/;

/** What one has for a moment, as a way of speaking. */
const passing =
  /^(?:question|questions|idea|ideas|problem|problems|issue|feeling|look|chat|point|doubt|doubts|favour|favor|minute|second|moment|time|fun|suggestion|thought|thoughts|clue|chance|luck|reason|way|hope|lot|bit|break|rest|talk|blast|go|say|word|think)$/;

function has(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  const object = objectOf(reading);
  if (object === undefined || (clause.perfect && clause.passive)) return [];
  // "had a dog", "had surgery": it happened, and says nothing of now.
  if (clause.tense === "past" && !clause.perfect && !clause.ended) return happenedOnce(reading, object);
  const lacks = childrenOf(tree, object, "det").some((det) => wordAt(tree, det).lower === "no");
  // "never had better service" is praise.
  if (clause.negated && clause.perfect) return [];
  const denied = clause.negated && !clause.ended && !clause.changed;
  // "can't have gluten or lactose"
  if (denied && clause.ability)
    return objectsOf(tree, object).flatMap((one) =>
      passing.test(wordAt(tree, one).lower) ? [] : draft(`${possessionPrefix(who)}cannot_have`, nounPhrase(tree, one)),
    );
  if (lacks || denied)
    return passing.test(wordAt(tree, object).lower)
      ? []
      : draft(`${possessionPrefix(who)}has`, `no ${nounPhrase(tree, object)}`, stateOf(clause));
  return havings(reading, object).flatMap((one) => {
    const head = wordAt(tree, one).lower;
    // "The beta has 1,200 users and the waiting list another 3,000": no object of "has".
    if (one !== object && childOf(tree, one, "appos") !== undefined && childOf(tree, one, "det") !== undefined) return [];
    if (passing.test(head)) return [];
    const over = stateOf(clause);
    if (dated.test(head)) return draft("appointment", wholeObject(reading, one), { ...over, time: "event" });
    const names = namesBeside(tree, one);
    // Who the two sons are is said by their names.
    if (names.length > 1) return ofNames(reading, one, names);
    const number = childOf(tree, one, "nummod");
    // Whoever has employees is a firm, where no given name says that it is somebody.
    const isFirm =
      /^(?:employees|staff)$/.test(head) &&
      who.possession === "" &&
      !who.self &&
      givenNameGender(who.entity.name.split(" ")[0] ?? "") === undefined;
    if (number !== undefined && isFirm) return draft("headcount", nounPhrase(tree, one), { ...over, subjectType: "Organisation" });
    if (number !== undefined && members.test(head) && !(who.entity.type === "Person" && who.typed))
      return draft("headcount", nounPhrase(tree, one), over);
    const text = nounPhrase(tree, one);
    const value = childrenOf(tree, one, "appos").find(
      (i) => /^(?:CD|NNP)$/.test(wordAt(tree, i).tag) && childOf(tree, i, "prep") === undefined,
    );
    if (value !== undefined)
      return draft(
        `${possessionPrefix(who)}${text
          .replace(/^(?:new|current)\s+/i, "")
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, "_")}`,
        nounPhrase(tree, value),
        { ...over, changed: /^new\b/i.test(text) },
      );
    const relation = relationOf(head) ?? (petKind(head) ? "pet" : undefined);
    const named = relation === undefined ? [] : namesByClause(tree, one);
    if (named.length > 0 && relation !== undefined)
      return named.flatMap((name): Draft[] => {
        const target = { type: relation === "pet" ? "Animal" : "Person", name };
        const kind = petKind(head);
        return [
          { key: relation, target, confidence: explicit, ...over },
          ...(kind === undefined ? [] : draft("species", kind, { subject: target, time: "none" })),
        ];
      });
    if (relation === "pet") return draft("pet", text, over);
    if (/^(?:allergy|allergies|intolerance)$/.test(head))
      return draft("allergy", (text.split(/\b(?:allergy|allergies|intolerance)\b/i)[0] ?? "").trim(), over);
    return draft(`${possessionPrefix(who)}has`, `${text}${weekdayOf(reading, one)}`, over);
  });
}

/** The objects of "have"; of "football on Tuesdays and piano on Thursdays" the parser hangs the second on the day. */
function havings({ tree, clause }: OpenReading, object: number): number[] {
  const ofDays = childrenOf(tree, clause.verb, "prep")
    .filter((prep) => isDate(tree, prep))
    .flatMap((prep) => childrenOf(tree, prep, "pobj"))
    .flatMap((day) => childrenOf(tree, day, "conj").filter((i) => /^NN/.test(wordAt(tree, i).tag) && !isDate(tree, i)));
  return [...objectsOf(tree, object), ...ofDays];
}

/** "football on Tuesdays": on which day of each week. */
function weekdayOf({ tree, clause }: OpenReading, object: number): string {
  const on = [...childrenOf(tree, object, "prep"), ...childrenOf(tree, clause.verb, "prep")].find(
    (prep) => prep > object && wordAt(tree, prep).lower === "on",
  );
  const day = on === undefined ? undefined : childOf(tree, on, "pobj");
  return day !== undefined && /days$/.test(wordAt(tree, day).lower) ? ` on ${timeText(tree, day)}` : "";
}

/** "two sons, Theo (9) and Oskar (6)". */
function ofNames({ tree, clause, who }: OpenReading, noun: number, names: readonly number[]): Draft[] {
  const { lower } = wordAt(tree, noun);
  const kind = petKind(lower);
  const key = relationOf(lower) ?? (kind ? "pet" : lower);
  return names.flatMap((at): Draft[] => {
    const target = { type: kind ? "Animal" : "Person", name: properName(tree, at)?.name ?? wordAt(tree, at).text };
    const age = ageBehind(tree, at);
    return [
      { key: `${possessionPrefix(who)}${key}`, target, confidence: explicit, ...stateOf(clause) },
      ...(age === undefined ? [] : draft("age", age, { subject: target, time: "none" })),
    ];
  });
}

/** What somebody had, on a day that the clause names. */
function happenedOnce(reading: OpenReading, object: number): Draft[] {
  const { tree, clause } = reading;
  const onDay =
    childrenOf(tree, clause.verb, "npadvmod", "prep").some((i) => isDate(tree, i)) || dated.test(wordAt(tree, object).lower);
  return onDay && !passing.test(wordAt(tree, object).lower) ? inOwnWords(reading) : [];
}

/** The object with all that follows it in the verb's phrase: "dentist appointment on Tuesday at 3pm". */
function wholeObject({ tree, clause }: OpenReading, object: number): string {
  const own = nounPhrase(tree, object, { dates: true });
  const whole = verbPhrase(tree, clause.verb, { dates: true });
  const at = whole.indexOf(own);
  return at < 0 ? own : whole.slice(at);
}

function gets(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  // "I've got a test"
  if (reading.clause.tense === "present" && wordAt(reading.tree, reading.clause.verb).lower === "got") return has(reading);
  if (object === undefined && reading.clause.ability) return getsBy(reading);
  if (object === undefined || reading.clause.tense !== "past" || reading.clause.negated) return [];
  // "got the name from a book" is what happened.
  if (childrenOf(reading.tree, object, "det").some((i) => wordAt(reading.tree, i).lower === "the")) return [];
  return draft("has", nounPhrase(reading.tree, object), {
    ...stateOf(reading.clause),
    changed: /\bnew\b/.test(nounPhrase(reading.tree, object)),
  });
}

/** "I can get by in German". */
function getsBy(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  const isBy = childrenOf(tree, clause.verb, "prt", "prep", "advmod").some((i) => wordAt(tree, i).lower === "by");
  const language = prepositional(reading, "in");
  if (!isBy || language === undefined || clause.negated || !isLanguage.test(wordAt(tree, language).text)) return [];
  return objectsOf(tree, language).flatMap((one) => draft(`${possessionPrefix(who)}speaks`, nounPhrase(tree, one)));
}

function planned(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  return object === undefined || reading.clause.negated ? [] : draft("plans", wholeObject(reading, object), { time: "event" });
}

/** "I can't stand coriander". */
function stands(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  if (object === undefined || !reading.clause.negated) return [];
  return objectsOf(reading.tree, object).flatMap((one) => draft("dislikes", nounPhrase(reading.tree, one)));
}
