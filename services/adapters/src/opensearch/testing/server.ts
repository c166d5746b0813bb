/** A real OpenSearch for a file of tests, with indexes of names of their own in it. */
import { afterAll, beforeAll } from "@jest/globals";
import { startOpenSearch, type TestOpenSearch } from "@loci/e2e/parts/opensearch";
import type { RemoteIndex } from "@loci/ports/search-index";
import { connectCluster, type Asked, type Answered, type Cluster } from "../connect.ts";
import { createOpenSearchIndex, type OpenSearchOptions } from "../index.ts";

export interface IndexServer {
  readonly server: () => TestOpenSearch;
  /** For what the adapter does not offer. */
  readonly bare: () => Cluster;
  readonly freshName: () => string;
  /** An index for vectors of four numbers in one shard; of a name that no other has, if none is given. */
  readonly open: (rest?: Partial<OpenSearchOptions>) => RemoteIndex;
  /** The same server, where somebody comes between each request and its answer. */
  readonly between: (step: Step) => Cluster;
  /** The names of a generation's indexes. */
  readonly indexesOf: (name: string) => Promise<string[]>;
}

/** @param pass sends it, or another in its place */
export type Step = (asked: Asked, pass: (asked: Asked) => Promise<Answered<unknown>>) => Promise<Answered<unknown>>;

/** Longer than a crowded machine stands still: what is tested is what it answers. */
const patient = { question: 120_000, work: 240_000 };

export function indexServer(): IndexServer {
  let server: TestOpenSearch | undefined;
  let bare: Cluster | undefined;
  let names = 0;
  const freshName = () => `test-${names++}`;
  beforeAll(async () => {
    server = await startOpenSearch();
    bare = connectCluster(server.url, patient);
  });
  afterAll(async () => {
    await bare?.close();
    await server?.stop();
  });
  return {
    server: () => started(server),
    bare: () => started(bare),
    freshName,
    open: (rest = {}) =>
      createOpenSearchIndex({
        ...{ url: started(server).url, dimension: 4, model: "", name: freshName(), shards: 1, clock: () => performance.now() },
        ...rest,
        cluster: rest.cluster ?? connectCluster(started(server).url, patient),
      }),
    between(step) {
      const cluster = connectCluster(started(server).url, patient);
      return {
        ask: async <T>(asked: Asked) => (await step(asked, (one) => cluster.ask(one))) as Answered<T>,
        close: () => cluster.close(),
      };
    },
    async indexesOf(name) {
      const { body } = await started(bare).ask<object>({ method: "GET", path: `/${name}-*/_alias` });
      return Object.keys(body).sort();
    },
  };
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("OpenSearch was not started.");
  return part;
}
