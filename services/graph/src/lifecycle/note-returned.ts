import { invalidField, LociError, toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { returnedPrints } from "../memory/echoes/prints.ts";
import { atMost, oneOf, selector, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { storeReturned, type ReturnedPrint } from "../store/fingerprints.ts";
import { shortKey } from "../store/scope-sets.ts";

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
  atMost("/scopes", request.scopes, maxTexts);
  const prints = new Map<string, ReturnedPrint>();
  const note = (print: string, scopeSet: string, isReply: boolean) => {
    const place = `${print} ${scopeSet}`;
    if (isReply || !prints.has(place)) prints.set(place, { print, scopeSet, isReply });
  };
  for (const [i, returned] of request.texts.entries()) {
    const { whole, sentences, parts: within } = returnedPrints(text(`/texts/${i}`, returned, longestText));
    const scopes = selector(`/scopes/${i}`, request.scopes[i] ?? null);
    if (scopes === undefined) throw invalidField(`/scopes/${i}`, "is required");
    const scopeSet = shortKey(scopes);
    for (const print of [...sentences, ...(kind === "context" ? [] : within)]) note(print, scopeSet, false);
    note(whole, scopeSet, replies.has(kind));
  }
  if (prints.size > 0) {
    const now = toTimestamp(parts.clock());
    await parts.database.inContext(contextId, (tx) => storeReturned(tx, contextId, [...prints.values()], now));
  }
  return {};
}
