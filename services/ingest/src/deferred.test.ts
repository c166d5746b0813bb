import { describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { LociError } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import { silentLogger } from "@loci/platform/telemetry";
import type { auth, graph, GraphService } from "@loci/protos";
import { createDeferredExtractor, type DeferredDeps } from "./deferred.ts";
import { clock, emptyResult, extractingModel, now, onlyModel } from "./testing/service.ts";

/** The part of graph that keeps pending turns: a claim leases, applying and postponing take a turn off the list. */
function pendingGraph(contents: readonly string[]) {
  const due = contents.map((content, i): graph.PendingTurn => ({
    contextId: "acme",
    turnId: `turn:${i}`,
    role: "user",
    speaker: "Ana",
    content,
    knownAt: now,
    attempts: 2,
    causeTraceId: `trace:cause-${i}`,
  }));
  const applied: graph.ApplyExtractionRequest[] = [];
  const postponed: graph.PostponePendingRequest[] = [];
  const methods: Partial<GraphService<Call>> = {
    async claimPending({ limit }, call) {
      expect(requireService(call)).toBe("");
      return { turns: due.splice(0, limit), setAside: [] };
    },
    async applyExtraction(request, call) {
      expect(requireService(call)).toBe("acme");
      applied.push(request);
      return { sessionId: "session:1", turnIds: request.turnIds, chunkIds: [], results: [emptyResult("")], replayed: false };
    },
    async postponePending(request, call) {
      expect(requireService(call)).toBe("acme");
      postponed.push(request);
      return { extraction: request.readingEnded ? "set_aside" : "pending" };
    },
  };
  return { graph: methods as GraphService<Call>, due, applied, postponed };
}

const builtin = createBuiltinLanguageModel();
const deps: Omit<DeferredDeps, "graph"> = {
  embedder: createBuiltinEmbedder(),
  models: onlyModel(builtin),
  clock,
  random: () => 0.5,
  ids: (kind) => `${kind}:1`,
  auth: { appendAudit: async () => ({ failed: [] }) },
  logger: silentLogger(),
  onSetAside: () => undefined,
  limits: { extractionBudgetMs: 60_000, pollMs: 5, closeGraceMs: 60_000 },
};

describe("the deferred extractor", () => {
  it("extracts and applies everything that is due", async () => {
    const pending = pendingGraph(Array.from({ length: 9 }, () => "Ana: I live in Lisbon."));
    const extractor = createDeferredExtractor({ ...deps, graph: pending.graph });
    await extractor.drain();
    expect(pending.applied).toHaveLength(9);
    // Several are read at once: any of them may be done first.
    const first = pending.applied.find(({ turnIds }) => turnIds[0] === "turn:0");
    expect(first).toMatchObject({ turnIds: ["turn:0"], traceId: "trace:cause-0", proposals: [{ turn: 0 }] });
    expect(first?.proposals[0]?.facts[0]).toMatchObject({ turn: 0, value: "Lisbon" });
    expect(first?.proposals[0]?.facts[0]?.embedding.length).toBeGreaterThan(0);
    await extractor.close();
  });

  it("postpones what fails, longer each time, and goes on with the rest", async () => {
    const flaky = extractingModel("flaky", (request, signal) =>
      request.turns[0]?.content === "bad" ? Promise.reject(new LociError("unavailable", "429")) : builtin.extract(request, signal),
    );
    const pending = pendingGraph(["bad", "Ana: I live in Lisbon."]);
    const extractor = createDeferredExtractor({ ...deps, models: onlyModel(flaky), graph: pending.graph });
    await extractor.drain();
    expect(pending.postponed).toEqual([{ turnId: "turn:0", delaySeconds: 20, maxAttempts: 40, readingEnded: false }]);
    expect(pending.applied.map(({ turnIds }) => turnIds)).toEqual([["turn:1"]]);
    await extractor.close();
  });

  it("says of a text that ended its reader that it was the text, and tells of what is set aside", async () => {
    let setAside = 0;
    const ending = extractingModel("ending", () => Promise.reject(new LociError("too_large", "takes longer than is allowed")));
    const pending = pendingGraph(["bad"]);
    const onSetAside = () => void setAside++;
    const extractor = createDeferredExtractor({ ...deps, onSetAside, models: onlyModel(ending), graph: pending.graph });
    await extractor.drain();
    expect(pending.postponed).toMatchObject([{ turnId: "turn:0", readingEnded: true }]);
    expect(setAside).toBe(1);
    await extractor.close();
  });

  it("has a row kept of each turn before it takes effect, under the trace of the request that brought it", async () => {
    const rows: auth.AuditEntry[] = [];
    const pending = pendingGraph(["Ana: I live in Lisbon.", "bad"]);
    const known: number[] = [];
    const applyExtraction: GraphService<Call>["applyExtraction"] = (request, call) => {
      known.push(rows.length);
      return pending.graph.applyExtraction(request, call);
    };
    const ending = extractingModel("ending", (request, signal) =>
      request.turns[0]?.content === "bad"
        ? Promise.reject(new LociError("too_large", "takes longer than is allowed"))
        : builtin.extract(request, signal),
    );
    const extractor = createDeferredExtractor({
      ...deps,
      models: onlyModel(ending),
      graph: { ...pending.graph, applyExtraction },
      auth: { appendAudit: async ({ entries }) => (rows.push(...entries), { failed: [] }) },
    });
    await extractor.drain();
    await extractor.close();
    const told = rows.map(({ operation, traceId, status, contextId, principal }) => ({
      ...{ operation, traceId, status, contextId, principal },
    }));
    const whose = { contextId: "acme", principal: "system" };
    expect(told.toSorted((a, b) => a.status - b.status)).toEqual([
      { ...whose, operation: "extractTurn", traceId: "trace:cause-0", status: 200 },
      { ...whose, operation: "setTurnAside", traceId: "trace:cause-1", status: 500 },
    ]);
    expect(pending.applied).toMatchObject([{ traceId: "trace:cause-0" }]);
    expect(known).toEqual([expect.any(Number)]);
    expect(known[0]).toBeGreaterThan(0);
  });

  it("wakes by itself and by a kick", async () => {
    const pending = pendingGraph(["Ana: I live in Lisbon."]);
    const extractor = createDeferredExtractor({ ...deps, graph: pending.graph });
    extractor.start();
    await until(() => pending.applied.length === 1);
    pending.due.push({
      contextId: "acme",
      turnId: "turn:9",
      role: "user",
      speaker: "",
      content: "x",
      knownAt: now,
      attempts: 0,
      causeTraceId: "",
    });
    extractor.kick();
    await until(() => pending.applied.length === 2);
    await extractor.close();
  });

  it("outlives a graph that does not answer", async () => {
    const pending = pendingGraph(["Ana: I live in Lisbon."]);
    let failures = 1;
    const claimPending: GraphService<Call>["claimPending"] = (request, call) =>
      failures-- > 0 ? Promise.reject(new LociError("unavailable", "down")) : pending.graph.claimPending(request, call);
    const extractor = createDeferredExtractor({ ...deps, graph: { ...pending.graph, claimPending } });
    await extractor.drain();
    expect(pending.applied).toEqual([]);
    await extractor.drain();
    expect(pending.applied).toHaveLength(1);
    await extractor.close();
  });

  it("finishes what is under way before it closes, and begins nothing after", async () => {
    const pending = pendingGraph(["Ana: I live in Lisbon."]);
    const { promise: begun, resolve } = Promise.withResolvers<undefined>();
    const slow = extractingModel("slow", async (request, signal) => {
      resolve(undefined);
      await new Promise((done) => setTimeout(done, 20));
      return builtin.extract(request, signal);
    });
    const extractor = createDeferredExtractor({ ...deps, models: onlyModel(slow), graph: pending.graph });
    extractor.kick();
    await begun;
    await extractor.close();
    expect(pending.applied).toHaveLength(1);
    pending.due.push({
      contextId: "acme",
      turnId: "turn:9",
      role: "user",
      speaker: "",
      content: "x",
      knownAt: now,
      attempts: 0,
      causeTraceId: "",
    });
    await extractor.drain();
    expect(pending.applied).toHaveLength(1);
  });

  it("gives back, due at once, what takes too long while it closes", async () => {
    const pending = pendingGraph(["Ana: I live in Lisbon."]);
    const { promise: begun, resolve } = Promise.withResolvers<undefined>();
    const hanging = extractingModel("hangs", () => {
      resolve(undefined);
      return new Promise(() => undefined);
    });
    const limits = { extractionBudgetMs: 60_000, pollMs: 5, closeGraceMs: 10 };
    const extractor = createDeferredExtractor({ ...deps, models: onlyModel(hanging), limits, graph: pending.graph });
    extractor.kick();
    await begun;
    await extractor.close();
    expect(pending.applied).toEqual([]);
    expect(pending.postponed).toEqual([{ turnId: "turn:0", delaySeconds: 0, maxAttempts: 1_000, readingEnded: false }]);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
