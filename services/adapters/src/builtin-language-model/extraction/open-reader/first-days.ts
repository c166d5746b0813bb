/** "First week at Spotify done", "Leo's first day at Hillside Elementary": where somebody has begun to work or to learn. */
import { explicit, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { plainly, selfOf, type Who } from "./pronouns.ts";
import { childOf, childrenOf, textBetween, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

const spans = /^(?:day|week|month|shift|term|semester|morning)$/;
const schools =
  /\b(?:School|Elementary|Primary|College|University|Kindergarten|Academy|High|Grammar|Gymnasium|Nursery|Preschool)\b/;

/** "Hillside Elementary": who begins there learns, or teaches. */
export function isSchool(name: string): boolean {
  return schools.test(name);
}

/** What the noun at `i` says by itself; undefined where it is no such span. */
export function firstDayAt(tree: Tree, i: number, speakers: Speakers): { who: Who; drafts: Draft[] } | undefined {
  if (!spans.test(wordAt(tree, i).lower) || !childrenOf(tree, i, "amod").some((one) => wordAt(tree, one).lower === "first"))
    return undefined;
  const at = tree.words.findIndex(({ lower, head }, one) => one > i && one <= i + 2 && /^(?:at|with)$/.test(lower) && head >= 0);
  let end = at + 1;
  while (at > 0 && end < tree.words.length && /^\p{Lu}/u.test(wordAt(tree, end).text)) end += 1;
  if (at < 0 || end === at + 1) return undefined;
  const name = textBetween(tree, at + 1, end);
  const owner = childOf(tree, i, "poss");
  const who = owner === undefined ? (speakers.self === "" ? undefined : selfOf(speakers)) : whoIs(tree, owner, speakers);
  if (!who || (who.entity.type !== "Person" && who.typed)) return undefined;
  const key = `${who.possession === "" ? "" : `${who.possession.replace(/[^\p{L}\p{N}]+/gu, "_")}_`}${isSchool(name) ? "attends" : "employer"}`;
  const subject = { type: "Person", name: who.entity.name };
  return {
    who: plainly(subject),
    drafts: [{ subject, key, value: name, changed: true, confidence: explicit, time: "none" }],
  };
}
