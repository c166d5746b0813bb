import type { graph } from "@loci/protos";
import { analyse } from "@loci/text";
import type { Ranked } from "./rank.ts";

/** A ranked candidate with what the truth says of it. */
export interface CheckedHit {
  readonly ranked: Ranked;
  readonly record: graph.MemoryRecord;
}

/** From this share of common terms on, two passages say the same. */
const nearDuplicate = 0.9;
/** A fact says what its turn says when it holds this share of the turn's terms. */
const covered = 0.8;

/**
 * Leaves out what a hit ranked above says already: a passage that nearly repeats another, and a turn whose content a fact read from it
 * holds almost whole. A turn that says more than its facts stays.
 */
export function foldDuplicates(hits: readonly CheckedHit[]): CheckedHit[] {
  const kept: CheckedHit[] = [];
  const passages: ReadonlySet<string>[] = [];
  const factTerms = new Map<string, Set<string>>();
  for (const hit of hits) {
    if (hit.ranked.candidate.class !== "passage") {
      const terms = factTerms.get(hit.record.turnId) ?? new Set<string>();
      for (const term of analyse(hit.record.text)) terms.add(term);
      if (hit.record.turnId !== "") factTerms.set(hit.record.turnId, terms);
      kept.push(hit);
      continue;
    }
    const terms = new Set(analyse(hit.record.text));
    if (passages.some((other) => similarity(terms, other) >= nearDuplicate)) continue;
    const facts = factTerms.get(hit.record.turnId);
    if (facts && share(terms, facts) >= covered) continue;
    passages.push(terms);
    kept.push(hit);
  }
  return kept;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const term of a) if (b.has(term)) count++;
  return count;
}

/** Jaccard similarity; texts without terms are like no other. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = shared(a, b);
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

function share(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  return part.size === 0 ? 0 : shared(part, whole) / part.size;
}
