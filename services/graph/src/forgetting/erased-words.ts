import { requireService, type Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { common, graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { timestamp } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { dropErasedWords, readErasedWords } from "../store/erased-words.ts";

/** Fingerprints of the words of what was erased lately: of the caller's context, or of all. */
export async function listErasedWords(
  parts: Parts,
  request: graph.ListErasedWordsRequest,
  call: Call,
): Promise<graph.ListErasedWordsResponse> {
  const after = timestamp("/after", request.after);
  const erased = await inContextOf(parts, call, (tx, contextId) => readErasedWords(tx, contextId, after));
  return {
    erased: erased.map(({ prints, scopeSets, ...one }) => ({
      ...{ ...one, prints: prints ?? new Uint8Array(), uncounted: prints === null },
      scopeSets: scopeSets.map((set) => scopeSetMessage(set)),
    })),
  };
}

/** Whoever followed them has no more use for them. */
export async function forgetErasedWords(parts: Parts, request: graph.DropErasedWordsRequest, call: Call): Promise<common.Empty> {
  const before = timestamp("/before", request.before);
  if (before !== "") await inContextOf(parts, call, (tx, contextId) => dropErasedWords(tx, contextId, before));
  return {};
}

function inContextOf<T>({ database }: Parts, call: Call, work: (tx: Transaction, contextId: string) => Promise<T>): Promise<T> {
  const contextId = requireService(call);
  if (contextId === "") return database.acrossContexts((tx) => work(tx, ""));
  return database.inContext(contextId, (tx) => work(tx, contextId));
}
