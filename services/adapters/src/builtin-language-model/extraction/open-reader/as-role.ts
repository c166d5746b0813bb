/** "my thesis with Professor Adeyemi as my supervisor", "has Lena as her coach": what a name is to somebody. */
import { isOccupation } from "../complement.ts";
import { relationOf } from "../kinship.ts";
import { explicit, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { draft, possessionKey } from "./draft.ts";
import { properName, roles } from "./names.ts";
import { nounPhrase } from "./phrase.ts";
import type { Who } from "./pronouns.ts";
import { childOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** The noun behind an "as" of the same verb: "use zsh as my shell". */
function behindAs(tree: Tree, i: number): number | undefined {
  const as = tree.words[i + 1];
  return as?.lower === "as" && (as.head === i || as.head === wordAt(tree, i).head) ? childOf(tree, i + 1, "pobj") : undefined;
}

function isPersonal(noun: string): boolean {
  return relationOf(noun) !== undefined || roles.test(noun) || isOccupation(noun);
}

/** What the name at `i` is by the "as" right behind it; undefined where nothing is said. */
export function asRole(tree: Tree, i: number, speakers: Speakers): { who: Who; drafts: Draft[] } | undefined {
  const name = properName(tree, i);
  const verb = wordAt(tree, wordAt(tree, i).head).lemma;
  const tool = wordAt(tree, i).label === "dobj" && /^(?:use|have|choose|keep)$/.test(verb) ? behindAs(tree, i) : undefined;
  const owned = tool === undefined || name?.type === "Person" ? undefined : whoIs(tree, tool, speakers);
  if (owned && owned.possession !== "" && !isPersonal(wordAt(tree, tool ?? i).lower))
    return {
      who: owned,
      drafts: draft(possessionKey(owned), nounPhrase(tree, i), { confidence: explicit, subject: owned.entity }),
    };
  const role = tree.words[i + 1]?.lower === "as" ? childOf(tree, i + 1, "pobj") : undefined;
  if (name === undefined || role === undefined || childOf(tree, role, "poss") === undefined) return undefined;
  if (!/^(?:[pd]obj|conj)$/.test(wordAt(tree, i).label) || (name.type !== undefined && name.type !== "Person")) return undefined;
  const who = whoIs(tree, role, speakers);
  if (who === undefined || who.possession === "") return undefined;
  const target = { type: "Person", name: name.name };
  return { who, drafts: [{ subject: who.entity, key: possessionKey(who), target, confidence: explicit, time: "state" }] };
}
