/** A session as JSON Lines: a head, then what was typed and what happened, each with its time. */
import { existsSync } from "node:fs";
import { open, readFile, rm, type FileHandle } from "node:fs/promises";
import { Failure, messageOf, usage } from "../failure.ts";
import { eventTypes, type WorkbenchEvent } from "./event.ts";
import { withoutSecrets } from "./secrets.ts";

export type Entry = { readonly at: number; readonly input: string } | { readonly at: number; readonly event: WorkbenchEvent };

const format = "recording";

export interface Recorder {
  readonly file: string;
  write(entry: { input: string } | { event: WorkbenchEvent }): Promise<void>;
  close(): Promise<void>;
}

/** Begins a new file, readable by its owner only; a file that is there stays as it is. */
export async function createRecorder(file: string, secrets: readonly string[], clock: () => number): Promise<Recorder> {
  const handle = await openNew(file);
  const line = async (entry: object) => {
    const text = JSON.stringify({ at: new Date(clock()).toISOString(), ...entry });
    await handle.appendFile(`${withoutSecrets(text, secrets)}\n`);
  };
  try {
    await line({ loci: format, version: 1 });
  } catch (error) {
    await handle.close();
    await rm(file, { force: true });
    throw new Failure(`${file} cannot be written: ${messageOf(error)}`);
  }
  // One after the other: two writes at once could mix their bytes.
  let last: Promise<void> = Promise.resolve();
  return {
    file,
    write(entry) {
      last = last.then(() => line(entry));
      return last;
    },
    async close() {
      await Promise.allSettled([last]);
      await handle.close();
    },
  };
}

async function openNew(file: string): Promise<FileHandle> {
  if (existsSync(file)) throw new Failure(`${file} is there already; name another file.`);
  try {
    // It may have come between: what is there is never written over.
    return await open(file, "wx", 0o600);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${messageOf(error)}`);
  }
}

export async function readRecording(file: string): Promise<readonly Entry[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw usage(`${file} cannot be read: ${messageOf(error)}`);
  }
  return parseRecording(text, file);
}

/** Every line must be ours; a last line that was cut off by a crash is left out. */
export function parseRecording(text: string, file: string): readonly Entry[] {
  const lines = text.split("\n");
  const isCut = lines.at(-1) !== "";
  if (text.trim() === "") throw usage(`${file} is not a recording of loci: it is empty.`);
  const entries: Entry[] = [];
  lines.forEach((line, i) => {
    if (line.trim() === "") return;
    const read = parseEntry(line);
    if (i === 0 && read !== "head") throw usage(`${file} is not a recording of loci: its first line is another one.`);
    if (read === undefined && !(isCut && i === lines.length - 1))
      throw usage(`${file}, line ${i + 1}, is not a line of a recording.`);
    if (read !== undefined && read !== "head") entries.push(read);
  });
  if (entries.length === 0) throw usage(`${file} holds nothing to replay.`);
  return entries;
}

function parseEntry(line: string): Entry | "head" | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  if (value["loci"] === format) return value["version"] === 1 ? "head" : undefined;
  const at = Date.parse(String(value["at"]));
  if (Number.isNaN(at)) return undefined;
  if (typeof value["input"] === "string") return { at, input: value["input"] };
  return isEvent(value["event"]) ? { at, event: value["event"] } : undefined;
}

/** Its type is checked, its fields are not: who draws one catches what a changed file makes of it. */
function isEvent(value: unknown): value is WorkbenchEvent {
  return isObject(value) && eventTypes.includes(String(value["type"]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
