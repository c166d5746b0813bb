import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { keep } from "./keep.ts";

/** What is set by itself, PGlite makes 160 MB; they are cleared at each start, and files in memory need no second copy in memory. */
const buffers = ["-c", "shared_buffers=16MB"];

/**
 * Opens an empty database in memory. To make one takes seconds, so the first process of a machine keeps a copy, in the folder for temporary files, for those
 * after it.
 * @param firstly what is done in it before the copy is made
 */
export async function openInMemory(options: PGliteOptions, firstly: string): Promise<PGlite> {
  const all = { ...options, startParams: [...PGlite.defaultStartParams, ...buffers] };
  const template = join(tmpdir(), `loci-pglite-${process.getuid?.() ?? 0}-${builds()}.tar`);
  const known = await readFile(template).catch(() => undefined);
  if (known !== undefined) return PGlite.create({ loadDataDir: new Archive(known), ...all });
  const database = await PGlite.create(all);
  // What is in files is all of it: else each copy would begin with what a crashed server begins with.
  await database.exec(`${firstly}; checkpoint`);
  const copy = await database.dumpDataDir("none");
  await keep(template, new Uint8Array(await copy.arrayBuffer()));
  return database;
}

/** Other builds have other files: an old copy is not read by a new one. */
function builds(): string {
  const { resolve } = createRequire(import.meta.url);
  return ["pglite", "pglite-pgvector", "pglite-pg_textsearch"]
    .map((name) => statSync(resolve(`@electric-sql/${name}`)))
    .map(({ size, mtimeMs }) => `${size}-${mtimeMs}`)
    .join("-");
}

/** Gives its bytes as they are, where a Blob of Node copies them piece by piece, which takes longer than to read the file. */
class Archive extends Blob {
  readonly #bytes: Buffer<ArrayBuffer>;

  constructor(bytes: Buffer<ArrayBuffer>) {
    super([]);
    this.#bytes = bytes;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
}
