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
 * Leaves out what is said already: a passage that nearly repeats one ranked above, and a turn whose content the facts read from it hold
 * almost whole. Where the turn was ranked above them, the best of those facts takes its place and score. A turn that says more than its
 * facts stays.
 */
export function foldDuplicates(hits: readonly CheckedHit[]): CheckedHit[] {
  const facts = factsByTurn(hits);
  const kept: CheckedHit[] = [];
  const passages: ReadonlySet<string>[] = [];
  const placed = new Set<string>();
  for (const hit of hits) {
    if (placed.has(hit.record.id)) continue;
    if (hit.ranked.candidate.class !== "passage") {
      placed.add(hit.record.id);
      kept.push(hit);
      continue;
    }
    const terms = new Set(analyse(hit.record.text));
    if (passages.some((other) => similarity(terms, other) >= nearDuplicate)) continue;
    const read = facts.get(hit.record.turnId);
    if (read && share(terms, read.terms) >= covered) {
      // Its facts may stand above already: then there is nothing to be moved.
      if (read.hits.some((fact) => placed.has(fact.record.id))) continue;
      placed.add(read.hits[0].record.id);
      kept.push(inPlaceOf(hit, read.hits[0]));
      continue;
    }
    passages.push(terms);
    kept.push(hit);
  }
  return kept;
}

interface ReadFacts {
  readonly hits: [CheckedHit, ...CheckedHit[]];
  readonly terms: Set<string>;
}

function factsByTurn(hits: readonly CheckedHit[]): ReadonlyMap<string, ReadFacts> {
  const byTurn = new Map<string, ReadFacts>();
  for (const hit of hits) {
    const { turnId } = hit.record;
    if (hit.ranked.candidate.class === "passage" || turnId === "") continue;
    const held = byTurn.get(turnId);
    const terms = held?.terms ?? new Set<string>();
    for (const term of analyse(hit.record.text)) terms.add(term);
    if (held) held.hits.push(hit);
    else byTurn.set(turnId, { hits: [hit], terms });
  }
  return byTurn;
}

/** The fact with the turn's place in the ranking, and the legs that put it there. */
function inPlaceOf(turn: CheckedHit, fact: CheckedHit): CheckedHit {
  return { record: fact.record, ranked: { candidate: fact.ranked.candidate, score: turn.ranked.score, parts: turn.ranked.parts } };
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
