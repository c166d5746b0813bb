import { petKind, relationOf } from "../kinship.ts";
import { explicit, normal, type Draft } from "../rule.ts";
import type { Clause } from "./clause.ts";
import { ofKind } from "./copula.ts";
import { draft, drafts, objectsOf, possessionKey, possessionPrefix, stateOf, targetOf, type OpenReading } from "./draft.ts";
import { verbKey } from "./keys.ts";
import { inOwnWords } from "./own-words.ts";
import { isDate, nounPhrase, trimmed, verbPhrase } from "./phrase.ts";
import { childOf, childrenOf, runOf, wordAt } from "./tree.ts";
import { namedByClause, properName, whoIs, type Who } from "./who.ts";

/** What a clause with another verb than "be" says of its subject. */
export function readVerb(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  const { lemma } = wordAt(tree, clause.verb);
  if (
    childrenOf(tree, clause.verb, "aux").some((i) => wordAt(tree, i).lower === "to") &&
    childOf(tree, clause.verb, "nsubj") !== undefined &&
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
  const wanted = /^(?:want|need|prefer|like)$/.test(lemma) ? childOf(tree, clause.verb, "ccomp") : undefined;
  if (wanted !== undefined && childOf(tree, wanted, "nsubj", "nsubjpass") !== undefined) {
    const { from, to } = runOf(tree, wanted, (child) => /^(?:conj|cc|punct|mark)$/.test(wordAt(tree, child).label));
    return clause.negated || clause.tense === "past" ? [] : draft("wants", trimmed(tree, from, to, wanted), stateOf(clause));
  }
  if (lemma === "have") return has(reading);
  const special = Object.hasOwn(specials, lemma) ? specials[lemma]?.(reading) : undefined;
  if (special && special.length > 0) return special;
  return byTable(reading) ?? inOwnWords(reading);
}

/** "Lena and Paul are dating": each of the other. */
function reciprocal({ tree, clause, who, speakers }: OpenReading, lemma: string): Draft[] | undefined {
  if (
    !/^(?:date|marry|divorce)$/.test(lemma) ||
    clause.negated ||
    clause.subjects.length !== 2 ||
    childOf(tree, clause.verb, "dobj") !== undefined
  )
    return undefined;
  const other = clause.subjects.map((i) => whoIs(tree, i, speakers)).find((one) => one && one.entity.name !== who.entity.name);
  if (!other || other.possession !== "") return undefined;
  const key = lemma === "date" ? "partner" : "spouse";
  return [
    {
      key,
      target: other.entity,
      confidence: explicit,
      ...stateOf(clause),
      negated: lemma === "divorce",
      changed: lemma !== "date",
    },
  ];
}

/** "I have to say", "I need to know": no task. */
function isSaying(lemma: string): boolean {
  return /^(?:say|admit|know|ask|tell|think|see|be|agree|wonder|meet)$/.test(lemma);
}

/** "Lena to send the contract by Monday", as minutes put it. */
function assigned({ tree, clause }: OpenReading): Draft[] {
  return draft("task", verbPhrase(tree, clause.verb, { dates: true }), { time: "event" });
}

/** "I used to smoke", "started learning", "is going to move", "plans to sell": a verb that frames another one. */
function ofNested(reading: OpenReading, lemma: string, inner: number): Draft[] | undefined {
  const { clause, tree } = reading;
  const within = (over: Partial<Clause>) => readVerb({ ...reading, clause: { ...clause, verb: inner, ...over } });
  if (lemma === "use" && clause.ended) return within({ ended: true, changed: true, tense: "past" });
  if (/^(?:start|begin)$/.test(lemma))
    return within({ changed: !clause.adds, tense: "present", progressive: false, perfect: false });
  if (/^(?:stop|quit|cease)$/.test(lemma)) return within({ negated: true, ended: true, changed: true, tense: "present" });
  if (/^(?:keep|continue)$/.test(lemma)) return within({});
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
  if (/^(?:want|wish|dream|like|love)$/.test(lemma) && wordAt(tree, inner).tag === "VB")
    return clause.negated || clause.tense === "past"
      ? []
      : draft(/^(?:like|love)$/.test(lemma) ? "likes" : "wants", verbPhrase(tree, inner), stateOf(clause));
  if (/^(?:need|have)$/.test(lemma) && wordAt(tree, inner).tag === "VB")
    return clause.negated || clause.tense === "past" || isSaying(wordAt(tree, inner).lemma)
      ? []
      : draft("task", verbPhrase(tree, inner, { dates: true }), { time: "event" });
  return undefined;
}

/** "agreed to postpone the release to 2 May": what was decided holds. */
function decided(reading: OpenReading, inner: number): Draft[] {
  return movers.has(wordAt(reading.tree, inner).lemma)
    ? movedObject({ ...reading, clause: { ...reading.clause, verb: inner } })
    : [];
}

const movers = new Set(
  "postpone push delay reschedule move shift raise lower cut reduce extend bring set increase decrease".split(" "),
);

const specials: Readonly<Record<string, (reading: OpenReading) => Draft[]>> = {
  get: gets,
  die: died,
  buy: acquired,
  purchase: acquired,
  adopt: acquired,
  sell: parted,
  lose: parted,
  donate: parted,
  switch: switched,
  migrate: switched,
  change: switched,
  upgrade: switched,
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
  take: takesOver,
  become: becomes,
  leave: left,
  quit: left,
  join: joined,
  stand: stands,
  retire: retired,
  plan: planned,
  organise: planned,
  organize: planned,
  replace: replaced,
  postpone: movedObject,
  push: movedObject,
  delay: movedObject,
  reschedule: movedObject,
  raise: movedObject,
  lower: movedObject,
  cut: movedObject,
  reduce: movedObject,
  extend: movedObject,
  bring: movedObject,
  set: movedObject,
  turn: turned,
};

function objectOf({ tree, clause }: OpenReading): number | undefined {
  return childOf(tree, clause.verb, "dobj");
}

function prepositional({ tree, clause }: OpenReading, ...words: readonly string[]): number | undefined {
  const prep = childrenOf(tree, clause.verb, "prep").find((i) => words.includes(wordAt(tree, i).lower));
  return prep === undefined ? undefined : childOf(tree, prep, "pobj");
}

const dated =
  /^(?:appointment|meeting|interview|exam|flight|reservation|booking|call|checkup|check-up|date|lesson|class|session|deadline|review|demo|test|surgery|party|wedding|trip)$/;
const members =
  /^(?:people|members|employees|engineers|staff|developers|players|students|residents|inhabitants|users|customers|seats|rooms)$/;

/** What one has for a moment, as a way of speaking. */
const passing =
  /^(?:question|questions|idea|ideas|problem|problems|issue|feeling|look|chat|point|doubt|doubts|favour|favor|minute|second|moment|time|fun|suggestion|thought|thoughts|clue|chance|luck|reason|way|hope|lot|bit|break|rest|talk|blast|go|say|word|think)$/;

function has(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  const object = objectOf(reading);
  if (object === undefined || (clause.perfect && clause.passive)) return [];
  return objectsOf(tree, object).flatMap((one) => {
    const head = wordAt(tree, one).lower;
    if (passing.test(head)) return [];
    const over = stateOf(clause);
    if (dated.test(head)) return draft("appointment", wholeObject(reading, one), { ...over, time: "event" });
    const number = childOf(tree, one, "nummod");
    if (number !== undefined && members.test(head) && !(who.entity.type === "Person" && who.typed))
      return draft("headcount", nounPhrase(tree, one), over);
    const text = nounPhrase(tree, one);
    const value = childrenOf(tree, one, "appos").find((i) => /^(?:CD|NNP)$/.test(wordAt(tree, i).tag));
    if (value !== undefined)
      return draft(
        `${possessionPrefix(who)}${text
          .replace(/^(?:new|current)\s+/i, "")
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, "_")}`,
        nounPhrase(tree, value),
        { ...over, changed: /^new\b/i.test(text) },
      );
    const named = namedByClause(tree, one);
    const relation = relationOf(head) ?? (petKind(head) ? "pet" : undefined);
    if (named !== undefined && relation !== undefined) {
      const target = { type: relation === "pet" ? "Animal" : "Person", name: named };
      const kind = petKind(head);
      return [
        { key: relation, target, confidence: explicit, ...over },
        ...(kind === undefined ? [] : draft("species", kind, { subject: target, time: "none" })),
      ];
    }
    if (relation === "pet") return draft("pet", text, over);
    if (/^(?:allergy|allergies|intolerance)$/.test(head)) return draft("allergy", text, over);
    return draft(`${possessionPrefix(who)}has`, text, over);
  });
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
  if (reading.clause.perfect && wordAt(reading.tree, reading.clause.verb).lower === "got")
    return has({ ...reading, clause: { ...reading.clause, perfect: false, tense: "present" } });
  if (object === undefined || reading.clause.tense !== "past") return [];
  return draft("has", nounPhrase(reading.tree, object), {
    ...stateOf(reading.clause),
    changed: /\bnew\b/.test(nounPhrase(reading.tree, object)),
  });
}

function died({ tree, clause, who }: OpenReading): Draft[] {
  const key = `${possessionPrefix(who)}status`;
  return clause.negated ? [] : draft(key, wordAt(tree, clause.verb).text, { changed: true, confidence: explicit });
}

function acquired(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  if (object === undefined || reading.clause.negated || reading.clause.tense === "future") return [];
  return objectsOf(reading.tree, object).flatMap((one) => draft("owns", nounPhrase(reading.tree, one), { time: "state" }));
}

function parted(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  const { clause } = reading;
  if (object === undefined || clause.negated || clause.tense === "future" || (clause.tense === "present" && !clause.perfect))
    return [];
  return objectsOf(reading.tree, object).flatMap((one) =>
    draft("owns", nounPhrase(reading.tree, one), { negated: true, changed: true }),
  );
}

/** "switched from Jira to Linear". */
function switched(reading: OpenReading): Draft[] {
  const from = prepositional(reading, "from");
  const to = prepositional(reading, "to");
  if (to === undefined || reading.clause.negated) return [];
  const isDay = isDate(reading.tree, to);
  if (isDay) return movedTo(reading);
  const { tree } = reading;
  const key = reading.who.possession === "" ? "uses" : possessionKey(reading.who);
  return [
    ...(from === undefined ? [] : draft(key, nounPhrase(tree, from), { negated: true, changed: true, time: "none" })),
    ...draft(key, nounPhrase(tree, to), { changed: true }),
  ];
}

/** "the deadline slipped to 14 March", "headcount grew to 35": a new value of what the subject is. */
function movedTo(reading: OpenReading): Draft[] {
  if (objectOf(reading) !== undefined) return movedObject(reading);
  const { tree, clause, who } = reading;
  // The parser takes "from nine to fourteen people" for one phrase.
  const to = prepositional(reading, "to", "until") ?? prepositional(reading, "from");
  return to === undefined || clause.negated ? [] : newValue(tree, who, to);
}

function newValue(tree: OpenReading["tree"], who: Who, to: number): Draft[] {
  const isTime = isDate(tree, to);
  const counted = childOf(tree, to, "nummod") !== undefined;
  const isValue =
    isTime ||
    counted ||
    /^(?:MONEY|PERCENT|CARDINAL|QUANTITY)$/.test(wordAt(tree, to).name) ||
    wordAt(tree, to).tag === "CD" ||
    /^\d/.test(wordAt(tree, to).text);
  if (!isValue || (who.possession === "" && who.typed && who.entity.type === "Person")) return [];
  const key =
    who.possession === "" ? (isTime ? "date" : members.test(wordAt(tree, to).lower) ? "headcount" : "amount") : possessionKey(who);
  return draft(key, nounPhrase(tree, to, { dates: true }).replace(/^.+\sto\s/i, ""), { changed: true, time: "none" });
}

/** "we moved the launch to June", "raised the rent to 1,450": a new value of what the object is. */
function movedObject(reading: OpenReading): Draft[] {
  const { tree, clause, speakers } = reading;
  const object = objectOf(reading);
  const to = prepositional(reading, "to", "until", "at");
  const who = object === undefined ? undefined : whoIs(tree, object, speakers);
  if (!who || to === undefined || clause.negated) return [];
  return newValue(tree, who, to).map((one) => ({ subject: who.entity, ...one }));
}

/** "Dad retired last year." */
function retired({ clause, who }: OpenReading): Draft[] {
  return clause.negated || clause.tense === "future"
    ? []
    : draft(`${possessionPrefix(who)}employment_status`, "retired", { changed: true });
}

function planned(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  return object === undefined || reading.clause.negated ? [] : draft("plans", wholeObject(reading, object), { time: "event" });
}

/** "Amara replaced Ben as tech lead." */
function replaced(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  const role = prepositional(reading, "as");
  if (object === undefined || role === undefined || reading.clause.negated) return [];
  const before = targetOf(reading, object, "Person");
  const title = nounPhrase(reading.tree, role);
  return [
    ...draft("job_title", title, { changed: true }),
    ...(before ? draft("job_title", title, { subject: before, negated: true, changed: true }) : []),
  ];
}

/** "Marco is taking over the Orion account from Julia": a new owner. */
function takesOver(reading: OpenReading): Draft[] {
  const { tree, clause, who, speakers } = reading;
  const over = childrenOf(tree, clause.verb, "prt").some((i) => wordAt(tree, i).lower === "over");
  const object = objectOf(reading);
  if (!over || object === undefined || clause.negated || who.possession !== "") return [];
  const thing = whoIs(tree, object, speakers);
  const owned = thing?.possession === "" ? thing.entity : undefined;
  if (!owned) return draft("responsible_for", nounPhrase(tree, object), { changed: false });
  return [{ subject: owned, key: "owner", target: who.entity, confidence: explicit, changed: true, time: "state" }];
}

function becomes(reading: OpenReading): Draft[] {
  const attr = childOf(reading.tree, reading.clause.verb, "attr", "acomp");
  if (attr === undefined || reading.clause.negated) return [];
  return ofKind(reading, attr, { ...stateOf(reading.clause), changed: true });
}

function left(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  const object = objectOf(reading);
  if (object === undefined || clause.negated || who.entity.type !== "Person" || who.possession !== "" || clause.tense !== "past")
    return [];
  const name = properName(tree, object);
  if (!name && /^(?:company|firm|job|business)$/.test(wordAt(tree, object).lower))
    return [{ key: "employer", value: "", negated: true, changed: true, confidence: normal, time: "state" }];
  const target = name && targetOf(reading, object, "Organisation");
  if (!target) return [];
  return [
    ...draft("employer", target.name, { negated: true, changed: true, confidence: normal, time: "state" }),
    ...draft("former_employer", target.name, { time: "none" }),
  ];
}

function joined(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  if (object === undefined || reading.clause.negated || reading.clause.tense === "future") return [];
  const text = nounPhrase(reading.tree, object);
  const team = /\b(?:team|group|squad|department|club|choir|band|gym|class|committee|board|league)$/i.test(text);
  return draft(team ? "member_of" : "employer", text, { changed: !team, time: "state" });
}

/** "I can't stand coriander". */
function stands(reading: OpenReading): Draft[] {
  const object = objectOf(reading);
  if (object === undefined || !reading.clause.negated) return [];
  return objectsOf(reading.tree, object).flatMap((one) => draft("dislikes", nounPhrase(reading.tree, one)));
}

/** "My daughter turned six in May". */
function turned(reading: OpenReading): Draft[] {
  const number = childOf(reading.tree, reading.clause.verb, "attr", "dobj", "acomp");
  if (number === undefined || wordAt(reading.tree, number).tag !== "CD") return [];
  const { who } = reading;
  return draft(`${possessionPrefix(who)}age`, wordAt(reading.tree, number).text, { changed: true, time: "none" });
}

/** A verb of the table, with the particle and preposition that belong to it. */
function byTable(reading: OpenReading): Draft[] | undefined {
  const { tree, clause, who } = reading;
  if (clause.ability && !/^(?:speak|play|ride|drive|cook)$/.test(wordAt(tree, clause.verb).lemma)) return undefined;
  const { lemma } = wordAt(tree, clause.verb);
  const particle = childOf(tree, clause.verb, "prt");
  const verb = particle === undefined ? lemma : `${lemma} ${wordAt(tree, particle).lower}`;
  const isPast = clause.tense === "past" && !clause.perfect && !clause.ended;
  const found: Draft[] = [];
  const over = { ...stateOf(clause), ...(/^(?:move|relocate|join|marry)$/.test(lemma) ? { changed: !clause.adds } : {}) };
  const isPerson =
    who.entity.type === "Person" && (who.possession === "" || relationOf(who.possession.split(" ").at(-1) ?? "") !== undefined);
  const prefixed = (key: string) => `${possessionPrefix(who)}${key === "residence" && !isPerson && who.typed ? "location" : key}`;
  for (const prep of childrenOf(tree, clause.verb, "prep")) {
    const object = childOf(tree, prep, "pobj", "pcomp");
    const spec = verbKey(`${verb}+${wordAt(tree, prep).lower}`);
    if (object !== undefined && lemma === "go" && /^(?:bed|school|work|church|market)$/.test(wordAt(tree, object).lower))
      return inOwnWords(reading);
    if (object === undefined || !spec || (isDate(tree, prep) && !/_at$|_in$|_on$|^expires$|^ends$|^launches$/.test(spec.key)))
      continue;
    // "lives in fear".
    if (/^(?:residence|address|location)$/.test(spec.key) && !isPlace(tree, object)) continue;
    if (spec.key === "job_title") found.push(...ofJob(reading, object, over, prefixed));
    else
      for (const draftOf of drafts(reading, spec.key, object, spec.object, over))
        found.push(keyed(draftOf, prefixed(spec.key), spec.subject, tree, object));
  }
  const object = objectOf(reading) ?? childOf(tree, clause.verb, "xcomp", "npadvmod");
  const spec = verbKey(verb);
  if (spec && object !== undefined && !isDate(tree, object)) {
    for (const draftOf of drafts(reading, spec.key, object, spec.object, over))
      found.push({ ...draftOf, key: prefixed(spec.key), ...(spec.subject === undefined ? {} : { subjectType: spec.subject }) });
  }
  if (found.length === 0) return undefined;
  if (clause.negated && !clause.ended && !clause.changed) return inOwnWords(reading);
  if (clause.tense === "future") return found;
  return isPast && !/^(?:move|relocate|join|marry)$/.test(lemma) ? inOwnWords(reading) : found;
}

/** A name, a number of a house, or a place with an article ("the old mill"). */
function isPlace(tree: OpenReading["tree"], i: number): boolean {
  const { tag, text } = wordAt(tree, i);
  return (
    /^NNP/.test(tag) ||
    /\d/.test(text) ||
    childrenOf(tree, i, "det", "nummod", "compound", "poss", "amod").length > 0 ||
    !/\p{Lu}/u.test(tree.content)
  );
}

/** "as a product designer at Fjord in Copenhagen". */
function ofJob({ tree }: OpenReading, role: number, over: Partial<Draft>, prefixed: (key: string) => string): Draft[] {
  const preps = childrenOf(tree, role, "prep").filter((i) => /^(?:at|for|in|with)$/.test(wordAt(tree, i).lower));
  const title = nounPhrase(tree, role).replace(/\s(?:at|for|in|with)\s.*$/, "");
  return [
    ...draft(prefixed("job_title"), title, { ...over, subjectType: "Person" }),
    ...preps.flatMap((prep) => {
      const object = childOf(tree, prep, "pobj");
      if (object === undefined || isDate(tree, prep)) return [];
      const key = wordAt(tree, prep).lower === "in" ? "work_location" : "employer";
      return draft(prefixed(key), nounPhrase(tree, object).replace(/\s(?:in|at)\s.*$/, ""), over);
    }),
  ];
}

function keyed(draftOf: Draft, key: string, subjectType: string | undefined, tree: OpenReading["tree"], object: number): Draft {
  const value = draftOf.value === undefined || draftOf.value !== "" ? draftOf.value : nounPhrase(tree, object, { dates: true });
  return { ...draftOf, key, ...(value === undefined ? {} : { value }), ...(subjectType === undefined ? {} : { subjectType }) };
}
