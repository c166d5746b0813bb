import type { graph } from "@loci/protos";
import { nothing, sql, type Transaction } from "@loci/ports/database";
import { endedMark } from "./feed.ts";

/** Stores the embedding where none is pinned yet; two processes that start at once pin one. */
export async function pinEmbedding(tx: Transaction, spec: graph.EmbeddingSpec, now: string): Promise<void> {
  await tx.query(sql`insert into graph.deployment
        (embedding_provider, embedding_model, embedding_dimension, embedding_normalised, recorded_at)
      values (${spec.provider}, ${spec.model}, ${spec.dimension}, ${spec.normalised},
        ${now}::timestamptz) on conflict (ctx) do nothing`);
}

const present = sql`embedding_provider as provider, embedding_model as model, embedding_dimension as dimension,
  embedding_normalised as normalised`;

export async function readEmbedding(tx: Transaction): Promise<graph.EmbeddingSpec | undefined> {
  const [row] = await tx.query<graph.EmbeddingSpec>(sql`select ${present} from graph.deployment where ctx = ${"*"}`);
  return row;
}

/** An embedding with the number under which its vectors are stored. */
export interface Generation {
  readonly spec: graph.EmbeddingSpec;
  readonly generation: number;
}

export interface Deployment {
  /** Serves. */
  readonly present: Generation;
  /** Is to serve; undefined while no move is under way. */
  readonly next: Generation | undefined;
}

interface DeploymentRow extends graph.EmbeddingSpec {
  readonly generation: number;
  readonly newest_generation: number;
  readonly next_provider: string | null;
  readonly next_model: string | null;
  readonly next_dimension: number | null;
  readonly next_normalised: boolean | null;
}

/** @param lock until the end of a transaction across contexts, as it is about to change */
export async function readDeployment(tx: Transaction, lock = false): Promise<Deployment | undefined> {
  const [row] =
    await tx.query<DeploymentRow>(sql`select ${present}, generation, newest_generation, next_provider, next_model, next_dimension, next_normalised
      from graph.deployment where ctx = '*' ${lock ? sql`for update` : nothing}`);
  if (row === undefined) return undefined;
  const { provider, model, dimension, normalised, next_provider, next_model, next_dimension, next_normalised } = row;
  const isMoving = next_provider !== null && next_model !== null && next_dimension !== null && next_normalised !== null;
  return {
    present: { spec: { provider, model, dimension, normalised }, generation: row.generation },
    next: isMoving
      ? {
          spec: { provider: next_provider, model: next_model, dimension: next_dimension, normalised: next_normalised },
          generation: row.newest_generation,
        }
      : undefined,
  };
}

/** Sets the embedding to move to, under a generation of its own; undefined for none. */
export async function setNextEmbedding(tx: Transaction, spec: graph.EmbeddingSpec | undefined): Promise<void> {
  const { provider = null, model = null, dimension = null, normalised = null } = spec ?? {};
  await tx.query(sql`update graph.deployment set next_provider = ${provider}, next_model = ${model}, next_dimension = ${dimension}, next_normalised = ${normalised},
        newest_generation = newest_generation + ${spec === undefined ? 0 : 1} where ctx = '*'`);
}

/** The embedding that was moved to serves from now on. */
export async function serveNextEmbedding(tx: Transaction): Promise<void> {
  await tx.query(sql`update graph.deployment set embedding_provider = next_provider, embedding_model = next_model,
        embedding_dimension = next_dimension, embedding_normalised = next_normalised, generation = newest_generation,
        next_provider = null, next_model = null, next_dimension = null, next_normalised = null
      where ctx = '*' and next_provider is not null`);
}

/** Those that something was written in, but for those that are being purged: of these nothing more is embedded. */
export async function contextIds(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ ctx: string }>(
    sql`select ctx from graph.feed_head where not starts_with(life, ${endedMark}) order by ctx`,
  );
  return rows.map((row) => row.ctx);
}

/** Turns a transaction across contexts to one context, or back ("*"). */
export async function turnTo(tx: Transaction, contextId: string): Promise<void> {
  await tx.query(sql`select set_config('app.ctx', ${contextId}, true)`);
}
