import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { LanguageModel, TokenUsage } from "@loci/ports/language-model";
import { factOf, read, requestOf, sourceOf, turnOf } from "@loci/ports/language-model/contract";
import { startScriptedOpenAi, type ScriptedOpenAi } from "../scripted-openai/index.ts";
import { createOpenAiLanguageModel } from "../openai-language-model/index.ts";
import { estimateTokens, meteredModel, type Meter } from "./index.ts";

interface Ticket {
  readonly number: number;
}

/** A meter that writes down what it is asked. */
function accounts(budget = Infinity) {
  const reserved: number[] = [];
  const settled: (readonly [number, TokenUsage])[] = [];
  const meter: Meter<Ticket> = {
    async reserve(tokens) {
      if (tokens > budget) throw new LociError("rate_limited", "The token limit is reached.");
      return { number: reserved.push(tokens) };
    },
    async settle({ number }, usage) {
      settled.push([number, usage]);
    },
  };
  return { meter, reserved, settled };
}

async function withModel(
  budget: number,
  use: (model: LanguageModel, server: ScriptedOpenAi, books: ReturnType<typeof accounts>) => Promise<void>,
) {
  const server = await startScriptedOpenAi();
  const books = accounts(budget);
  const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: "m", apiKey: "", timeoutMs: 60_000, maxRetries: 0 });
  try {
    await use(meteredModel(model, books.meter), server, books);
  } finally {
    await server.close();
  }
}

const mina = { type: "Person", name: "Mina" };
const question = requestOf("Where does Mina live?", [sourceOf("Mina residence: Lisbon")]);
const used = { inputTokens: 100, outputTokens: 20 };
const none = { inputTokens: 0, outputTokens: 0 };

describe("a metered model", () => {
  it("reserves before each call and settles what it took", () =>
    withModel(Infinity, async (model, server, { reserved, settled }) => {
      const facts = [factOf("Mina", "hobby", "chess"), factOf("Mina", "hobby", "sailing")];
      await model.extract({ turns: [turnOf("I live in Boston.")] });
      await model.elaborate({ entity: mina, facts });
      await model.consolidate({ entity: mina, facts, observations: [] });
      server.script({ kind: "content", content: "Mina lives." });
      await model.hypothesise("Where does Mina live?");
      await model.decompose("Where does Mina live?");
      await read(model.synthesise(question));
      expect(reserved).toHaveLength(6);
      expect(reserved.every((tokens) => tokens > 1_000)).toBe(true);
      expect(settled).toEqual([1, 2, 3, 4, 5, 6].map((number) => [number, used]));
      expect(model.id).toBe("openai:m");
    }));

  it("settles nothing used for a call that fails, and tells why it failed", () =>
    withModel(Infinity, async (model, server, { settled }) => {
      server.script({ kind: "server_error" }, { kind: "stream", chunks: ["Mina "], end: "cut" });
      await expect(model.decompose("Who?")).rejects.toMatchObject({ code: "unavailable" });
      await expect(read(model.synthesise(question))).rejects.toMatchObject({ code: "unavailable" });
      expect(settled).toEqual([
        [1, none],
        [2, none],
      ]);
    }));

  it("settles a stream that is cancelled or left in the middle, and reserves nothing for one that nobody reads", () =>
    withModel(Infinity, async (model, server, { reserved, settled }) => {
      model.synthesise(question);
      expect(reserved).toEqual([]);
      server.script(
        { kind: "stream", chunks: ["Mina ", "lives"], pauseMillis: 120_000 },
        { kind: "stream", chunks: ["Mina ", "lives"], pauseMillis: 120_000 },
      );
      for await (const part of model.synthesise(question)) if ("text" in part) break;
      const abort = new AbortController();
      const reading = (async () => {
        for await (const _part of model.synthesise(question, abort.signal)) abort.abort();
      })();
      await expect(reading).rejects.toMatchObject({ code: "cancelled" });
      expect(settled).toEqual([
        [1, none],
        [2, none],
      ]);
    }));

  it("does not call where nothing is left", () =>
    withModel(10, async (model, server, { settled }) => {
      await expect(model.decompose("Who?")).rejects.toMatchObject({ code: "rate_limited" });
      await expect(read(model.synthesise(question))).rejects.toMatchObject({ code: "rate_limited" });
      expect([server.requests, settled]).toEqual([[], []]);
    }));

  it("expects more of a longer request", () => {
    const short = estimateTokens({ turns: [turnOf("I live in Boston.")] });
    expect(estimateTokens({ turns: [turnOf("I live in Boston."), turnOf("x".repeat(4_000))] }) - short).toBeGreaterThanOrEqual(
      1_000,
    );
    expect(estimateTokens("")).toBe(estimateTokens({}));
  });
});
