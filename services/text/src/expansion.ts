import { analyse } from "./analyse.ts";
import { conceptLines } from "./concepts.ts";
import { fieldNameLines } from "./field-names.ts";
import { topicLines } from "./topics.ts";

/** Groups of terms, numbered from 0, and which groups a term is in. */
interface Lexicon {
  readonly groupsOf: ReadonlyMap<string, readonly number[]>;
  readonly groups: readonly (readonly string[])[];
}

const relatedWeight = 0.4;
/** From this size on a cluster's words tell less and less about one another. */
const tightCluster = 8;

/** Built at first use: a process that never searches does not pay for it. */
function lazily(lines: readonly string[]): () => Lexicon {
  let built: Lexicon | undefined;
  return () => (built ??= build(lines));
}

const concepts = lazily(conceptLines);
const topics = lazily(topicLines);

function build(lines: readonly string[]): Lexicon {
  const groups = lines.map((line) => [...new Set(analyse(line))]);
  const groupsOf = new Map<string, number[]>();
  groups.forEach((terms, number) => {
    for (const term of terms) {
      const held = groupsOf.get(term);
      if (held) held.push(number);
      else groupsOf.set(term, [number]);
    }
  });
  return { groups, groupsOf };
}

/** The numbers of the concepts that a term belongs to; none for most terms. */
export function conceptsOf(term: string): readonly number[] {
  return concepts().groupsOf.get(term) ?? [];
}

/** The terms of each concept; a concept's number is its index. */
export function conceptTerms(): readonly (readonly string[])[] {
  return concepts().groups;
}

/** Whether a concept's words are few enough to tell one another: to forget by, "loan" and "debt" are near enough, a field of words is not. */
export function meansTheSame(term: string, other: string): boolean {
  const shared = conceptsOf(other).filter((number) => conceptsOf(term).includes(number));
  return shared.some((number) => (concepts().groups[number]?.length ?? 0) <= tightCluster);
}

interface NamedField {
  readonly head: string;
  readonly names: ReadonlySet<string>;
  readonly members: readonly string[];
}

const kindFields: ReadonlySet<string> = new Set(analyse("faith"));
let builtFields: readonly NamedField[] | undefined;

function namedFields(): readonly NamedField[] {
  return (builtFields ??= fieldNameLines.map(([head, names, members]) => ({
    head: analyse(head)[0] ?? head,
    names: new Set(analyse(names)),
    members: analyse(members),
  })));
}

/** Whether a term names what its field's words are kinds of: "my religion" is whichever it is, while "my health" is more than an illness. */
export function isKindName(term: string): boolean {
  return namedFields().some(({ head, names }) => kindFields.has(head) && names.has(term));
}

/** The words of the fields of talk that a term heads or names ("health", "finances"); none for most terms. */
export function fieldOf(term: string): ReadonlySet<string> {
  const { groups } = topics();
  const named = namedFields().filter(({ names }) => names.has(term));
  const heads = new Set([term, ...named.map(({ head }) => head)]);
  const within = groups.flatMap((words) => (words[0] !== undefined && heads.has(words[0]) ? words : []));
  return new Set([...within, ...named.flatMap(({ members }) => members)]);
}

/** The numbers of the wide fields of talk (family, work, health ...) that a term belongs to. */
export function topicsOf(term: string): readonly number[] {
  return topics().groupsOf.get(term) ?? [];
}

/**
 * Query terms with weights: the given ones 1, related ones of the concept lexicon at most 0.4, less for terms of large clusters
 * and for terms with several meanings.
 */
export function expandTerms(terms: readonly string[]): Map<string, number> {
  const weights = new Map<string, number>();
  const { groups, groupsOf } = concepts();
  for (const term of new Set(terms)) {
    const numbers = groupsOf.get(term) ?? [];
    for (const number of numbers) {
      const cluster = groups[number] ?? [];
      const weight = (relatedWeight * Math.min(1, tightCluster / cluster.length)) / Math.sqrt(numbers.length);
      for (const related of cluster) weights.set(related, Math.max(weights.get(related) ?? 0, weight));
    }
  }
  for (const term of terms) weights.set(term, 1);
  return weights;
}
