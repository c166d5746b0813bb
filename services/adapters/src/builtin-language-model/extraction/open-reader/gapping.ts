import { normal, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import type { Clause } from "./clause.ts";
import { nounPhrase, timeOfPreposition } from "./phrase.ts";
import { plainly, type Who } from "./pronouns.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "Logs are kept for ninety days, audit records for ten years": the second part has no verb and goes by the first one's. */
export function readGap(tree: Tree, clause: Clause, speakers: Speakers, drafts: readonly Draft[]): { who: Who; drafts: Draft[] }[] {
  const [model] = drafts;
  if (model?.value === undefined || speakers.self === "") return [];
  return tree.words.flatMap((word, i) => {
    if (i <= clause.verb || !/^NN/.test(word.tag) || !/^(?:appos|oprd|dep|conj|npadvmod)$/.test(word.label)) return [];
    const [first = i] = childrenOf(tree, i);
    if (tree.words[Math.min(first, i) - 1]?.text !== ",") return [];
    const prep = childrenOf(tree, i, "prep").find((child) => child === i + 1);
    if (prep === undefined) return [];
    const preposition = wordAt(tree, prep).lower;
    const isParallel = tree.words.some((other, at) => at > clause.verb && at < first && other.lower === preposition);
    const object = childOf(tree, prep, "pobj");
    const value = object === undefined ? undefined : (timeOfPreposition(tree, prep) ?? nounPhrase(tree, object));
    const said = value === undefined || !isParallel ? undefined : inPlace(model, preposition, value);
    if (said === undefined) return [];
    const name = nounPhrase(tree, i).replace(new RegExp(String.raw`\s${preposition}\s.*$`, "i"), "");
    return [{ who: whoIs(tree, i, speakers) ?? plainly({ type: "Thing", name }), drafts: [said] }];
  });
}

/** What the first part said, with the value of the second. */
function inPlace({ key, value = "" }: Draft, preposition: string, other: string): Draft | undefined {
  if (key.endsWith(`_${preposition}`)) return { key, value: other, confidence: normal, time: "none" };
  const at = value.indexOf(` ${preposition} `);
  return at < 0 ? undefined : { key, value: `${value.slice(0, at)} ${preposition} ${other}`, confidence: normal, time: "none" };
}
