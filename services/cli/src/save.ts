/** The bytes of an answer, into a file or to stdout. */
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isApiError } from "./explain.ts";
import { exitCodes, Failure, messageOf, usage } from "./failure.ts";
import { interruptible } from "./interrupt.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Writes aside and renames, so that what breaks off, by Ctrl-C too, leaves nothing half done.
 * @param file where to; undefined for stdout
 * @returns how many bytes
 */
export async function saveBody(answer: Response, file: string | undefined, force: boolean, terminal: Terminal): Promise<number> {
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const body = answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body);
  if (file === undefined) {
    await pipeline(body, counting, process.stdout, { end: false });
    return bytes;
  }
  if (!force && existsSync(file)) throw usage(`${file} is there already; --force replaces it.`);
  const aside = `${file}.${process.pid}.part`;
  await interruptible(terminal, async (signal) => {
    try {
      await pipeline(body, counting, createWriteStream(aside, { flags: "wx" }), { signal });
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true });
      if (signal.aborted) throw new Failure(`Interrupted; ${file} was not written.`, exitCodes.interrupted);
      if (isApiError(error)) throw error;
      throw new Failure(`${file} cannot be written: ${messageOf(error)}`);
    }
  });
  return bytes;
}
