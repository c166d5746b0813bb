import { isOrder, isOrderBeside } from "./order.ts";
import { isSettled, complementsOf, isFrame, isSaidParticiple } from "./complements.ts";
import { isNoVerb } from "./agreement.ts";
import { isBelongedTo, isHad } from "./belonging.ts";
import { isOwnStatement } from "./own-statement.ts";
import { participlesBeside } from "./participles.ts";
import { isHeadlinePassive } from "./headline.ts";
import { isImpersonal } from "./impersonal.ts";
import { childOf, childrenOf, runOf, wordAt, wordsOfLevel, type Tree } from "./tree.ts";
import { relativeSubject, subjectsOf } from "./clause-subjects.ts";

/** A verb with its subjects, and how its clause is meant. */
export interface Clause {
  readonly verb: number;
  /** Heads of the subjects; empty for an order. */
  readonly subjects: readonly number[];
  readonly passive: boolean;
  readonly tense: "present" | "past" | "future";
  readonly progressive: boolean;
  readonly perfect: boolean;
  readonly negated: boolean;
  /** "no longer", "any more", "used to": it was so, and is not. */
  readonly ended: boolean;
  /** now, actually, no longer, instead: what was before is no more. */
  readonly changed: boolean;
  /** also, as well, too, second, part-time: it stands beside what was before. */
  readonly adds: boolean;
  /** Wished, supposed, conditional or asked: states nothing. */
  readonly unreal: boolean;
  readonly ability: boolean;
  /** must: asked of the subject. */
  readonly duty: boolean;
  /** Who is said to have said it (the head of the phrase), for reported speech. */
  readonly reporter: number | undefined;
}

const unrealModals = new Set(["would", "could", "should", "might", "may", "'d", "shall", "ought"]);
const seeming = new Set(["seem", "appear", "tend", "look", "sound"]);
const doubtful = new Set(
  "almost nearly hardly barely supposedly allegedly reportedly probably possibly apparently seemingly theoretically ideally potentially".split(
    " ",
  ),
);
const changing = new Set("now actually nowadays currently instead".split(" "));
const conditional = new Set("if unless whether once when".split(" "));

/** The clauses of a sentence that state something by themselves, in the order of the text. */
export function clausesOf(tree: Tree): Clause[] {
  const clauses: Clause[] = [];
  const seen = new Set<number>();
  const visit = (verb: number, subjects: readonly number[], unreal: boolean, reporter: number | undefined, depth: number) => {
    if (depth > 12 || seen.has(verb)) return;
    seen.add(verb);
    const own = subjectsOf(tree, verb);
    const heads = own.length > 0 ? own : subjects.length > 0 ? subjects : subjectBefore(tree, verb);
    const clause = clauseOf(tree, verb, heads, unreal, reporter);
    if (isFinite(tree, verb) && !isFrame(tree, verb)) clauses.push(clause);
    for (const part of participlesOf(tree, verb))
      if (!clause.negated && wordAt(tree, part).label === "relcl") visit(part, heads, clause.unreal, reporter, depth + 1);
      else if (!clause.negated && !seen.has(part)) {
        seen.add(part);
        const said = clauseOf(tree, part, heads, clause.unreal, reporter);
        clauses.push({ ...said, tense: clause.tense, passive: wordAt(tree, part).tag === "VBN" });
      }
    for (const part of clause.negated || heads.length === 0 ? [] : participlesBeside(tree, verb, clause.tense === "past")) {
      if (!seen.has(part.verb))
        clauses.push({ ...clauseOf(tree, part.verb, heads, clause.unreal, reporter), ...part, perfect: false });
      seen.add(part.verb);
    }
    for (const one of complementsOf(tree, verb, own))
      visit(one.verb, one.subjects, one.factive ? unreal : clause.unreal || clause.negated, one.reporter ?? reporter, depth + 1);
    if (!clause.negated && setsOut.has(wordAt(tree, verb).lemma))
      for (const child of childrenOf(tree, verb, "advcl", "xcomp"))
        if (isPurpose(tree, child) && lasting.has(wordAt(tree, child).lemma) && !seen.has(child)) {
          seen.add(child);
          const tense = clause.tense === "future" || clause.progressive ? "future" : "present";
          clauses.push({ ...clauseOf(tree, child, heads, clause.unreal, reporter), tense, changed: true });
        }
    for (const child of childrenOf(tree, verb, "conj", "ccomp", "parataxis", "dep", "advcl")) {
      if (!isFinite(tree, child)) continue;
      const { label } = wordAt(tree, child);
      if (label === "conj" || label === "parataxis")
        visit(child, heads, clause.unreal && !isOwnStatement(tree, verb, child) ? true : unreal, reporter, depth + 1);
      // "I was wrong: the flight is at 9" is two sentences; what is hoped, wanted or suggested states nothing.
      else if (label === "ccomp") {
        if ((child < verb && isApart(tree, child, verb)) || isSettled(tree, verb))
          visit(child, [], clause.unreal, reporter, depth + 1);
      } else if (label === "dep" ? child > verb && isApart(tree, verb, child) : isStatedBeside(tree, child))
        visit(child, [], clause.unreal, reporter, depth + 1);
    }
  };
  tree.words.forEach((word, i) => {
    if (word.head === i) visit(i, [], false, undefined, 0);
    // "Action: Lena to send the contract": a noun with a clause of its own.
    else if (
      word.label === "acl" &&
      (word.tag === "VB" || (/^VB[ZDP]$/.test(word.tag) && isApart(tree, word.head, i))) &&
      subjectsOf(tree, i).length > 0 &&
      wordAt(tree, word.head).head === word.head
    )
      visit(i, [], false, undefined, 0);
    // "Reminder that Joaquín turns forty": what a noun without a verb of its own announces.
    else if (
      /^(?:acl|ccomp)$/.test(word.label) &&
      /^VB[ZDP]$/.test(word.tag) &&
      /^NN/.test(wordAt(tree, word.head).tag) &&
      wordAt(tree, word.head).head === word.head &&
      childrenOf(tree, i, "mark").some((mark) => wordAt(tree, mark).lower === "that")
    )
      visit(i, [], false, undefined, 0);
    // "an app called Nori, written in Kotlin"
    else if (
      word.label === "acl" &&
      word.tag === "VBN" &&
      /^NNP/.test(wordAt(tree, word.head).tag) &&
      tree.words[i - 1]?.text === ","
    )
      clauses.push({ ...clauseOf(tree, i, [word.head], false, undefined), passive: true });
    // "three kids: Jonas is nine, …": a clause that the parser takes for an apposition.
    else if (word.label === "appos" && /^VB[ZDP]$/.test(word.tag) && subjectsOf(tree, i).some((one) => one > word.head))
      visit(i, [], false, undefined, 0);
    // "Bluefin, a fintech based in Delft"
    else if (word.label === "appos" && /^NNP/.test(wordAt(tree, word.head).tag))
      for (const part of saidByParticiple(tree, i))
        clauses.push({ ...clauseOf(tree, part, [word.head], false, undefined), passive: wordAt(tree, part).tag === "VBN" });
    // "a library called Quill that parses statements": the parser hangs it on the name.
    else if (word.label === "ccomp" && isNaming(tree, word.head) && !isOrder(tree) && isFinite(tree, i)) {
      const { head } = wordAt(tree, word.head);
      if (childrenOf(tree, i, "nsubj").some((child) => wordAt(tree, child).tag === "WDT")) visit(i, [head], false, undefined, 0);
    } else if (word.label === "relcl" && isFinite(tree, i)) {
      // "It's not Priya who signs" tells who does not.
      const { head: be, label: role } = wordAt(tree, word.head);
      if (role === "attr" && childOf(tree, be, "neg") !== undefined) return;
      const subjects = relativeSubject(tree, i);
      if (subjects.length > 0) {
        if (!isRestrictive(tree, i)) visit(i, subjects, false, undefined, 0);
      }
      // "the hospital where she works as a midwife"
      else if (
        childrenOf(tree, i, "advmod").some((child) => wordAt(tree, child).lower === "where") &&
        childrenOf(tree, i, "nsubj", "nsubjpass").some((child) => /^(?:PRP|NNP)$/.test(wordAt(tree, child).tag))
      )
        visit(i, [], false, undefined, 0);
      // "in the evenings she tutors chemistry" is no relative clause.
      else if (/^(?:DATE|TIME)$/.test(wordAt(tree, word.head).name) || times.test(wordAt(tree, word.head).lower))
        visit(i, [], false, undefined, 0);
    }
  });
  return clauses.filter(({ verb, subjects }) => !isImpersonal(tree, verb, subjects)).sort((a, b) => a.verb - b.verb);
}

/** "is a nurse living in Porto", "is a fintech based in Delft": what the participle says of the subject too. */
function participlesOf(tree: Tree, verb: number): number[] {
  if (wordAt(tree, verb).lemma !== "be") return [];
  return childrenOf(tree, verb, "attr").flatMap((attr) => [...saidByParticiple(tree, attr), ...saidByRelative(tree, attr)]);
}

/** "is a retired pilot who now restores radios": said of the subject as well. */
function saidByRelative(tree: Tree, noun: number): number[] {
  // "Mia is the one who pays the bills"
  const isOne = wordAt(tree, noun).lower === "one";
  if (!childrenOf(tree, noun, "det").some((i) => /^an?$/.test(wordAt(tree, i).lower) || isOne)) return [];
  return childrenOf(tree, noun, "relcl").filter(
    (i) =>
      isFinite(tree, i) &&
      childrenOf(tree, i, "nsubj", "nsubjpass").some((child) => /^(?:who|that|which)$/.test(wordAt(tree, child).lower)),
  );
}

/** The participles behind "a" and a noun that tell more of who or what it is; "a man called Finn" tells a name. */
export function saidByParticiple(tree: Tree, noun: number): number[] {
  if (!/^NN/.test(wordAt(tree, noun).tag) || !childrenOf(tree, noun, "det").some((i) => /^an?$/.test(wordAt(tree, i).lower)))
    return [];
  return childrenOf(tree, noun, "acl").filter(
    (i) =>
      i > noun &&
      /^VB[GN]$/.test(wordAt(tree, i).tag) &&
      !isNaming(tree, i) &&
      childOf(tree, i, "nsubj", "aux", "auxpass") === undefined,
  );
}

/** "moved to Ghent to work as a nurse": what somebody set out for, and does since. */
const setsOut = new Set("move relocate emigrate immigrate return leave quit resign come go transfer switch retire drop".split(" "));
const lasting = new Set(
  "start begin work join become study train teach lead run head take found open manage live do serve intern".split(" "),
);

function isPurpose(tree: Tree, verb: number): boolean {
  return wordAt(tree, verb).tag === "VB" && childrenOf(tree, verb, "aux").some((i) => wordAt(tree, i).lower === "to");
}

/** "the signs that say 'Exit'" tells which signs are meant; "Priya, who leads the team" tells of Priya. */
function isRestrictive(tree: Tree, relative: number): boolean {
  const { from } = runOf(tree, relative, () => false);
  const { head } = wordAt(tree, relative);
  if (childrenOf(tree, head, "acl").some((i) => isNaming(tree, i)) && !isOrder(tree)) return false;
  if (tree.words[from - 1]?.text === "," || /^NNP/.test(wordAt(tree, head).tag)) return false;
  // "the plumber who fixed our boiler" is one that both know.
  const isPerson = childrenOf(tree, relative, "nsubj", "nsubjpass").some((i) => wordAt(tree, i).lower === "who");
  const isKnown = childrenOf(tree, head, "det").some((i) => wordAt(tree, i).lower === "the");
  if (isPerson && isKnown && wordAt(tree, head).tag === "NN") return false;
  return childOf(tree, head, "poss") === undefined && !isHad(tree, head) && !isBelongedTo(tree, head);
}

/** "called Quill", "named Radish". */
function isNaming(tree: Tree, i: number): boolean {
  return wordAt(tree, i).label === "acl" && /^(?:call|name|nickname)$/.test(wordAt(tree, i).lemma);
}

const times = /^(?:morning|afternoon|evening|night|weekend|day|week|month|year|summer|winter|spring|autumn)s?$/;

/** Whether two clauses stand side by side: marks that end a thought between them, or a comma before a new subject. */
function isApart(tree: Tree, from: number, to: number): boolean {
  const between = tree.words.slice(from, to);
  if (between.some((word) => /^(?:[:;\u2013\u2014]|-{2,})$/.test(word.text))) return true;
  return between.some((word) => word.text === ",") && childOf(tree, from, "mark") === undefined;
}

/** Whether a clause stands before another one with a comma alone between them: no word joins it, and its verb follows its subject. */
function isBesideComma(tree: Tree, verb: number, head: number): boolean {
  if (!isApart(tree, verb, head) || !isFinite(tree, verb)) return false;
  const subject = childOf(tree, verb, "nsubj", "nsubjpass") ?? verb;
  return !childrenOf(tree, verb, "aux", "auxpass", "advmod").some(
    (i) =>
      (/^aux/.test(wordAt(tree, i).label) && i < subject) ||
      /^W/.test(wordAt(tree, i).tag) ||
      conditional.has(wordAt(tree, i).lower),
  );
}

/** "Bruno speaks Italian, reads Latin": the parser hangs the first of the verbs on the second, which has no subject. */
function subjectBefore(tree: Tree, verb: number): readonly number[] {
  const before = childrenOf(tree, verb, "ccomp").find((child) => child < verb && isApart(tree, child, verb));
  return before === undefined || wordAt(tree, verb).tag === "VB" ? [] : subjectsOf(tree, before);
}

/** A clause of cause, contrast or time that tells a fact of its own: "because the vaccines are stored there", "before she opened the studio". */
function isStatedBeside(tree: Tree, verb: number): boolean {
  if (childOf(tree, verb, "nsubj", "nsubjpass") === undefined) return false;
  const { head } = wordAt(tree, verb);
  const between = head < verb && tree.words.slice(head, verb).some((word) => /^[;\u2013\u2014]$/.test(word.text));
  if (between && childOf(tree, verb, "mark") === undefined) return true;
  // "I've handed in my notice, my last day is 17 July": two clauses with a comma between them.
  if (verb < head && isBesideComma(tree, verb, head)) return true;
  const mark = childOf(tree, verb, "mark", "advmod");
  const word = mark === undefined ? "" : wordAt(tree, mark).lower;
  if (/^(?:because|although|though|whereas)$/.test(word)) return true;
  // "while Tormod is abroad"
  if (word === "while" && wordAt(tree, verb).lemma === "be" && wordAt(tree, verb).tag === "VBZ") return true;
  return /^(?:before|after|since)$/.test(word) && wordAt(tree, verb).tag === "VBD";
}

/** A verb that states: no infinitive and no participle by itself ("including my mom"). */
function isFinite(tree: Tree, i: number): boolean {
  const { tag, label } = wordAt(tree, i);
  if (tag === "VBG" && childOf(tree, i, "aux") === undefined) return isSaidParticiple(tree, i) || isOfProgressive(tree, i);
  return /^(?:VB|MD)/.test(tag) || childOf(tree, i, "nsubj", "nsubjpass") !== undefined || label === "ROOT";
}

/** "we're flying out on Friday and coming back on Monday": the second one has the "are" of the first. */
function isOfProgressive(tree: Tree, i: number): boolean {
  const { label, head } = wordAt(tree, i);
  return (
    label === "conj" &&
    wordAt(tree, head).tag === "VBG" &&
    childrenOf(tree, head, "aux").some((aux) => wordAt(tree, aux).lemma === "be")
  );
}

/** How the clause of a verb is meant. */
export function clauseOf(
  tree: Tree,
  verb: number,
  subjects: readonly number[],
  inherited: boolean,
  reporter: number | undefined,
): Clause {
  const word = wordAt(tree, verb);
  const aux = childrenOf(tree, verb, "aux", "auxpass").map((i) => wordAt(tree, i).lower);
  const adverbs = childrenOf(tree, verb, "advmod", "neg", "npadvmod").map((i) => wordAt(tree, i).lower);
  const text = wordsOfLevel(tree, verb);
  const uncertain =
    adverbs.some((one) => doubtful.has(one)) ||
    (seeming.has(word.lemma) && childOf(tree, verb, "xcomp", "ccomp", "advcl") !== undefined);
  const noLonger = /\bno longer\b|\bany ?more\b|\bany longer\b/.test(text);
  const usedTo = word.lemma === "use" && childOf(tree, verb, "xcomp") !== undefined && word.tag === "VBD";
  // "I'd been living": what follows "would" is no participle.
  const isHad = aux.includes("'d") && (aux.includes("been") || word.tag === "VBN");
  const finite = isHad ? "had" : (aux[0] ?? word.lower);
  // The tagger takes "they run" for a past, which would be "ran".
  const both = /^(?:run|come|become|cost)$/.test(word.lower);
  // "I quit smoking in January": the tagger takes it for a present.
  const isQuit = word.lower === "quit" && word.tag === "VBP" && aux.length === 0;
  const past = /^(?:was|were|did|had|got)$/.test(finite) || isQuit || (aux.length === 0 && word.tag === "VBD" && !both);
  const parent =
    aux.length === 0 && ((word.label === "conj" && word.tag === "VB") || isOfProgressive(tree, verb))
      ? childrenOf(tree, word.head, "aux").map((i) => wordAt(tree, i).lower)
      : [];
  const future =
    [...aux, ...parent].some((one) => /^(?:will|'ll|wo|gonna)$/.test(one)) || (word.lemma === "go" && isGoingTo(tree, verb));
  // "was born in Recife but raised in Rotterdam"
  const alike =
    word.label === "conj" &&
    /^VB[ND]$/.test(word.tag) &&
    /ed$/.test(word.lower) &&
    aux.length === 0 &&
    isParticiple(tree, word.head) &&
    childOf(tree, verb, "dobj", "nsubj") === undefined;
  // "I've got a test" is said of now.
  const isOwned = word.lower === "got" && /^(?:'ve|'s|have|has)$/.test(aux[0] ?? "") && childOf(tree, verb, "dobj") !== undefined;
  return {
    verb,
    subjects,
    passive: alike || childOf(tree, verb, "auxpass", "nsubjpass") !== undefined || isHeadlinePassive(tree, verb),
    tense: future ? "future" : (past || usedTo) && !isOwned ? "past" : "present",
    progressive: word.tag === "VBG" && [...aux, ...parent].some((one) => /^(?:am|'m|is|'s|are|'re|was|were|be|been)$/.test(one)),
    perfect:
      !isOwned &&
      (isHad || aux.some((one) => /^(?:have|has|having|'ve|had)$/.test(one)) || (aux.includes("'s") && word.tag === "VBN")),
    negated: childOf(tree, verb, "neg") !== undefined || adverbs.includes("never") || isNeither(tree, subjects),
    ended: noLonger || usedTo,
    changed: noLonger || usedTo || adverbs.some((one) => changing.has(one)) || /^(?:actually|correction|sorry)\b/.test(text),
    // "too expensive" adds nothing.
    adds: /\b(?:also|as well|too(?! (?!and\b|but\b|or\b|now\b)\p{L})|second|part-time|another|on the side)\b/u.test(text),
    unreal:
      inherited ||
      isOrderBeside(tree, verb, subjects) ||
      isNoVerb(tree, verb, subjects) ||
      uncertain ||
      adverbs.some((one) => /^(?:almost|nearly|practically|hardly)$/.test(one)) ||
      aux.some((one) => unrealModals.has(one) && !isHad) ||
      childrenOf(tree, verb, "advcl").some((i) =>
        childrenOf(tree, i, "mark").some(
          (m) =>
            conditional.has(wordAt(tree, m).lower) &&
            wordAt(tree, m).lower !== "when" &&
            // "bikes to work unless it snows" is a habit.
            !(wordAt(tree, m).lower === "unless" && i > verb && word.tag === "VBZ"),
        ),
      ) ||
      childrenOf(tree, verb, "mark").some((m) => conditional.has(wordAt(tree, m).lower)),
    duty: aux.includes("must"),
    // "can only see him on Thursday" tells when.
    ability: aux.some((one) => one === "can" || one === "ca") && !adverbs.includes("only"),
    reporter: reporter ?? childrenOf(tree, verb, "prep").find((i) => wordAt(tree, i).lower === "according"),
  };
}

/** "Neither of my sons eats meat" */
function isNeither(tree: Tree, subjects: readonly number[]): boolean {
  return subjects.some((i) => /^(?:neither|none)$/.test(wordAt(tree, i).lower));
}

function isParticiple(tree: Tree, verb: number): boolean {
  return wordAt(tree, verb).tag === "VBN" && childOf(tree, verb, "auxpass") !== undefined;
}

function isGoingTo(tree: Tree, verb: number): boolean {
  return wordAt(tree, verb).tag === "VBG" && childOf(tree, verb, "xcomp") !== undefined;
}
