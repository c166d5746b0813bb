import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { LociError } from "@loci/kernel";
import { silentLogger } from "@loci/platform/telemetry";
import type { Embedder } from "@loci/ports/embedder";
import type { auth, graph } from "@loci/protos";
import type { Pipeline } from "@loci/ports/durable-runner";
import { afterThrown } from "@loci/ports/durable-runner/settlement";
import { createDocumentPipeline } from "../documents/index.ts";
import { caller, openDesk, openLibrary, own, parts, stored, type Desk, type Library } from "../documents/testing/library.ts";
import { rememberRequest } from "../testing/service.ts";
import { createUpkeep, type UpkeepDeps } from "./index.ts";

let library: Library;
let desk: Desk;
beforeAll(async () => {
  library = await openLibrary();
  desk = await openDesk(library);
});
afterAll(() => library.close());

/** The rows that scheduled work had written. */
const written: auth.AuditEntry[] = [];

/** The scheduled work, by its name; of the services those only that the test asks something of. */
function scheduled(over: Partial<UpkeepDeps> = {}): ReadonlyMap<string, Pipeline> {
  const pipelines = new Map<string, Pipeline>();
  const runner = { ...(over.runner ?? desk.runner), register: (one: Pipeline) => void pipelines.set(one.name, one) };
  const auth = { appendAudit: async ({ entries }: auth.AppendAuditRequest) => (written.push(...entries), { failed: [] }) };
  const services = { auth, ingest: {}, retrieval: {} } as unknown as Pick<UpkeepDeps, "auth" | "ingest" | "retrieval">;
  const rest = { embedder: createBuiltinEmbedder(), logger: silentLogger(), random: () => 0 };
  createUpkeep({ ...desk.finder, ...services, ...rest, ...over, runner });
  return pipelines;
}

describe("background work whose database, store or provider is away", () => {
  it("waits for it longer than such things are away, and not for ever", () => {
    const away = new LociError("unavailable", "It does not answer.");
    const pauses = { firstMs: 1_000, longestMs: 300_000 };
    const pipelines = [...scheduled().values(), createDocumentPipeline(desk.deps)];
    for (const stage of pipelines.flatMap(({ stages }) => stages)) {
      let waitedMs = 0;
      for (let attempt = 1; ; attempt++) {
        const settled = afterThrown(stage, attempt, away, pauses, 0.5);
        if (settled.kind !== "retry") break;
        waitedMs += settled.pauseMs;
      }
      const minutes = waitedMs / 60_000;
      const [least, most] = ["extracting_nodes", "embedding"].includes(stage.name) ? [8, 15] : [15, 30];
      expect([stage.name, minutes > least && minutes < most, minutes]).toEqual([stage.name, true, minutes]);
    }
  });
});

describe("a sweep", () => {
  it.each(["finder", "left-over-originals"])("of the %s ends with its time", async (name) => {
    const ctx = library.context();
    const { id } = await desk.service.upload(parts("Ana Silva works for Acme."), caller(ctx));
    const work = { contextId: ctx, id: `${id}/1` };
    await desk.runner.cancel("document", work);
    const orphan = `originals/${ctx}/document:none/1`;
    await library.objects.put(orphan, bytes("left"));
    library.clock.aheadMs += 61_000;
    const stage = scheduled().get(name)?.stages[0];
    const run = (signal: AbortSignal) => stage?.run({ contextId: "", id: "all" }, { attempt: 1, signal });
    const late = AbortSignal.abort(new LociError("deadline_exceeded", "It took too long."));
    await expect(run(late)).rejects.toMatchObject({ code: "deadline_exceeded" });
    expect([await desk.runner.isActive("document", work), (await stored(library, ctx)).includes(orphan)]).toEqual([false, true]);
    await run(new AbortController().signal);
    const did = name === "finder" ? await desk.runner.isActive("document", work) : !(await stored(library, ctx)).includes(orphan);
    expect(did).toBe(true);
    const told = written.filter((row) => row.contextId === ctx).map(({ operation }) => operation);
    expect(told).toEqual(name === "finder" ? [] : ["left-over-originals"]);
  });
});

describe("vectors that are missing", () => {
  const builtin = createBuiltinEmbedder();

  it("are made in every context, though the model refuses a text of one", async () => {
    await library.graph.pinEmbedding({ ...builtin.spec }, own(""));
    const base = library.context();
    const [refused, sound] = [`${base}-a`, `${base}-b`];
    await importedWithoutVectors(refused, "Ana Silva lives in Lisbon.");
    await importedWithoutVectors(sound, "Bo Berg lives in Oslo.");
    let refuses = true;
    const embedder: Embedder = {
      ...builtin,
      async embed(texts, role, signal) {
        if (refuses && texts.some((text) => text.includes("Lisbon"))) throw new LociError("unavailable", "It is too long.");
        return builtin.embed(texts, role, signal);
      },
    };
    const { runner } = await openDesk(library);
    for (const pipeline of scheduled({ embedder, runner }).values()) runner.register(pipeline);
    await runner.start();
    const marked = async () => (await library.graph.listUnembeddedContexts({}, own(""))).contextIds;
    expect(await marked()).toEqual([refused, sound]);
    await runner.submit("vectors", { contextId: "", id: "all" });
    await until(async () => !(await marked()).includes(sound));
    await until(async () => (await runner.depth("vectors")).failed > 0);
    expect(await marked()).toEqual([refused]);
    refuses = false;
    await runner.submit("vectors", { contextId: "", id: "all" });
    await until(async () => (await marked()).length === 0);
    await runner.close(1_000);
  });

  /** Of another deployment, whose vectors are of no use here. */
  async function importedWithoutVectors(ctx: string, text: string): Promise<void> {
    const there = library.context();
    await desk.service.remember(rememberRequest({ text, infer: "none" }), caller(there));
    const lines: string[] = [];
    for await (const part of library.graph.export({ contextId: "" }, caller(there))) lines.push(...part.lines);
    const embedding = { provider: "another", model: "m", dimension: 8, normalised: true };
    await library.graph.import(once({ contextId: "", lines, firstLine: 2, embedding, complete: true }), caller(ctx));
  }
});

async function* once(line: graph.ImportLine): AsyncGenerator<graph.ImportLine> {
  yield line;
}

async function* bytes(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

async function until(met: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await met()); await pause(20)) if (Date.now() > end) throw new Error("it did not happen");
}
