/** For tests: every service over one database in memory, wired as `dev start` wires them, with a clock that the test moves. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { openFolderStore } from "@loci/adapters/folder-store";
import { openPglite } from "@loci/adapters/pglite";
import { createPostgresIndex } from "@loci/adapters/postgres-index";
import { createPostgresQueue } from "@loci/adapters/postgres-queue";
import { createAuthService, migrations as authMigrations, type Auth } from "@loci/auth";
import { createGraphService, migrations as graphMigrations, type Decided } from "@loci/graph";
import { createIngestService, createUpkeep, defaultIngestLimits, type Periods, type Upkeep, type UpkeepDeps } from "@loci/ingest";
import { idSource, type Grants } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { publicOnly, type HostPolicy } from "@loci/platform/outbound";
import { secretRing } from "@loci/platform/secrets";
import { silentLogger, type Logger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { DurableRunner } from "@loci/ports/durable-runner";
import type { LanguageModel } from "@loci/ports/language-model";
import type { ObjectStore } from "@loci/ports/object-store";
import type { SearchIndex } from "@loci/ports/search-index";
import type { GraphService, ingest as messages, IngestService, RetrievalService } from "@loci/protos";
import { createRetrievalService, migrations as retrievalMigrations, type Retrieval, type RetrievalOptions } from "@loci/retrieval";

export interface Whole {
  readonly database: Database;
  readonly auth: Auth;
  readonly graph: GraphService<Call>;
  readonly ingest: IngestService<Call>;
  readonly retrieval: RetrievalService<Call>;
  readonly index: SearchIndex;
  readonly objects: ObjectStore;
  readonly runner: DurableRunner;
  readonly upkeep: Upkeep;
  readonly clock: { now: number };
  /** The model of a context; the builtin one unless a test puts another here. */
  readonly models: Map<string, LanguageModel>;
  /** A context of its own, empty. */
  context(config?: object): Promise<string>;
  /** Another retrieval over the same parts, some of them replaced. */
  recallWith(over: Partial<RetrievalOptions>): RetrievalService<Call>;
  /** Stores facts as their caller's own statements: `Type/name`, key, value (or `Type/name` of the other end). */
  state(call: Call, ...facts: readonly Stated[]): Promise<void>;
  close(): Promise<void>;
}

export type Stated = readonly [entity: string, key: string, value: string | { readonly target: string }];

const noDeadline = Number.MAX_SAFE_INTEGER;

export interface WholeOptions {
  readonly periods?: Partial<Periods>;
  readonly logger?: Logger;
  /** Who is told of what was decided, and of what was erased. */
  readonly onDecided?: (decided: Decided) => void;
  readonly onErased?: UpkeepDeps["onErased"];
  readonly reclaim?: UpkeepDeps["reclaim"];
  /** Where contexts' models may lie; public addresses alone by default. */
  readonly modelHosts?: HostPolicy;
  /** How many days the audit's rows are kept; for ever by default. */
  readonly auditRetentionDays?: number;
}

export async function openWhole(options: WholeOptions = {}): Promise<Whole> {
  const {
    periods = {},
    logger = silentLogger(),
    onDecided = () => undefined,
    onErased,
    reclaim,
    modelHosts = publicOnly,
    auditRetentionDays = 0,
  } = options;
  const folder = await mkdtemp(join(tmpdir(), "loci-whole-"));
  const database = await openPglite({ folder: undefined });
  await migrate(database, [authMigrations, graphMigrations, retrievalMigrations]);
  const state = { now: Date.parse("2025-03-01T00:00:00Z") };
  const clock = () => ++state.now;
  const ids = idSource(clock, randomBytes);
  const random = () => 0;
  const ring = secretRing(new Map([[1, new Uint8Array(32).fill(7)]]));
  const secrets = { pepper: ring, encryption: ring, audit: ring };
  const auth = createAuthService({ database, secrets, clock, ids, random: randomBytes, modelHosts, auditRetentionDays });
  const graph = createGraphService({ database, clock, ids, logger, onDecided });
  const embedder = createBuiltinEmbedder();
  const builtin = createBuiltinLanguageModel();
  const assigned = new Map<string, LanguageModel>();
  const models = { model: (contextId: string) => Promise.resolve(assigned.get(contextId) ?? builtin) };
  const objects = await openFolderStore({ folder });
  const timings = { pauses: { firstMs: 1, longestMs: 5 } };
  const runner = await createPostgresQueue({ database, exclusive: true, random: randomBytes, logger, timings });
  const ingest: IngestService<Call> = createIngestService({
    ...{ graph, auth, embedder, models, objects, runner, clock, ids, logger },
    limits: defaultIngestLimits,
    onDeferred: () => undefined,
  });
  const index = await createPostgresIndex(database, embedder.spec.dimension);
  // Nothing is given up because the machine is busy.
  const settings = { catchUpMs: 60_000, embedMs: 60_000, modelMs: 60_000, rerankMs: 60_000 };
  const recalling = { database, auth, index, graph, ingest, models, extractive: builtin, embedder, clock, ids, logger, settings };
  const retrieval = createRetrievalService(recalling);
  const others: Retrieval[] = [];
  const upkeep = createUpkeep({
    embedder,
    auth,
    graph,
    ingest,
    retrieval: retrieval.service,
    objects,
    runner,
    clock,
    ids,
    random,
    logger,
    onErased,
    reclaim,
    periods,
  });
  let contexts = 0;
  return {
    ...{ database, auth, graph, ingest, retrieval: retrieval.service, index, objects, runner, upkeep, models: assigned },
    clock: state,
    recallWith(over) {
      const other = createRetrievalService({ ...recalling, ...over });
      others.push(other);
      return other.service;
    },
    async context(config = {}) {
      const id = `ctx-${++contexts}`;
      const request = {
        id,
        displayName: "",
        configJson: JSON.stringify(config),
        policyJson: "",
        adminExternalId: "",
        owner: "",
        operation: null,
      };
      await auth.createContext(request, { ...serviceCall("", "", noDeadline), caller: { kind: "management" } });
      return id;
    },
    async state(call, ...facts) {
      await ingest.remember({ ...nothing, infer: "triples", triples: facts.map(tripleOf) }, call);
    },
    async close() {
      await runner.close(1_000);
      for (const one of [...others, retrieval]) await one.close();
      await embedder.close();
      await objects.close();
      await auth.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A caller who holds what the test says; by default reading, writing and forgetting everywhere. */
export function caller(
  contextId: string,
  grants: Grants = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] },
): Call {
  const identity = { contextId, principalId: "agent", keyId: "key:one", grants, delegatedPrincipalId: "" };
  return { ...serviceCall(contextId, "trace:test", noDeadline), caller: { kind: "principal", identity } };
}

export function loci(contextId: string): Call {
  return serviceCall(contextId, "trace:test", noDeadline);
}

/** `Type/name`. */
export function named(ref: string): { type: string; name: string } {
  const slash = ref.indexOf("/");
  return { type: ref.slice(0, slash), name: ref.slice(slash + 1) };
}

const nothing: messages.RememberRequest = {
  ...{
    text: "",
    infer: "full",
    scopes: null,
    labels: [],
    observedAt: "",
    sessionId: "",
    role: "",
    memoryCategory: "",
    triples: [],
  },
  ...{ respondAsync: false, idempotencyKey: "", requestHash: new Uint8Array(), place: "" },
};

function tripleOf([entity, key, value]: Stated): messages.Triple {
  const target = typeof value === "string" ? null : named(value.target);
  const rest = { memoryCategory: "", validFrom: "", validUntil: "" };
  return { entity: named(entity), key, value: typeof value === "string" ? value : "", target, ...rest };
}
