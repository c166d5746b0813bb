/** What a relative clause with "where" tells of the place or the firm it is about. */
import { explicit, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { clauseOf, type Clause } from "./clause.ts";
import { possessionPrefix } from "./draft.ts";
import { properName } from "./names.ts";
import type { Who } from "./pronouns.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

const keys: ReadonlyMap<string, string> = new Map(
  Object.entries({
    work: "employer",
    study: "education",
    live: "residence",
    volunteer: "volunteers_at",
    teach: "teaches_at",
    intern: "employer",
  }),
);

/** "Orbitly, where my wife works, builds …": whose employer, school or home the name is. */
export function whereClauses(tree: Tree, speakers: Speakers): { who: Who; clause: Clause; drafts: Draft[] }[] {
  return tree.words.flatMap((word, verb) => {
    const key = word.label === "relcl" ? keys.get(word.lemma) : undefined;
    const subject = childOf(tree, verb, "nsubj");
    const isWhere = childrenOf(tree, verb, "advmod").some((i) => wordAt(tree, i).lower === "where");
    const name = key === undefined ? undefined : properName(tree, word.head);
    if (key === undefined || subject === undefined || !isWhere || name === undefined) return [];
    const who = whoIs(tree, subject, speakers);
    const clause = clauseOf(tree, verb, [subject], false, undefined);
    const isOver = clause.tense === "past" || (clause.perfect && !clause.progressive);
    if (
      !who ||
      clause.negated ||
      clause.unreal ||
      clause.tense === "future" ||
      (isOver && !/^(?:employer|residence|education)$/.test(key))
    )
      return [];
    const lasting = isOver && key !== "education" ? `former_${key}` : key;
    return [
      {
        who,
        clause,
        drafts: [{ key: `${possessionPrefix(who)}${lasting}`, value: name.name, confidence: explicit, time: "none" as const }],
      },
    ];
  });
}
