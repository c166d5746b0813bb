import { join } from "node:path";
import { LociError } from "@loci/kernel";

/** Below the store's folder; no key begins so. */
export const incomingFolder = "~incoming";

const longestKey = 1_024;
const longestSegment = 200;
const segmentPattern = /^[a-z0-9._:-]+$/;

/**
 * Where the key's content stands. A colon means something to some file systems, so it is written as `%3a`, which no key contains.
 * @throws LociError `invalid` for a key that is not made of segments of a-z, 0-9, `.`, `_`, `:` and `-`, or that would leave the folder
 */
export function pathOf(folder: string, key: string): string {
  const segments = key.split("/");
  if (key.length > longestKey || !segments.every(isSegment))
    throw new LociError("invalid", `This is not a key of stored content: ${key}`);
  return join(folder, ...segments.map(nameOf));
}

/** The segment that a file or folder of this name stands for; undefined for a stranger's. */
export function segmentOf(name: string): string | undefined {
  const segment = name.replaceAll("%3a", ":");
  return !name.includes(":") && isSegment(segment) ? segment : undefined;
}

function nameOf(segment: string): string {
  return segment.replaceAll(":", "%3a");
}

function isSegment(segment: string): boolean {
  return segmentPattern.test(segment) && segment !== "." && !segment.includes("..") && nameOf(segment).length <= longestSegment;
}
