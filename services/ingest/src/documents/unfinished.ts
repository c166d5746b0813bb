import { LociError } from "@loci/kernel";
import { asService, principalOf, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import type { Version } from "./objects.ts";

/**
 * What a repeated request is to begin: whoever was asked first may have died before its pipeline was submitted. Work that is queued or
 * runs is not submitted twice.
 * @returns the document as it is now; undefined where nothing is left to do for this version
 */
export async function unfinished(
  { graph }: Pick<IngestDeps, "graph">,
  { id, version }: Version,
  call: Call,
): Promise<graph.Document | undefined> {
  const document = await knownDocument(graph, id, call);
  const isOver = document?.version !== version || document.status === "ready" || document.status === "failed";
  return isOver ? undefined : document;
}

/** As Loci itself sees it, whatever the caller may read; undefined where there is no such document. */
export async function knownDocument(graph: IngestDeps["graph"], id: string, call: Call): Promise<graph.Document | undefined> {
  try {
    return await graph.getDocument({ id }, asService(call, principalOf(call).contextId));
  } catch (thrown) {
    // Graph itself says so, in the words that its caller may hear.
    if (["not_found", "invalid"].includes(LociError.from(thrown).code)) return undefined;
    throw thrown;
  }
}
