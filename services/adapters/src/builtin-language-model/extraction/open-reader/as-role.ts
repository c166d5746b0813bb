/** "my thesis with Professor Adeyemi as my supervisor", "has Lena as her coach": what a name is to somebody. */
import { explicit, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { possessionKey } from "./draft.ts";
import { properName } from "./names.ts";
import type { Who } from "./pronouns.ts";
import { childOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** What the name at `i` is by the "as" right behind it; undefined where nothing is said. */
export function asRole(tree: Tree, i: number, speakers: Speakers): { who: Who; drafts: Draft[] } | undefined {
  const name = properName(tree, i);
  const role = tree.words[i + 1]?.lower === "as" ? childOf(tree, i + 1, "pobj") : undefined;
  if (name === undefined || role === undefined || childOf(tree, role, "poss") === undefined) return undefined;
  if (!/^(?:[pd]obj|conj)$/.test(wordAt(tree, i).label) || (name.type !== undefined && name.type !== "Person")) return undefined;
  const who = whoIs(tree, role, speakers);
  if (who === undefined || who.possession === "") return undefined;
  const target = { type: "Person", name: name.name };
  return { who, drafts: [{ subject: who.entity, key: possessionKey(who), target, confidence: explicit, time: "state" }] };
}
