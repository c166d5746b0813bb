/** What the server has already: then a second run sends only what is missing, without a state of its own. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Loci } from "@loci/client";
import type { FoundFile } from "./walk.ts";

export interface Known {
  /** Whether the very bytes are there, under the same scopes. */
  has(file: FoundFile): Promise<boolean>;
}

/**
 * Asks for the documents once. Only a file that is as long as one of them is hashed.
 * @param scopes undefined for all that the caller may write to
 */
export async function knownDocuments(loci: Loci, scopes: readonly string[] | undefined, signal: AbortSignal): Promise<Known> {
  const wanted = keyOf((scopes ?? (await writeRegion(loci, signal))).map((path) => [path]));
  const hashes = new Set<string>();
  const sizes = new Set<number>();
  for await (const document of loci.documents.all({ pageSize: 500 }, { signal })) {
    // What failed is sent again: perhaps it can be read by now.
    if (document.status === "failed" || keyOf(document.scopes) !== wanted) continue;
    hashes.add(document.contentHash);
    sizes.add(document.sizeBytes);
  }
  return { has: async ({ path, size }) => sizes.has(size) && hashes.has(await hashOf(path)) };
}

async function writeRegion(loci: Loci, signal: AbortSignal): Promise<readonly string[]> {
  const { effectiveGrants } = await loci.me({ signal });
  return effectiveGrants["memory:write"] ?? [];
}

/** The same for the same scopes, in whatever order and with whatever slashes at their ends. */
function keyOf(scopes: readonly (readonly string[])[]): string {
  const path = (text: string) => text.replace(/^\/+|(?<!\/)\/+$/g, "");
  return JSON.stringify(scopes.map((paths) => paths.map(path).sort()).sort());
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
