/** What runs durable work: the queue in the database, or a Temporal server. */
import { watchPemFiles, type TlsFiles, type WatchedPemFiles } from "@loci/platform/rpc";
import type { Database } from "@loci/ports/database";
import type { DurableRunner } from "@loci/ports/durable-runner";
import { SettingError, type Settings } from "../config.ts";
import type { Surroundings } from "./surroundings.ts";

export type RunnerSettings = Pick<
  Settings,
  "connectionString" | "runnerUrl" | "runnerTlsCert" | "runnerTlsKey" | "runnerTlsCa" | "runnerApiKey"
>;

export async function openRunner(database: Database, config: RunnerSettings, parts: Surroundings): Promise<DurableRunner> {
  const { runnerUrl, connectionString } = config;
  const { clock, logger, random } = parts;
  const security = await runnerSecurity(config, parts);
  if (runnerUrl !== undefined) {
    const { address, namespace } = runnerUrl;
    const { createTemporalRunner } = await import("@loci/workflows").catch(notInstalled);
    return createTemporalRunner({ address, namespace, ...security, clock, random, logger });
  }
  const { createPostgresQueue } = await import("@loci/adapters/postgres-queue");
  return createPostgresQueue({ database, exclusive: connectionString.kind === "pglite", random, logger });
}

/** How the connection to temporals:// is secured. The files are read again when they were renewed. */
interface Security {
  readonly tls?: WatchedPemFiles<Partial<TlsFiles>>;
  readonly apiKey?: string;
}

/** @throws SettingError where what is given would not be used, or does not suffice */
async function runnerSecurity(config: RunnerSettings, { clock, lifecycle, logger }: Surroundings): Promise<Security> {
  const { runnerUrl, runnerTlsCert: cert, runnerTlsKey: key, runnerTlsCa: ca, runnerApiKey: apiKey } = config;
  if (runnerUrl?.tls !== true) {
    if (cert ?? key ?? ca ?? apiKey) {
      throw new SettingError("SERVICE_RUNNER_URL (--runner-url) must be temporals://… with a certificate or an API key");
    }
    return {};
  }
  if ((cert === undefined) !== (key === undefined)) {
    throw new SettingError(
      "SERVICE_RUNNER_TLS_CERT (--runner-tls-cert) and SERVICE_RUNNER_TLS_KEY (--runner-tls-key) need each other",
    );
  }
  const files = { ...(cert && key ? { cert, key } : {}), ...(ca ? { ca } : {}) };
  try {
    const tls = await watchPemFiles(files, { clock, logger });
    lifecycle.onClose("certificates of the workflow service", () => tls.close());
    return { tls, ...(apiKey === undefined ? {} : { apiKey }) };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new SettingError(
      `SERVICE_RUNNER_TLS_CERT, _KEY and _CA (--runner-tls-…): ${reason}. Give PEM files that belong together`,
    );
  }
}

/** `npm start` installs what a laptop needs; a native package of Temporal's is not among it. */
function notInstalled(thrown: unknown): never {
  if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND")) throw thrown;
  throw new SettingError("SERVICE_RUNNER_URL (--runner-url) needs packages that are not installed: run 'npm ci'");
}
