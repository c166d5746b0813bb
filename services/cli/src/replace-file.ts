/** A file's new content in one step. */
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes aside and renames: a reader meets the old content or the new, and where it fails the old one stays.
 * @param mode of the file from its first byte on, whatever it had before
 * @throws Error of the file system
 */
export async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(aside, text, { mode });
    // One that a process of the same number left behind kept its own mode.
    await chmod(aside, mode);
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
