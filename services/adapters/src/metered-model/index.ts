import type { LanguageModel, SynthesisPart, TokenUsage } from "@loci/ports/language-model";
import { estimateTokens } from "./estimate.ts";

export { estimateTokens } from "./estimate.ts";

/** Keeps a budget of tokens: each call is reserved before it is made and settled when it is over. */
export interface Meter<Ticket = unknown> {
  /** @param tokens what the call is expected to take @throws what the caller of the model is to get when there is nothing left */
  reserve(tokens: number): Promise<Ticket>;
  /** @param usage what it took as far as the provider said; 0 for a call that failed before it did */
  settle(ticket: Ticket, usage: TokenUsage): Promise<void>;
}

const nothing: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** The same model with every call metered. A stream is reserved when its reading begins and settled however it ends. */
export function meteredModel<Ticket>(model: LanguageModel, meter: Meter<Ticket>): LanguageModel {
  async function metered<T extends { readonly usage: TokenUsage }>(request: unknown, call: () => Promise<T>): Promise<T> {
    const ticket = await meter.reserve(estimateTokens(request));
    let answer: T;
    try {
      answer = await call();
    } catch (error) {
      // Why the call failed is what the caller has to know, whatever becomes of the accounts.
      await Promise.allSettled([meter.settle(ticket, nothing)]);
      throw error;
    }
    await meter.settle(ticket, answer.usage);
    return answer;
  }

  async function* meteredStream(request: unknown, parts: () => AsyncIterable<SynthesisPart>) {
    const ticket = await meter.reserve(estimateTokens(request));
    let usage = nothing;
    let failed = false;
    try {
      for await (const part of parts()) {
        if ("usage" in part) usage = part.usage;
        yield part;
      }
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      // Also where the reader has stopped in the middle.
      const settled = meter.settle(ticket, usage);
      await (failed ? Promise.allSettled([settled]) : settled);
    }
  }

  return {
    id: model.id,
    extract: (request, signal) => metered(request, () => model.extract(request, signal)),
    synthesise: (request, signal) => meteredStream(request, () => model.synthesise(request, signal)),
    elaborate: (request, signal) => metered(request, () => model.elaborate(request, signal)),
    consolidate: (request, signal) => metered(request, () => model.consolidate(request, signal)),
    hypothesise: (question, signal) => metered(question, () => model.hypothesise(question, signal)),
    decompose: (question, signal) => metered(question, () => model.decompose(question, signal)),
  };
}
