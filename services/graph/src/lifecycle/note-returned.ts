import { LociError, toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { returnedPrints } from "../memory/echoes/prints.ts";
import { atMost, oneOf, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { storeReturned } from "../store/fingerprints.ts";

const maxTexts = 1_000;
const longestText = 10 * 1024 * 1024;

/** The kinds that are the service's own words as a whole; what recall returns are other people's. */
const replies = new Set(["context", "chat", "reflect"]);

/**
 * Keeps fingerprints of what was returned to a caller: written back, it adds no facts. A block shows by its form, and
 * what it holds is told apart: its runs of words are not kept.
 */
export async function noteReturned(parts: Parts, request: graph.NoteReturnedRequest, call: Call): Promise<Record<string, never>> {
  const contextId = requireService(call);
  if (contextId === "") throw new LociError("invalid", "What was returned belongs to a context.");
  atMost("/texts", request.texts, maxTexts);
  const kind = oneOf("/kind", request.kind, ["context", "chat", "reflect", "recall"]);
  const prints = new Map<string, { isReply: boolean }>();
  for (const [i, returned] of request.texts.entries()) {
    const { whole, sentences, parts: within } = returnedPrints(text(`/texts/${i}`, returned, longestText));
    for (const print of [...sentences, ...(kind === "context" ? [] : within)]) {
      if (!prints.has(print)) prints.set(print, { isReply: false });
    }
    prints.set(whole, { isReply: replies.has(kind) });
  }
  if (prints.size > 0) {
    const now = toTimestamp(parts.clock());
    await parts.database.inContext(contextId, (tx) => storeReturned(tx, contextId, prints, now));
  }
  return {};
}
