import { packVector, unpackVector } from "@loci/kernel";
import type { ChunkVector } from "../store/chunk-vectors.ts";

/**
 * The mean of the vectors of each, as they come page by page.
 * @returns one of unit length, where it is not zero; empty for vectors of different lengths
 */
export async function meanVectors(pages: AsyncIterable<readonly ChunkVector[]>): Promise<Map<string, Uint8Array>> {
  const sums = new Map<string, Float32Array>();
  for await (const page of pages) {
    for (const { of, vector } of page) {
      const added = unpackVector(vector);
      const sum = sums.get(of);
      if (sum === undefined) sums.set(of, added);
      else if (sum.length !== added.length) sums.set(of, new Float32Array());
      else for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (added[i] ?? 0);
    }
  }
  return new Map([...sums].map(([of, sum]) => [of, packVector(ofUnitLength(sum))]));
}

function ofUnitLength(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector) || 1;
  return vector.map((value) => value / norm);
}
