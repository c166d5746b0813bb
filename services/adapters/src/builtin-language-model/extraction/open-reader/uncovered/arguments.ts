/** The phrases that hang on a verb and that no fact holds: each under the verb's own name. */
import type { Draft } from "../../rule.ts";
import type { ClauseFact } from "../../read-clause.ts";
import { draft, objectsOf, possessionPrefix, type OpenReading } from "../draft.ts";
import { figurative, isLight, isPronoun, thirdPerson } from "../own-words.ts";
import { isDate, nounPhrase, timeOfPreposition, timeText, verbPhrase } from "../phrase.ts";
import { childOf, childrenOf, runOf, textBetween, wordAt, type Tree } from "../tree.ts";
import type { Coverage } from "./coverage.ts";

/** Below the confidence at which a fact takes the place of another. */
export const unsure = 0.65;

/** What of a clause's arguments no fact holds. */
export function openArguments(reading: OpenReading, { hasOpen, isOpen }: Coverage): Draft[] {
  const { tree, clause, who } = reading;
  const name = `${possessionPrefix(who)}${verbName(reading)}`;
  const over = { confidence: unsure, time: "none" } as const;
  const isBe = wordAt(tree, clause.verb).lemma === "be";
  return childrenOf(tree, clause.verb).flatMap((arg): Draft[] => {
    const { label, tag } = wordAt(tree, arg);
    if (!hasOpen(arg)) return [];
    if (/^(?:prep|agent|dative)$/.test(label) && /^(?:IN|TO)$/.test(tag)) {
      const object = childOf(tree, arg, "pobj");
      if (object === undefined || isPronoun(tree, object) || !isOpen(object) || isWayOfSpeaking(tree, arg, object)) return [];
      const key = `${name}_${wordAt(tree, arg).lower}`;
      const when = timeOfPreposition(tree, arg);
      if (when !== undefined) return isBe || (clause.tense === "past" && isOneWeekday(when)) ? [] : draft(key, when, over);
      return objectsOf(tree, object).flatMap((one) => draft(key, nounPhrase(tree, one, { dates: true }), over));
    }
    // What "is" says of its subject is left to the rules for it: they know what states nothing.
    if (isBe) return [];
    if (/^(?:dobj|oprd)$/.test(label) && isOpen(arg) && !isPronoun(tree, arg) && !isLight(tree, arg))
      return objectsOf(tree, arg).flatMap((one) => draft(name, nounPhrase(tree, one, { dates: true }), over));
    if (label === "npadvmod" && arg > clause.verb && isMeasure(tree, arg))
      return draft(name, isDate(tree, arg) ? timeText(tree, arg) : nounPhrase(tree, arg), over);
    if (label === "acomp" && isOpen(arg)) return draft(name, verbPhrase(tree, arg, { dates: true }), over);
    return [];
  });
}

/** "of my colleagues only Ezequiel", "in turn", "as a kid": no argument of the verb. */
function isWayOfSpeaking(tree: Tree, prep: number, object: number): boolean {
  const { lower } = wordAt(tree, prep);
  if (lower === "of") return true;
  if (lower === "as" && /^(?:kid|child|boy|girl|teenager|student|result|rule|usual)$/.test(wordAt(tree, object).lower)) return true;
  return figurative.test(wordAt(tree, object).lower) && childOf(tree, object, "det", "poss", "amod") === undefined;
}

/** "five mornings a week", "every Monday": not "a month", "these days", "next door". */
function isMeasure(tree: Tree, i: number): boolean {
  const det = childOf(tree, i, "det");
  if (det !== undefined && /^(?:a|an|the|this|these|that|those)$/.test(wordAt(tree, det).lower)) return false;
  return childOf(tree, i, "nummod") !== undefined || isDate(tree, i);
}

/** A day told by its name passes within a week, and says little then. */
function isOneWeekday(time: string): boolean {
  return /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(time);
}

/** Keys whose value may be as long as what was said of it. */
const wide =
  /(?:^|_)(?:likes|dislikes|prefers|wants|does_not_want|needs|avoids|does|has|is|is_a|event|plans|task|reminder|job_title|diet)$/;

/** The fact with the phrases that follow its value in the text, where its key may hold them: "code samples", "in TypeScript". */
export function widened(fact: ClauseFact, { tree, clause }: OpenReading, { hasOpen }: Coverage): ClauseFact | undefined {
  if (fact.target !== undefined || fact.value === "" || !wide.test(fact.key)) return undefined;
  const object = childOf(tree, clause.verb, "dobj", "attr");
  if (object === undefined || !nounPhrase(tree, object, { dates: true }).includes(fact.value)) return undefined;
  const { from, to } = runOf(tree, object, (child) => /^(?:relcl|conj|cc|appos|punct)$/.test(wordAt(tree, child).label));
  if (!textBetween(tree, from, to).endsWith(fact.value)) return undefined;
  let end = to;
  for (const arg of childrenOf(tree, clause.verb, "prep", "npadvmod")) {
    if (arg < end || !hasOpen(arg)) continue;
    const run = runOf(tree, arg, (child) => /^(?:relcl|punct)$/.test(wordAt(tree, child).label));
    if (run.from !== end) break;
    end = run.to;
  }
  if (end === to) return undefined;
  const value = `${fact.value}${tree.content.slice(wordAt(tree, to - 1).end, wordAt(tree, end - 1).end)}`;
  return value.length > maxValue ? undefined : { ...fact, value };
}

const maxValue = 160;

/** A verb as a key: "is kept" is kept, "runs out" runs_out. */
function verbName({ tree, clause }: OpenReading): string {
  const { lower, lemma, tag } = wordAt(tree, clause.verb);
  const particle = childOf(tree, clause.verb, "prt");
  const isParticiple = clause.passive || clause.progressive || tag === "VBN" || tag === "VBG" || tag === "VBD";
  const verb = lemma === "be" ? "is" : isParticiple ? lower : thirdPerson(lemma);
  return particle === undefined ? verb : `${verb}_${wordAt(tree, particle).lower}`;
}
