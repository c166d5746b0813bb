import { createHash } from "node:crypto";
import { LociError } from "@loci/kernel";
import { SearchIndexUnavailable } from "@loci/ports/search-index";
import { SearchIndexRefusal, type Cluster } from "./connect.ts";
import { mappings, settings, type Sizes } from "./layout.ts";

/** Counts up with each change of the layout or of how texts are analysed. */
const layout = 1;
const attempts = 5;

export interface Shape extends Sizes {
  /** What the indexes' names begin with. */
  readonly name: string;
  readonly dimension: number;
  /** What made the vectors. */
  readonly model: string;
}

/**
 * Finds the index of this shape or makes it, empty, to be filled from the feed. Indexes are generations, `<name>-1` and so on; each has an
 * alias that tells its shape, so that two versions of the software that run at once, as in an upgrade, each keep an index of their own.
 * The generation before the newest stays for that reason; older ones go.
 * @returns the alias
 */
export async function openGeneration(cluster: Cluster, shape: Shape): Promise<string> {
  const described = JSON.stringify([layout, shape.dimension, shape.model]);
  const alias = `${shape.name}.${createHash("sha256").update(described).digest("hex").slice(0, 12)}`;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { status } = await cluster.ask({ method: "GET", path: `/_alias/${alias}`, accepts: [404] });
    if (status === 200) {
      await untilStarted(cluster, alias);
      return alias;
    }
    const newest = (await generations(cluster, shape.name)).at(-1) ?? 0;
    if (await create(cluster, `${shape.name}-${newest + 1}`, alias, shape)) {
      for (const old of await generations(cluster, shape.name)) {
        if (old < newest) await cluster.ask({ method: "DELETE", path: `/${shape.name}-${old}`, accepts: [404], waits: "work" });
      }
      return alias;
    }
  }
  throw new LociError("unavailable", "The search index is being made by others.", { retryAfterSeconds: 5 });
}

/** An index can be named before its shards can be asked: while another process makes it, or after the server's own start. */
async function untilStarted(cluster: Cluster, alias: string): Promise<void> {
  const query = { wait_for_status: "yellow", timeout: "3s" };
  const { status } = await cluster.ask({ method: "GET", path: `/_cluster/health/${alias}`, query, accepts: [408] });
  if (status === 408) throw new SearchIndexUnavailable("its shards have not started");
}

async function generations(cluster: Cluster, name: string): Promise<number[]> {
  const { body } = await cluster.ask<Record<string, unknown>>({ method: "GET", path: `/${name}-*/_alias` });
  return Object.keys(body)
    .map((index) => Number(index.slice(name.length + 1)))
    .filter(Number.isSafeInteger)
    .sort((a, b) => a - b);
}

/** @returns false when another process made the generation of this number */
async function create(cluster: Cluster, index: string, alias: string, shape: Shape): Promise<boolean> {
  const body = { settings: settings(shape), mappings: mappings(shape.dimension), aliases: { [alias]: {} } };
  try {
    await cluster.ask({ method: "PUT", path: `/${index}`, body, waits: "work" });
    return true;
  } catch (thrown) {
    if (thrown instanceof SearchIndexRefusal && thrown.reason === "resource_already_exists_exception") return false;
    throw thrown;
  }
}
