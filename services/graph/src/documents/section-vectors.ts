import { packVector, unpackVector } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
import { storeEmbeddings, vectorsOfSections } from "../store/chunks.ts";

/**
 * Gives those sections of these chunks a vector whose every chunk has one: their mean.
 * @returns their ids
 */
export async function completeSections(tx: Transaction, contextId: string, chunkIds: readonly string[]): Promise<string[]> {
  if (chunkIds.length === 0) return [];
  const complete = (await vectorsOfSections(tx, contextId, chunkIds)).flatMap(({ sectionId, vectors }) => {
    const known = vectors.filter((vector) => vector !== null);
    return known.length === vectors.length ? [{ recordId: sectionId, vector: meanVector(known) }] : [];
  });
  await storeEmbeddings(
    tx,
    contextId,
    complete.filter((one) => one.vector.length > 0),
  );
  return complete.map((one) => one.recordId);
}

/** Of unit length, where it is not zero; empty for vectors of different lengths. */
export function meanVector(packed: readonly Uint8Array[]): Uint8Array {
  const vectors = packed.map(unpackVector);
  const dimension = vectors[0]?.length ?? 0;
  if (dimension === 0 || vectors.some((vector) => vector.length !== dimension)) return new Uint8Array();
  const sum = new Float32Array(dimension);
  for (const vector of vectors) for (let i = 0; i < dimension; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
  const norm = Math.hypot(...sum) || 1;
  return packVector(sum.map((value) => value / norm));
}
