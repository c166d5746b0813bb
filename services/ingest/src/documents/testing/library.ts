/** For tests: the service and its pipeline over a real graph, queue, folder and parser. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { createDocumentParser } from "@loci/adapters/document-parser";
import { openFolderStore } from "@loci/adapters/folder-store";
import { openPglite } from "@loci/adapters/pglite";
import { createPostgresQueue } from "@loci/adapters/postgres-queue";
import { createGraphService, migrations } from "@loci/graph";
import { idSource, type Grants } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { silentLogger } from "@loci/platform/telemetry";
import type { DurableRunner } from "@loci/ports/durable-runner";
import type { Embedder } from "@loci/ports/embedder";
import type { LanguageModel } from "@loci/ports/language-model";
import type { ObjectStore } from "@loci/ports/object-store";
import type { auth, graph, GraphService, ingest, IngestService } from "@loci/protos";
import {
  createDocumentPipeline,
  createIngestService,
  defaultDocumentLimits,
  defaultIngestLimits,
  type DocumentDeps,
  type FinderDeps,
  type IngestDeps,
} from "../../index.ts";
import { onlyModel } from "../../testing/service.ts";

/** What lives as long as the test file. */
export type Library = Awaited<ReturnType<typeof openLibrary>>;

export async function openLibrary() {
  const folder = await mkdtemp(join(tmpdir(), "loci-library-"));
  const database = await openPglite({ folder: undefined });
  await migrate(database, [migrations]);
  const objects = await openFolderStore({ folder });
  const parser = createDocumentParser();
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const ids = idSource(now, randomBytes);
  const graph = createGraphService({ database, clock: now, ids, logger: silentLogger() });
  const common = { graph, objects, clock: now, ids, logger: silentLogger() };
  let contexts = 0;
  return {
    ...{ folder, database, objects, parser, graph, clock, common },
    context: () => `ctx-${++contexts}-${randomBytes(3).toString("hex")}`,
    async close() {
      await parser.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A process that works on the library: its service, and its worker once it is started. */
export interface Desk {
  readonly service: IngestService<Call>;
  readonly runner: DurableRunner;
  readonly deps: DocumentDeps;
  readonly finder: FinderDeps;
  /** What its work had written down in the audit. */
  readonly rows: readonly auth.AuditEntry[];
  start(): Promise<void>;
}

export interface DeskOptions {
  readonly model?: LanguageModel;
  readonly embedder?: Embedder;
  readonly graph?: Partial<GraphService<Call>>;
  readonly objects?: Partial<ObjectStore>;
  readonly limits?: Partial<DocumentDeps["limits"]>;
  readonly service?: Partial<IngestDeps>;
  readonly onSetAside?: DocumentDeps["onSetAside"];
}

const timings = { pollMs: 50, leaseMs: 600, beatMs: 150, pauses: { firstMs: 4, longestMs: 20 } };
const builtin = createBuiltinLanguageModel();
const embedder = createBuiltinEmbedder();

export async function openDesk(library: Library, options: DeskOptions = {}): Promise<Desk> {
  const runner = await createPostgresQueue({
    ...{ database: library.database, exclusive: false, random: randomBytes, logger: silentLogger(), timings },
  });
  const objects = { ...library.objects, ...options.objects };
  const common = { ...library.common, graph: { ...library.graph, ...options.graph }, objects, runner, parser: library.parser };
  const models = onlyModel(options.model ?? builtin);
  const reading = { ...common, models, embedder: options.embedder ?? embedder };
  const limits = { ...defaultDocumentLimits, ...options.limits };
  const rows: auth.AuditEntry[] = [];
  const audit: DocumentDeps["auth"] = {
    // As auth does: what is sent again is known by its id.
    async appendAudit({ entries }) {
      for (const entry of entries)
        if (!rows.some(({ id, traceId }) => id === entry.id && traceId === entry.traceId)) rows.push(entry);
      return { failed: [] };
    },
  };
  const deps = { ...reading, auth: audit, limits, onSetAside: options.onSetAside ?? (() => undefined) };
  runner.register(createDocumentPipeline(deps));
  const service = createIngestService({
    ...reading,
    auth: {
      findUnregistered: async ({ paths }) => ({ paths: paths.filter((path) => path.includes("unknown")) }),
      getContext: async ({ contextId: id }) => ({
        id,
        displayName: id,
        configJson: "",
        policyJson: "",
        createdAt: "",
        owner: "",
      }),
    },
    limits: defaultIngestLimits,
    onDeferred: () => undefined,
    ...options.service,
  });
  return { service, runner, deps, rows, finder: common, start: () => runner.start() };
}

export const everything: Grants = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"], "grant:manage": ["/"] };

export function caller(contextId: string, grants: Grants = everything): Call {
  const identity = { contextId, principalId: "principal:one", keyId: "key:one", grants, delegatedPrincipalId: "" };
  return { ...own(contextId), caller: { kind: "principal", identity } };
}

/** Loci itself. */
export function own(contextId: string): Call {
  return serviceCall(contextId, "trace:test", Date.now() + 60_000);
}

export function metadata(over: Partial<ingest.UploadMetadata> = {}): ingest.UploadMetadata {
  return {
    ...{ documentId: "", title: "", source: "", mimeType: "", filename: "note.txt", scopes: null, labels: [], observedAt: "" },
    ...{ operation: null, ...over },
  };
}

/** An upload's parts, the bytes in pieces. */
export async function* parts(
  content: string | Uint8Array,
  over: Partial<ingest.UploadMetadata> = {},
  { bytesFirst = false, pieceBytes = 65_536 } = {},
): AsyncGenerator<ingest.UploadPart> {
  const bytes = Buffer.from(content);
  const first = { metadata: metadata(over), bytes: new Uint8Array() };
  if (!bytesFirst) yield first;
  for (let at = 0; at < bytes.length; at += pieceBytes) yield { metadata: null, bytes: bytes.subarray(at, at + pieceBytes) };
  if (bytesFirst) yield first;
}

/** The document, once it is ready or has failed. */
export async function settled(library: Library, contextId: string, id: string): Promise<graph.Document> {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    const document = await library.graph.getDocument({ id }, own(contextId));
    if (document.status === "ready" || document.status === "failed") return document;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`the document ${id} came to no end`);
}

/** The keys of what is stored for a context. */
export async function stored({ objects }: Library, contextId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.list("")) if (key.split("/")[1] === contextId) keys.push(key);
  return keys.sort();
}
