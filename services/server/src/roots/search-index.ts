import { createPostgresIndex } from "@loci/adapters/postgres-index";
import type { Database } from "@loci/ports/database";
import type { EmbeddingSpec } from "@loci/ports/embedder";
import type { SearchIndex } from "@loci/ports/search-index";
import type { Surroundings } from "./surroundings.ts";

/** An index outside the database may be away while the truth is there: then recall is answered from memory, filled from the truth. */
export async function openSearchIndex(
  database: Database,
  { provider, model, dimension, normalised }: EmbeddingSpec,
  searchUrl: string | undefined,
  { clock }: Pick<Surroundings, "clock">,
): Promise<{ readonly index: SearchIndex; readonly standbyIndex?: SearchIndex }> {
  const made = JSON.stringify([provider, model, normalised]);
  if (searchUrl === undefined) return { index: await createPostgresIndex(database, dimension, made) };
  const { createOpenSearchIndex } = await import("@loci/adapters/opensearch");
  const { createMemoryIndex } = await import("@loci/adapters/memory-index");
  const index = createOpenSearchIndex({ url: searchUrl, dimension, model: made, clock });
  return { index, standbyIndex: createMemoryIndex() };
}
