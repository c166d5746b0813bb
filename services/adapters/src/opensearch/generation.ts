import { createHash } from "node:crypto";
import { LociError } from "@loci/kernel";
import { SearchIndexUnavailable } from "@loci/ports/search-index";
import { SearchIndexRefusal, type Cluster } from "./connect.ts";
import { lifeMapping, mappings, settings, shownWithin, type Sizes } from "./layout.ts";

/** Counts up with each change of the layout or of how texts are analysed. */
const layout = 3;
const attempts = 5;

export interface Shape extends Sizes {
  /** What the indexes' names begin with. */
  readonly name: string;
  readonly dimension: number;
  /** What made the vectors. */
  readonly model: string;
}

/**
 * One index, `<name>-1` and so on. It is read by its own name and written by an alias of its own, which goes with it: a late write to an
 * index that is gone fails, instead of making an empty one. The alias of its shape (layout, dimension, model) says which one serves.
 */
export interface Generation {
  readonly index: string;
  readonly writes: string;
}

/** The index is gone: somebody dropped it, or put another in its place. */
export class GenerationLost extends Error {}

const generation = (index: string): Generation => ({ index, writes: `${index}.writes` });

function aliasesOf(shape: Shape): { readonly serving: string; readonly next: string } {
  const described = JSON.stringify([layout, shape.dimension, shape.model]);
  const serving = `${shape.name}.${createHash("sha256").update(described).digest("hex").slice(0, 12)}`;
  return { serving, next: `${serving}.next` };
}

/**
 * Finds the generation that serves this shape or makes it, empty, to be filled from the feed. Two versions of the software that run at
 * once, as in an upgrade, each keep a generation of their own: the newest of another shape stays for that reason, for a day; older ones go.
 */
export async function openGeneration(cluster: Cluster, shape: Shape): Promise<Generation> {
  const { serving } = aliasesOf(shape);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const index = await behind(cluster, serving);
    if (index !== undefined) {
      await untilStarted(cluster, index);
      return generation(index);
    }
    const before = await generations(cluster, shape.name);
    const made = `${shape.name}-${(before.at(-1)?.number ?? 0) + 1}`;
    if (await create(cluster, made, [serving], shape, shownWithin)) {
      const stays = before.findLast(({ serves }) => serves)?.number ?? 0;
      for (const old of before) if (old.number < stays) await drop(cluster, old.index);
      return generation(made);
    }
  }
  throw new LociError("unavailable", "The search index is being made by others.", { retryAfterSeconds: 5 });
}

/**
 * Lets go of what came before a generation that was made before that time (milliseconds since the epoch): the upgrade that it came with is
 * over, and what is erased from now on must not stay anywhere.
 */
export async function dropFormer(cluster: Cluster, { index }: Generation, name: string, madeBefore: number): Promise<void> {
  const { body } = await cluster.ask<Record<string, { readonly settings: { readonly index: { readonly creation_date: string } } }>>(
    {
      method: "GET",
      path: `/${index}/_settings/index.creation_date`,
    },
  );
  const madeAt = Number(body[index]?.settings.index.creation_date ?? Infinity);
  if (madeAt >= madeBefore) return;
  const all = await generations(cluster, name);
  const current = all.find((one) => one.index === index);
  // One that is still being filled took nobody's place: what came before it serves.
  if (current?.serves !== true) return;
  for (const old of all) if (old.number < current.number) await drop(cluster, old.index);
}

/** The generation that is being filled to take the serving one's place; begun where there is none. */
export async function openNextGeneration(cluster: Cluster, shape: Shape): Promise<Generation> {
  const { next } = aliasesOf(shape);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const index = await behind(cluster, next);
    if (index !== undefined) {
      await cluster.ask({ method: "PUT", path: `/${index}/_mapping`, body: { properties: lifeMapping }, waits: "work" });
      return generation(index);
    }
    const made = `${shape.name}-${((await generations(cluster, shape.name)).at(-1)?.number ?? 0) + 1}`;
    // Nobody searches it: what is written is shown at the end.
    if (await create(cluster, made, [next], shape, "-1")) return generation(made);
  }
  throw new LociError("unavailable", "The search index is being made by others.", { retryAfterSeconds: 5 });
}

/** Puts it in the serving one's place, which goes: at no moment is there none, or a half one. */
export async function serveInstead(cluster: Cluster, { index }: Generation, shape: Shape): Promise<void> {
  const { serving, next } = aliasesOf(shape);
  await cluster.ask({ method: "PUT", path: `/${index}/_settings`, body: { index: { refresh_interval: shownWithin } } });
  await cluster.ask({ method: "POST", path: `/${index}/_refresh`, waits: "work" });
  const before = await behind(cluster, serving);
  if (before === index) return;
  const actions = [
    { add: { index, alias: serving } },
    { remove: { index, alias: next } },
    ...(before === undefined ? [] : [{ remove_index: { index: before } }]),
  ];
  await cluster.ask({ method: "POST", path: "/_aliases", body: { actions }, waits: "work" });
}

/** @returns the newest index with that alias */
async function behind(cluster: Cluster, alias: string): Promise<string | undefined> {
  const { status, body } = await cluster.ask<Record<string, unknown>>({
    method: "GET",
    path: `/_alias/${alias}`,
    accepts: [404],
  });
  if (status === 404) return undefined;
  const number = (index: string) => Number(index.slice(index.lastIndexOf("-") + 1));
  return Object.keys(body).sort((a, b) => number(b) - number(a))[0];
}

/** An index can be named before its shards can be asked: while another process makes it, or after the server's own start. */
async function untilStarted(cluster: Cluster, index: string): Promise<void> {
  const query = { wait_for_status: "yellow", timeout: "3s" };
  const { status } = await cluster.ask({ method: "GET", path: `/_cluster/health/${index}`, query, accepts: [408] });
  if (status === 408) throw new SearchIndexUnavailable("its shards have not started");
}

interface Listed {
  readonly index: string;
  readonly number: number;
  /** Rather than being filled. */
  readonly serves: boolean;
}

/** Oldest first. */
async function generations(cluster: Cluster, name: string): Promise<Listed[]> {
  const { body } = await cluster.ask<Record<string, { readonly aliases: Readonly<Record<string, unknown>> }>>({
    method: "GET",
    path: `/${name}-*/_alias`,
  });
  return Object.entries(body)
    .map(([index, { aliases }]) => ({
      index,
      number: Number(index.slice(name.length + 1)),
      serves: !Object.keys(aliases).some((alias) => alias.endsWith(".next")),
    }))
    .filter(({ number }) => Number.isSafeInteger(number))
    .sort((a, b) => a.number - b.number);
}

/** @returns false when another process made the generation of this number */
async function create(
  cluster: Cluster,
  index: string,
  aliases: readonly string[],
  shape: Shape,
  refreshInterval: string,
): Promise<boolean> {
  const body = {
    settings: settings(shape, refreshInterval),
    mappings: mappings(shape.dimension),
    aliases: Object.fromEntries([...aliases, generation(index).writes].map((alias) => [alias, {}])),
  };
  try {
    await cluster.ask({ method: "PUT", path: `/${index}`, body, waits: "work" });
    return true;
  } catch (thrown) {
    if (thrown instanceof SearchIndexRefusal && thrown.reason === "resource_already_exists_exception") return false;
    throw thrown;
  }
}

async function drop(cluster: Cluster, index: string): Promise<void> {
  await cluster.ask({ method: "DELETE", path: `/${index}`, accepts: [404], waits: "work" });
}
