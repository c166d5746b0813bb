import type { Clause } from "./clause.ts";
import { isBelongedTo } from "./belonging.ts";
import { clauseOf } from "./clause.ts";
import { normal, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { possessionPrefix } from "./draft.ts";
import { isPronoun, thirdPerson } from "./own-words.ts";
import { nounPhrase } from "./phrase.ts";
import { plainly, type Who } from "./pronouns.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "The script that Vasile wrote": what somebody does or did with the thing that the clause tells apart. */
export function objectRelatives(tree: Tree, speakers: Speakers): { who: Who; clause: Clause; drafts: Draft[] }[] {
  return tree.words.flatMap((word, verb) => {
    if (word.label !== "relcl" || !/^VB[DZPN]$/.test(word.tag)) return [];
    const thing = outerNoun(tree, word.head, verb);
    const subject = childOf(tree, verb, "nsubj");
    const isDefinite = childrenOf(tree, thing, "det").some((i) => wordAt(tree, i).lower === "the");
    if (subject === undefined || subject < thing || !isDefinite || !/^NN/.test(wordAt(tree, thing).tag)) return [];
    if (
      /^W/.test(wordAt(tree, subject).tag) ||
      !isObjectOf(tree, thing, verb, subject) ||
      /^(?:DATE|TIME)$/.test(wordAt(tree, thing).name)
    )
      return [];
    const who = whoIs(tree, subject, speakers);
    const clause = clauseOf(tree, verb, [subject], false, undefined);
    if (!who || isPronoun(tree, thing)) return [];
    if (clause.negated || clause.unreal || clause.ability || clause.tense === "future" || !making.test(word.lemma)) return [];
    const value = nounPhrase(tree, thing);
    if (!/\p{L}{3}/u.test(value)) return [];
    const past = clause.tense === "past" || clause.perfect;
    const one: Draft = past
      ? { key: `${possessionPrefix(who)}event`, value: `${word.text} the ${value}`, confidence: normal, time: "event" }
      : { key: `${possessionPrefix(who)}${thirdPerson(word.lemma)}`, value, confidence: normal, time: "state" };
    return [{ who, clause, drafts: [one] }];
  });
}

/** "The clock on the mantelpiece, which my grandfather built": behind a comma it is about the whole. */
function outerNoun(tree: Tree, noun: number, verb: number): number {
  const { label, head } = wordAt(tree, noun);
  const isApart = tree.words.slice(noun + 1, verb).some(({ text }, k, all) => text === "," && all[k + 1]?.tag === "WDT");
  const outer = label === "pobj" && isApart ? wordAt(tree, head).head : noun;
  return /^NN/.test(wordAt(tree, outer).tag) ? outer : noun;
}

/** The noun is what the verb lacks: its object, with "that" or "which", or with nothing in its place. */
function isObjectOf(tree: Tree, thing: number, verb: number, subject: number): boolean {
  const objects = childrenOf(tree, verb, "dobj");
  const pronoun = objects.find((i) => /^(?:WDT|WP)$/.test(wordAt(tree, i).tag));
  if (pronoun !== undefined) return objects.length === 1;
  return objects.length === 0 && subject > thing && !tree.words.slice(thing, subject).some(({ tag }) => /^(?:WRB|,)$/.test(tag));
}

/** What brings a thing about, or keeps it: it is worth knowing of whoever did it. */
const making =
  /^(?:write|build|make|design|paint|draw|compose|bake|cook|knit|sew|grow|develop|create|found|start|open|run|lead|manage|own|maintain|buy|sell|order|book|rent|lend|borrow|give|send|bring|break|fix|repair|lose|find|sign|publish|record|direct|teach|use|drive|ride|adopt|recommend|prescribe)$/;

/** "has a subscription that renews on 15 November": whose it is, for what the relative clause says of it. */
export function ownedBefore(tree: Tree, thing: number, speakers: Speakers): Who | undefined {
  const { label, head, tag } = wordAt(tree, thing);
  const isOwn = label === "dobj" && tag === "NN" && /^(?:have|own|keep|rent|lease|drive|use)$/.test(wordAt(tree, head).lemma);
  const verb = isOwn ? head : wordAt(tree, head).head;
  if (!isOwn && !isBelongedTo(tree, thing)) return undefined;
  if (!childrenOf(tree, thing, "det").some((i) => /^an?$/.test(wordAt(tree, i).lower))) return undefined;
  const subject = childOf(tree, verb, "nsubj");
  const owner = subject === undefined ? undefined : whoIs(tree, subject, speakers);
  if (!owner || owner.possession !== "" || childOf(tree, verb, "neg") !== undefined) return undefined;
  return { ...plainly(owner.entity, { typed: owner.typed, self: owner.self }), possession: nounPhrase(tree, thing).toLowerCase() };
}
