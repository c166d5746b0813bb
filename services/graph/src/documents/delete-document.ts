import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { common, graph } from "@loci/protos";
import { forget, noTargets } from "../forgetting/forgetting.ts";
import type { Parts } from "../rpc/deps.ts";
import { writing } from "../rpc/writing.ts";
import { visibleDocument } from "./messages.ts";

/** The document leaves recall with its chunks, and what was read from them alone is forgotten. */
export async function deleteDocument(parts: Parts, request: graph.RecordChange, call: Call): Promise<common.Empty> {
  return writing(parts, call, { verb: "memory:forget", operation: request.operation }, async (work) => {
    const { tx, contextId, author } = work;
    const document = await visibleDocument(work, request.id);
    if (!work.covers(document.scopeSet)) throw new LociError("forbidden", "memory:forget does not cover the document's scopes.");
    await forget(
      parts,
      tx,
      contextId,
      { ...noTargets, documents: [document.id] },
      { purge: false, keep: false, reason: "" },
      author,
    );
    return {};
  });
}
