/** Clauses without a subject of their own, before or behind the main one: "Founded in 1987, Lindholm employs …", "Before joining the bank, she …". */
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";

/** A verb that says something of the main clause's subject. */
export interface Participle {
  readonly verb: number;
  readonly passive: boolean;
  readonly tense: "present" | "past";
}

/** @param isPast whether the main clause tells of the past: only then what came before or after it was done */
export function participlesBeside(tree: Tree, verb: number, isPast: boolean): Participle[] {
  return [...ahead(tree, verb), ...behind(tree, verb), ...(isPast ? aroundPast(tree, verb) : [])];
}

/** "The sync moves to Tuesday, chaired by Leonie": of the subject, where it stands apart and says by whom. */
function behind(tree: Tree, verb: number): Participle[] {
  // "closed the Series B, led by Norvik" is of what was closed.
  if (childOf(tree, verb, "dobj") !== undefined) return [];
  return childrenOf(tree, verb, "acl", "advcl")
    .filter((i) => i > verb && wordAt(tree, i).tag === "VBN" && tree.words[i - 1]?.text === ",")
    .filter(
      (i) =>
        childOf(tree, i, "agent") !== undefined && childOf(tree, i, "nsubj", "nsubjpass", "mark", "aux", "auxpass") === undefined,
    )
    .filter((i) => !setPhrases.test(wordAt(tree, i).lower))
    .map((i) => ({ verb: i, passive: true, tense: "present" }));
}

/** "Based in Delft, Bluefin …", "Having sold the flat, we …". */
function ahead(tree: Tree, verb: number): Participle[] {
  // "Based in Delft": the parser takes it for a preposition as well.
  return childrenOf(tree, verb, "advcl", "prep").flatMap((i): Participle[] => {
    const { tag, lower } = wordAt(tree, i);
    if (i > verb || tag !== "VBN" || setPhrases.test(lower) || childOf(tree, i, "nsubj", "nsubjpass", "mark", "neg") !== undefined)
      return [];
    const aux = childrenOf(tree, i, "aux", "auxpass").map((one) => wordAt(tree, one).lower);
    if (aux.length === 0) {
      const isTold = childrenOf(tree, i, "prep", "agent", "oprd").length > 0;
      return isTold ? [{ verb: i, passive: true, tense: states.test(lower) ? "present" : "past" }] : [];
    }
    return aux[0] === "having" && aux.length === 1 ? [{ verb: i, passive: false, tense: "past" }] : [];
  });
}

/** "After leaving Siemens, he founded Kestrel", "taught maths before joining the bank". */
function aroundPast(tree: Tree, verb: number): Participle[] {
  return childrenOf(tree, verb, "prep")
    .filter((prep) => /^(?:before|after)$/.test(wordAt(tree, prep).lower))
    .flatMap((prep) => childrenOf(tree, prep, "pcomp"))
    .filter(
      (i) => wordAt(tree, i).tag === "VBG" && steps.test(wordAt(tree, i).lemma) && childOf(tree, i, "nsubj", "neg") === undefined,
    )
    .map((i) => ({ verb: i, passive: false, tense: "past" }));
}

/** Steps of a life: what else was done before or after something is no news. */
const steps =
  /^(?:join|leave|move|relocate|emigrate|study|graduate|train|qualify|work|teach|serve|live|marry|divorce|retire|resign|quit|sell|buy|found|finish|complete|become|lose|switch|adopt|manage|lead|run)$/;

/** "Given the weather", "Compared to March": ways of speaking. */
const setPhrases =
  /^(?:given|granted|compared|provided|seen|asked|put|combined|followed|faced|used|said|considered|taken|left|done|made|called|known|told|come|gone|been|judged|viewed|coupled|paired|spurred|inspired|encouraged|worried|tired|excited|pleased|interested)$/;

const states = /^(?:based|located|situated|headquartered|married|engaged|divorced|employed|retired)$/;
