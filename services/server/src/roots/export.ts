import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { writeFile } from "@loci/gateway";
import { exportOriginalsWith, importOriginalsWith } from "@loci/ingest";
import type { TransferServices } from "@loci/gateway";
import { readSettings } from "../config.ts";
import { createProgress } from "../progress.ts";
import { roleSettings, type RoleSettings } from "../roles.ts";
import { recordDeed } from "./audited.ts";
import { openObjects } from "./documents.ts";
import { openFoundation, type Foundation } from "./foundation.ts";
import { withLifecycle } from "./listen.ts";
import { ownCall, surroundings, type Surroundings } from "./surroundings.ts";

/** A file holds all of a context: it is its owner's alone. */
const fileMode = 0o600;

/** `loci-server export`: a whole context as JSON Lines, straight from the database. @param out a file, or "-" for standard output */
export async function exportContext(flags: Readonly<Record<string, unknown>>, contextId: string, out: string): Promise<void> {
  const config = readSettings(roleSettings.export, flags);
  const parts = await surroundings(config, "export");
  await withLifecycle(parts, async () => {
    const { services, auth } = await openTransfer(config, parts);
    // A context that does not exist must not become an empty file.
    await auth.getContext({ contextId }, ownCall(parts, contextId));
    // Before anything of it can be read.
    await recordDeed(auth, { operation: "exportContext", contextId, kind: "access", status: 202 }, parts);
    const progress = createProgress(process.stderr, parts.clock, "lines");
    let written = 0;
    const onLines = (lines: number): void => {
      progress.add(lines - written);
      written = lines;
    };
    progress.begin(contextId, 0);
    const pieces = writeFile(services, { contextId, clock: parts.clock, onLines }, ownCall(parts, contextId));
    if (out === "-") await toStandardOutput(pieces);
    else await toFile(pieces, out);
    progress.end();
  });
}

/** The services of which a transfer needs something, over the database itself. */
export async function openTransfer(
  config: RoleSettings<"export"> & Partial<RoleSettings<"import">>,
  parts: Surroundings,
): Promise<Foundation & { readonly services: TransferServices }> {
  const foundation = await openFoundation(config, false, parts);
  const { auth, graph } = foundation;
  const deps = { auth, graph, objects: await openObjects(config, parts.lifecycle), ids: parts.ids, clock: parts.clock };
  const ingest = { exportOriginals: exportOriginalsWith(deps), importOriginals: importOriginalsWith(deps) };
  return { ...foundation, services: { auth, graph, ingest } };
}

/** The name is taken when the file is whole. */
async function toFile(pieces: AsyncIterable<string>, out: string): Promise<void> {
  const part = `${out}.part`;
  const file = createWriteStream(part, { mode: fileMode });
  if (out.endsWith(".gz")) await pipeline(Readable.from(pieces), createGzip(), file);
  else await pipeline(Readable.from(pieces), file);
  await rename(part, out);
}

async function toStandardOutput(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, "drain");
}
