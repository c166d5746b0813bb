import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import { askerKey } from "../question.ts";
import type { Recalled } from "../recall/recall.ts";
import type { AnswerPart } from "./synthesise.ts";

/** A finished reply, given again to who asked the same question in the same region on the same day, where what it is made of still stands. */
export interface CachedReply {
  readonly reply: string;
  readonly citations: readonly retrieval.Citation[];
  readonly model: string;
  /** The trace of the response that it was made for. */
  readonly traceId: string;
}

/** Two messages with the same key get the same reply; begins with the context's id, as the key of a cached recall does. */
export function replyKey(
  request: retrieval.ChatRequest,
  instructions: readonly string[],
  { revision, day, ranged }: Recalled,
  call: Call,
): string {
  const { message, labels, k, model, time, includeEnded } = request;
  const question = [message.trim().replace(/\s+/g, " "), [...labels].sort(), k, model, instructions, time, includeEnded];
  const identity = principalOf(call);
  const asked = JSON.stringify([question, ranged, regionFor(call, "memory:read")]);
  return `${identity.contextId} ${revision} ${day} ${askerKey(identity)} ${asked}`;
}

/** A cached reply as if it were made anew, at no cost in tokens. */
export async function* repeated({ reply, citations, model }: CachedReply): AsyncGenerator<AnswerPart, void> {
  yield { kind: "delta", text: reply };
  for (const citation of citations) yield { kind: "citation", citation };
  const usage = { inputTokens: 0, outputTokens: 0 };
  yield { kind: "end", answered: { text: reply, citations, model, usage, degraded: [] } };
}
