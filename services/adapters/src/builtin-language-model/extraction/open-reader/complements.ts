import { childOf, childrenOf, runOf, wordAt, type Tree } from "./tree.ts";

/** A clause that another verb speaks of, and states with it. */
interface Complement {
  readonly verb: number;
  /** Its subject, where the parser hangs it elsewhere. */
  readonly subjects: readonly number[];
  /** Who is said to have said it; undefined where the speaker does, or where it is known. */
  readonly reporter: number | undefined;
  /** It holds even where its frame is denied ("don't forget that …"). */
  readonly factive: boolean;
}

const saying = new Set(
  "say tell mention report announce claim write note confirm state explain add insist reveal inform complain warn".split(" "),
);
/** What follows them is taken for true (Kiparsky and Kiparsky 1970). */
const factive = new Set(
  "remember forget know note realise realize notice learn discover remind regret keep turn recall see show inform aware mean find".split(
    " ",
  ),
);
const sure = new Set("remember forget know note realise realize notice regret remind aware keep".split(" "));
const thinking = new Set(
  "think believe guess suppose assume reckon hear wonder doubt hope wish imagine pretend feel suspect".split(" "),
);

/** A verb that only leads to what is said or thought: it states nothing itself. */
export function isFrame(tree: Tree, verb: number): boolean {
  const { lemma } = wordAt(tree, verb);
  if (complementsOf(tree, verb, []).length > 0) return true;
  return (
    (saying.has(lemma) || thinking.has(lemma)) && childrenOf(tree, verb, "ccomp").some((child) => isContent(tree, verb, child))
  );
}

/** What a verb says or takes for known: "said that …", "remember that …", "forgot to mention that …", "it turns out that …". */
export function complementsOf(tree: Tree, verb: number, subjects: readonly number[], depth = 0): Complement[] {
  const { lemma } = wordAt(tree, verb);
  const says = saying.has(lemma);
  const knows = factive.has(lemma) && (lemma !== "keep" || hasMind(tree, verb));
  const found: Complement[] = [];
  if (says || knows)
    for (const child of childrenOf(tree, verb, "ccomp")) {
      // "mentioned their partner's name is Alexis": the parser hangs the subject on the verb before.
      const before = childrenOf(tree, verb, "dobj").find((i) => i === child - 1);
      const subject = childOf(tree, child, "nsubj", "nsubjpass", "expl") ?? before;
      const { from } = runOf(tree, child, () => false);
      const isAsked =
        /^W/.test(wordAt(tree, from).tag) ||
        childrenOf(tree, child, "mark", "advmod", "dobj", "attr").some(
          (i) => /^(?:if|whether|how|what|when|where|why|which|who)$/.test(wordAt(tree, i).lower) && i < child,
        );
      // "The codes are wrong, Faiza found out": a clause of its own.
      if (!says && child < verb) continue;
      if (subject === undefined || isAsked || !isContent(tree, verb, child)) continue;
      const [who] = subjects;
      const isOwn = who === undefined || /^(?:i|we|you|it)$/.test(wordAt(tree, who).lower);
      const denied = childOf(tree, verb, "neg") !== undefined;
      found.push({
        verb: child,
        subjects: before === undefined || subject !== before ? [] : [before],
        reporter: isOwn ? undefined : who,
        factive: sure.has(lemma) && !(lemma === "know" && denied),
      });
    }
  for (const child of childrenOf(tree, verb, "xcomp"))
    if (isSaidParticiple(tree, child)) found.push({ verb: child, subjects, reporter: undefined, factive: false });
  if (depth > 2) return found;
  // "I forgot to mention that …", "you should know that …", "let me tell you that …".
  for (const child of childrenOf(tree, verb, "xcomp", "ccomp", "acomp"))
    if (/^(?:VB|JJ)$/.test(wordAt(tree, child).tag) && (depth > 0 || leads.has(lemma) || wordAt(tree, child).tag === "JJ"))
      found.push(...complementsOf(tree, child, subjects, depth + 1));
  return found;
}

/** "reports having moved", "confirmed working at Globex": what somebody says of themselves. */
export function isSaidParticiple(tree: Tree, i: number): boolean {
  const { label, head, tag } = wordAt(tree, i);
  if (label !== "xcomp" || i < head || !saying.has(wordAt(tree, head).lemma)) return false;
  if (childOf(tree, i, "nsubj", "nsubjpass") !== undefined || childOf(tree, head, "dobj", "neg") !== undefined) return false;
  return tag === "VBG" || (tag === "VBN" && childrenOf(tree, i, "aux").some((aux) => wordAt(tree, aux).lower === "having"));
}

/** What is said follows the verb, or stands before it with a comma: "The office closes at six, Maria said". */
function isContent(tree: Tree, verb: number, child: number): boolean {
  if (child > verb) return true;
  return (
    childOf(tree, verb, "nsubjpass") === undefined &&
    !tree.words.slice(child, verb).some((word) => /^[;:\u2013\u2014]$/.test(word.text))
  );
}

/** Verbs that lead up to saying something. */
const leads = new Set("forget want need have let like wish be".split(" "));

/** "keep in mind that". */
function hasMind(tree: Tree, verb: number): boolean {
  return childrenOf(tree, verb, "prep").some((prep) =>
    childrenOf(tree, prep, "pobj").some((i) => wordAt(tree, i).lower === "mind"),
  );
}

/** "It was agreed that Hugo owns the docs": what was settled holds. */
export function isSettled(tree: Tree, verb: number): boolean {
  const subject = childOf(tree, verb, "nsubjpass");
  const isIt = subject !== undefined && wordAt(tree, subject).lower === "it";
  return (
    isIt &&
    /^(?:agree|decide|confirm|resolve|settle|announce|establish)$/.test(wordAt(tree, verb).lemma) &&
    childOf(tree, verb, "neg") === undefined
  );
}
