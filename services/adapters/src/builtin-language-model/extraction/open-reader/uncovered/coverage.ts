/** Which words of a sentence the facts that were read from it hold, and which none of them does. */
import { analyse } from "@loci/text";
import type { ClauseFact } from "../../read-clause.ts";
import { childrenOf, wordAt, type Tree } from "../tree.ts";

export interface Coverage {
  /** Whether a word tells something, and no fact has it. */
  readonly isOpen: (i: number) => boolean;
  /** Whether no fact has a word in its value, whatever it tells. */
  readonly isUnsaid: (i: number) => boolean;
  /** Whether a phrase has such a word, without its relative clauses and clauses beside. */
  readonly hasOpen: (i: number) => boolean;
  /** The fact whose value holds a word. */
  readonly holderOf: (i: number) => ClauseFact | undefined;
}

/** Below the confidence at which a fact takes the place of another (0.7). */
export const unsure = 0.65;

/** Tags of words that tell something by themselves. */
const telling = /^(?:NNS?|NNPS?|CD|JJ[RS]?|VBN|VBG|FW)$/;
/** Nouns and adjectives that say little. */
const light =
  /^(?:thing|things|lot|lots|bit|way|ways|kind|sort|one|ones|time|times|same|other|others|such|own|new|current|more|most|much|many|last|next|good|great|nice|little|least|fact|case|moment|while|please|thanks|sorry)$/;

export function coverageOf(tree: Tree, facts: readonly ClauseFact[]): Coverage {
  const held = new Set(
    facts.flatMap(({ subject, key, value, target }) =>
      // "2pm" comes apart.
      analyse(
        `${subject.name} ${key.replaceAll("_", " ")} ${value.replace(/(\d)([ap]m)\b/gi, "$1$2 $1 $2")} ${target?.name ?? ""}`,
      ),
    ),
  );
  const hasTime = facts.some(
    ({ validFrom, validUntil, value }) => validFrom !== "" || validUntil !== "" || /^\d{4}-\d\d-\d\d$/.test(value),
  );
  const known = new Map<number, boolean>();
  const isOpen = (i: number): boolean => {
    const found = known.get(i) ?? tells(i);
    known.set(i, found);
    return found;
  };
  const tells = (i: number): boolean => {
    const { tag, lower, name } = wordAt(tree, i);
    if (!telling.test(tag) || light.test(lower)) return false;
    if (hasTime && /^(?:DATE|TIME)$/.test(name)) return false;
    const terms = analyse(lower);
    return terms.length > 0 && !terms.every((term) => held.has(term));
  };
  const isUnsaid = (i: number): boolean => !analyse(wordAt(tree, i).lower).every((term) => held.has(term));
  const hasOpen = (i: number): boolean => withinPhrase(tree, i).some(isOpen);
  const holderOf = (i: number): ClauseFact | undefined => {
    const { text, start } = wordAt(tree, i);
    return facts.find(
      (fact) =>
        fact.start <= start && start < fact.end && (fact.target?.name ?? fact.value).split(/[^\p{L}\p{N}]+/u).includes(text),
    );
  };
  return { isOpen, isUnsaid, hasOpen, holderOf };
}

/** The words of a phrase, without what is a clause of its own. */
function withinPhrase(tree: Tree, i: number, depth = 0): number[] {
  if (depth > 12) return [];
  const inner = childrenOf(tree, i).filter(
    (child) => !/^(?:relcl|advcl|ccomp|parataxis|punct|cc)$/.test(wordAt(tree, child).label) && !isClause(tree, child),
  );
  return [i, ...inner.flatMap((child) => withinPhrase(tree, child, depth + 1))];
}

function isClause(tree: Tree, i: number): boolean {
  return wordAt(tree, i).label === "conj" && childrenOf(tree, i, "nsubj", "nsubjpass").length > 0;
}
