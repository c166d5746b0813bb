import { normal } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import type { Draft } from "../rule.ts";
import { possessionPrefix } from "./draft.ts";
import { properName } from "./names.ts";
import { selfOf, type Who } from "./pronouns.ts";
import { childrenOf, textBetween, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

const nouns =
  /^(?:code|pin|password|passcode|serial|plate|reg|registration|ext|extension|seat|locker|gate|room|bay|platform|coach|row|number|no|ref|reference|account|policy|booking|iban|meter|badge|sku|tel|phone|mobile)$/;

/** "Alarm code 4402", "Locker 114, code 8823", "ask Marcus, extension 5517": a number set beside what it belongs to, without a verb. */
export function codesIn(tree: Tree, speakers: Speakers): { at: number; who: Who; drafts: Draft[] }[] {
  return tree.words.flatMap((word, i) => {
    if (!nouns.test(word.lower)) return [];
    const from = phraseStart(tree, i);
    // "Tel. 555-0142" on its own is somebody's card.
    if (from === 0 && i === 0) return [];
    if (from > 0 && !/^[,(;]$/.test(wordAt(tree, from - 1).text)) return [];
    const code = codeBehind(tree, i);
    if (code === undefined) return [];
    const who = ownerBefore(tree, i, from, speakers);
    if (!who) return [];
    const key = textBetween(tree, from, i + 1)
      .toLowerCase()
      .replace(/^(?:my|our|the)\s/, "");
    const name = `${possessionPrefix(who)}${key.replace(/[^\p{L}\p{N}]+/gu, "_")}`;
    return [{ at: i, who, drafts: [{ key: name, value: code, confidence: normal, time: "none" }] }];
  });
}

function phraseStart(tree: Tree, i: number): number {
  let from = i;
  while (
    from > 0 &&
    i - from < 3 &&
    wordAt(tree, from - 1).head === i &&
    /^(?:compound|poss|det|amod)$/.test(wordAt(tree, from - 1).label)
  )
    from -= 1;
  return from;
}

/** What stands behind a noun up to the next mark, where it is one word with a digit ("4402", "PF-3K9"). */
function codeBehind(tree: Tree, i: number): string | undefined {
  let first = i + 1;
  if (/^(?:no|number|nr|[.:#])$/.test(tree.words[first]?.lower ?? "")) first += 1;
  if (tree.words[first]?.text === ".") first += 1;
  let to = first;
  while (
    to < tree.words.length &&
    (to === first || wordAt(tree, to).start === wordAt(tree, to - 1).end) &&
    !/^[,.;:)!?]$/.test(wordAt(tree, to).text)
  )
    to += 1;
  const next = tree.words[to];
  if (to === first || (next !== undefined && !/^[,.;:)!]$/.test(next.text))) return undefined;
  const text = textBetween(tree, first, to);
  return /\d/.test(text) && text.length < 40 ? text.replace(/\.$/, "") : undefined;
}

/** What it stands in apposition to; else who or what the sentence named before, its subject, or the speaker. */
function ownerBefore(tree: Tree, i: number, from: number, speakers: Speakers): Who | undefined {
  const { head, label } = wordAt(tree, i);
  // "leaves Bern at seven, seat 14A": not the town's.
  const isPlace = label === "appos" && /^(?:GPE|LOC)$/.test(wordAt(tree, head).name);
  const beside = label === "appos" && head < from && !isPlace ? whoIs(tree, head, speakers) : undefined;
  if (beside) return beside;
  for (const isOf of [(at: number) => !/^(?:pobj|attr)$/.test(wordAt(tree, at).label), () => true])
    for (let at = from - 1; at >= 0; at--) {
      const word = wordAt(tree, at);
      if (
        /^NNP/.test(word.tag) &&
        word.label !== "compound" &&
        !/^(?:DATE|TIME)$/.test(word.name) &&
        // "a slot at the consulate in Lyon, reference CB-55102": no town has that.
        !(/^(?:GPE|LOC)$/.test(word.name) && word.label === "pobj") &&
        // "Our train leaves Stockholm at six, coach 12": the train's.
        !(
          (/^(?:GPE|LOC)$/.test(word.name) || word.label === "dobj") &&
          tree.words
            .slice(0, at)
            .some(
              ({ tag, label, head: verb }) => /^NN/.test(tag) && label === "nsubj" && (word.label !== "dobj" || verb === word.head),
            )
        ) &&
        isOf(at) &&
        properName(tree, at)
      )
        return whoIs(tree, at, speakers);
    }
  for (let at = 0; at < from; at++)
    if (/^nsubj/.test(wordAt(tree, at).label) && childrenOf(tree, at).length > 0) return whoIs(tree, at, speakers);
  return speakers.self === "" ? undefined : selfOf(speakers);
}
