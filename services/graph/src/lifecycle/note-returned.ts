import { invalidField, LociError, toTimestamp } from "@loci/kernel";
import { pauser, requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { printsWithin } from "../memory/echoes/prints.ts";
import { atMost, oneOf, selector, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { storeReturned, type ReturnedPrint } from "../store/fingerprints.ts";
import { shortKey } from "../store/scope-sets.ts";

const maxTexts = 1_000;
const longestText = 10 * 1024 * 1024;
/** Of one text, from its beginning on: whoever writes an answer back has read no more of it than this. */
const ofOneText = { sentences: 500, words: 2_000 };
/** Fingerprints of parts of all texts of a call; what comes behind them is known as a whole only. */
const mostPrints = 20_000;
/** What one transaction stores: on the embedded database others wait for it. */
const storedAtOnce = 2_000;

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
  const pause = pauser(call.signal);
  let ofParts = 0;
  for (const [i, returned] of request.texts.entries()) {
    await pause();
    const left = Math.max(0, mostPrints - ofParts);
    const limits = { sentences: Math.min(ofOneText.sentences, left), words: Math.min(ofOneText.words, left) };
    const { whole, sentences, parts: within } = printsWithin(text(`/texts/${i}`, returned, longestText), limits);
    const scopes = selector(`/scopes/${i}`, request.scopes[i] ?? null);
    if (scopes === undefined) throw invalidField(`/scopes/${i}`, "is required");
    const scopeSet = shortKey(scopes);
    const ofThis = [...sentences, ...(kind === "context" ? [] : within)];
    for (const print of ofThis) note(print, scopeSet, false);
    note(whole, scopeSet, replies.has(kind));
    ofParts += ofThis.length;
  }
  const now = toTimestamp(parts.clock());
  const all = [...prints.values()].filter(({ print }) => print !== "");
  for (let i = 0; i < all.length; i += storedAtOnce) {
    await pause();
    const some = all.slice(i, i + storedAtOnce).sort(byPrint);
    await parts.database.inContext(contextId, (tx) => storeReturned(tx, contextId, some, now));
  }
  return {};
}

/** One order for all, so that two who store the same ones wait for each other and never in a circle. */
function byPrint(a: ReturnedPrint, b: ReturnedPrint): number {
  return compare(a.print, b.print) || compare(a.scopeSet, b.scopeSet);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
