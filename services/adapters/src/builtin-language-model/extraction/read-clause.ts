import { categoryOf } from "./categories.ts";
import type { Clause } from "./clauses.ts";
import { resolveToward, type DateExpression } from "./dates.ts";
import { readPredicate, type Predicate } from "./predicate.ts";
import { normal, type Draft, type Reading, type Rule, type RuleTable, type Subject } from "./rule.ts";
import { isQuoted, type Sentence } from "./sentence.ts";
import { readSubject, saysChangeBefore, type Speakers } from "./subject.ts";
import { activities, planned } from "./topics/activities.ts";
import { home } from "./topics/home.ts";
import { beRules } from "./topics/identity.ts";
import { likes } from "./topics/likes.ts";
import { people } from "./topics/people.ts";
import { possessionDrafts, prefixOfRelative } from "./topics/possessions.ts";
import { things } from "./topics/things.ts";
import { working } from "./topics/work.ts";
import { world } from "./topics/world.ts";
import type { EntityName, ProposedFact } from "@loci/ports/language-model";

/** A proposal without the number of its turn, and the clause it was read from. */
export type ClauseFact = Omit<ProposedFact, "span"> & { readonly start: number; readonly end: number };

export interface ClauseReading {
  readonly facts: readonly ClauseFact[];
  /** The subject, for a clause that goes on with it. */
  readonly subject: Subject | undefined;
}

// In this order: what is about things comes first, as it looks at the subject's type; what merely happened comes last.
const tables: readonly RuleTable[] = [world, people, home, working, likes, things, activities];

function rulesOf(verb: string): Rule[] {
  return tables.flatMap((table) => (Object.hasOwn(table, verb) ? (table[verb] ?? []) : []));
}

/** Reads one clause: its subject, its predicate, then the rules of its verb. */
export function readClause(
  sentence: Sentence,
  clause: Clause,
  speakers: Speakers,
  before: Subject | undefined,
  knownAt: string,
): ClauseReading {
  const read = clause.inherits ? undefined : readSubject(sentence, clause.from, clause.to, speakers);
  const found = clause.inherits ? before && { ...before, asides: [] } : read?.subject;
  const subject = found && { ...found, type: found.type ?? speakers.typeOf(found.name) };
  if (!subject || (read && isQuoted(sentence, read.from))) return { facts: [], subject: undefined };
  const from = read?.to ?? clause.from;
  const plain = readPredicate(sentence, from, clause.to);
  const predicate = plain && read ? { ...plain, changed: plain.changed || saysChangeBefore(sentence, read.from) } : plain;
  const drafts = predicate
    ? draftsOf({ sentence, subject, predicate, from, at: predicate.at + 1, end: clause.to, knownAt }, speakers.self)
    : [];
  const end = clauseEnd(sentence, clause);
  const start = sentence.tokens[read?.from ?? clause.from]?.start ?? 0;
  const settle = (draft: Draft) => settled(draft, subject, predicate, sentence, clause, knownAt, start, end);
  // An aside is stated even where the clause itself is only wished or denied ("my sister Anna might come").
  return { facts: [...subject.asides, ...drafts].map(settle), subject };
}

function draftsOf(reading: Reading, self: string): readonly Draft[] {
  const { subject, predicate } = reading;
  if (predicate.unreal || isPlural(reading)) return [];
  if (predicate.tense === "future") return subject.possession === "" && subject.type === "Person" ? planned(reading) : [];
  if (subject.possession !== "") return ofPossession(reading);
  const plans = subject.type === "Person" ? planned(reading) : [];
  if (plans.length > 0) return plans;
  if (predicate.ability && !/^(?:speak|play|stand|eat|drink|have)$/.test(predicate.verb)) return [];
  for (const rule of predicate.verb === "be" ? beRules(self) : rulesOf(predicate.verb)) {
    const drafts = rule(reading);
    if (drafts.length > 0) return drafts;
  }
  return [];
}

/** "Cats like milk", "Roses are red": a capital at the head of the sentence, and no name. */
function isPlural({ sentence, subject, predicate }: Reading): boolean {
  if (!subject.singular || subject.possession !== "" || predicate.negated || predicate.ability) return false;
  const verb = sentence.tokens[predicate.at]?.lower ?? "";
  return predicate.tense === "present" && !predicate.perfect && !predicate.progressive
    ? /^(?:are|'re|have)$/.test(verb) || verb === predicate.verb
    : verb === "were";
}

function ofPossession(reading: Reading): readonly Draft[] {
  const drafts = possessionDrafts(reading);
  const prefix = prefixOfRelative(reading.subject.possession);
  if (drafts.length > 0 || prefix === undefined || /^(?:be|have)$/.test(reading.predicate.verb) || reading.predicate.ability)
    return drafts;
  const own = { ...reading, subject: { ...reading.subject, possession: "", type: "Person" } };
  for (const rule of rulesOf(reading.predicate.verb)) {
    const found = rule(own).filter((draft) => draft.subject === undefined && draft.target === undefined && draft.key !== "event");
    if (found.length > 0) return found.map((draft) => ({ ...draft, key: `${prefix}_${draft.key}`, confidence: normal }));
  }
  return [];
}

function clauseEnd(sentence: Sentence, clause: Clause): number {
  let to = clause.to;
  while (to > clause.from && /^[^\p{L}\p{N}%)"\u201d']+$/u.test(sentence.tokens[to - 1]?.text ?? "")) to -= 1;
  return sentence.tokens[to - 1]?.end ?? 0;
}

function settled(
  draft: Draft,
  subject: Subject,
  predicate: Predicate | undefined,
  sentence: Sentence,
  clause: Clause,
  knownAt: string,
  start: number,
  end: number,
): ClauseFact {
  const type = subject.type ?? draft.subjectType ?? "Person";
  const own: EntityName = { type, name: subject.name };
  // The other end of a relation may be the clause's own subject, whose type only the verb told.
  const target =
    draft.target && draft.target.name === subject.name
      ? { ...draft.target, type: draft.subjectType ?? draft.target.type }
      : draft.target;
  const confidence = draft.confidence ?? normal;
  return {
    subject: draft.subject ?? own,
    key: draft.key,
    value: target ? "" : (draft.value ?? ""),
    target,
    memoryCategory: categoryOf(draft.key),
    confidence,
    ...validTime(draft, predicate, sentence, clause, knownAt),
    negated: draft.negated ?? false,
    changed:
      (draft.changed ?? false) ||
      (draft.time !== "event" && (predicate?.changed ?? false) && draft.subject === undefined && !draft.key.startsWith("former_")),
    start,
    end,
  };
}

const unknownTime = { validFrom: "", validUntil: "", validPrecision: "" };

function validTime(
  draft: Draft,
  predicate: Predicate | undefined,
  sentence: Sentence,
  clause: Clause,
  knownAt: string,
): Pick<ProposedFact, "validFrom" | "validUntil" | "validPrecision"> {
  const use = draft.time ?? "none";
  if (use === "none" || !predicate) return unknownTime;
  const first = sentence.tokens[clause.from]?.start ?? 0;
  const last = sentence.tokens[clause.to - 1]?.end ?? 0;
  // "She moves to Oslo in June" is said of the June that comes.
  const isToCome = draft.key === "plans" || draft.key === "goals" || isOnItsWay(draft, predicate);
  const side = isToCome ? "future" : "past";
  const dates = sentence.dates
    .filter((date) => date.start >= first && date.end <= last && date.role !== "vague" && !isOfRelative(sentence, clause, date))
    .map((date) => resolveToward(date, date.role === "until" ? "future" : side, knownAt));
  const at = dates.find((date) => date.role === "at");
  const since = dates.find((date) => date.role === "since");
  const until = dates.find((date) => date.role === "until");
  const precision = (at ?? since ?? until)?.precision ?? "";
  if (precision === "") return unknownTime;
  if (use === "event" && at) return { validFrom: iso(at.from), validUntil: iso(at.until), validPrecision: precision };
  if (use === "state") return stateTime(draft, predicate, at, since, until, precision);
  return unknownTime;
}

/** "took over from Ingrid, who is on leave until September": a time that is told of somebody else. */
function isOfRelative({ tokens }: Sentence, { from, to }: Clause, date: DateExpression): boolean {
  const relative = tokens.findIndex(({ tag, start }, i) => i > from && i < to && /^W/.test(tag) && start < date.start);
  const before = tokens[relative - 1]?.text;
  return relative > 0 && before === "," && tokens.slice(relative).every(({ text, start }) => start >= date.start || text !== ",");
}

/** A state begins with "since" and with the date of its change; a past one lay within its date. */
function stateTime(
  draft: Draft,
  predicate: Predicate,
  at: DateExpression | undefined,
  since: DateExpression | undefined,
  until: DateExpression | undefined,
  precision: string,
): Pick<ProposedFact, "validFrom" | "validUntil" | "validPrecision"> {
  const ended = draft.key.startsWith("former_");
  const begins = predicate.tense === "past" || predicate.perfect || isOnItsWay(draft, predicate);
  // "lived there for five years" tells no beginning; "have lived there for five years" does.
  const from = since && !(ended && since.relative) ? since.from : at && begins ? at.from : undefined;
  const to = until ? until.from : ended && at ? at.until : undefined;
  if (from === undefined && to === undefined) return unknownTime;
  return {
    validFrom: from === undefined ? "" : iso(from),
    validUntil: to === undefined ? "" : iso(to),
    validPrecision: precision,
  };
}

/** A change that is told of in the present: with a day it is yet to come. */
function isOnItsWay({ changed }: Draft, predicate: Predicate): boolean {
  return (changed === true || predicate.changed) && predicate.tense === "present" && !predicate.perfect;
}

function iso(millis: number): string {
  return new Date(millis).toISOString();
}
