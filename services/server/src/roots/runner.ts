/** What runs durable work: the queue in the database, or a Temporal server. */
import { readFile } from "node:fs/promises";
import type { Database } from "@loci/ports/database";
import type { DurableRunner } from "@loci/ports/durable-runner";
import { SettingError, settings, type Settings } from "../config.ts";
import type { Surroundings } from "./surroundings.ts";

export type RunnerSettings = Pick<
  Settings,
  "connectionString" | "runnerUrl" | "runnerTlsCert" | "runnerTlsKey" | "runnerTlsCa" | "runnerApiKey"
>;

export async function openRunner(database: Database, config: RunnerSettings, parts: Surroundings): Promise<DurableRunner> {
  const { runnerUrl, connectionString } = config;
  const { clock, logger, random } = parts;
  const security = await runnerSecurity(config);
  if (runnerUrl !== undefined) {
    const { address, namespace } = runnerUrl;
    const { createTemporalRunner } = await import("@loci/workflows").catch(notInstalled);
    return createTemporalRunner({ address, namespace, ...security, clock, random, logger });
  }
  const { createPostgresQueue } = await import("@loci/adapters/postgres-queue");
  return createPostgresQueue({ database, exclusive: connectionString.kind === "pglite", random, logger });
}

/** How the connection to temporals:// is secured; the files' contents. */
interface Security {
  readonly tls?: { readonly certificate?: Buffer; readonly key?: Buffer; readonly authority?: Buffer };
  readonly apiKey?: string;
}

/** @throws SettingError where what is given would not be used, or does not suffice */
async function runnerSecurity(config: RunnerSettings): Promise<Security> {
  const { runnerUrl, runnerTlsCert, runnerTlsKey, runnerTlsCa, runnerApiKey } = config;
  const given = [runnerTlsCert, runnerTlsKey, runnerTlsCa, runnerApiKey].some((each) => each !== undefined);
  if (runnerUrl?.tls !== true) {
    if (given) throw new SettingError("SERVICE_RUNNER_URL (--runner-url) must be temporals://… with a certificate or an API key");
    return {};
  }
  if ((runnerTlsCert === undefined) !== (runnerTlsKey === undefined)) {
    throw new SettingError(
      "SERVICE_RUNNER_TLS_CERT (--runner-tls-cert) and SERVICE_RUNNER_TLS_KEY (--runner-tls-key) need each other",
    );
  }
  const [certificate, key, authority] = await Promise.all(
    (["runnerTlsCert", "runnerTlsKey", "runnerTlsCa"] as const).map((name) => fileOf(name, config[name])),
  );
  const tls = { ...(certificate && key ? { certificate, key } : {}), ...(authority ? { authority } : {}) };
  return { tls, ...(runnerApiKey === undefined ? {} : { apiKey: runnerApiKey }) };
}

async function fileOf(
  name: "runnerTlsCert" | "runnerTlsKey" | "runnerTlsCa",
  path: string | undefined,
): Promise<Buffer | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path);
  } catch (thrown) {
    const { env, flag } = settings[name];
    throw new SettingError(`${env} (${flag.split(" ")[0] ?? flag}): the file ${path} cannot be read`, { cause: thrown });
  }
}

/** `npm start` installs what a laptop needs; a native package of Temporal's is not among it. */
function notInstalled(thrown: unknown): never {
  if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND")) throw thrown;
  throw new SettingError("SERVICE_RUNNER_URL (--runner-url) needs packages that are not installed: run 'npm ci'");
}
