/** How vectors stand in a row: pgvector's type where the server has it, else a plain array. */
export interface VectorKind {
  readonly cast: "vector" | "real[]";
  /** SQL for the cosine distance of the column to a parameter, 0 to 2; NaN, which sorts last, for a zero vector. */
  distance(parameter: string): string;
}

export const pgvectorKind: VectorKind = {
  cast: "vector",
  distance: (parameter) => `(embedding <=> ${parameter}::vector)`,
};

/** Stored vectors have length 1, as the question's has: their dot product is the cosine. */
export const arrayKind: VectorKind = {
  cast: "real[]",
  distance: (parameter) => `(select 1 - sum(a * b) from unnest(embedding, ${parameter}::real[]) as pair (a, b))`,
};

export function vectorParam(vector: Float32Array, kind: VectorKind): string {
  const numbers = Array.from(vector, (value) => Number(value.toPrecision(7))).join(",");
  return kind.cast === "vector" ? `[${numbers}]` : `{${numbers}}`;
}
