import { petKind, relationOf } from "../kinship.ts";
import { explicit, normal, type Draft } from "../rule.ts";
import { words } from "../words.ts";
import type { Clause } from "./clause.ts";
import { draft, objectsOf, possessionPrefix, targetOf, type OpenReading } from "./draft.ts";
import { headFrom, phraseAfter, phraseBehind, placeBehind } from "./behind.ts";
import { isDate, nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, textBetween, wordAt, type Tree } from "./tree.ts";
import { properName } from "./names.ts";

/**
 * What a clause says to be over. It names the thing, the job or the union in the clause's own words: which of the facts that are known
 * end with it, under whatever key they stand, is decided where they are known.
 */
export function endings(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  const deed = /^(?:have|get|decide|choose|manage)$/.test(wordAt(tree, clause.verb).lemma)
    ? childOf(tree, clause.verb, "xcomp")
    : undefined;
  // "had to put Bosse down": it was done.
  if (deed !== undefined && clause.tense === "past" && !clause.negated && wordAt(tree, deed).tag === "VB")
    return endings({ ...reading, clause: { ...clause, verb: deed } });
  // "had to be put to sleep"
  if (deed !== undefined && clause.tense === "past" && !clause.negated && childOf(tree, deed, "auxpass") !== undefined)
    return ofPassive({ ...reading, clause: { ...clause, verb: deed, passive: true } });
  // "got divorced"
  const state = wordAt(tree, clause.verb).lemma === "get" ? childOf(tree, clause.verb, "acomp") : undefined;
  if (state !== undefined && isDone(tree, clause) && !clause.negated && /^(?:divorced|separated)$/.test(wordAt(tree, state).lower))
    return union(reading, wordAt(tree, state).text);
  if (clause.negated || clause.adds) return [];
  if (isPassive(reading)) return ofPassive(reading);
  if (!isDone(tree, clause)) return [];
  for (const [kind, patterns] of verbs)
    for (const pattern of patterns) {
      const behind = phraseBehind(tree, clause.verb, pattern);
      if (behind === undefined) continue;
      const found = readers[kind](reading, behind.object, pattern);
      if (found.length > 0) return found;
    }
  return [];
}

/** What passed with its object, by the words that say it: lemma of the verb, then the words behind it. */
const verbs = table({
  // "let me go"
  dismissing: "let",
  dying: "pass away; pass on; die",
  job: "quit; resign from; resign; leave; hand in; give in; give; step down as; step down from; step down; lose; finish at; stop at; drop out of; retire from",
  union: "divorce; separate from; separate; split up with; split up; split from; break up with; break up; break with; leave",
  // "put Bosse down", "said goodbye to Bosse"
  dead: "put; say goodbye to; lose; bury",
  home: "move out of; move away from; move out; vacate",
  cancelled: "cancel; call off; terminate; unsubscribe from; opt out of; unfollow",
  replaced:
    "drop; ditch; abandon; retire; decommission; phase out; discontinue; sunset; deprecate; uninstall; migrate off; migrate away from; move off; move away from; get off; shut down",
  habit: "give up; quit; stop; kick; go off",
  parted:
    "sell; get rid of; give away; part with; trade in; throw out; throw away; chuck out; chuck; bin; scrap; donate; lose; rehome; hand back; wreck; total; write off; pawn; auction off; auction; give back; return",
});

type Kind = "dismissing" | "dying" | "job" | "union" | "dead" | "home" | "cancelled" | "replaced" | "habit" | "parted";

function table(lists: Readonly<Record<Kind, string>>): (readonly [Kind, readonly (readonly string[])[]])[] {
  const kinds: readonly Kind[] = [
    "dismissing",
    "dying",
    "job",
    "union",
    "dead",
    "home",
    "cancelled",
    "replaced",
    "habit",
    "parted",
  ];
  return kinds.map((kind) => [kind, lists[kind].split("; ").map((pattern) => pattern.split(" "))]);
}

type Reader = (reading: OpenReading, object: number | undefined, pattern: readonly string[]) => Draft[];

const readers: Readonly<Record<Kind, Reader>> = {
  dismissing: ofDismissing,
  dying: ofDying,
  job: ofJob,
  union: ofUnion,
  dead: ofDead,
  home: ofHome,
  cancelled: ofCancelled,
  replaced: ofDropped,
  habit: ofHabit,
  parted: ofParted,
};

/** An ending of a key's value; of all of them where it is "". */
export function over(key: string, value: string, beside: Partial<Draft> = {}): Draft[] {
  return [{ key, value, confidence: normal, negated: true, changed: true, time: "state", ...beside }];
}

/** It happened: past, perfect, or a verb whose past looks like its present. */
function isDone(tree: Tree, { verb, tense, perfect, progressive }: Clause): boolean {
  const { tag, lower } = wordAt(tree, verb);
  if (tense === "future" || progressive) return false;
  return tense === "past" || perfect || tag === "VBD" || tag === "VBN" || /^(?:quit|let|put|split)$/.test(lower);
}

function isPassive({ tree, clause }: OpenReading): boolean {
  if (!clause.passive || wordAt(tree, clause.verb).tag !== "VBN") return false;
  return wordAt(tree, clause.verb).lower !== "rid";
}

const jobs = /^(?:jobs?|position|post|role|gig|work|employment|apprenticeship|internship|traineeship)$/;
const firms = /^(?:company|firm|business|employer|organi[sz]ation|startup|start-up|agency|practice)$/;
const circles =
  /^(?:club|group|team|gym|choir|band|church|league|society|community|association|union|committee|board|orchestra|squad|party|council|panel)$/;
const schools = /^(?:school|university|college|uni|course|programme|program|degree|studies|class|training)$/;
/** Places of work that one may leave for good; "left the house" says nothing of the kind. */
const workplaces =
  /^(?:bakery|shop|store|restaurant|caf[eé]|bar|hospital|clinic|library|museum|bank|factory|plant|office|studio|hotel|garage|salon|pharmacy|ministry|department|lab|laboratory|university|newspaper|theatre|theater|nursery|kindergarten|archive|brewery|farm|mill|agency|consultancy)$/;

function ofJob(reading: OpenReading, object: number | undefined, pattern: readonly string[]): Draft[] {
  const { tree, who } = reading;
  if (who.entity.type !== "Person" && who.typed) return [];
  const verb = pattern[0] ?? "";
  if (/^(?:step|resign|retire)$/.test(verb) && object === undefined) {
    const role = placeBehind(tree, reading.clause.verb, ["as"]);
    if (role === undefined) return verb === "resign" ? left("") : [];
    const title = nounPhrase(tree, role);
    return [...over("job_title", title), { key: "former_job_title", value: title, confidence: normal, time: "none" }];
  }
  if (object === undefined) return [];
  const head = wordAt(tree, object).lower;
  const text = nounPhrase(tree, object);
  if (/^(?:hand|give)$/.test(verb)) {
    if (!/^(?:notice|resignation)$/.test(head)) return [];
    const at = placeBehind(tree, object, ["at", "to", "with"]);
    return left(at === undefined ? "" : nounPhrase(tree, at));
  }
  if (verb === "step") return over("job_title", text.replace(/\s(?:of|at|for)\s.*$/, ""));
  if (jobs.test(head)) {
    const at = placeBehind(tree, object, ["at", "with", "in", "for"]);
    return left(at === undefined ? "" : nounPhrase(tree, at));
  }
  if (verb === "lose") return [];
  if (firms.test(head)) return left("");
  if (circles.test(head)) return over("member_of", text);
  if (schools.test(head) && verb !== "resign") return over("attends", text);
  const name = properName(tree, object);
  if (name && wordAt(tree, object).name !== "GPE") return left(targetOf(reading, object, "Organisation")?.name ?? name.name, true);
  if (/ing$/.test(head) && verb === "quit") return [];
  if (workplaces.test(head) || verb === "quit" || verb === "resign") return left(text.replace(/\s(?:in|on|near)\s.*$/, ""));
  return [];
}

/** An employer that somebody has left; any where none is named. */
function left(employer: string, isNamed = false): Draft[] {
  return [...over("employer", employer), ...(isNamed ? draft("former_employer", employer, { time: "none" }) : [])];
}

/** "The bakery let me go", "Acme let Dana go". */
function ofDismissing({ tree, clause, who, speakers }: OpenReading): Draft[] {
  const go = childOf(tree, clause.verb, "ccomp", "xcomp");
  if (go === undefined || wordAt(tree, go).lower !== "go") return [];
  // "let me go to the party"
  if (childrenOf(tree, go, "prep").some((prep) => !isDate(tree, prep))) return [];
  const someone = childOf(tree, go, "nsubj") ?? childOf(tree, clause.verb, "dobj");
  if (someone === undefined) return [];
  const { lower } = wordAt(tree, someone);
  const name = /^(?:me|us)$/.test(lower) ? speakers.self : (properName(tree, someone)?.name ?? "");
  const workplace =
    who.possession === "" ? who.entity.name : firms.test(who.possession) || /\bboss$/.test(who.possession) ? "" : who.possession;
  return name === "" ? [] : left(workplace, workplace !== "").map((one) => ({ ...one, subject: { type: "Person", name } }));
}

const homes = /^(?:flat|apartment|house|place|room|home|condo|studio|loft|bungalow|cottage)$/;

/** "moved out": of a home that may be named; who shared it with the speaker does so no longer. */
function ofHome({ tree, clause, who, speakers }: OpenReading, object: number | undefined, pattern: readonly string[]): Draft[] {
  const isNamed = object !== undefined && !isDate(tree, object);
  // "moved out in May, as we argued"; "moved out of it" and "moved out with her" are read by nobody here.
  const isBare = pattern.includes("out") && childrenOf(tree, clause.verb, "prep").every((prep) => isDate(tree, prep));
  if (!isNamed && !isBare) return [];
  const home = over("residence", isNamed ? nounPhrase(tree, object) : "");
  const subject = { type: "Person", name: speakers.self };
  if (speakers.self === "") return home;
  if (who.possession !== "") return relationOf(who.possession) === "roommate" ? over("roommate", "", { subject }) : home;
  if (who.self) return home;
  if (!pattern.includes("out") || (isNamed && !homes.test(wordAt(tree, object).lower))) return home;
  return [...home, ...["roommate", "lives_with"].flatMap((key) => over(key, who.entity.name, { subject }))];
}

/** "Bosse died", "my grandmother passed away". */
function ofDying({ tree, clause, who, speakers }: OpenReading, _object: number | undefined, pattern: readonly string[]): Draft[] {
  const isAlive = /^(?:Person|Animal)$/.test(who.entity.type) || !who.typed;
  if (!isAlive || (who.possession !== "" && relationOf(who.possession) === undefined && petKind(who.possession) === undefined))
    return [];
  // "passed on the third try", "passed on the job to Pia"
  const next = tree.words[clause.verb + pattern.length];
  if (
    pattern[1] === "on" &&
    /^(?:DT|PRP\$|JJ|NNS?|CD)$/.test(next?.tag ?? "") &&
    !/^(?:last|this|yesterday|today)$/.test(next?.lower ?? "")
  )
    return [];
  const said = textBetween(tree, clause.verb, clause.verb + pattern.length);
  const status = draft(`${possessionPrefix(who)}status`, said, { changed: true, confidence: explicit, time: "state" });
  // What is dead nobody has any more, under whatever key.
  // "Klara's rabbit, Mopsi, died" was never the speaker's.
  const isOthers = who.asides.some(({ key, subject }) => key === "pet" && subject?.name !== speakers.self);
  const had = who.possession === "" && !who.self && speakers.self !== "" && !isOthers ? over("pet", who.entity.name) : [];
  const subject = { type: "Person", name: speakers.self };
  return [...status, ...had.map((one) => ({ ...one, subject }))];
}

function ofUnion(reading: OpenReading, object: number | undefined, pattern: readonly string[]): Draft[] {
  const { tree, clause, who, speakers } = reading;
  const verb = pattern[0] ?? "";
  if (verb === "leave") {
    // "My girlfriend left me."
    const isUnion = /^(?:spouse|partner)$/.test(relationOf(who.possession) ?? "");
    return isUnion && object !== undefined && wordAt(tree, object).lower === "me" && speakers.self !== "" ? union(reading, "") : [];
  }
  if (who.entity.type !== "Person" && who.typed) return [];
  if (object === undefined) {
    const isBare = clause.verb + pattern.length >= tree.words.length - 1 || !isThing(tree, clause.verb + pattern.length);
    const both = clause.subjects.length > 1 || (who.possession === "" && who.self);
    const related = /^(?:spouse|partner)$/.test(relationOf(who.possession) ?? "");
    return isBare && (both || related) ? union(reading, statusOf(tree, clause.verb, pattern.length)) : [];
  }
  const name = properName(tree, object);
  const status = statusOf(tree, clause.verb, pattern[1] === "up" ? 2 : 1);
  if (name) {
    const target = { type: "Person", name: name.name };
    const gone: Draft = { key: verb === "divorce" ? "spouse" : "partner", target, negated: true, changed: true, time: "state" };
    return [gone, ...draft("relationship_status", status, { changed: true, time: "state" })];
  }
  return relationOf(wordAt(tree, object).lower) === undefined ? [] : union(reading, status);
}

function statusOf(tree: Tree, verb: number, length: number): string {
  return textBetween(tree, verb, Math.min(verb + Math.max(1, length), tree.words.length));
}

/** The end of whatever union somebody was in. */
export function union({ who }: Pick<OpenReading, "who">, status: string): Draft[] {
  // "My girlfriend left me", "my husband and I separated": of the speaker's own.
  const own: Partial<Draft> = relationOf(who.possession) === undefined ? {} : { subject: who.entity };
  return [
    ...over("spouse", "", own),
    ...(status === "" ? [] : draft("relationship_status", status, { ...own, changed: true, time: "state" })),
  ];
}

function isThing(tree: Tree, from: number): boolean {
  return headFrom(tree, from) !== undefined;
}

function ofDead(reading: OpenReading, object: number | undefined, pattern: readonly string[]): Draft[] {
  const { tree, clause, speakers, who } = reading;
  if (object === undefined || speakers.self === "" || !who.self) return [];
  if (pattern[0] === "put") {
    const to = tree.words.slice(object).some((word) => /^(?:down|sleep)$/.test(word.lower));
    if (!to || wordAt(tree, object).lower === "deposit") return [];
  }
  const head = wordAt(tree, object).lower;
  const name = properName(tree, object)?.name ?? namedPet(tree, object);
  if (name === undefined && petKind(head) === undefined) return [];
  if (pattern[0] === "lose" && petKind(head) === undefined) return [];
  if (clause.subjects.length === 0) return [];
  return over("pet", name ?? nounPhrase(tree, object));
}

/** "our cat Minka". */
function namedPet(tree: Tree, object: number): string | undefined {
  if (petKind(wordAt(tree, object).lower) === undefined) return undefined;
  const next = object + 1 < tree.words.length ? wordAt(tree, object + 1) : undefined;
  return next !== undefined && /^NNP/.test(next.tag) ? next.text : undefined;
}

const occasions =
  /^(?:meeting|trip|flight|appointment|party|wedding|booking|reservation|order|event|holiday|vacation|dinner|lunch|call|interview|conference|workshop|visit|date|concert|game|match|review|session|demo|launch|plans?)$/;

function ofCancelled({ tree }: OpenReading, object: number | undefined): Draft[] {
  // "Vendor contract terminated end of May"
  if (object === undefined || isDate(tree, object) || /^(?:end|start|beginning|middle)$/.test(wordAt(tree, object).lower))
    return [];
  return objectsOf(tree, object).flatMap((one) => {
    const text = nounPhrase(tree, one);
    if (!occasions.test(wordAt(tree, one).lower)) return over("subscribes_to", text);
    return over("plans", text, { time: "none" });
  });
}

/** "dropped Jenkins (for Buildkite)", "ditched the old CRM". */
function ofDropped(reading: OpenReading, object: number | undefined, pattern: readonly string[]): Draft[] {
  const { tree } = reading;
  if (object === undefined) return [];
  const isNamed = properName(tree, object) !== undefined;
  const isTool =
    /(?:membership|subscription|course|class|tool|plan|contract|vendor|supplier|framework|library|system|provider|database|cluster|server|service|app)$/.test(
      wordAt(tree, object).lower,
    );
  if (!isNamed && !isTool && pattern.length === 1 && !/^(?:decommission|sunset|deprecate|uninstall)$/.test(pattern[0] ?? ""))
    return [];
  const by =
    placeBehind(tree, object, ["for"]) ??
    phraseAfter(tree, object, ["in", "favour", "of"]) ??
    phraseAfter(tree, object, ["in", "favor", "of"]);
  const next = by !== undefined && properName(tree, by) ? nounPhrase(tree, by) : "";
  // The parser may take "Jenkins for GitHub Actions" for one phrase.
  const old = nounPhrase(tree, object).replace(/\s(?:for|in)\s.*$/, "");
  return next === "" ? over("uses", old) : instead("uses", old, next);
}

/** A value that takes another one's place. */
export function instead(key: string, old: string, value: string): Draft[] {
  return draft(key, value, { changed: true, insteadOf: old, time: "state" });
}

/** "gave up smoking", "quit sugar", "stopped her German class". */
function ofHabit({ tree, clause, who }: OpenReading, object: number | undefined, pattern: readonly string[]): Draft[] {
  if (object === undefined || childOf(tree, clause.verb, "xcomp") !== undefined) return [];
  if (who.entity.type !== "Person" && who.typed) return [];
  const { tag, lower } = wordAt(tree, object);
  if (/^(?:PRP|DT|WP)/.test(tag) || /^(?:hope|search|fight|bleeding|car|bus|train|clock|work|ball|bucket|seat)$/.test(lower))
    return [];
  const verb = textBetween(tree, clause.verb, clause.verb + pattern.length)
    .toLowerCase()
    .replaceAll(" ", "_");
  return objectsOf(tree, object).flatMap((one) => [
    ...over("does", nounPhrase(tree, one)),
    ...draft(verb, nounPhrase(tree, one), { time: "event" }),
  ]);
}

/** What is lost without being parted with. */
const passing = new Set(
  words(`
  game match weight patience hope way mind bet interest touch contact count track sleep time money vote votes election temper voice appetite
  balance faith trust confidence control focus sight hair grip battle war case race job lead plot minute minutes hour day days place
  father mother dad mum mom brother sister son daughter friend grandmother grandfather grandma grandpa aunt uncle cousin wife husband colleague
  baby tickets call calls favour favor
  `),
);

function ofParted({ tree, who }: OpenReading, object: number | undefined, pattern: readonly string[]): Draft[] {
  if (object === undefined || passing.has(wordAt(tree, object).lower)) return [];
  if (/^(?:PRP|DT|WP)/.test(wordAt(tree, object).tag)) return [];
  // A shop sells what it sells; "returned the rented Vespa" is no return of a visit.
  const isOwn = childOf(tree, object, "poss", "det") !== undefined || properName(tree, object) !== undefined || who.self;
  if (!isOwn || (/^(?:return|total|wreck|give|hand)$/.test(pattern[0] ?? "") && childOf(tree, object, "poss", "det") === undefined))
    return [];
  return objectsOf(tree, object).flatMap((one) => over("owns", nounPhrase(tree, one).replace(/\s(?:for|to|on|at|in)\s.*$/, "")));
}

const taken =
  /^(?:steal|scrap|sell|total|wreck|donate|tow|destroy|discontinue|decommission|retire|drop|replace|sunset|deprecate|rehome|give|write|shut|phase)$/;
const sacked = /^(?:fire|sack|dismiss|lay|let|make|axe|terminate|furlough)$/;

/** "my bike was stolen", "Dana was made redundant", "Jenkins was replaced by Buildkite". */
function ofPassive(reading: OpenReading): Draft[] {
  const { tree, clause, who, speakers } = reading;
  const { lemma } = wordAt(tree, clause.verb);
  if (clause.tense === "future") return [];
  const next = clause.verb + 1 < tree.words.length ? wordAt(tree, clause.verb + 1).lower : "";
  if (sacked.test(lemma)) {
    const fits = { lay: "off", let: "go", make: "redundant" }[lemma];
    if (fits !== undefined ? next !== fits : who.entity.type !== "Person") return [];
    const from = placeBehind(tree, clause.verb, ["from", "by"]);
    const named = from !== undefined && !/^(?:PRP|DT)$/.test(wordAt(tree, from).tag) ? nounPhrase(tree, from) : "";
    return left(jobs.test(named) || firms.test(named) ? "" : named);
  }
  // "was taken off warfarin"
  const medicine = lemma === "take" && next === "off" ? childOf(tree, clause.verb, "dobj") : undefined;
  if (medicine !== undefined)
    return objectsOf(tree, medicine).flatMap((one) => over(`${possessionPrefix(who)}takes`, nounPhrase(tree, one)));
  if (lemma === "put" && /^(?:down|to)$/.test(next)) return draft(`${possessionPrefix(who)}status`, "put down");
  if (!taken.test(lemma)) return [];
  if (/^(?:write|give|shut|phase)$/.test(lemma) && !/^(?:off|away|down|out)$/.test(next)) return [];
  const owner = who.possession !== "" ? who.entity : speakers.self === "" ? undefined : { type: "Person", name: speakers.self };
  if (!owner || (who.possession === "" && who.entity.type === "Person" && who.typed)) return [];
  const old = who.possession === "" ? who.entity.name : who.possession;
  const by = lemma === "replace" ? placeBehind(tree, clause.verb, ["by", "with"]) : undefined;
  if (by !== undefined) return instead("uses", old, nounPhrase(tree, by)).map((one) => ({ ...one, subject: owner }));
  return over("owns", old, { subject: owner });
}
