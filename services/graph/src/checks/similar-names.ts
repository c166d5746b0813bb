/** A name among those that it is compared with: of one kind (its selector and type). */
export interface Named {
  readonly id: string;
  readonly group: string;
  readonly name: string;
}

export interface SimilarNames {
  readonly a: string;
  readonly b: string;
  /** Jaccard similarity of the names' trigrams, 0 to 1. */
  readonly similarity: number;
}

/**
 * Pairs within one group whose names are nearly the same, the most similar first. Only names that share one of their rarest
 * trigrams are compared: of two sets with a Jaccard similarity of at least t, the rarest |x| − ⌈t·|x|⌉ + 1 elements of each have
 * one in common (prefix filtering, Bayardo et al. 2007, "Scaling Up All Pairs Similarity Search").
 */
export function similarNames(names: readonly Named[], threshold: number, limit: number): SimilarNames[] {
  const found: SimilarNames[] = [];
  for (const group of Map.groupBy(names, (one) => one.group).values()) found.push(...similarInGroup(group, threshold));
  return found.sort((x, y) => y.similarity - x.similarity || (x.a < y.a ? -1 : 1)).slice(0, limit);
}

function similarInGroup(group: readonly Named[], threshold: number): SimilarNames[] {
  const sets = group.map((one) => ({ id: one.id, grams: trigrams(one.name) }));
  const frequency = new Map<string, number>();
  for (const { grams } of sets) for (const gram of grams) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  const rarity = (a: string, b: string) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1);
  const byGram = new Map<string, number[]>();
  const found: SimilarNames[] = [];
  for (const [i, { id, grams }] of sets.entries()) {
    const prefix = [...grams].sort(rarity).slice(0, grams.size - Math.ceil(threshold * grams.size) + 1);
    const candidates = new Set(prefix.flatMap((gram) => byGram.get(gram) ?? []));
    for (const j of candidates) {
      const other = sets[j];
      if (other === undefined) continue;
      const similarity = jaccard(grams, other.grams);
      if (similarity >= threshold) found.push({ a: other.id, b: id, similarity });
    }
    for (const gram of prefix) {
      const bearers = byGram.get(gram);
      if (bearers) bearers.push(i);
      else byGram.set(gram, [i]);
    }
  }
  return found;
}

/** Of the letters and digits alone, so that spacing and punctuation make no difference; the ends count. */
export function trigrams(name: string): Set<string> {
  const padded = `  ${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")} `;
  const grams = new Set<string>();
  for (let i = 0; i + 3 <= padded.length; i++) grams.add(padded.slice(i, i + 3));
  return grams;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of a) if (b.has(gram)) shared++;
  return shared / (a.size + b.size - shared);
}
