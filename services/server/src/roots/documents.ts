/** Where originals are kept, and what works on them. */
import { createDocumentParser } from "@loci/adapters/document-parser";
import { openFolderStore } from "@loci/adapters/folder-store";
import { createPostgresQueue } from "@loci/adapters/postgres-queue";
import type { Database } from "@loci/ports/database";
import type { DocumentParser } from "@loci/ports/document-parser";
import type { DurableRunner } from "@loci/ports/durable-runner";
import type { ObjectStore } from "@loci/ports/object-store";
import { objectsFolder, type Settings } from "../config.ts";
import type { Surroundings } from "./surroundings.ts";

export interface DocumentParts {
  readonly objects: ObjectStore;
  readonly runner: DurableRunner;
  readonly parser: DocumentParser;
}

const graceMs = 5_000;

/** Where the originals are. */
export async function openObjects(
  config: Pick<Settings, "connectionString" | "objectStoreUrl">,
  lifecycle: Surroundings["lifecycle"],
): Promise<ObjectStore> {
  const objects = await openFolderStore({ folder: objectsFolder(config) });
  lifecycle.onClose("originals", () => objects.close());
  return objects;
}

/** Closed in the reverse order: first no more work is taken, then what it needs is closed. */
export async function openDocumentParts(
  database: Database,
  config: Pick<Settings, "connectionString" | "objectStoreUrl">,
  { lifecycle, logger, random }: Surroundings,
): Promise<DocumentParts> {
  const objects = await openObjects(config, lifecycle);
  const parser = createDocumentParser();
  lifecycle.onClose("document parser", () => parser.close());
  const runner = await createPostgresQueue({ database, exclusive: config.connectionString.kind === "pglite", random, logger });
  lifecycle.onClose("background work", () => runner.close(graceMs));
  return { objects, runner, parser };
}
