/** An export as it lies on the disk. */
import { readFile, stat } from "node:fs/promises";
import { messageOf, usage } from "../failure.ts";
import { reasonOf } from "../files.ts";
import { bytesText } from "../progress.ts";

/** It is held in memory as a whole, several times over. */
const largestBytes = 256_000_000;

/** The JSON of a file. @throws Failure that says what is wrong with it */
export async function readExport(file: string): Promise<unknown> {
  const about = await stat(file).catch((error: unknown) => {
    throw usage(`${file} cannot be read: ${reasonOf(error)}.`);
  });
  if (about.isDirectory()) throw usage(`${file} is a folder; give the file of the export.`);
  if (about.size > largestBytes)
    throw usage(
      `${file} has ${bytesText(about.size)}; at most ${bytesText(largestBytes)} are read at once. Export in parts, and import each.`,
    );
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw usage(`${file} cannot be read: ${reasonOf(error)}.`);
  });
  if (text.trim() === "") throw usage(`${file} is empty.`);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw usage(`${file} is not JSON: ${messageOf(error)}`);
  }
}
