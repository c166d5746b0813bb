/** Where releases come from: a web address or a folder that holds manifest.json, its signature, and the package. */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { exitCodes, Failure, messageOf } from "../failure.ts";

export interface Source {
  /** What the user knows it by. */
  readonly name: string;
  /** A small file, whole. @throws Failure */
  read(name: string, limitBytes: number): Promise<Uint8Array>;
  /** A large file as it comes. @throws Failure */
  stream(name: string): Promise<AsyncIterable<Uint8Array>>;
}

const usualTimeoutMs = 30_000;

/**
 * @param place `https://…`, `file://…` or a folder
 * @param timeoutMs after which a server is given up that sends nothing
 */
export function openSource(place: string, timeoutMs = usualTimeoutMs): Source {
  if (/^https?:\/\//.test(place)) return webSource(place.replace(/(?<!\/)\/+$/, ""), timeoutMs);
  return folderSource(place.startsWith("file:") ? fileURLToPath(place) : resolve(place));
}

function webSource(base: string, timeoutMs: number): Source {
  const get = async (name: string): Promise<AsyncIterable<Uint8Array>> => {
    const late = new AbortController();
    const silence = setTimeout(() => late.abort(new Error(`nothing came for ${timeoutMs / 1_000} s`)), timeoutMs).unref();
    const answer = await fetch(`${base}/${name}`, { signal: late.signal }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Failure(`Cannot reach ${base}: ${messageOf(cause)}. Nothing was changed.`, exitCodes.unreachable);
    });
    if (!answer.ok) {
      clearTimeout(silence);
      await answer.body?.cancel();
      throw new Failure(`${base}/${name} answers ${answer.status}. Is the source right? Nothing was changed.`);
    }
    return bodyOf(answer, silence);
  };
  return {
    name: base,
    async read(name, limitBytes) {
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of await get(name)) {
        size += part.length;
        if (size > limitBytes) throw new Failure(`${base}/${name} is longer than a file of its kind. Is the source right?`);
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
    stream: get,
  };
}

/** A large file on a slow line is not late as long as it moves. */
async function* bodyOf({ body }: Response, silence: NodeJS.Timeout): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of body ?? []) {
      silence.refresh();
      yield part;
    }
  } finally {
    clearTimeout(silence);
  }
}

function folderSource(folder: string): Source {
  const missing = (error: unknown): never => {
    throw new Failure(`${folder} holds no release: ${messageOf(error)}`);
  };
  return {
    name: folder,
    async read(name, limitBytes) {
      const file = join(folder, name);
      const { size } = await stat(file).catch(missing);
      if (size > limitBytes) throw new Failure(`${file} is longer than a file of its kind. Is the source right?`);
      return readFile(file).catch(missing);
    },
    async stream(name) {
      const file = join(folder, name);
      await stat(file).catch(missing);
      return createReadStream(file);
    },
  };
}
