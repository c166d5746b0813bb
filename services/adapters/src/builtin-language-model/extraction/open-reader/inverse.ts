import type { Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import type { Clause } from "./clause.ts";
import { saysLittle } from "./copula.ts";
import { draft, possessionKey, stateOf } from "./draft.ts";
import { nounPhrase } from "./phrase.ts";
import type { Who } from "./pronouns.ts";
import { childOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "Tuesdays are my day off": what nobody goes by, as the value of what it is to somebody. */
export function readInverse(tree: Tree, clause: Clause, speakers: Speakers): { who: Who; drafts: Draft[] }[] {
  const [subject, ...others] = clause.subjects;
  const attr = childOf(tree, clause.verb, "attr");
  if (subject === undefined || others.length > 0 || attr === undefined || childOf(tree, attr, "poss") === undefined) return [];
  if (clause.negated || clause.unreal || clause.tense !== "present" || wordAt(tree, clause.verb).lemma !== "be") return [];
  if (!/^(?:NNS?|NNPS?|VBG)$/.test(wordAt(tree, subject).tag) || childOf(tree, subject, "det", "poss") !== undefined) return [];
  const who = whoIs(tree, attr, speakers);
  if (!who || who.possession === "" || saysLittle.test(wordAt(tree, attr).lower)) return [];
  return [{ who, drafts: draft(possessionKey(who), nounPhrase(tree, subject, { dates: true }), stateOf(clause)) }];
}
