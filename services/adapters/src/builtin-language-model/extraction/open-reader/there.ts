import { normal, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { draft, objectsOf } from "./draft.ts";
import type { Clause } from "./clause.ts";
import { kindOf, namesByClause } from "./names.ts";
import { isDate, nounPhrase } from "./phrase.ts";
import { plainly, type Who } from "./pronouns.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "There are 18 children in Lotte's class", "There is a spare key under the flowerpot": what a place has, or where a thing is. */
export function readExistence(tree: Tree, clause: Clause, speakers: Speakers): { who: Who; drafts: Draft[] }[] {
  const attr = childOf(tree, clause.verb, "attr", "dobj");
  if (childOf(tree, clause.verb, "expl") === undefined || attr === undefined || speakers.self === "") return [];
  if (clause.tense === "past" || clause.negated || clause.unreal) return [];
  return objectsOf(tree, attr).flatMap((one) => {
    const [named] = namesByClause(tree, one);
    const name = named === undefined ? undefined : childrenOf(tree, one, "acl", "relcl");
    const where = [one, clause.verb, ...(name ?? [])]
      .flatMap((at) => childrenOf(tree, at, "prep"))
      .filter((prep) => places.test(wordAt(tree, prep).lower) && !isDate(tree, prep));
    const thing = nounPhrase(tree, one).replace(
      /\s(?:in|at|on|under|behind|near|next|by|above|below|inside|outside|called|named)\s.*$/,
      "",
    );
    if (!/\p{L}/u.test(named ?? thing)) return [];
    return where.slice(0, 1).flatMap((prep): { who: Who; drafts: Draft[] }[] => {
      const place = childOf(tree, prep, "pobj");
      const owner = place === undefined ? undefined : whoIs(tree, place, speakers);
      if (place === undefined || !owner) return [];
      const counted = childOf(tree, one, "nummod") !== undefined;
      if (counted && owner.possession === "") return [{ who: owner, drafts: draft("has", thing, { confidence: normal }) }];
      if (counted) return [{ who: owner, drafts: draft(`${owner.possession.replace(/[^\p{L}\p{N}]+/gu, "_")}_has`, thing) }];
      const who = plainly({ type: kindOf(wordAt(tree, one).lower) ?? "Thing", name: named ?? thing });
      const preposition = wordAt(tree, prep).lower;
      const value = `${/^(?:in|at)$/.test(preposition) ? "" : `${preposition} `}${nounPhrase(tree, place)}`;
      return [{ who, drafts: [...(named === undefined ? [] : draft("is_a", thing)), ...draft("location", value)] }];
    });
  });
}

const places = /^(?:in|at|on|under|behind|near|above|below|inside|outside|between|opposite)$/;
