import { describe, expect, it } from "@jest/globals";
import { createMemoryIndex } from "@loci/adapters/memory-index";
import { packVector } from "@loci/kernel";
import { requireService, serviceCall } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import type { NextGeneration, RemoteIndex } from "@loci/ports/search-index";
import type { graph } from "@loci/protos";
import { rebuildIndex, type RebuildDeps, type RebuildWatcher } from "./rebuild.ts";

const record = (id: string): graph.FeedRecord => ({
  ...{ id, removed: false, class: "passage", scopes: scopeSetMessage([["org/a"]]), text: "zebra", speaker: "" },
  ...{ sessionId: "", seq: 0, entityIds: [], labels: [], knownAt: "", knownUntil: "", documentId: "" },
  embedding: packVector(new Float32Array([1, 0])),
});

/** Contexts with as many records as they have changes, each named after its context's life. */
function world(contexts: Record<string, { revision: number; life: string }>) {
  const truth = new Map(Object.entries(contexts));
  const none = { revision: 0, life: "" };
  const source: RebuildDeps["graph"] = {
    head: async (_request, call) => truth.get(requireService(call)) ?? none,
    listHeads: async () => ({ heads: [...truth].map(([contextId, head]) => ({ contextId, ...head })) }),
    readFeed: async ({ after, limit }, call) => {
      const { revision, life } = truth.get(requireService(call)) ?? none;
      const position = Math.max(after, Math.min(revision, after + limit));
      const records = Array.from({ length: position - after }, (_, i) => record(`${life}-${after + i + 1}`));
      return { records, position, changes: [] };
    },
  };

  const memory = createMemoryIndex();
  const lives = new Map<string, string>();
  const activating = { then: (): void => undefined };
  const next: NextGeneration = {
    ...{ name: "next", index: memory, close: async () => undefined },
    async begin(contextId, life) {
      if ((lives.get(contextId) ?? life) !== life) await memory.clear(contextId);
      lives.set(contextId, life);
      return memory.watermark(contextId);
    },
    contexts: async () => [...lives.keys()],
    activate: async () => activating.then(),
  };
  const index: Pick<RemoteIndex, "nextGeneration"> = { nextGeneration: async () => next };
  const deps = { index: index as RemoteIndex, graph: source, clock: () => Date.now(), logger: silentLogger() };
  const rebuild = (over: Partial<RebuildWatcher> = {}) =>
    rebuildIndex(deps, (contextId) => serviceCall(contextId, "trace", Date.now() + 60_000), {
      ...{ begin: () => undefined, done: () => undefined },
      ...over,
    });
  return { truth, rebuild, activating, held: (contextId: string) => memory.ids(contextId, "", 1_000) };
}

const ids = (life: string, count: number) => Array.from({ length: count }, (_, i) => `${life}-${i + 1}`);
const two = () => world({ early: { revision: 5, life: "one" }, late: { revision: 3, life: "l" } });

describe("a rebuild of the index", () => {
  it("fills each context, and tells of what it filled", async () => {
    const { rebuild, held } = two();
    expect(await rebuild()).toEqual({ index: "next", contexts: 2, positions: 8 });
    expect(await Promise.all(["early", "late"].map(held))).toEqual([ids("one", 5), ids("l", 3)]);
  });

  it("has nothing of a context that was deleted after it was filled", async () => {
    const { truth, rebuild, held } = two();
    const begin = (contextId: string) => void (contextId === "late" && truth.delete("early"));
    expect(await rebuild({ begin })).toMatchObject({ contexts: 1, positions: 3 });
    expect(await held("early")).toEqual([]);
  });

  it.each([2, 5, 9])("has a context that was deleted and made again as it is now, with %d changes", async (revision) => {
    const { truth, rebuild, held } = two();
    const begin = (contextId: string) => void (contextId === "late" && truth.set("early", { revision, life: "other" }));
    expect(await rebuild({ begin })).toMatchObject({ contexts: 2, positions: revision + 3 });
    expect(await held("early")).toEqual(ids("other", revision));
  });

  it("has what was deleted, and what was written, while it took the other's place", async () => {
    const { truth, rebuild, held, activating } = two();
    activating.then = () => {
      truth.delete("early");
      truth.set("late", { revision: 4, life: "l" }).set("new", { revision: 1, life: "n" });
    };
    expect(await rebuild()).toMatchObject({ contexts: 2, positions: 5 });
    expect(await Promise.all(["early", "late", "new"].map(held))).toEqual([[], ids("l", 4), ids("n", 1)]);
  });

  it("ends where a context is deleted while it is filled", async () => {
    const { truth, rebuild, held } = world({ long: { revision: 250, life: "one" }, late: { revision: 3, life: "l" } });
    const begin = (contextId: string) => void (contextId === "long" && truth.delete("long"));
    expect(await rebuild({ begin })).toMatchObject({ contexts: 1, positions: 3 });
    expect(await held("long")).toEqual([]);
  });
});
