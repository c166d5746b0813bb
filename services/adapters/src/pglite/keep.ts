import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";

/** Writes a file for this user alone, whole or not at all, also where several are at it at once, in one process too. */
export async function keep(path: string, content: Uint8Array): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, content, { mode: 0o600 });
  await rename(aside, path);
}
