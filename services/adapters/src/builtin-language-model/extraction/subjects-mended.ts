/** Subjects and their verbs that the small parser takes for something else. */
import { isOccupation } from "./complement.ts";
import { relationOf } from "./kinship.ts";
import type { Token } from "./tokens.ts";
import { words } from "./words.ts";

/** A parse with the subjects and verbs of its clauses where they are. */
export function withSubjects(parsed: readonly Token[]): Token[] {
  const tokens = withObjectRelative(withNameBeforeVerb(withNameForTime(withFigureBehindUp(parsed))));
  return withVerbOfName(
    withOpeningName(
      withDoAsVerb(withNameBehindDate(withVerbBesideNoun(withNounsOfName(withHaveAsVerb(withNounForSubject(tokens)))))),
    ),
  );
}

/** "Dana from accounts is on leave": the parser takes the name for a time. */
function withNameForTime(tokens: readonly Token[]): Token[] {
  const [first] = tokens;
  const verb = tokens[first?.head ?? 0];
  const isTaken =
    first !== undefined &&
    first.tag === "NNP" &&
    first.label === "npadvmod" &&
    !/^(?:DATE|TIME)$/.test(first.name) &&
    tokens[1]?.label === "prep" &&
    /^VB[ZD]$/.test(verb?.tag ?? "") &&
    !tokens.some(({ head, label }) => head === first.head && /^(?:nsubj|nsubjpass|csubj|expl)$/.test(label));
  if (!isTaken) return [...tokens];
  return tokens.map((token, i) => {
    if (i === 0) return { ...token, label: "nsubj" };
    return i === 1 && token.head === first.head ? { ...token, head: 0 } : token;
  });
}

function childrenOf(tokens: readonly Token[], i: number): number[] {
  return tokens.flatMap(({ head }, at) => (head === i && at !== i ? [at] : []));
}

/** "Q3 headcount stands at 48": a subject with a noun before it is no verb. */
function withNounForSubject(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    const isVerb = /^VBP?$/.test(token.tag) && token.label === "nsubj" && token.head > i;
    // "Headcount in the Prague office went up"
    const isFirst = i === 0 && tokens[1]?.tag === "IN" && tokens[1].head === 0 && tokens[token.head]?.tag !== "VB";
    return isVerb && (isFirst || (tokens[i - 1]?.head === i && tokens[i - 1]?.label === "compound"))
      ? { ...token, tag: "NN", pos: "NOUN" }
      : token;
  });
}

/** "Sven practises judo": the parser takes a name at the head for a part of the verb. */
function withNameBeforeVerb(tokens: readonly Token[]): Token[] {
  const [first, verb] = tokens;
  const isTaken =
    first !== undefined &&
    /^\p{Lu}\p{Ll}{2,}$/u.test(first.text) &&
    first.head === 1 &&
    /^(?:amod|compound|nmod)$/.test(first.label) &&
    verb?.tag === "VBZ" &&
    verb.head === 1 &&
    !tokens.some(({ head, label }, i) => i > 0 && head === 1 && /^(?:nsubj|nsubjpass|csubj|expl)$/.test(label));
  return isTaken ? [{ ...first, tag: "NNP", pos: "PROPN", label: "nsubj", name: "PERSON" }, ...tokens.slice(1)] : [...tokens];
}

/** "depends on the API that Dmitri's team maintains": what the clause lacks stands right before it. */
function withObjectRelative(tokens: readonly Token[]): Token[] {
  const that = tokens.findIndex(
    ({ lower, label, head }, i) =>
      lower === "that" &&
      label === "dobj" &&
      head > i + 1 &&
      tokens[head]?.label === "ccomp" &&
      /^NN/.test(tokens[i - 1]?.tag ?? "") &&
      /^[pd]obj$/.test(tokens[i - 1]?.label ?? ""),
  );
  const verb = tokens[that]?.head ?? -1;
  if (that < 1 || verb < 0) return [...tokens];
  return tokens.map((token, i) => {
    if (i === that) return { ...token, tag: "WDT", pos: "PRON" };
    return i === verb ? { ...token, label: "relcl", head: that - 1 } : token;
  });
}

/** "went up to 46 this quarter": the figure that is reached is no "about 46". */
function withFigureBehindUp(tokens: readonly Token[]): Token[] {
  const to = tokens.findIndex(
    ({ lower, label, head }, i) =>
      lower === "to" && label === "quantmod" && /^(?:up|down)$/.test(tokens[i - 1]?.lower ?? "") && tokens[head]?.tag === "CD",
  );
  const figure = tokens[to]?.head ?? -1;
  const verb = tokens[figure]?.head ?? -1;
  if (to < 0 || !/^VB/.test(tokens[verb]?.tag ?? "")) return [...tokens];
  return tokens.map((token, i) => {
    if (i === to) return { ...token, label: "prep", head: verb };
    return i === figure ? { ...token, label: "pobj", head: to, name: "CARDINAL" } : token;
  });
}

/** "Our window cleaner Piet": the whole of what stands before a name is the name's, and not each word the next one's. */
function withNounsOfName(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    if (!/^(?:poss|compound|amod)$/.test(token.label) || !/^(?:PRP\$|NN|VBG|JJ)$/.test(token.tag)) return token;
    let name = token.head;
    for (let step = 0; step < 4 && isNounBefore(tokens, name); step++) name = tokens[name]?.head ?? name;
    const isRun = tokens.slice(i + 1, name).every(({ tag, text }) => /^(?:NN|VBG|JJ)$/.test(tag) && /^\p{Ll}/u.test(text));
    const isName = name > i + 1 && tokens[name]?.tag === "NNP" && isRun && tokens[i + 1]?.label !== "poss";
    return isName && name !== token.head ? { ...token, head: name } : token;
  });
}

function isNounBefore(tokens: readonly Token[], i: number): boolean {
  const { tag = "", label = "", text = "" } = tokens[i] ?? {};
  return tag === "NN" && label === "compound" && /^\p{Ll}/u.test(text);
}

/** "lives in a van and drinks only tea": a verb is joined to the verb before it, and not to its noun; what follows it is its object. */
function withVerbBesideNoun(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    ({ tag, label, head }, i) =>
      /^VB[ZD]$/.test(tag) &&
      label === "conj" &&
      head < i &&
      /^NN/.test(tokens[head]?.tag ?? "") &&
      /^[pd]obj$/.test(tokens[head]?.label ?? "") &&
      tokens[i - 1]?.tag === "CC" &&
      !childrenOf(tokens, i).some((child) => /^(?:nsubj|nsubjpass|expl|aux|auxpass)$/.test(tokens[child]?.label ?? "")),
  );
  const noun = tokens[at]?.head ?? -1;
  let verb = noun;
  for (let step = 0; step < 5 && verb >= 0 && !/^VB/.test(tokens[verb]?.tag ?? ""); step++) verb = tokens[verb]?.head ?? -1;
  if (at < 0 || !/^VB[ZDP]$/.test(tokens[verb]?.tag ?? "") || verb >= at) return [...tokens];
  return tokens.map((token, i) => {
    if (i === at || (i === at - 1 && token.head === noun)) return { ...token, head: verb };
    const isObject = token.label === "dobj" && token.head === verb && i > at && i <= at + 4;
    return isObject ? { ...token, head: at } : token;
  });
}

/** "can't have gluten": the parser takes what it does not know for a participle. */
function withHaveAsVerb(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    ({ lower, label, head }, i) =>
      lower === "have" &&
      label === "aux" &&
      head === i + 1 &&
      tokens[i - 1]?.label === "neg" &&
      /^VBN?$/.test(tokens[head]?.tag ?? "") &&
      tokens[head]?.lemma === tokens[head]?.lower,
  );
  const thing = tokens[at + 1];
  if (at < 0 || thing === undefined) return [...tokens];
  const isRoot = thing.head === at + 1;
  return tokens.map((token, i) => {
    if (i === at) return { ...token, label: thing.label, head: isRoot ? at : thing.head };
    if (i === at + 1) return { ...token, tag: "NN", pos: "NOUN", label: "dobj", head: at };
    if (token.head !== at + 1 || i < at) return token.head === at + 1 ? { ...token, head: at } : token;
    return token.label === "conj" && /^(?:VB|JJ)/.test(token.tag) ? { ...token, tag: "NN", pos: "NOUN" } : token;
  });
}

/** "As of Monday Renske Dijkstra is our office manager": the day is the preposition's, the name the verb's. */
function withNameBehindDate(tokens: readonly Token[]): Token[] {
  const name = tokens.findIndex(({ tag, name: kind }, i) => {
    const [before, second] = [tokens[i - 1], tokens[i - 2]];
    const isTime = before !== undefined && /^(?:DATE|TIME)$/.test(before.name) && /^(?:NNP|CD)$/.test(before.tag);
    // "From 1 May Carla runs": the month is no name of hers.
    const isMonth = months.test(before?.text ?? "") && second?.tag === "CD";
    return tag === "NNP" && !/^(?:DATE|TIME)$/.test(kind) && (isTime || isMonth) && /^(?:IN|CD|NNP)$/.test(second?.tag ?? "");
  });
  if (name < 0) return [...tokens];
  let last = name;
  while (tokens[last + 1]?.tag === "NNP") last += 1;
  const verb = last + 1;
  const isVerb = /^(?:VB[ZDP]|MD)$/.test(tokens[verb]?.tag ?? "");
  let day = name - 1;
  const isOfDay = (i: number) => /^(?:DATE|TIME)$/.test(tokens[i]?.name ?? "") || tokens[i]?.tag === "CD";
  while (day > 0 && isOfDay(day - 1) && tokens[day - 1]?.tag !== "IN") day -= 1;
  const preposition = day - 1;
  const joined = tokens.slice(day, name).some(({ head }) => head >= name && head <= last);
  if (!isVerb || preposition < 0 || tokens[preposition]?.tag !== "IN" || !joined) return [...tokens];
  const clause = /^(?:aux|auxpass)$/.test(tokens[verb]?.label ?? "") ? (tokens[verb]?.head ?? verb) : verb;
  const hasSubject = childrenOf(tokens, clause).some((i) => /^(?:nsubj|nsubjpass)$/.test(tokens[i]?.label ?? "") && i !== last);
  if (hasSubject) return [...tokens];
  const isPassive = childrenOf(tokens, clause).some((i) => tokens[i]?.label === "auxpass");
  return tokens.map((token, i) => {
    if (i === name - 1) return { ...token, name: "DATE", head: preposition, label: "pobj" };
    if (i >= day && i < name) return { ...token, name: "DATE", head: name - 1, label: "nummod" };
    return i === last ? { ...token, head: clause, label: isPassive ? "nsubjpass" : "nsubj" } : token;
  });
}

const months = /^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/;

/** "Petra does the payroll and Jonas handles the invoices": what agrees with its subject has no "does" before it. */
function withDoAsVerb(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    ({ lower, label, head }, i) => /^(?:does|did)$/.test(lower) && label === "aux" && isAgreeing(tokens, i, head),
  );
  const verb = tokens[at]?.head ?? -1;
  const first = tokens.findIndex(({ label, head }, i) => i < at && (head === verb || head === at) && label === "nsubj");
  const object = tokens.findIndex(({ label, head }, i) => i > at && i < verb && head === verb && label === "nsubj");
  const second = tokens.findIndex(({ label, head }, i) => i > object && i < verb && head === object && label === "conj");
  const does = tokens[at];
  const main = tokens[verb];
  if (does === undefined || main === undefined || first < 0 || object < 0 || second < 0) return [...tokens];
  const isRoot = main.head === verb;
  return tokens.map((token, i) => {
    if (i === at) return { ...token, label: main.label, head: isRoot ? at : main.head, lemma: "do" };
    if (i === verb) return { ...token, label: "conj", head: at };
    if (i === first) return { ...token, head: at };
    if (i === object) return { ...token, head: at, label: "dobj" };
    if (i === second) return { ...token, head: verb, label: "nsubj" };
    return token.head === object && token.label === "cc" ? { ...token, head: at } : token;
  });
}

function isAgreeing(tokens: readonly Token[], aux: number, verb: number): boolean {
  return verb > aux + 1 && /^VB[ZD]$/.test(tokens[verb]?.tag ?? "");
}

/** "Eleni (41), single mother of two, works", "Tomasz, our plumber, charges": who is told to be somebody has a name. */
function withOpeningName(tokens: readonly Token[]): Token[] {
  const [first, mark] = tokens;
  const isTaken = first !== undefined && /^(?:NN|JJ|RB|UH|FW|VB[DNPZ]?)$/.test(first.tag) && /^\p{Lu}\p{Ll}{2,}$/u.test(first.text);
  if (!isTaken || !/^nsubj/.test(first.label) || !/^[,(]$/.test(mark?.text ?? "")) return [...tokens];
  if (childrenOf(tokens, 0).some((i) => /^(?:det|poss|compound|amod|prep)$/.test(tokens[i]?.label ?? "") && i < 2))
    return [...tokens];
  const isSomebody = childrenOf(tokens, 0).some((i) => {
    const noun = tokens[i];
    return noun?.label === "appos" && /^NN$/.test(noun.tag) && (isOccupation(noun.lower) || relationOf(noun.lower) !== undefined);
  });
  return isSomebody ? [{ ...first, tag: "NNP", pos: "PROPN", name: "PERSON" }, ...tokens.slice(1)] : [...tokens];
}

/**
 * "The user relocated from Aarhus", "Pieter Claes, 52, presented with chest pain": the past of a verb that nothing is done with is no participle of
 * whoever stands before it.
 */
function withVerbOfName(tokens: readonly Token[]): Token[] {
  const root = tokens.findIndex(({ head }, i) => head === i);
  const verb = tokens.findIndex(({ label, head, tag }, i) => label === "acl" && tag === "VBN" && head === root && i > root);
  const [noun, past] = [tokens[root], tokens[verb]];
  if (noun === undefined || past === undefined || tokens.some(({ tag }) => /^(?:VB[ZDP]|MD)$/.test(tag))) return [...tokens];
  const isUser = noun.lower === "user" && childrenOf(tokens, root).every((i) => i >= verb || tokens[i]?.label === "det");
  const isName = noun.tag === "NNP" && noun.name === "PERSON";
  const hasObject = childrenOf(tokens, verb).some((i) => tokens[i]?.label === "dobj");
  if (!(isUser || isName) || !(ownPast.has(past.lower) || (isUser && hasObject))) return [...tokens];
  return tokens.map((token, i) => {
    if (i === verb) return { ...token, tag: "VBD", label: "ROOT", head: verb };
    if (i === root) return { ...token, label: "nsubj", head: verb };
    return token.head === root && i > root && /^(?:prep|punct|npadvmod)$/.test(token.label) && i > verb
      ? { ...token, head: verb }
      : token;
  });
}

/** Pasts that tell of no object what was done to it. */
const ownPast = new Set(
  words(`
    relocated moved emigrated immigrated returned presented attended arrived retired graduated resigned complained denied described died
    travelled traveled worked lived studied trained stayed joined reported agreed switched visited volunteered enrolled commuted migrated
    fainted collapsed recovered developed underwent completed transferred
  `),
);
