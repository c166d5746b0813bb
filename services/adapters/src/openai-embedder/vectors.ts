import { LociError } from "@loci/kernel";
import { normalised } from "../embedding/vectors.ts";

/** One entry of an answer, as far as it can be trusted before it is checked. */
export interface AnsweredEmbedding {
  readonly index?: unknown;
  readonly embedding?: unknown;
}

/**
 * The vectors of an answer in the order of what was sent, at length 1.
 * @throws LociError `unavailable` when there are too few or too many, one is missing, of another dimension or not finite
 */
export function checkedVectors(data: unknown, count: number, dimension: number | undefined, source: string): Float32Array[] {
  const wrong = (what: string) => new LociError("unavailable", `${source} answered with ${what}.`);
  if (!Array.isArray(data)) throw wrong("no list of vectors");
  if (data.length !== count) throw wrong(`${data.length} vectors for ${count} texts`);
  const ordered = new Map<number, Float32Array>();
  data.forEach((entry: AnsweredEmbedding | null, position) => {
    const numbers: unknown = entry?.embedding;
    if (!Array.isArray(numbers) || numbers.length === 0) throw wrong("something that is not a vector");
    if (!numbers.every((value): value is number => typeof value === "number" && Number.isFinite(Math.fround(value)))) {
      throw wrong("numbers that are not finite");
    }
    if (dimension !== undefined && numbers.length !== dimension) {
      throw wrong(`a vector of dimension ${numbers.length} where ${dimension} is expected`);
    }
    ordered.set(typeof entry?.index === "number" ? entry.index : position, normalised(numbers));
  });
  return Array.from({ length: count }, (_, i) => {
    const vector = ordered.get(i);
    if (!vector) throw wrong(`no vector for text ${i + 1} of ${count}`);
    return vector;
  });
}
