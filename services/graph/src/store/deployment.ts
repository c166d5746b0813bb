import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";

/** Stores the embedding where none is pinned yet; two processes that start at once pin one. */
export async function pinEmbedding(tx: Transaction, spec: graph.EmbeddingSpec, now: string): Promise<void> {
  await tx.query({
    text: `insert into graph.deployment
        (embedding_provider, embedding_model, embedding_dimension, embedding_normalised, recorded_at)
      values ($1, $2, $3, $4, $5::timestamptz) on conflict (ctx) do nothing`,
    values: [spec.provider, spec.model, spec.dimension, spec.normalised, now],
  });
}

export async function readEmbedding(tx: Transaction): Promise<graph.EmbeddingSpec | undefined> {
  const [row] = await tx.query<graph.EmbeddingSpec>({
    text: `select embedding_provider as provider, embedding_model as model, embedding_dimension as dimension,
      embedding_normalised as normalised from graph.deployment where ctx = $1`,
    values: ["*"],
  });
  return row;
}
