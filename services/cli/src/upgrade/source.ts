/** Where releases come from: a web address or a folder that holds manifest.json, its signature, and the package. */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
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

const timeoutMs = 30_000;

/** @param place `https://…`, `file://…` or a folder */
export function openSource(place: string): Source {
  if (/^https?:\/\//.test(place)) return webSource(place.replace(/\/+$/, ""));
  return folderSource(place.startsWith("file:") ? fileURLToPath(place) : resolve(place));
}

function webSource(base: string): Source {
  const get = async (name: string): Promise<Response> => {
    const answer = await fetch(`${base}/${name}`, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Failure(`Cannot reach ${base}: ${messageOf(cause)}. Nothing was changed.`, exitCodes.unreachable);
    });
    if (!answer.ok) throw new Failure(`${base}/${name} answers ${answer.status}. Is the source right? Nothing was changed.`);
    return answer;
  };
  return {
    name: base,
    async read(name, limitBytes) {
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of bodyOf(await get(name))) {
        size += part.length;
        if (size > limitBytes) throw new Failure(`${base}/${name} is longer than a file of its kind. Is the source right?`);
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
    stream: async (name) => bodyOf(await get(name)),
  };
}

function bodyOf({ body }: Response): AsyncIterable<Uint8Array> {
  return body ?? Readable.from([]);
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
