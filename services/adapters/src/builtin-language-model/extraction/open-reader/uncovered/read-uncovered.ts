/** A last look at a sentence: what it says that no fact holds, by the phrases it is made of. Such facts are less sure than the rules'. */
import type { EntityName } from "@loci/ports/language-model";
import type { ClauseFact } from "../../read-clause.ts";
import type { Draft } from "../../rule.ts";
import { isQuoted, type Sentence } from "../../sentence.ts";
import type { Speakers } from "../../subject.ts";
import { clausesOf, type Clause } from "../clause.ts";
import { isOrder } from "../order.ts";
import { draft, possessionPrefix, type OpenReading } from "../draft.ts";
import { isPronoun } from "../own-words.ts";
import { nounPhrase } from "../phrase.ts";
import type { Who } from "../pronouns.ts";
import { childOf, childrenOf, conjunctsOf, treeOf, wordAt, type Tree } from "../tree.ts";
import { whoIs } from "../who.ts";
import { openArguments } from "./arguments.ts";
import { coverageOf, unsure, type Coverage } from "./coverage.ts";
import { measured, numberedNoun, ofParticiple, openModifiers } from "./modifiers.ts";
import { looseSubject } from "./subjects.ts";
import { widened } from "./widened.ts";

/** What is told of whom, and in which clause. */
export interface Uncovered {
  readonly who: Who;
  readonly clause: Clause | undefined;
  readonly at: number;
  readonly drafts: readonly Draft[];
}

export interface Reread {
  /** The facts that were read, some with a longer value. */
  readonly facts: readonly ClauseFact[];
  readonly uncovered: readonly Uncovered[];
}

/** @param known the facts that the rules read from this sentence */
export function readUncovered(sentence: Sentence, speakers: Speakers, known: readonly ClauseFact[]): Reread {
  const tree = treeOf(sentence.content, sentence.tokens);
  if (isOrder(tree)) return { facts: known, uncovered: [] };
  const clauses = clausesOf(tree).filter((clause) => states(clause) && !isQuoted(sentence, clause.verb));
  const readings = clauses.flatMap((clause) => subjectsOf(tree, clause, speakers).map((who) => ({ tree, clause, who, speakers })));
  const before = coverageOf(tree, known);
  const facts = known.map((fact) => widenedBy(fact, readings, before));
  const coverage = coverageOf(tree, facts);
  const byVerb = readings.map((reading) => ({
    ...{ who: reading.who, clause: reading.clause, at: reading.clause.verb },
    drafts: [...openArguments(reading, coverage, keysOf(reading, facts)), ...besideClause(reading, coverage)],
  }));
  const denied = tree.words.some((word) => word.label === "neg");
  const byNoun = clauses.length === 0 || denied ? [] : openModifiers(tree, speakers, coverage);
  return { facts, uncovered: [...byVerb, ...byNoun.map(({ at, drafts }) => ({ who: nobody, clause: undefined, at, drafts }))] };
}

const nobody: Who = { entity: { type: "Thing", name: "" }, typed: true, possession: "", self: false, asides: [] };

/** The keys of what the rules read from the clause. */
function keysOf({ tree, clause }: OpenReading, facts: readonly ClauseFact[]): ReadonlySet<string> {
  const { start, end } = wordAt(tree, clause.verb);
  return new Set(facts.filter((fact) => fact.start <= start && end <= fact.end).map(({ key }) => key));
}

function states({ unreal, negated, ended, ability, duty }: Clause): boolean {
  return !unreal && !negated && !ended && !ability && !duty;
}

function subjectsOf(tree: Tree, clause: Clause, speakers: Speakers): Who[] {
  return clause.subjects
    .flatMap((subject) => conjunctsOf(tree, subject))
    .flatMap((i) => whoIs(tree, i, speakers) ?? looseSubject(tree, i, clause.verb, speakers) ?? []);
}

function widenedBy(fact: ClauseFact, readings: readonly OpenReading[], coverage: Coverage): ClauseFact {
  for (const reading of readings) {
    const { end } = wordAt(reading.tree, reading.clause.verb);
    if (fact.start > end || end > fact.end) continue;
    const longer = widened(fact, reading, coverage);
    if (longer !== undefined) return longer;
  }
  return fact;
}

/** The phrases beside a verb, and those that the parser takes for appositions to its last noun. */
function figuresOf(tree: Tree, verb: number): number[] {
  const own = childrenOf(tree, verb, "npadvmod", "dep", "appos", "conj");
  const nouns = childrenOf(tree, verb, "dobj", "attr", "prep").flatMap((i) => [i, ...childrenOf(tree, i, "pobj")]);
  return [...own, ...nouns.flatMap((i) => childrenOf(tree, i, "appos"))];
}

/** "closed the Series A, led by Pinecrest", "bought a boat, built by Ola": what was done to the object, and not to whoever did that. */
function isDoneToObject(tree: Tree, participle: number): boolean {
  const { tag, lemma } = wordAt(tree, participle);
  const isWithSubject = /^(?:accompany|join|help|assist|support|inspire|motivate|follow|drive|guide|encourage|advise|force)$/.test(
    lemma,
  );
  return tag === "VBN" && !isWithSubject && childOf(tree, participle, "agent") !== undefined;
}

function objectBeside({ tree, clause, who, speakers }: OpenReading): EntityName | undefined {
  const object = childOf(tree, clause.verb, "dobj");
  if (object === undefined || clause.passive || who.entity.type !== "Person" || isPronoun(tree, object)) return undefined;
  const found = whoIs(tree, object, speakers);
  if (found !== undefined && found.possession !== "") return undefined;
  if (found !== undefined) return found.typed ? found.entity : { ...found.entity, type: "Thing" };
  return { type: "Thing", name: nounPhrase(tree, object) };
}

/** Participles beside the clause ("…, running NixOS"), and nouns with their numbers (", seat 14A"). */
function besideClause(reading: OpenReading, coverage: Coverage): Draft[] {
  const { tree, clause, who } = reading;
  // "Sprained my wrist playing padel" is over.
  const isOver = clause.tense === "past" && !clause.perfect;
  const participles = childrenOf(tree, clause.verb, "advcl").filter(
    (i) =>
      (isOver ? /^VBN$/ : /^VB[NG]$/).test(wordAt(tree, i).tag) &&
      childOf(tree, i, "nsubj", "nsubjpass", "mark", "aux") === undefined,
  );
  const all = participles.flatMap((i) => [
    i,
    ...childrenOf(tree, i, "conj").filter((one) => /^VB[NGD]$/.test(wordAt(tree, one).tag)),
  ]);
  const numbered = figuresOf(tree, clause.verb).flatMap((i) => {
    const found = coverage.hasOpen(i) ? (numberedNoun(tree, i) ?? measured(tree, i)) : undefined;
    return found === undefined ? [] : draft(found.key, found.value, { confidence: unsure, time: "none" });
  });
  const ofObject = objectBeside(reading);
  return [
    ...all.flatMap((i) => {
      const said = ofParticiple(tree, i, coverage);
      return ofObject !== undefined && isDoneToObject(tree, i) ? said.map((one) => ({ ...one, subject: ofObject })) : said;
    }),
    ...numbered,
  ].map((one) => (one.subject === undefined ? { ...one, key: `${possessionPrefix(who)}${one.key}` } : one));
}
