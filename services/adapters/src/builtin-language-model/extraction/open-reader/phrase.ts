import { childrenOf, runOf, textBetween, wordAt, type Tree } from "./tree.ts";

/** What a noun phrase says beside its head, and what is read as clauses of its own. */
const apart = new Set(["relcl", "appos", "conj", "cc", "advcl", "preconj", "mark", "dep", "parataxis", "intj", "neg"]);
const determiners = new Set(["det", "predet", "poss"]);
const dates = new Set(["DATE", "TIME"]);

/** Whether a word is or leads into a date ("on Tuesday", "at 3pm", "last week"). */
export function isDate(tree: Tree, i: number): boolean {
  const word = wordAt(tree, i);
  if (dates.has(word.name)) return true;
  if (word.label !== "prep" || word.lower === "for") return false;
  const objects = childrenOf(tree, i, "pobj", "pcomp");
  return objects.length > 0 && objects.every((object) => dates.has(wordAt(tree, object).name));
}

/** The text of a noun phrase: without its article, whose it is, relative clauses, appositions, coordinated ones and dates. */
export function nounPhrase(tree: Tree, i: number, keep: { readonly dates?: boolean; readonly owner?: boolean } = {}): string {
  const head = i;
  const { from, to } = runOf(tree, i, (child) => {
    const { label, head: parent } = wordAt(tree, child);
    if (apart.has(label)) return true;
    if (parent === head && label === "poss" && keep.owner !== false && !/^(?:PRP\$|WP\$)$/.test(wordAt(tree, child).tag))
      return false;
    if (parent === head && determiners.has(label)) return true;
    return keep.dates !== true && child > head && isDate(tree, child);
  });
  return trimmed(tree, from, to, i);
}

/** The words around `i` without marks and articles at the ends. */
export function trimmed(tree: Tree, from: number, to: number, i: number): string {
  let first = from;
  let last = to;
  while (first < i && /^(?:a|an|the|[^\p{L}\p{N}$€£#@]+)$/iu.test(wordAt(tree, first).text)) first += 1;
  while (last > i + 1 && /^(?:[^\p{L}\p{N}%+#]+|'s)$/u.test(wordAt(tree, last - 1).text)) last -= 1;
  return textBetween(tree, first, last);
}

/** The text of a verb with all that hangs on it, without its subject, auxiliaries, coordinated clauses and (mostly) dates. */
export function verbPhrase(tree: Tree, i: number, keep: { readonly dates?: boolean } = {}): string {
  const { from, to } = runOf(tree, i, (child) => {
    const { label, head } = wordAt(tree, child);
    if (head !== i) return apart.has(label) && label !== "conj" && label !== "cc" && label !== "appos";
    if (/^(?:nsubj|nsubjpass|csubj|aux|auxpass|neg|conj|cc|advcl|punct|mark|parataxis|intj|ccomp|dep|expl)$/.test(label))
      return true;
    if (label === "advmod" && child < i) return true;
    return keep.dates !== true && (isDate(tree, child) || (label === "npadvmod" && isDate(tree, child)));
  });
  return trimmed(tree, Math.max(from, i), to, i);
}
