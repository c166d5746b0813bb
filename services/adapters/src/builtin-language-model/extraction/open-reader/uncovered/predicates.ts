/** What a clause says that neither the rules nor its arguments hold: its whole predicate, as it was said. */
import type { ClauseFact } from "../../read-clause.ts";
import { isQuoted, type Sentence } from "../../sentence.ts";
import type { Speakers } from "../../subject.ts";
import { clausesOf, type Clause } from "../clause.ts";
import { isOrder } from "../order.ts";
import { draft, possessionPrefix } from "../draft.ts";
import { isDate, nounPhrase, trimmed } from "../phrase.ts";
import { plainly, type Who } from "../pronouns.ts";
import { childOf, childrenOf, conjunctsOf, runOf, textBetween, treeOf, wordAt, type Tree } from "../tree.ts";
import { whoIs } from "../who.ts";
import { coverageOf, unsure, type Coverage } from "./coverage.ts";
import type { Uncovered } from "./read-uncovered.ts";
import { looseSubject } from "./subjects.ts";
import { isNamed, isPlainNoun, isStateWord, isTelling, openWords, whereabouts } from "./telling.ts";
import { meantByPronoun, withNames } from "./with-names.ts";
import { readOrder, readPhrase } from "./without-clause.ts";

/**
 * The whole predicates of the clauses of which something is left that no fact holds; of a sentence without a clause what its order or its
 * note says.
 * @param facts all that was read from the sentence
 */
export function openPredicates(sentence: Sentence, speakers: Speakers, facts: readonly ClauseFact[]): Uncovered[] {
  const tree = treeOf(sentence.content, sentence.tokens);
  if (tree.words.at(-1)?.text === "?") return [];
  const coverage = coverageOf(tree, facts);
  if (isOrder(tree)) return readOrder(sentence, tree, speakers, coverage);
  const clauses = clausesOf(tree);
  const found = clauses
    .filter((clause) => states(tree, clause) && !isQuoted(sentence, clause.verb))
    .flatMap((clause): Uncovered[] => {
      const { start, end } = wordAt(tree, clause.verb);
      const read = facts.filter((fact) => fact.start <= start && end <= fact.end);
      const value = predicateText(tree, clause, coverage, speakers);
      if (isOfThePast(tree, clause)) return oncePredicate(tree, clause, value, read, speakers);
      const isPast = isPastOf(clause);
      const isState = wordAt(tree, clause.verb).lemma === "be" || clause.passive;
      if (value === "" || (!isState && !/\s/.test(value))) return [];
      // "I sold the Panda": what is no more says nothing of what happened, which is asked for as well.
      const isEnding = read.some(({ negated }) => negated);
      // "handed in my notice at the notary" would be shown as if the notary still were the employer.
      if (isEnding && (!isPast || read.some(({ negated, key }) => !negated || !/(?:^|_)owns$/.test(key)))) return [];
      // "I've got my driving test at 2pm"
      if (!isPast && wordAt(tree, clause.verb).lower === "got" && read.some(({ key }) => key === "appointment")) return [];
      const isThere = childOf(tree, clause.verb, "expl") !== undefined;
      const key = isPast ? "event" : isThere ? "has" : isState ? "is" : "does";
      const time = isPast ? ("event" as const) : ("none" as const);
      const subjects = subjectsOf(tree, clause, speakers);
      if (subjects.length === 0) return ofParticipant(tree, clause, coverage, speakers, read);
      return subjects
        .filter(({ self }) => isEnding || leavesOpen(tree, clause, coverage, read, self, speakers))
        .map((who) => ({
          ...{ who, clause, at: clause.verb },
          drafts: draft(`${possessionPrefix(who)}${key}`, value, { confidence: unsure, time }),
        }));
    });
  const hasSubject = clauses.some(({ subjects }) => subjects.length > 0);
  return !hasSubject && found.length === 0 ? readPhrase(tree, speakers, coverage) : found;
}

/**
 * Whether something is left to say of a clause. What was read from it shows what it is about: then only what names something counts, and beside
 * where somebody lives or works, or what changed, only a name or a number.
 */
function leavesOpen(
  tree: Tree,
  clause: Clause,
  coverage: Coverage,
  read: readonly ClauseFact[],
  self: boolean,
  speakers: Speakers,
): boolean {
  // "My dentist is Dr Amrani on Mill Road": who that is, is told already, and may be corrected.
  const isTold = childrenOf(tree, clause.verb, "attr").some((i) => /^NNP/.test(wordAt(tree, i).tag) && !coverage.isOpen(i));
  if (isTold) return false;
  const isMoved = read.some(({ changed, key }) => changed || /^(?:former_.*|residence|employer|address)$/.test(key));
  const tells = (i: number) =>
    isMoved
      ? isNamed(tree, i)
      : isTelling(tree, i) ||
        (read.length === 0 && !self && isStateWord(tree, i)) ||
        (read.length === 0 && !self && isPlainNoun(tree, i));
  // "18 of 24 turbines are installed"
  const isDone = clause.passive && !self && read.length === 0 && coverage.isOpen(clause.verb) && isStateWord(tree, clause.verb);
  // "I was so tired that I fell asleep": a mood that is over.
  const isMood =
    self && isPastOf(clause) && wordAt(tree, clause.verb).lemma === "be" && childOf(tree, clause.verb, "acomp") !== undefined;
  if (isMood) return false;
  // "will be back on Monday": a state with its day, which the value of no fact tells.
  const isDated =
    wordAt(tree, clause.verb).lemma === "be" &&
    !clause.negated &&
    read.length > 0 &&
    read.every(({ key }) => /(?:^|_)(?:status|plans)$/.test(key)) &&
    daysOf(tree, clause).some((i) => coverage.isUnsaid(i));
  // "Lucía renewed it": what that is, the sentence before told.
  const isOfBefore =
    !self && read.length === 0 && childrenOf(tree, clause.verb, "dobj").some((i) => meantByPronoun(tree, i, speakers) !== "");
  const isAway =
    !self &&
    wordAt(tree, clause.verb).lemma === "be" &&
    childrenOf(tree, clause.verb, "advmod").some((i) => whereabouts.test(wordAt(tree, i).lower) && coverage.isUnsaid(i));
  return isDone || isDated || isAway || isOfBefore || openWords(tree, clause, coverage).some(tells);
}

/** The words of days and hours beside a verb: "on Monday", "the 28th". */
function daysOf(tree: Tree, { verb }: Clause): number[] {
  return childrenOf(tree, verb, "prep", "npadvmod", "advmod", "acomp", "prt").flatMap((child) => {
    const { from, to } = runOf(tree, child, (one) => /^(?:relcl|advcl)$/.test(wordAt(tree, one).label));
    return Array.from({ length: to - from }, (_, i) => from + i).filter((i) => isDayWord(tree, i));
  });
}

function isDayWord(tree: Tree, i: number): boolean {
  const { tag, name, text } = wordAt(tree, i);
  return /^(?:DATE|TIME)$/.test(name) && (/^(?:NNPS?|CD)$/.test(tag) || /\d/.test(text));
}

/** What is denied of the past, or only thought about, tells nothing that is so. */
function states(tree: Tree, clause: Clause): boolean {
  if ((clause.ended && !isOfThePast(tree, clause)) || (clause.unreal && !isRequired(tree, clause))) return false;
  const isPast = isPastOf(clause);
  const isSaying = childOf(tree, clause.verb, "ccomp") !== undefined;
  if (clause.negated && (isPast || isSaying)) return false;
  const isThought = clause.progressive && thinking.test(wordAt(tree, clause.verb).lemma);
  // "It's not Priya who signs": of whom, another clause says.
  const isCleft =
    wordAt(tree, clause.verb).lemma === "be" &&
    clause.subjects.some((i) => /^(?:it|that|this)$/.test(wordAt(tree, i).lower)) &&
    childrenOf(tree, clause.verb, "attr", "acomp").some(
      (i) => childOf(tree, i, "relcl") !== undefined || /^\p{Lu}/u.test(wordAt(tree, i).text),
    );
  // "has done so since": what was done, the clause before tells.
  const isRepeated =
    wordAt(tree, clause.verb).lemma === "do" && childrenOf(tree, clause.verb, "advmod").some((i) => wordAt(tree, i).lower === "so");
  // "was supposed to end in May"
  const isSupposed = wordAt(tree, clause.verb).lower === "supposed";
  return !isThought && !isCleft && !isRepeated && !isSupposed;
}

function isPastOf({ tense, perfect }: Clause): boolean {
  return tense === "past" || perfect;
}

const thinking = /^(?:think|consider|hope|wonder|dream|debate|toy|look|try)$/;

/** "Answers should be in English": asked of a thing. */
function isRequired(tree: Tree, { verb, subjects, negated }: Clause): boolean {
  if (negated || wordAt(tree, verb).label === "ccomp") return false;
  const modals = childrenOf(tree, verb, "aux").map((i) => wordAt(tree, i).lower);
  return (
    modals.some((one) => /^(?:should|shall)$/.test(one)) &&
    subjects.every((i) => /^NN/.test(wordAt(tree, i).tag)) &&
    childOf(tree, verb, "advcl", "mark") === undefined
  );
}

/** From the verb, or its modal, to the end of its clause; a time that stands before the subject comes last. */
function predicateText(tree: Tree, clause: Clause, coverage: Coverage, speakers: Speakers): string {
  const { verb, subjects } = clause;
  const lastSubject = Math.max(-1, ...subjects.filter((i) => i < verb));
  const first = childrenOf(tree, verb, "aux", "auxpass", "neg", "advmod").filter((i) => i < verb && i > lastSubject);
  const { to } = runOf(tree, verb, (child) => {
    const { label, head } = wordAt(tree, child);
    return head === verb && (child < verb || /^(?:nsubj|nsubjpass|csubj|conj|cc|parataxis|intj|dep)$/.test(label));
  });
  const says = first.filter(
    (i) => wordAt(tree, i).label === "neg" || /^MD$/.test(wordAt(tree, i).tag) || wordAt(tree, i).lower === "never",
  );
  // "is off sick" is "off sick"; what was so begins with its "was".
  const isBe = wordAt(tree, verb).lemma === "be" && says.length === 0 && !isPastOf(clause);
  const was = clause.passive && isPastOf(clause) ? first.find((i) => wordAt(tree, i).label === "auxpass") : undefined;
  const from = says.length > 0 ? Math.min(...says) : (was ?? (isBe ? verb + 1 : verb));
  if (from >= to) return "";
  // "don't lock": the auxiliary before the negation.
  const start = wordAt(tree, from).label === "neg" && /^n['’]t$/.test(wordAt(tree, from).text) ? from - 1 : from;
  // "'ll be back", "'s been ill"
  const text = withNames(tree, start, to, speakers)
    .replace(/^['\u2019]ll\s/, "will ")
    .replace(/^['\u2019](?:s|ve|d|re|m)\s/, "");
  const before = childrenOf(tree, verb, "npadvmod", "prep").filter(
    (i) => i < lastSubject && coverage.hasOpen(i) && isDate(tree, i),
  );
  return [
    text,
    ...before.map((i) => {
      const run = runOf(tree, i, () => false);
      return textBetween(tree, run.from, run.to);
    }),
  ].join(", ");
}

function subjectsOf(tree: Tree, clause: Clause, speakers: Speakers): Who[] {
  return clause.subjects
    .flatMap((subject) => conjunctsOf(tree, subject))
    .flatMap((i) => whoIs(tree, i, speakers) ?? looseSubject(tree, i, clause.verb, speakers) ?? anyNoun(tree, i, clause, speakers));
}

/** "used to wrestle for Wales" */
function isOfThePast(tree: Tree, { verb, negated }: Clause): boolean {
  const { lemma, tag } = wordAt(tree, verb);
  return lemma === "use" && tag === "VBD" && !negated && childOf(tree, verb, "xcomp") !== undefined;
}

/** What somebody once did is no more, and is told all the same where no rule has it as what was. */
function oncePredicate(tree: Tree, clause: Clause, value: string, read: readonly ClauseFact[], speakers: Speakers): Uncovered[] {
  // What somebody used to be is told in the text's own words as well ("a ship's engineer").
  const inner = childOf(tree, clause.verb, "xcomp") ?? -1;
  const wasSomething = tree.words[inner]?.lemma === "be" && read.some(({ key }) => /(?:^|_)former_/.test(key));
  const isTold = !wasSomething && read.some(({ negated, key }) => !negated || key !== "does");
  if (isTold || !tree.words.some((_, i) => i > clause.verb && isTelling(tree, i))) return [];
  return subjectsOf(tree, clause, speakers).map((who) => ({
    ...{ who, clause, at: clause.verb },
    drafts: draft(`${possessionPrefix(who)}event`, value, { confidence: unsure, time: "event" }),
  }));
}

/**
 * "They offered me 68k", "A bad flag took down checkout": nobody knows who did it, but it happened to somebody or something that is known. It is
 * told of them, with who did it.
 */
function ofParticipant(
  tree: Tree,
  clause: Clause,
  coverage: Coverage,
  speakers: Speakers,
  read: readonly ClauseFact[],
): Uncovered[] {
  const { verb, subjects } = clause;
  if (read.length > 0 || subjects.length === 0 || wordAt(tree, verb).lemma === "be") return [];
  if (subjects.some((i) => /^(?:you|who|that|which)$/.test(wordAt(tree, i).lower))) return [];
  const who = childrenOf(tree, verb, "dative", "dobj", "nsubj")
    .filter((i) => i > verb)
    .flatMap((i) => whoIs(tree, i, speakers) ?? [])[0];
  if (who === undefined || !leavesOpen(tree, clause, coverage, read, false, speakers)) return [];
  // "He still owes me 300": what somebody does to the speaker, and what others do to each other once it is done.
  const isPast = isPastOf(clause);
  const isSelf = who.self && who.possession === "";
  // "because it gives me hives": what that is, another clause says.
  if (isSelf && subjects.some((i) => /^(?:it|this|that)$/.test(wordAt(tree, i).lower)) && !isPast) return [];
  const byPronoun = subjects.some((i) => wordAt(tree, i).tag === "PRP");
  if (byPronoun && !isSelf) return [];
  if (!isPast && !(isSelf && byPronoun)) return [];
  const { to } = runOf(tree, verb, (child) => {
    const { label, head } = wordAt(tree, child);
    return head === verb && /^(?:conj|cc|parataxis|intj|dep)$/.test(label);
  });
  const { from } = runOf(tree, Math.min(...subjects), (child) => wordAt(tree, child).label === "conj");
  const value = trimmed(tree, from, to, verb);
  const over = { confidence: unsure, time: isPast ? ("event" as const) : ("none" as const) };
  return [{ ...{ who, clause, at: verb }, drafts: draft(`${possessionPrefix(who)}${isPast ? "event" : "is"}`, value, over) }];
}

/** "A technician visit is booked for Tuesday": a noun of its own name, where the clause tells a time, a number or a name of it. */
function anyNoun(tree: Tree, i: number, { verb }: Clause, { self }: Speakers): Who | [] {
  const { tag } = wordAt(tree, i);
  if (self === "" || !/^(?:NN|CD)/.test(tag)) return [];
  const det = childOf(tree, i, "det");
  const isDefinite = det !== undefined && /^(?:the|each|every|all)$/.test(wordAt(tree, det).lower);
  // "USB sticks are banned", "HR has filed": which, the words beside it or its capitals say.
  const isBare = det === undefined && childOf(tree, i, "poss") === undefined;
  const isKind = isBare && (/^\p{Lu}{2,5}$/u.test(wordAt(tree, i).text) || childOf(tree, i, "compound") !== undefined);
  if (!isDefinite && !isKind && !tree.words.some((word, at) => at > verb && (word.name !== "" || /^(?:NNPS?|CD)$/.test(word.tag))))
    return [];
  return plainly({ type: "Thing", name: nounPhrase(tree, i) });
}
