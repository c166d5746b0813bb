/** For tests: a Loci server of its own, and the client against it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { recorded, run, type Ran, type Recorded } from "./recorded.ts";

const apiKey = "loci-cli-test-context-key-01";
const managementApiKey = "loci-cli-test-management-key-01";

export interface World {
  readonly server: RunningLoci;
  /** Of this test: for files. */
  readonly folder: string;
  readonly settings: Readonly<
    Record<"SERVICE_URL" | "SERVICE_API_KEY" | "SERVICE_CONTEXT_ID" | "SERVICE_MANAGEMENT_API_KEY", string>
  >;
  /** `loci <args>`, with the context key. */
  loci(args: readonly string[], terminal?: Recorded): Promise<Ran>;
  /** The same under --json, which must succeed. */
  json(...args: string[]): Promise<unknown>;
  end(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "loci-cli-"));
  const server = await startDev(`pglite:${join(folder, "data")}`, await freePort(), {
    SERVICE_API_KEY: apiKey,
    SERVICE_MANAGEMENT_API_KEY: managementApiKey,
  }).catch(async (thrown: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw thrown;
  });
  const { url } = server;
  const loci = (args: readonly string[], terminal = recorded()) =>
    run(args, { url, apiKey, contextId: "dev", managementApiKey, profileFile: join(folder, "config.toml") }, terminal);
  return {
    server,
    folder,
    settings: {
      SERVICE_URL: url,
      SERVICE_API_KEY: apiKey,
      SERVICE_CONTEXT_ID: "dev",
      SERVICE_MANAGEMENT_API_KEY: managementApiKey,
    },
    loci,
    async json(...args) {
      const { code, out, err } = await loci([...args, "--json"]);
      if (code !== 0) throw new Error(`loci ${args.join(" ")} ended with ${code}: ${err}`);
      return JSON.parse(out) as unknown;
    },
    async end() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
