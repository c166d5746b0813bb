import { explicit, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { possessionKey, possessionPrefix } from "./draft.ts";
import { thirdPerson } from "./own-words.ts";
import { isDate, timeOfPreposition, timeText } from "./phrase.ts";
import type { Who } from "./pronouns.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "Jonas isn't joining in January, it's going to be March": the time that is denied, and the right one behind "it is". */
export function rightTime(tree: Tree, speakers: Speakers): { verb: number; who: Who; drafts: Draft[] } | undefined {
  const right = tree.words.findIndex((word, i) =>
    i > 3 && word.lower === "be" ? isRight(tree, i) : word.lemma === "be" && isRight(tree, i),
  );
  if (right < 0) return undefined;
  const value = timeAt(tree, right);
  if (value === undefined) return undefined;
  for (let verb = 0; verb < right; verb++) {
    if (!/^VB/.test(wordAt(tree, verb).tag) || childOf(tree, verb, "neg") === undefined) continue;
    const subject = childOf(tree, verb, "nsubj", "nsubjpass");
    const prep = childrenOf(tree, verb, "prep", "npadvmod").find((i) => isDate(tree, i));
    const who = subject === undefined || prep === undefined ? undefined : whoIs(tree, subject, speakers);
    if (!who || prep === undefined) continue;
    const insteadOf = timeOfPreposition(tree, prep) ?? timeText(tree, prep);
    return {
      verb,
      who,
      drafts: [{ key: keyOf(tree, verb, prep, who), value, insteadOf, changed: true, confidence: explicit, time: "none" }],
    };
  }
  return undefined;
}

function keyOf(tree: Tree, verb: number, prep: number, who: Who): string {
  const { lemma } = wordAt(tree, verb);
  if (lemma === "be") return who.possession === "" ? "date" : possessionKey(who);
  const on = wordAt(tree, prep).label === "prep" ? `_${wordAt(tree, prep).lower}` : "";
  return `${possessionPrefix(who)}${thirdPerson(lemma)}${on}`;
}

/** "it's March", "it's on Thursday", "it's going to be June". */
function isRight(tree: Tree, be: number): boolean {
  const { label, head } = wordAt(tree, be);
  const verb = label === "xcomp" ? head : be;
  const subject = childOf(tree, verb, "nsubj");
  const isIt = subject !== undefined && /^(?:it|that)$/.test(wordAt(tree, subject).lower);
  return isIt && childOf(tree, verb, "neg") === undefined && timeAt(tree, be) !== undefined;
}

function timeAt(tree: Tree, be: number): string | undefined {
  const at = childrenOf(tree, be, "attr", "npadvmod", "prep").find((i) => isDate(tree, i));
  return at === undefined ? undefined : (timeOfPreposition(tree, at) ?? timeText(tree, at));
}
