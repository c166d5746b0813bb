import { sql } from "@loci/ports/database";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { createDocumentParser } from "@loci/adapters/document-parser";
import { createDeferredExtractor, createDocumentPipeline, createUpkeep, defaultDocumentLimits } from "@loci/ingest";
import { LociError } from "@loci/kernel";
import { silentLogger } from "@loci/platform/telemetry";
import type { DocumentParser } from "@loci/ports/document-parser";
import type { LanguageModel } from "@loci/ports/language-model";
import type { auth, ingest } from "@loci/protos";
import { caller, loci, named, openWhole, type Whole } from "./testing/whole.ts";

const dayMs = 24 * 3_600_000;
const builtin = createBuiltinLanguageModel();
const embedder = createBuiltinEmbedder();
const realParser = createDocumentParser();
const unread = new LociError("invalid", "It cannot be parsed.");
/** What it is given under this name it cannot read. */
const parser: DocumentParser = {
  ...realParser,
  parse: (file, signal) => (file.filename === "broken.txt" ? Promise.reject(unread) : realParser.parse(file, signal)),
};
let whole: Whole;
let makers: Parameters<typeof createUpkeep>[0];
const worked: string[] = [];

beforeAll(async () => {
  whole = await openWhole();
  const { auth, graph, ingest, retrieval, objects, runner, clock } = whole;
  const services = { auth, graph, ingest, retrieval, objects, runner, embedder, logger: silentLogger() };
  let ids = 0;
  makers = { ...services, clock: () => ++clock.now, ids: (kind) => `${kind}:made-${++ids}`, random: () => 0 };
  const models = { model: () => Promise.resolve(builtin) };
  const reading = { ...makers, models, parser, limits: defaultDocumentLimits, onSetAside: () => undefined };
  const pipeline = createDocumentPipeline(reading);
  runner.register(pipeline);
  createUpkeep({ ...makers, runner: { ...runner, register: ({ name }) => void worked.push(name) } });
  worked.push(pipeline.name);
  await runner.start();
});
afterAll(async () => {
  await whole.close();
  await embedder.close();
  await realParser.close();
});

async function rowsOf(chain: string): Promise<auth.AuditEntry[]> {
  const { rows } = await whole.auth.listAudit(
    { contextId: chain, kind: "", principal: "", keyId: "", traceId: "", since: "", until: "", limit: 500 },
    { ...loci(""), caller: { kind: "management" } },
  );
  return rows.flatMap(({ entry }) => entry ?? []);
}

/** Waits for the row of a work. */
async function row(chain: string, operation: string): Promise<auth.AuditEntry | undefined> {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(20)) {
    const found = (await rowsOf(chain)).find((one) => one.operation === operation);
    if (found) return found;
  }
  return undefined;
}

const by = (contextId: string, traceId: string) => ({ ...caller(contextId), traceId });

async function remember(contextId: string, text: string, over: Partial<ingest.RememberRequest> = {}) {
  const rest = { scopes: null, labels: [], observedAt: "", sessionId: "", role: "", memoryCategory: "", triples: [] };
  const asked = { respondAsync: false, idempotencyKey: "", requestHash: new Uint8Array(), place: "" };
  return whole.ingest.remember({ text, infer: "full", ...rest, ...asked, ...over }, by(contextId, "trace:told"));
}

async function upload(contextId: string, text: string, filename = "note.txt"): Promise<string> {
  const metadata = { documentId: "", title: "", source: "", mimeType: "", filename, scopes: null, labels: [], observedAt: "" };
  async function* parts(): AsyncGenerator<ingest.UploadPart> {
    yield { metadata: { ...metadata, operation: null }, bytes: new Uint8Array() };
    yield { metadata: null, bytes: Buffer.from(text) };
  }
  return (await whole.ingest.upload(parts(), by(contextId, "trace:upload"))).id;
}

const submit = (pipeline: string, contextId: string, id: string) => whole.runner.submit(pipeline, { contextId, id });

/** A recall whose trace names what is told of. */
async function ask(contextId: string, query: string): Promise<void> {
  const shown = { k: 5, lens: null, labels: [], includeFacts: true, includePassages: true, mode: "hybrid", time: null };
  await whole.retrieval.query(
    { ...shown, query, includeDuplicates: false, includeEnded: false, source: "", sessionId: "" },
    caller(contextId),
  );
}

interface Work {
  /** What happens in the context, until the work has something to do and is asked for. */
  readonly happens: (contextId: string) => Promise<unknown>;
  readonly operation?: string;
  readonly leaves?: Partial<auth.AuditEntry>;
}

const bySchedule = { door: "schedule", principal: "system", kind: "mutation", status: 200 };
const byQueue = { door: "queue", principal: "system", kind: "mutation" };

/** Each pipeline there is, and the row that it leaves; a text says why there is none. */
const works: Readonly<Record<string, Work | string>> = {
  document: {
    happens: (ctx) => upload(ctx, "Ana Silva works for Acme."),
    operation: "documentReady",
    leaves: { ...byQueue, status: 200, traceId: "trace:upload", delegated: "agent" },
  },
  decay: {
    async happens(ctx) {
      await remember(ctx, "Lena works for Acme.");
      whole.clock.now += 3 * dayMs;
      await submit("decay", ctx, "daily");
    },
  },
  expiry: {
    async happens(ctx) {
      await remember(ctx, "Lena works for Acme.");
      whole.clock.now += 40 * dayMs;
      await submit("expiry", ctx, "hourly");
    },
  },
  retention: {
    async happens(ctx) {
      await remember(ctx, "Lena works for Acme.");
      await ask(ctx, "Where does Lena work?");
      await whole.retrieval.listTraces(
        { kind: "", principal: "", keyId: "", since: "", until: "", limit: 1, sessionId: "" },
        caller(ctx),
      );
      whole.clock.now += 200 * dayMs;
      await submit("retention", ctx, "hourly");
    },
  },
  consolidation: { happens: (ctx) => submit("consolidation", ctx, "daily") },
  elaboration: { happens: (ctx) => submit("elaboration", ctx, "daily") },
  purged: {
    async happens(ctx) {
      await remember(ctx, "Zoran likes tea.");
      // The question shows nothing of what is erased, and names it.
      const manner = { purge: true, dryRun: false, keepForgotten: false, lens: null, operation: null };
      await whole.retrieval.forget({ query: "Zoran likes tea", ...manner }, by(ctx, "trace:purge"));
      await ask(ctx, "Is Zoran here?");
      await submit("purged", "", "all");
    },
    leaves: { ...bySchedule, traceId: "trace:purge" },
  },
  "deleted-contexts": "its row stands in the deployment's chain: roots/upkeep.test.ts",
  vectors: {
    async happens(ctx) {
      await whole.graph.pinEmbedding({ ...embedder.spec }, loci(""));
      await remember(ctx, "Lena works for Acme.");
      await whole.database.inContext(ctx, async (tx) => {
        await tx.query(sql`delete from graph.embedding where ctx = ${ctx}`);
      });
      await submit("vectors", ctx, "fill");
    },
  },
  "left-over-originals": {
    async happens(ctx) {
      await whole.objects.put(`originals/${ctx}/document:none/1`, bytes("left"));
      await submit("left-over-originals", "", "daily");
    },
  },
  "management-retention": "drops stored answers of the deployment that are over: nothing of a context's memory",
  unrecorded: {
    // Asked of the service itself: no gateway writes a row, as where it ended before it could.
    async happens(ctx) {
      const manage = { ...by(ctx, "trace:merge") };
      for (const text of ["Mina works for Acme.", "Ottoline works for Globex."]) await remember(ctx, text);
      const [keep, merge] = [named("Person/Mina"), named("Person/Ottoline")];
      await whole.graph.mergeEntities({ keep, merge, reason: "", operation: null }, manage);
      whole.clock.now += 150_000;
      await submit("unrecorded", "", "all");
    },
    operation: "mergeEntities",
    leaves: { door: "recovered", principal: "agent", keyId: "key:one", kind: "mutation", status: 200, traceId: "trace:merge" },
  },
  finder: "submits work that was lost, which leaves a row of its own",
};

async function* bytes(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

describe("work that no request carries", () => {
  it("is in the table, all of it", () => {
    expect(worked.toSorted()).toEqual(Object.keys(works).toSorted());
  });

  const leaving = Object.entries(works).flatMap(([name, work]) => (typeof work === "string" ? [] : [[name, work] as const]));
  it.each(leaving)(
    "of the pipeline %s leaves a row in its context's chain",
    async (name, { happens, operation = name, leaves }) => {
      const contextId = await whole.context({ lifecycle: { ttl_days: { identity: 30, knowledge: 30, context: 30 } } });
      await happens(contextId);
      expect(await row(contextId, operation)).toMatchObject({ operation, ...(leaves ?? bySchedule) });
    },
    60_000,
  );

  it("leaves one where a document failed too, whose upload it was, and one more where it is tried again", async () => {
    const contextId = await whole.context();
    const id = await upload(contextId, "nothing", "broken.txt");
    const failed = { ...byQueue, operation: "documentFailed", status: 500, delegated: "agent", path: `/documents/${id}` };
    expect(await row(contextId, "documentFailed")).toMatchObject({ ...failed, traceId: "trace:upload" });
    await whole.ingest.retryDocument({ id, operation: null }, by(contextId, "trace:retry"));
    for (const end = Date.now() + 20_000; (await rowsOf(contextId)).length < 2 && Date.now() < end; await pause(20));
    expect((await rowsOf(contextId)).map(({ traceId }) => traceId)).toEqual(["trace:retry", "trace:upload"]);
  }, 60_000);

  it("leaves one where a text is read after its request was answered", async () => {
    const contextId = await whole.context();
    await remember(contextId, "Rosa lives in Turin.", { respondAsync: true });
    const { auth, graph, clock } = whole;
    const models = { model: () => Promise.resolve<LanguageModel>(builtin) };
    const extractor = createDeferredExtractor({
      ...{ auth, graph, embedder, models, clock: () => ++clock.now, ids: makers.ids, random: () => 0.5 },
      ...{ logger: silentLogger(), onSetAside: () => undefined, limits: { extractionBudgetMs: 60_000, pollMs: 60_000 } },
    });
    await extractor.drain();
    await extractor.close();
    const left = { ...byQueue, operation: "extractTurn", status: 200, traceId: "trace:told" };
    expect(await rowsOf(contextId)).toMatchObject([left]);
  }, 60_000);
});
