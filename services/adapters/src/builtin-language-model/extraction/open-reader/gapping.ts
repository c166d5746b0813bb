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
    if (i <= clause.verb || !/^NN/.test(word.tag) || !/^(?:appos|oprd|dep|conj|npadvmod|dobj)$/.test(word.label)) return [];
    const [first = i] = childrenOf(tree, i);
    if (tree.words[Math.min(first, i) - 1]?.text !== ",") return [];
    const prep = childrenOf(tree, i, "prep").find((child) => child === i + 1);
    if (prep === undefined) return [];
    const preposition = wordAt(tree, prep).lower;
    const isPlace = places.test(preposition);
    // "sleeps in the hall, the cats on our bed": another word for a place will do as well.
    const parallel = tree.words.find(
      (other, at) =>
        at > clause.verb &&
        at < first &&
        other.label === "prep" &&
        (other.lower === preposition || (isPlace && places.test(other.lower))),
    );
    const object = childOf(tree, prep, "pobj");
    const value = object === undefined ? undefined : (timeOfPreposition(tree, prep) ?? nounPhrase(tree, object));
    const said = value === undefined || parallel === undefined ? undefined : inPlace(model, parallel.lower, preposition, value);
    if (said === undefined) return [];
    const name = nounPhrase(tree, i).replace(new RegExp(String.raw`\s${preposition}\s.*$`, "i"), "");
    const who = whoIs(tree, i, speakers);
    const isWhole = who === undefined || who.entity.name.includes(` ${preposition} `);
    return [{ who: isWhole ? plainly({ type: who?.entity.type ?? "Thing", name }) : who, drafts: [said] }];
  });
}

const places = /^(?:in|on|at|under|behind|beside|near|above|below)$/;

/** What the first part said, with the value of the second. */
function inPlace({ key, value = "" }: Draft, before: string, preposition: string, other: string): Draft | undefined {
  if (key.endsWith(`_${before}`))
    return { key: `${key.slice(0, -before.length)}${preposition}`, value: other, confidence: normal, time: "none" };
  if (before !== preposition) return undefined;
  const at = value.indexOf(` ${preposition} `);
  return at < 0 ? undefined : { key, value: `${value.slice(0, at)} ${preposition} ${other}`, confidence: normal, time: "none" };
}
