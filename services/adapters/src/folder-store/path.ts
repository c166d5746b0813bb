import { join } from "node:path";
import { LociError } from "@loci/kernel";
import { isObjectKey } from "@loci/ports/object-store";

/** Below the store's folder; no key begins so. */
export const incomingFolder = "~incoming";

/** A file system's own limit is 255. */
const longestName = 250;

/**
 * Where the key's content stands. A colon means something to some file systems, so it is written as `%3a`, which no key contains.
 * @throws LociError `invalid` for a key that is not made of segments of a-z, 0-9, `.`, `_`, `:` and `-`, or that would leave the folder
 */
export function pathOf(folder: string, key: string): string {
  const names = key.split("/").map(nameOf);
  if (!isObjectKey(key) || names.some((name) => name.length > longestName))
    throw new LociError("invalid", `This is not a key of stored content: ${key}`);
  return join(folder, ...names);
}

/** The segment that a file or folder of this name stands for; undefined for a stranger's. */
export function segmentOf(name: string): string | undefined {
  const segment = name.replaceAll("%3a", ":");
  return !name.includes(":") && isObjectKey(segment) ? segment : undefined;
}

function nameOf(segment: string): string {
  return segment.replaceAll(":", "%3a");
}
