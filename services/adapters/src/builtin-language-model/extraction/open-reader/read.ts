import { normaliseKey } from "@loci/kernel";
import { categoryOf } from "../categories.ts";
import type { DateExpression } from "../dates.ts";
import type { ClauseFact } from "../read-clause.ts";
import { normal, type Draft } from "../rule.ts";
import { isQuoted, type Sentence } from "../sentence.ts";
import { words } from "../words.ts";
import type { Speakers } from "../subject.ts";
import { asPlans, lasting } from "./ahead.ts";
import { bothOf } from "./both.ts";
import { namedKin } from "./named-kin.ts";
import { asidesOf } from "./asides.ts";
import { howMany, ownHolder } from "./beside-clauses.ts";
import { codesIn } from "./codes.ts";
import { movers } from "./behind.ts";
import { appointed, given, handedOver, movedObject, offered } from "./changes.ts";
import { clauseOf, clausesOf, type Clause } from "./clause.ts";
import { readCopula } from "./copula.ts";
import { readInverse } from "./inverse.ts";
import { draft, possessionKey, possessionPrefix, stateOf, type OpenReading } from "./draft.ts";
import { traitKey } from "./states.ts";
import { endings } from "./endings.ts";
import { readPassive } from "./passive.ts";
import { readPastCopula } from "./past.ts";
import { replacements } from "./replacements.ts";
import { nounPhrase, verbPhrase } from "./phrase.ts";
import { readExistence } from "./there.ts";
import { childOf, childrenOf, conjunctsOf, runOf, textBetween, treeOf, wordAt, type Tree } from "./tree.ts";
import { readContact } from "./contacts.ts";
import { rightTime } from "./instead.ts";
import { objectRelatives, ownedBefore } from "./relatives.ts";
import { ofHolder } from "./offices.ts";
import { contactsNearby } from "./nearby.ts";
import { whatIsLeft } from "./left-over.ts";
import { readFragment } from "./fragments.ts";
import { readGappedRow } from "./gapped-row.ts";
import { readGap } from "./gapping.ts";
import { readUncovered, type Uncovered } from "./uncovered/read-uncovered.ts";
import { openPredicates } from "./uncovered/predicates.ts";
import { timeOf } from "./valid-time.ts";
import { readVerb } from "./verbs.ts";
import { whereClauses } from "./where-clauses.ts";
import { wished } from "./wished.ts";
import { plainly, selfOf, type Who } from "./pronouns.ts";
import { membersOf, whoIs } from "./who.ts";

/** What others are said to have said is believed less than the floor at which a fact replaces another (0.7). */
const reported = 0.65;

/**
 * Reads each declarative clause with a definite subject into facts: the key from its verb or noun, the value from its object.
 * The idea is open information extraction over a dependency parse: ReVerb (Fader et al. 2011), ClausIE (Del Corro and Gemulla 2013).
 */
export function readOpenly(sentence: Sentence, speakers: Speakers, knownAt: string): ClauseFact[] {
  const tree = treeOf(sentence.content, sentence.tokens);
  const { dates } = sentence;
  const facts: ClauseFact[] = [];
  for (const { at, reading, drafts } of [...asidesOf(tree, speakers), ...namedKin(tree, speakers)]) {
    const { from, to } = runOf(tree, at, (child) => /^(?:relcl|prep)$/.test(wordAt(tree, child).label));
    const span = { start: wordAt(tree, from).start, end: wordAt(tree, to - 1).end };
    for (const one of drafts.filter(isBounded)) facts.push(settled(one, reading.who, undefined, [], knownAt, span, tree));
  }
  for (const { at, who, drafts } of codesIn(tree, speakers)) {
    const span = { start: wordAt(tree, at).start, end: wordAt(tree, Math.min(at + 1, tree.words.length - 1)).end };
    if (!isQuoted(sentence, at))
      for (const one of drafts.filter(isBounded)) facts.push(settled(one, who, undefined, [], knownAt, span, tree));
  }
  for (const { who, clause, drafts } of [...objectRelatives(tree, speakers), ...whereClauses(tree, speakers)]) {
    const span = spanOf(tree, clause);
    const within = dates.filter((date) => date.start >= span.start && date.end <= span.end);
    if (!isQuoted(sentence, clause.verb))
      for (const one of drafts.filter(isBounded)) facts.push(settled(one, who, clause, within, knownAt, span, tree));
  }
  const fragment = readFragment(tree, speakers);
  if (fragment && !isQuoted(sentence, fragment.at)) {
    const span = { start: wordAt(tree, 0).start, end: wordAt(tree, tree.words.length - 1).end };
    for (const one of fragment.drafts.filter(isBounded)) facts.push(settled(one, fragment.who, undefined, [], knownAt, span, tree));
  }
  const right = rightTime(tree, speakers);
  if (right && !isQuoted(sentence, right.verb)) {
    const span = { start: wordAt(tree, 0).start, end: wordAt(tree, tree.words.length - 1).end };
    for (const one of right.drafts) facts.push(settled(one, right.who, undefined, [], knownAt, span, tree));
    return facts;
  }
  const leading = elliptic(tree, speakers);
  if (leading && !isQuoted(sentence, leading.clause.verb)) {
    const span = spanOf(tree, leading.clause);
    const within = dates.filter((date) => date.start >= span.start && date.end <= span.end);
    for (const one of leading.drafts) facts.push(settled(one, leading.who, leading.clause, within, knownAt, span, tree));
  }
  for (const clause of clausesOf(tree)) {
    if (leading && leading.drafts.length > 0 && clause.verb === leading.clause.verb) continue;
    if (isQuoted(sentence, clause.verb)) continue;
    if (clause.unreal) {
      facts.push(...wishes(tree, clause, speakers, knownAt));
      continue;
    }
    const span = spanOf(tree, clause);
    const within = dates.filter(
      (date) => date.start >= span.start && date.end <= span.end && !isOfRelative(tree, clause.verb, date),
    );
    for (const { who, drafts } of clauseDrafts(tree, clause, speakers))
      for (const one of asPlans(tree, clause, drafts, within).filter(isBounded))
        facts.push(settled(one, who, clause, within, knownAt, span, tree));
  }
  const near = contactsNearby(tree, speakers);
  const whole = { start: wordAt(tree, 0).start, end: wordAt(tree, tree.words.length - 1).end };
  for (const one of near?.drafts ?? [])
    if (near && !facts.some(({ value }) => value === one.value))
      facts.push(settled(one, near.who, undefined, [], knownAt, whole, tree));
  return facts;
}

/** "took over from Ingrid, who is on leave until September": a time that is told of somebody else. */
function isOfRelative(tree: Tree, verb: number, { start }: DateExpression): boolean {
  let i = tree.words.findIndex((word) => word.start >= start);
  for (let depth = 0; i >= 0 && i !== verb && depth < 12; depth++) {
    const { label, head } = wordAt(tree, i);
    if (label === "relcl") return true;
    if (head === i) return false;
    i = head;
  }
  return false;
}

function wishes(tree: Tree, clause: Clause, speakers: Speakers, knownAt: string): ClauseFact[] {
  const span = spanOf(tree, clause);
  return clause.subjects.flatMap((subject) => {
    const who = whoIs(tree, subject, speakers);
    const drafts = who === undefined ? [] : wished({ tree, clause, who, speakers }).filter(isBounded);
    return who === undefined ? [] : drafts.map((one) => settled(one, who, undefined, [], knownAt, span, tree));
  });
}

/** The facts of a sentence, with what it says beside them. */
export function withUncovered(
  sentence: Sentence,
  speakers: Speakers,
  knownAt: string,
  known: readonly ClauseFact[],
): readonly ClauseFact[] {
  const { facts, uncovered } = readUncovered(sentence, speakers, known);
  const tree = treeOf(sentence.content, sentence.tokens);
  const whole = { start: wordAt(tree, 0).start, end: wordAt(tree, tree.words.length - 1).end };
  const settle = ({ who, clause, drafts }: Uncovered) => {
    const span = clause === undefined ? whole : spanOf(tree, clause);
    const dates = sentence.dates.filter(
      (date) =>
        date.start >= span.start && date.end <= span.end && (clause === undefined || !isOfRelative(tree, clause.verb, date)),
    );
    // What a phrase tells stands beside all else: too little is known of its key to say that it has one value.
    return drafts
      .filter(isBounded)
      .map((one) => ({ ...settled(one, who, clause, dates, knownAt, span, tree), beside: true as const }));
  };
  const more = uncovered.flatMap(settle);
  const rest = openPredicates(sentence, speakers, [...facts, ...more]).flatMap(settle);
  const all = [...more, ...rest];
  return [...facts, ...all.filter((one, i) => !all.slice(0, i).some((other) => other.value === one.value))];
}

/** Keys as the contract spells them; a value that is a whole story is none. */
function isBounded({ key, value = "" }: Draft): boolean {
  const count = (mark: string) => value.split(mark).length - 1;
  if (count("(") !== count(")") || count('"') % 2 === 1) return false;
  if (runsOn.test(value) || empty.test(value) || unfinished.test(value) || pointsAtEnd.test(value)) return false;
  if (/^(?:task|reminder|plans|decision)$/.test(key) && !/\s/.test(value) && /^\p{Ll}/u.test(value)) return false;
  // "saw them live in 2017"
  if (key === "lives_in" && /^\d+$/.test(value)) return false;
  if (pointing.test(value) && /(?:^never_.*|event|does|plans|task|wants|likes|decision|reminder)$/.test(key)) return false;
  return value.length <= maxValue && key.length <= maxKey && /^[a-z][a-z0-9_]*$/.test(normaliseKey(key));
}

/** Words that tell nothing by themselves. */
const empty =
  /^(?:an? )?(?:even )?(?:an?|the|lots?|bit|more|less|much|many|few|little|reasons?|things?|ones?|own|some|any|same|bad|good|better|best|great|nice|fine|fact|merit|so|such|way|ways|time)$/i;

/** What runs on over the end of a sentence. */
const runsOn = /[\p{Ll}\d)]{3}[.!] \p{Lu}\p{Ll}+ \p{Ll}/u;

/** Words that mean something only where they were said. */
const pointing =
  /(?:^|\s)(?:her(?=$|[\s,](?:to|a|an|the|in|at|on|for|with|and|from|about|into|that|if)\b)|him|it|them|this|that|these|those|there|here|you|something|anything|everything|stuff|things|someplace)(?:$|\s)/iu;

const pointsAtEnd = /(?:^|\s)(?:him|it|them|this|that|these|those|here|you|something|anything|everything|stuff|someplace|either)$/i;
/** What ends in an article or a preposition was cut at the wrong place. */
const unfinished = /\s(?:of|the|an?|and|or|to|for|with|at|by|from|within|as|than|my|your|his|her|its|our|their)$/i;

const maxValue = 160;
const maxKey = 64;

function clauseDrafts(tree: Tree, clause: Clause, speakers: Speakers): { who: Who; drafts: readonly Draft[] }[] {
  if (childOf(tree, clause.verb, "expl") !== undefined) {
    const many = howMany(tree, clause, speakers);
    return many ? [many] : readExistence(tree, clause, speakers);
  }
  const left = whatIsLeft(tree, clause, speakers);
  if (left) return left;
  const contacts = readContact(tree, clause, speakers);
  if (contacts.length > 0) return contacts;
  if (clause.subjects.length === 0) return ordered(tree, clause, speakers);
  const [office] = clause.subjects;
  const own = office === undefined ? undefined : ownHolder(tree, clause, office, speakers);
  if (own) return [own];
  const held = office === undefined || speakers.self === "" ? [] : ofHolder(tree, clause, office);
  if (held.length > 0) return [{ who: plainly({ type: "Person", name: "" }), drafts: held }];
  const read = clause.subjects.flatMap((subject) =>
    conjunctsOf(tree, subject).flatMap((i) => {
      const both = bothOf(tree, i, speakers);
      const members = both.length > 0 ? both : membersOf(tree, i, speakers);
      const whole = members.length > 0 ? undefined : (whoIs(tree, i, speakers) ?? ownedBefore(tree, i, speakers));
      const others = { ...clause, subjects: conjunctsOf(tree, subject) };
      return [...members, ...(whole ? [whole] : [])].map((who) => {
        const reading: OpenReading = { tree, clause: others, who, speakers };
        return { who, drafts: [...who.asides, ...predicateDrafts(reading).map((one) => ofPossession(who, one))] };
      });
    }),
  );
  if (read.length === 0) return [...ofObject(tree, clause, speakers), ...readInverse(tree, clause, speakers)];
  const row = readGappedRow(tree, clause, speakers.self);
  return [...read, ...row, ...readGap(tree, clause, speakers, read[0]?.drafts ?? [])];
}

/** "They gave us a kitten": what is said of others than the subject, whoever that is. */
function ofObject(tree: Tree, clause: Clause, speakers: Speakers): { who: Who; drafts: readonly Draft[] }[] {
  if (clause.passive || clause.unreal) return [];
  const who = plainly({ type: "Person", name: "" });
  const reading: OpenReading = { tree, clause, who, speakers };
  const moved = movers.has(wordAt(tree, clause.verb).lemma) && clause.tense === "past" ? movedObject(reading) : [];
  const drafts = [...given(reading), ...appointed(reading), ...offered(reading), ...moved, ...handedOver(reading)].filter(
    ({ subject }) => subject !== undefined,
  );
  return drafts.length === 0 ? [] : [{ who, drafts }];
}

/** What "mum" owns is no possession of the speaker's: the key says whose. */
function ofPossession(who: Who, one: Draft): Draft {
  const prefix = possessionPrefix(who);
  const isOwn =
    one.subject !== undefined ||
    prefix === "" ||
    one.key.replace(/^former_/, "") === possessionKey(who) ||
    one.key.startsWith(prefix);
  return isOwn || `${one.key}_` === prefix ? one : { ...one, key: `${prefix}${one.key}` };
}

function predicateDrafts(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  const { lemma, tag, lower } = wordAt(tree, clause.verb);
  const replaced = clause.duty ? [] : replacements(reading);
  const ended = replaced.length > 0 || clause.duty ? replaced : endings(reading);
  if (ended.length > 0) return saysMore(ended, reading) ? [...ended, ...readPassive(reading)] : ended;
  if (/^(?:be|'?s|'?m|'re)$/.test(lemma) || /^(?:is|are|was|were|am|'s|'re|'m|been)$/.test(lower))
    return clause.tense === "past" && !clause.perfect ? readPastCopula(reading) : readCopula(reading);
  // "was supposed to end in May": whether it did, nobody says.
  if (clause.passive && lower === "supposed") return [];
  // "I'm left-handed" comes apart.
  if (tag === "JJ" && clause.passive && tree.words[clause.verb - 1]?.tag === "HYPH")
    return draft(traitKey(reading), textBetween(tree, clause.verb - 2, clause.verb + 1), stateOf(clause));
  if (clause.passive && /^VB[ND]$/.test(tag)) return readPassive(reading);
  return readVerb(reading);
}

/** "The Panda was stolen" says that it is gone, and what became of it; "Dana was made redundant" says nothing more. */
function saysMore(ended: readonly Draft[], { tree, clause }: OpenReading): boolean {
  const { tag, lower } = wordAt(tree, clause.verb);
  return clause.passive && tag === "VBN" && lower !== "rid" && ended.every((one) => one.key === "owns");
}

/** "Sold the Panda this morning, it was too old": chat leaves "I" out, and the parser takes it for an aside of what follows. */
function elliptic(tree: Tree, speakers: Speakers): { clause: Clause; who: Who; drafts: readonly Draft[] } | undefined {
  const first = tree.words.findIndex((word) => !/^(?:UH|,|\.|:|RB|CC)$/.test(word.tag));
  const word = tree.words[first];
  if (word === undefined || speakers.self === "" || !/^VB[ND]$/.test(word.tag) || !/^(?:advcl|ccomp|ROOT)$/.test(word.label))
    return undefined;
  if (childOf(tree, first, "nsubj", "nsubjpass", "aux", "auxpass", "agent", "mark") !== undefined) return undefined;
  const who: Who = { entity: { type: "Person", name: speakers.self }, typed: true, possession: "", self: true, asides: [] };
  const clause: Clause = { ...clauseOf(tree, first, [], false, undefined), tense: "past" };
  const reading: OpenReading = { tree, clause, who, speakers };
  const replaced = replacements(reading);
  const ended = replaced.length > 0 ? replaced : endings(reading);
  // "rolled out 2.8 this morning, us-east follows": what the speaker did.
  // "Mrs Lindqvist: slept well" is of her.
  const isTold = tree.content.slice(0, word.start).trimEnd().endsWith(":");
  const isDeed =
    !isTold && word.tag === "VBD" && word.label !== "ROOT" && tree.words.some(({ text }, i) => i > first && text === ",");
  return { clause, who, drafts: ended.length > 0 || !isDeed ? ended : predicateDrafts(reading) };
}

/** "Remind me to call the bank on Friday." */
function ordered(tree: Tree, clause: Clause, speakers: Speakers): { who: Who; drafts: readonly Draft[] }[] {
  const { lemma } = wordAt(tree, clause.verb);
  const { tag } = wordAt(tree, clause.verb);
  // "got my driving test at 9": chat leaves "I" out.
  if (
    speakers.self !== "" &&
    // "Put the camera on manual focus" is an order.
    !/^(?:put|set|cut|hit|let|shut|read|bet|cost|spread|split|quit|run|come|become)$/.test(wordAt(tree, clause.verb).lower) &&
    (tag === "VBD" || (tag === "VBN" && wordAt(tree, clause.verb).lower === "got")) &&
    clause.reporter === undefined &&
    !clause.passive &&
    wordAt(tree, clause.verb).label !== "ccomp"
  ) {
    const who: Who = selfOf(speakers);
    return [{ who, drafts: predicateDrafts({ tree, clause, who, speakers }) }];
  }
  // "Please remember my locker code: 5093"
  const noted = /^(?:remember|note|save|keep|record)$/.test(lemma) ? childOf(tree, clause.verb, "dobj") : undefined;
  const value = noted === undefined ? undefined : childOf(tree, noted, "appos");
  const whose = noted === undefined || value === undefined ? undefined : whoIs(tree, noted, speakers);
  if (value !== undefined && whose && whose.possession !== "")
    return [
      {
        who: whose,
        drafts: [{ key: possessionKey(whose), value: nounPhrase(tree, value, { dates: true }), confidence: normal, time: "none" }],
      },
    ];
  // "Don't let me forget to water the ferns" is "don't forget".
  const let_ =
    lemma === "let" && clause.negated
      ? childrenOf(tree, clause.verb, "ccomp").find((i) => wordAt(tree, i).lemma === "forget")
      : undefined;
  const inner = childOf(tree, let_ ?? clause.verb, "xcomp");
  const forgets = let_ !== undefined || (lemma === "forget" && clause.negated);
  if (inner === undefined || speakers.self === "" || !(lemma === "remind" || lemma === "remember" || forgets)) return [];
  const who: Who = selfOf(speakers);
  return [
    { who, drafts: [{ key: "reminder", value: verbPhrase(tree, inner, { dates: true }), confidence: normal, time: "event" }] },
  ];
}

/** The clause from its subject to its last word, without coordinated clauses. */
function spanOf(tree: Tree, clause: Clause): { start: number; end: number } {
  const { from, to } = runOf(
    tree,
    clause.verb,
    (child) =>
      (child > clause.verb ? /^(?:conj|parataxis)$/ : /^ccomp$/).test(wordAt(tree, child).label) &&
      childOf(tree, child, "nsubj", "nsubjpass") !== undefined,
  );
  let last = to;
  while (last > from + 1 && /^[^\p{L}\p{N}%)"”']+$/u.test(wordAt(tree, last - 1).text)) last -= 1;
  return { start: wordAt(tree, from).start, end: wordAt(tree, last - 1).end };
}

function settled(
  draft: Draft,
  who: Who,
  clause: Clause | undefined,
  dates: readonly DateExpression[],
  knownAt: string,
  span: { readonly start: number; readonly end: number },
  tree: Tree,
): ClauseFact {
  const own = who.typed
    ? who.entity
    : { ...who.entity, type: draft.subjectType ?? (personal.has(draft.key) ? "Person" : who.entity.type) };
  const time = timeOf(draft, clause, dates, knownAt, tree);
  // "From July on, Jorge will work at Globex": what begins then takes the place of what is until then.
  const isAhead = lasting.has(draft.key) && time.validFrom !== "" && Date.parse(time.validFrom) > Date.parse(knownAt);
  const confidence = Math.min(draft.confidence ?? normal, clause?.reporter === undefined ? 1 : reported);
  return {
    subject: draft.subject ?? own,
    key: normaliseKey(draft.key),
    value: draft.target ? "" : (draft.value ?? ""),
    target: draft.target,
    memoryCategory: categoryOf(draft.key),
    confidence,
    ...time,
    negated: draft.negated ?? false,
    changed: (draft.changed ?? false) || isAhead,
    ...(draft.insteadOf === undefined ? {} : { insteadOf: draft.insteadOf }),
    ...span,
  };
}

/** Keys that only people have. */
const personal = new Set(
  words(
    "spouse partner relationship_status job_title age allergy diet origin fears speaks likes dislikes employer task residence parent child sibling friend member_of team interested_in responsible_for",
  ),
);
