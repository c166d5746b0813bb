import type { Transaction } from "@loci/ports/database";
import { chunkVectors, completeSectionIds } from "../store/chunk-vectors.ts";
import { storeEmbeddings } from "../store/chunks.ts";
import { meanVectors } from "./mean-vectors.ts";

/**
 * Gives those sections of these chunks a vector whose every chunk has one: their mean.
 * @returns their ids
 */
export async function completeSections(tx: Transaction, contextId: string, chunkIds: readonly string[]): Promise<string[]> {
  if (chunkIds.length === 0) return [];
  const complete = await completeSectionIds(tx, contextId, chunkIds);
  const means = await meanVectors(chunkVectors(tx, contextId, "section", complete));
  const rows = [...means].map(([recordId, vector]) => ({ recordId, vector }));
  await storeEmbeddings(
    tx,
    contextId,
    rows.filter(({ vector }) => vector.length > 0),
  );
  return complete;
}
