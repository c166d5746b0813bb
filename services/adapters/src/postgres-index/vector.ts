import { sql, type Sql } from "@loci/ports/database";
/** How vectors stand in a row: pgvector's type where the server has it, else a plain array. */
export interface VectorKind {
  readonly name: "vector" | "array";
  /** The column's type. */
  readonly type: Sql;
  /** SQL for the cosine distance of the column to a parameter, 0 to 2; NaN, which sorts last, for a zero vector. */
  distance(parameter: Sql): Sql;
}

export const pgvectorKind: VectorKind = {
  name: "vector",
  type: sql`vector`,
  distance: (parameter) => sql`(embedding <=> ${parameter}::vector)`,
};

/** Stored vectors have length 1, as the question's has: their dot product is the cosine. */
export const arrayKind: VectorKind = {
  name: "array",
  type: sql`real[]`,
  distance: (parameter) => sql`(select 1 - sum(a * b) from unnest(embedding, ${parameter}::real[]) as pair (a, b))`,
};

/** Numbers of a vector of length 1 are at most 1: seven places behind the point are what a float tells. */
const places = 1e7;

export function vectorParam(vector: Float32Array, kind: VectorKind): string {
  let numbers = "";
  for (let i = 0; i < vector.length; i++) {
    const rounded = Math.round((vector[i] ?? 0) * places) / places;
    numbers += `${i === 0 ? "" : ","}${rounded}`;
  }
  return kind.name === "vector" ? `[${numbers}]` : `{${numbers}}`;
}
