import type { graph } from "@loci/protos";
import { analyse } from "@loci/text";
import { ofWords, wordsOf } from "../words.ts";
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
/** In UTF-16 units: of longer texts the beginnings are compared by their terms, and the rest as it is written. */
const comparedLength = 4_000;
/** A longer text says more than its facts. */
const longestCovered = 20_000;

/**
 * Leaves out what is said already: a passage that nearly repeats one ranked above, a turn or chunk whose content the facts read
 * from it and ranked above it hold almost whole, and a section of which a chunk is there. Where it was ranked above them, a fact that holds
 * it by itself, or that chunk, takes its place and score. A turn or chunk that says more than its facts stays.
 * @param news those that stay beside their facts, as they took the place of something older
 */
export function foldDuplicates(hits: readonly CheckedHit[], news: ReadonlySet<string> = new Set()): CheckedHit[] {
  const facts = factsBySource(hits);
  const chunks = bestChunks(hits);
  const kept: CheckedHit[] = [];
  const said = passagesSaid();
  const placed = new Set<string>();
  const texts = hits.filter((hit) => !isStatement(hit)).map(({ record }) => record.text);
  for (const hit of hits) {
    if (placed.has(hit.record.id) || isMentioned(hit, hits)) continue;
    if (!isStatement(hit) && isCutOf(hit.record.text, texts)) continue;
    if (isStatement(hit)) {
      placed.add(hit.record.id);
      kept.push(hit);
      continue;
    }
    const passage = chunkOf(hit, chunks);
    if (placed.has(passage.record.id) || said.holds(passage.record)) continue;
    const { text } = passage.record;
    const mayBeTold = !news.has(passage.record.id) && text.length <= longestCovered;
    const read = mayBeTold ? facts.get(sourceOf(passage)) : undefined;
    const terms = new Set(read === undefined ? [] : analyse(text));
    if (read && share(terms, read.terms) >= covered) {
      // Its facts may stand above already: then there is nothing to be moved.
      if (read.hits.some((fact) => placed.has(fact.record.id))) continue;
      const whole = read.hits.find((fact) => share(terms, new Set(analyse(fact.record.text))) >= covered);
      // What its facts say only together it says better.
      if (whole !== undefined) {
        placed.add(whole.record.id);
        kept.push(inPlaceOf(passage, whole));
        continue;
      }
    }
    said.add(passage.record);
    placed.add(passage.record.id);
    kept.push(passage);
  }
  return kept;
}

/** Whether a hit is a mere name that others hold: those say something of it. */
function isMentioned({ ranked, record }: CheckedHit, hits: readonly CheckedHit[]): boolean {
  if (ranked.candidate.class !== "entity") return false;
  const name = record.entityName.toLowerCase();
  return hits.some((other) => other.ranked.candidate.class !== "entity" && other.record.text.toLowerCase().includes(name));
}

const fewestWords = 4;

/** Whether a passage is what a cut within a word left of another one: "Bo needs the orders by We". */
function isCutOf(text: string, texts: readonly string[]): boolean {
  const begun = text.trimEnd();
  if (!/[\p{L}\p{N}]$/u.test(begun) || begun.split(/\s+/u, fewestWords).length < fewestWords) return false;
  return texts.some((other) => /[\p{L}\p{N}]/u.test(other.charAt(begun.length)) && other.startsWith(begun));
}

/** Facts and names: each says something of its own. */
function isStatement({ ranked }: CheckedHit): boolean {
  return ranked.candidate.class === "fact" || ranked.candidate.class === "entity";
}

/** In a section's place its chunk, where one is there. */
function chunkOf(hit: CheckedHit, chunks: ReadonlyMap<string, CheckedHit>): CheckedHit {
  const chunk = hit.ranked.candidate.class === "section" ? chunks.get(hit.record.id) : undefined;
  return chunk ? inPlaceOf(hit, chunk) : hit;
}

/** The record that facts are read from. */
function sourceOf({ ranked, record }: CheckedHit): string {
  return ranked.candidate.class === "chunk" ? record.id : record.turnId;
}

type Said = Pick<graph.MemoryRecord, "id" | "text" | "duplicateOf">;

/** Passages so far, and whether one of them says the same as another: nearly its terms, or known to be a copy. */
export function passagesSaid(): { holds(record: Said): boolean; add(record: Said): void } {
  const saidBefore: ComparedWords[] = [];
  const originals = new Set<string>();
  const original = ({ id, duplicateOf }: Said) => (duplicateOf === "" ? id : duplicateOf);
  const read = new WeakMap<Said, ComparedWords>();
  const ownWords = (record: Said): ComparedWords => {
    const own = read.get(record) ?? comparedWords(record.text);
    read.set(record, own);
    return own;
  };
  return {
    holds(record) {
      if (originals.has(original(record))) return true;
      const own = ownWords(record);
      return saidBefore.some((other) => saysSame(own, other));
    },
    add(record) {
      originals.add(original(record));
      saidBefore.push(ownWords(record));
    },
  };
}

interface ComparedWords {
  readonly terms: ReadonlySet<string>;
  /** How often it says "not". */
  readonly denials: number;
  /** What stands behind the beginning that is compared. */
  readonly rest: string;
}

const denial =
  /(?<![\p{L}\p{N}])(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot)(?![\p{L}\p{N}])|n['\u2019]t(?!\p{L})/giu;

const denialsIn = ofWords((beginning) => beginning.match(denial)?.length ?? 0);

function comparedWords(text: string): ComparedWords {
  const beginning = text.slice(0, comparedLength);
  const words = wordsOf(beginning);
  return { terms: words.terms, denials: denialsIn(beginning, words), rest: text.slice(comparedLength) };
}

/** One that denies what the other says, or has another number, says something of its own, however alike they are. */
function saysSame(a: ComparedWords, b: ComparedWords): boolean {
  if (a.denials !== b.denials || a.rest !== b.rest || similarity(a.terms, b.terms) < nearDuplicate) return false;
  const hasNumberBeside = (one: ComparedWords, other: ComparedWords) =>
    [...one.terms].some((term) => /\d/.test(term) && !other.terms.has(term));
  return !hasNumberBeside(a, b) && !hasNumberBeside(b, a);
}

interface ReadFacts {
  readonly hits: [CheckedHit, ...CheckedHit[]];
  readonly terms: Set<string>;
}

/** The facts by the turn, or the chunk, that they were read from. */
function factsBySource(hits: readonly CheckedHit[]): ReadonlyMap<string, ReadFacts> {
  const bySource = new Map<string, ReadFacts>();
  for (const hit of hits) {
    if (!isStatement(hit)) continue;
    const source = hit.record.chunkId || hit.record.turnId;
    if (source === "") continue;
    const held = bySource.get(source);
    const terms = held?.terms ?? new Set<string>();
    for (const term of analyse(hit.record.text)) terms.add(term);
    if (held) held.hits.push(hit);
    else bySource.set(source, { hits: [hit], terms });
  }
  return bySource;
}

/** Of each section the chunk that is ranked highest. */
function bestChunks(hits: readonly CheckedHit[]): ReadonlyMap<string, CheckedHit> {
  const chunks = hits.filter((hit) => hit.ranked.candidate.class === "chunk" && hit.record.sectionId !== "");
  return new Map(chunks.reverse().map((chunk) => [chunk.record.sectionId, chunk]));
}

/** What stands instead of a hit, with the hit's place in the ranking, and the legs that put it there. */
function inPlaceOf(hit: CheckedHit, other: CheckedHit): CheckedHit {
  return {
    record: other.record,
    ranked: { candidate: other.ranked.candidate, score: hit.ranked.score, parts: hit.ranked.parts },
  };
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const term of a) if (b.has(term)) count++;
  return count;
}

/** Jaccard similarity; texts without terms are like no other. 0 where their sizes alone show that they are no near duplicates. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (Math.min(a.size, b.size) < nearDuplicate * Math.max(a.size, b.size)) return 0;
  const common = shared(a, b);
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

function share(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  return part.size === 0 ? 0 : shared(part, whole) / part.size;
}
