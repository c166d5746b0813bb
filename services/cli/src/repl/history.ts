/** What was typed before, newest last, in a file of the owner's own. */
import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceFile } from "../replace-file.ts";
import { withoutSecrets } from "../workbench/secrets.ts";

const kept = 1_000;

export interface History {
  /** Newest first, as readline wants it. */
  readonly lines: readonly string[];
  add(line: string): Promise<void>;
}

/** An absent file is an empty history; one that grew too long is cut to its newest lines. */
export async function openHistory(file: string, secrets: readonly string[]): Promise<History> {
  const lines = await readLines(file);
  if (lines.length > kept) await replaceFile(file, `${lines.slice(-kept).join("\n")}\n`, 0o600);
  let last = lines.at(-1);
  return {
    lines: lines.slice(-kept).reverse(),
    async add(typed) {
      const line = withoutSecrets(typed.replaceAll("\n", " ").trim(), secrets);
      if (line === "" || line === last) return;
      last = line;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, `${line}\n`, { mode: 0o600 });
    },
  };
}

async function readLines(file: string): Promise<string[]> {
  return existsSync(file) ? (await readFile(file, "utf8")).split("\n").filter((line) => line !== "") : [];
}
