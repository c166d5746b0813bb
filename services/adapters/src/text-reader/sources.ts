import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import type { Duplex } from "node:stream";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The place of the channel among the reading process's files, after those that every process has and the process channel. */
export const sourcesFile = 4;

/**
 * Gives the reading process its modules as JavaScript: what takes types away takes 25 MB in the process that does it, and the server has
 * done it for itself. A line asks by a module's URL; the answer is its length in four bytes and the text, or none where it cannot be given.
 */
export function giveSources(channel: Duplex): void {
  // One that ended asks for nothing any more.
  channel.on("error", () => channel.destroy());
  createInterface({ input: channel }).on("line", (url) => {
    void plainSource(url).then((source) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(source.length);
      if (channel.writable) channel.write(Buffer.concat([length, source]));
    });
  });
}

async function plainSource(url: string): Promise<Buffer> {
  try {
    return Buffer.from(withoutTypes(await readFile(fileURLToPath(url), "utf8")));
  } catch {
    return Buffer.alloc(0);
  }
}

/** Node warns at the first use that this may change: all of Loci runs by it, and whoever runs the server can do nothing about it. */
function withoutTypes(source: string): string {
  const own = Object.getOwnPropertyDescriptor(process, "emitWarning") ?? {};
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    Object.defineProperty(process, "emitWarning", own);
  }
}

/**
 * What the reading process does before its first module: it asks for each. Where no answer comes Node reads the file and takes the types
 * away itself. It is sent as its own source text and names nothing outside of itself, as nobody has taken types away there yet.
 */
export function takeSources(file: number): void {
  const { registerHooks } = process.getBuiltinModule("node:module");
  const { readSync, writeSync } = process.getBuiltinModule("node:fs");
  const read = (length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length;) {
      const got = readSync(file, bytes, at, length - at, null);
      if (got === 0) throw new Error("the channel was closed");
      at += got;
    }
    return bytes;
  };
  const ask = (url: string): Buffer => {
    try {
      writeSync(file, `${url}\n`);
      return read(read(4).readUInt32BE());
    } catch {
      return Buffer.alloc(0);
    }
  };
  registerHooks({
    load(url, context, next) {
      const source = url.startsWith("file:") && url.endsWith(".ts") ? ask(url) : Buffer.alloc(0);
      return source.length === 0 ? next(url, context) : { format: "module", shortCircuit: true, source };
    },
  });
}

/** The module by which the process begins. */
export const takingSources = `data:text/javascript,${encodeURIComponent(`(${takeSources.toString()})(${sourcesFile})`)}`;
