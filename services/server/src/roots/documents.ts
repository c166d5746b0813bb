/** Where originals are kept, and what works on them. */
import { createDocumentParser } from "@loci/adapters/document-parser";
import type { Database } from "@loci/ports/database";
import type { DocumentParser } from "@loci/ports/document-parser";
import type { DurableRunner } from "@loci/ports/durable-runner";
import type { ObjectStore } from "@loci/ports/object-store";
import { objectsAddress, required, type Settings } from "../config.ts";
import { watchRunner } from "../observed/jobs.ts";
import { openRunner, type RunnerSettings } from "./runner.ts";
import type { Surroundings } from "./surroundings.ts";

export interface DocumentParts {
  readonly objects: ObjectStore;
  readonly runner: DurableRunner;
  readonly parser: DocumentParser;
}

/** What runs gets so long at the close. */
export const graceMs = 5_000;

export type ObjectSettings = Pick<
  Settings,
  "connectionString" | "objectStoreUrl" | "objectStoreAccessKey" | "objectStoreSecretKey"
>;

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
