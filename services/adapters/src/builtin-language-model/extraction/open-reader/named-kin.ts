/** "has twins, a boy called Theo and a girl called Alma": the children by their names. */
import { petKind, relationOf } from "../kinship.ts";
import { explicit, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { isPronoun } from "./own-words.ts";
import { namesByClause } from "./names.ts";
import type { Who } from "./pronouns.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** Of whom those that an apposition names one by one are, and at which word. */
export function namedKin(tree: Tree, speakers: Speakers): { at: number; reading: { who: Who }; drafts: Draft[] }[] {
  return tree.words.flatMap((word, i) => {
    const relation = relationOf(word.lower) ?? (petKind(word.lower) ? "pet" : undefined);
    if (relation === undefined || word.label !== "dobj" || !/^(?:have|get|adopt|welcome)$/.test(wordAt(tree, word.head).lemma))
      return [];
    const subject = childOf(tree, word.head, "nsubj");
    if (subject === undefined || childOf(tree, word.head, "neg") !== undefined) return [];
    const who = whoIs(tree, subject, speakers);
    if (!who || who.possession !== "" || (isPronoun(tree, subject) && !who.self)) return [];
    const drafts = besideNoun(tree, i).flatMap((one): Draft[] => {
      const kind = wordAt(tree, one).lower;
      const [name] = namesByClause(tree, one);
      if (name === undefined || !/^\p{Lu}/u.test(name) || !(relationOf(kind) ?? petKind(kind) ?? /^(?:boy|girl)$/.exec(kind)))
        return [];
      const target = { type: relation === "pet" ? "Animal" : "Person", name };
      const key = relation === "sibling" && word.lower === "twins" ? "child" : (relationOf(kind) ?? relation);
      return [{ key, target, confidence: explicit, time: "none" }];
    });
    return drafts.length === 0 ? [] : [{ at: i, reading: { who }, drafts }];
  });
}

/** The nouns in apposition; the parser may hang the second one on the name of the first. */
function besideNoun(tree: Tree, i: number, depth = 0): number[] {
  if (depth > 6) return [];
  return childrenOf(tree, i, "appos", "conj", "acl", "oprd").flatMap((one) => [one, ...besideNoun(tree, one, depth + 1)]);
}
