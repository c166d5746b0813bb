/** "They emigrated, Ronan to Perth and Siobhán to Toronto": a row of names behind a clause, each with its own end of what was said. */
import { normal } from "../rule.ts";
import { thirdPerson } from "./own-words.ts";
import type { Clause } from "./clause.ts";
import { draft } from "./draft.ts";
import { plainly, type Who } from "./pronouns.ts";
import { nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, textBetween, wordAt, type Tree } from "./tree.ts";
import type { Draft } from "../rule.ts";

interface Pair {
  readonly name: string;
  readonly preposition: string;
  readonly value: string;
}

/** The pairs of a row, and under which key each is kept; none where fewer than two stand in it. */
export function readGappedRow(tree: Tree, clause: Clause, self: string): { who: Who; drafts: Draft[] }[] {
  const { lemma, lower, tag } = wordAt(tree, clause.verb);
  const ones = self === "" ? [] : readGappedOne(tree, clause);
  if (ones.length > 0) return ones;
  const comma = tree.words.findIndex(({ text }, i) => i > clause.verb && /^(?:,|:|–|—)$/.test(text));
  if (self === "" || comma < 0) return [];
  const pairs = pairsFrom(tree, comma + 1);
  if (pairs.length < 2 || !pairs.every(({ preposition }) => preposition === pairs[0]?.preposition)) return [];
  const verb = lemma === "be" ? "is" : tag === "VBD" || tag === "VBN" ? lower : thirdPerson(lemma);
  return pairs.map(({ name, preposition, value }) => ({
    who: plainly({ type: "Person", name }),
    drafts: draft(`${verb}_${preposition}`, value, { confidence: normal, time: "none" }),
  }));
}

function pairsFrom(tree: Tree, start: number): Pair[] {
  const found: Pair[] = [];
  let i = start;
  for (;;) {
    const from = i;
    while (/^NNPS?$/.test(tree.words[i]?.tag ?? "")) i += 1;
    const preposition = tree.words[i];
    if (i === from || preposition === undefined || !/^(?:IN|TO)$/.test(preposition.tag)) return [];
    const name = textBetween(tree, from, i);
    const begin = i + 1;
    i = begin;
    while (i < tree.words.length && !/^(?:,|;|\.|and|but)$/.test(wordAt(tree, i).lower)) {
      if (/^(?:VB[DPZ]|MD)$/.test(wordAt(tree, i).tag)) return [];
      i += 1;
    }
    if (i === begin || i - begin > 6) return [];
    found.push({ name, preposition: preposition.lower, value: textBetween(tree, begin, i) });
    while (/^(?:,|and|but)$/.test(tree.words[i]?.lower ?? "")) i += 1;
    if (tree.words[i] === undefined || /^[.;]$/.test(tree.words[i]?.text ?? "")) return found;
  }
}

/** "…, and the Spanish one to Alonso": of the same kind as the subject, and under the same key. */
function readGappedOne(tree: Tree, { verb, subjects, negated, unreal }: Clause): { who: Who; drafts: Draft[] }[] {
  const [subject] = subjects;
  const one = tree.words.findIndex(({ lower, label }, i) => i > verb && /^ones?$/.test(lower) && label === "dep");
  const object = one < 0 ? undefined : childOf(tree, one + 1, "pobj");
  if (subject === undefined || object === undefined || negated || unreal || !/^NN$/.test(wordAt(tree, subject).tag)) return [];
  const kind = childrenOf(tree, one, "amod", "compound")
    .map((i) => wordAt(tree, i).text)
    .join(" ");
  const name = `${kind} ${wordAt(tree, subject).text}`;
  const key = `${thirdPerson(wordAt(tree, verb).lemma)}_${wordAt(tree, one + 1).lower}`;
  return [
    { who: plainly({ type: "Thing", name }), drafts: draft(key, nounPhrase(tree, object), { confidence: normal, time: "none" }) },
  ];
}
