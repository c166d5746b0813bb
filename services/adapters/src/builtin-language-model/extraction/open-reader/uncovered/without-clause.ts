/** What an order or a note without a verb says, of which no fact was read. */
import { isQuoted, type Sentence } from "../../sentence.ts";
import type { Speakers } from "../../subject.ts";
import { draft } from "../draft.ts";
import { trimmed } from "../phrase.ts";
import { plainly, selfOf } from "../pronouns.ts";
import { childOf, runOf, wordAt, type Tree } from "../tree.ts";
import { unsure, type Coverage } from "./coverage.ts";
import type { Uncovered } from "./read-uncovered.ts";

/** What the assistant is asked to do at once is nothing to remember. */
const atOnce =
  /^(?:write|tell|give|show|explain|help|make|create|find|search|list|summari[sz]e|translate|suggest|draft|generate|compare|look|see|let|imagine|suppose|check|read|describe|think|guess|thank|wait|consider|say|fix|forget|remember|correct|change|update|delete|remove|quote|try|have|be|get|meet|welcome)$/;

/** "Ask for Marcus in the IT department": what is asked for the time to come. */
export function readOrder(sentence: Sentence, tree: Tree, speakers: Speakers, coverage: Coverage): Uncovered[] {
  const root = tree.words.findIndex((word, i) => word.head === i);
  if (root < 0 || speakers.self === "" || atOnce.test(wordAt(tree, root).lemma) || isQuoted(sentence, root)) return [];
  if (!tree.words.some((_, i) => coverage.isOpen(i))) return [];
  // "Clerk46 works at Office46": the tagger takes the name for an order.
  if (!/^\p{L}+$/u.test(wordAt(tree, root).text)) return [];
  const { from, to } = runOf(tree, root, () => false);
  const text = trimmed(tree, from, to, root);
  return /\s/.test(text)
    ? [
        {
          who: selfOf(speakers),
          clause: undefined,
          at: root,
          drafts: draft("instruction", text, { confidence: unsure, time: "none" }),
        },
      ]
    : [];
}

/** "Fuse box behind the coat rack.", "Physio for the shoulder every Thursday until Easter." */
export function readPhrase(tree: Tree, speakers: Speakers, coverage: Coverage): Uncovered[] {
  const root = tree.words.findIndex((word, i) => word.head === i);
  if (root < 0 || speakers.self === "" || !/^NN/.test(wordAt(tree, root).tag) || tree.words.at(-1)?.text !== ".") return [];
  const next = tree.words[root + 1];
  if (next === undefined || !/^(?:IN|VBN|TO)$/.test(next.tag) || next.lower === "of" || next.head !== root) return [];
  // "Nothing with nuts", "six weeks in a cast": no thing of that name.
  if (/^(?:nothing|nobody|everything)$/.test(wordAt(tree, root).lower) || childOf(tree, root, "nummod") !== undefined) return [];
  if (tree.words.filter((_, i) => coverage.isOpen(i)).length < 3) return [];
  const { from } = runOf(tree, root, (child) => child > root);
  if (tree.words.slice(0, from).some(({ tag }) => /^[A-Z]/.test(tag) && !/^(?:DT|UH|RB|CC)$/.test(tag))) return [];
  const value = trimmed(tree, root + 1, tree.words.length, root + 1);
  const who = plainly({ type: "Thing", name: trimmed(tree, from, root + 1, root) });
  return [{ who, clause: undefined, at: root, drafts: draft("is", value, { confidence: unsure, time: "none" }) }];
}
