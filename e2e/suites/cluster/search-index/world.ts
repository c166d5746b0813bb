/** Two processes of Loci on one Postgres and one OpenSearch, each of which is seen through a wire of its own. */
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lociServer, startProcess, type Finished, type RunningProcess } from "@loci/e2e/parts/loci";
import { memory, type Memory } from "@loci/e2e/parts/memory";
import { startOpenSearch, type TestOpenSearch } from "@loci/e2e/parts/opensearch";
import { freePort, startPostgres } from "@loci/e2e/parts/postgres";

export interface Wire {
  readonly url: string;
  /** The paths asked for since the last look, with their queries. */
  taken(): string[];
  /** Leaves a request to such a path unanswered, after so many that it lets through. @returns when it has come */
  hold(path: RegExp, after: number): Promise<void>;
  close(): void;
}

export interface LociProcess {
  readonly wire: Wire;
  readonly tenant: Memory;
  process: RunningProcess;
  start(): Promise<void>;
}

export interface World {
  readonly search: TestOpenSearch;
  /** What the processes and commands are given. */
  readonly settings: Readonly<Record<string, string>>;
  readonly both: readonly [LociProcess, LociProcess];
  /** `loci-server …` over the same database and index. */
  command(...args: string[]): Promise<Finished>;
  /** The same, to be stopped in the middle. */
  begin(args: readonly string[], until: RegExp): Promise<RunningProcess>;
  /** The index that serves. */
  serving(): Promise<string>;
  stop(): Promise<void>;
}

export const contextId = "acme";

export async function startWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "loci-search-index-"));
  const [postgres, search] = await Promise.all([startPostgres(), startOpenSearch()]);
  const settings = {
    DB_CONNECTION: await postgres.createDatabase("loci"),
    SERVICE_SECRETS_DIR: join(folder, "secrets"),
    SERVICE_OBJECT_STORE_URL: `file:${join(folder, "objects")}`,
    SERVICE_SEARCH_URL: search.url,
    SERVICE_REQUESTS_PER_MINUTE: "1000000",
  };
  const made = await lociServer(["bootstrap", "--context-id", contextId], settings);
  if (made.code !== 0) throw new Error(made.err);
  const key = /Context key +(\S+)/.exec(made.out)?.[1] ?? "";

  const startOne = async (): Promise<LociProcess> => {
    const [wire, port] = [await startWire(search.url), await freePort()];
    const run = () =>
      startProcess(["api", "--bind-address", `127.0.0.1:${port}`], /serving on/, { ...settings, SERVICE_SEARCH_URL: wire.url });
    const one: LociProcess = {
      wire,
      tenant: memory(`http://127.0.0.1:${port}`, contextId, key),
      process: await run(),
      async start() {
        one.process = await run();
      },
    };
    return one;
  };
  const both = [await startOne(), await startOne()] as const;
  return {
    search,
    settings,
    both,
    command: (...args) => lociServer(args, settings),
    begin: (args, until) => startProcess(args, until, settings),
    async serving() {
      const found = (await (await fetch(`${search.url}/loci-memory-*/_alias`)).json()) as Record<string, { aliases: object }>;
      const names = Object.entries(found).filter(([, { aliases }]) => !Object.keys(aliases).some((name) => name.endsWith(".next")));
      if (names.length !== 1) throw new Error(`${names.length} indexes serve`);
      return names[0]?.[0] ?? "";
    },
    async stop() {
      await Promise.all(both.map(({ process }) => process.stop()));
      for (const { wire } of both) wire.close();
      await Promise.all([postgres.stop(), search.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Passes everything on, and says what was asked for. */
export async function startWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  let asked: string[] = [];
  let held: { readonly path: RegExp; after: number; readonly came: () => void } | undefined;
  const server = createServer((incoming, outgoing) => {
    const { url: path = "", method, headers } = incoming;
    asked.push(path);
    if (held?.path.test(path) === true && --held.after < 0) {
      held.came();
      held = undefined;
      return;
    }
    const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const before = asked;
      asked = [];
      return before;
    },
    hold: (path, after) => new Promise((came) => (held = { path, after, came })),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
