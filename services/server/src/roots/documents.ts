/** Where originals are kept, and what works on them. */
import { createDocumentParser } from "@loci/adapters/document-parser";
import type { Database } from "@loci/ports/database";
import type { DocumentParser } from "@loci/ports/document-parser";
import type { DurableRunner } from "@loci/ports/durable-runner";
import type { ObjectStore } from "@loci/ports/object-store";
import { objectsAddress, required, SettingError, type Settings } from "../config.ts";
import { watchRunner } from "../observed/jobs.ts";
import type { Surroundings } from "./surroundings.ts";

export interface DocumentParts {
  readonly objects: ObjectStore;
  readonly runner: DurableRunner;
  readonly parser: DocumentParser;
}

const graceMs = 5_000;

export type ObjectSettings = Pick<
  Settings,
  "connectionString" | "objectStoreUrl" | "objectStoreAccessKey" | "objectStoreSecretKey"
>;

export type RunnerSettings = Pick<Settings, "connectionString" | "runnerUrl">;

/** Where the originals are. */
export async function openObjects(config: ObjectSettings, lifecycle: Surroundings["lifecycle"]): Promise<ObjectStore> {
  const objects = await openStore(config);
  lifecycle.onClose("originals", () => objects.close());
  return objects;
}

async function openStore(config: ObjectSettings): Promise<ObjectStore> {
  const address = objectsAddress(config);
  if (address.kind === "folder") {
    const { openFolderStore } = await import("@loci/adapters/folder-store");
    return openFolderStore(address);
  }
  const { bucket, prefix, endpoint, region } = address;
  const accessKey = required("objectStoreAccessKey", config.objectStoreAccessKey);
  const secretKey = required("objectStoreSecretKey", config.objectStoreSecretKey);
  const { openS3Store } = await import("@loci/adapters/s3-store");
  const where = { ...(endpoint === undefined ? {} : { endpoint }), ...(region === undefined ? {} : { region }) };
  return openS3Store({ bucket, prefix, ...where, accessKey, secretKey });
}

async function openRunner(
  database: Database,
  { runnerUrl, connectionString }: RunnerSettings,
  { clock, logger, random }: Surroundings,
): Promise<DurableRunner> {
  if (runnerUrl !== undefined) {
    const { createTemporalRunner } = await import("@loci/workflows").catch(notInstalled);
    return createTemporalRunner({ ...runnerUrl, clock, random, logger });
  }
  const { createPostgresQueue } = await import("@loci/adapters/postgres-queue");
  return createPostgresQueue({ database, exclusive: connectionString.kind === "pglite", random, logger });
}

/** `npm start` installs what a laptop needs; a native package of Temporal's is not among it. */
function notInstalled(thrown: unknown): never {
  if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND")) throw thrown;
  throw new SettingError("SERVICE_RUNNER_URL (--runner-url) needs packages that are not installed: run 'npm ci'");
}

/** Closed in the reverse order: first no more work is taken, then what it needs is closed. */
export async function openDocumentParts(
  database: Database,
  config: ObjectSettings & RunnerSettings,
  parts: Surroundings,
): Promise<DocumentParts> {
  const { lifecycle, telemetry } = parts;
  const objects = await openObjects(config, lifecycle);
  const parser = createDocumentParser();
  lifecycle.onClose("document parser", () => parser.close());
  const runner = await openRunner(database, config, parts);
  lifecycle.onClose("background work", () => runner.close(graceMs));
  return { objects, runner: watchRunner(runner, telemetry), parser };
}
