/** "We sold the van, so now it's just the Panda": what is left to whoever gave something away. */
import type { Speakers } from "../subject.ts";
import type { Clause } from "./clause.ts";
import { draft } from "./draft.ts";
import { nounPhrase } from "./phrase.ts";
import { selfOf, type Who } from "./pronouns.ts";
import type { Draft } from "../rule.ts";
import { childOf, childrenOf, conjunctsOf, wordAt, type Tree } from "./tree.ts";

const gone = /\b(?:I|we|I've|we've)\b[^.]{0,40}\b(?:sold|gave away|given away|got rid of|scrapped|traded in|rehomed)\b/i;

/** The facts of such a clause; undefined for every other one. */
export function whatIsLeft(
  tree: Tree,
  { verb, subjects, negated }: Clause,
  speakers: Speakers,
): { who: Who; drafts: Draft[] }[] | undefined {
  const attr = childOf(tree, verb, "attr");
  const [it] = subjects;
  const beside = attr === undefined ? [] : childrenOf(tree, attr, "advmod");
  const adverbs = [...childrenOf(tree, verb, "advmod"), ...beside].map((i) => wordAt(tree, i).lower);
  const isIt = it !== undefined && wordAt(tree, it).lower === "it" && wordAt(tree, verb).lemma === "be";
  if (!isIt || attr === undefined || negated || !adverbs.some((one) => /^(?:just|only)$/.test(one))) return undefined;
  const isSold = adverbs.includes("now") && gone.test(tree.content.slice(wordAt(tree, 0).start, wordAt(tree, verb).start));
  if (!isSold || speakers.self === "") return [];
  const things = conjunctsOf(tree, attr).filter((one) => /^NN/.test(wordAt(tree, one).tag));
  return [{ who: selfOf(speakers), drafts: things.flatMap((one) => draft("owns", nounPhrase(tree, one), { time: "none" })) }];
}
