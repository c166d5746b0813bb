/** Operations on memory as OpenTelemetry's conventions for generative AI name them, and writes by their kind. */
import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { isOff, secondsSince, type Telemetry } from "@loci/platform/telemetry";
import type { AuthService, GraphService, IngestService, RetrievalService } from "@loci/protos";

interface Operation {
  readonly name:
    | "search_memory"
    | "create_memory"
    | "upsert_memory"
    | "delete_memory"
    | "create_memory_store"
    | "delete_memory_store";
  /** What loci_writes_total calls it; absent for what writes nothing of its own. */
  readonly writes?: string;
}

/**
 * Each in the one service that does it, so that none counts twice. What is remembered is reconciled with what is known, so it is an
 * upsert; a document stands for itself.
 */
const operations = {
  auth: { createContext: { name: "create_memory_store" }, deleteContext: { name: "delete_memory_store" } },
  graph: {
    forgetRecords: { name: "delete_memory", writes: "forget" },
    forgetScope: { name: "delete_memory", writes: "forget_scope" },
    deleteEntity: { name: "delete_memory", writes: "delete_entity" },
    deleteSession: { name: "delete_memory", writes: "delete_session" },
  },
  ingest: {
    remember: { name: "upsert_memory", writes: "remember" },
    rememberBatch: { name: "upsert_memory", writes: "remember_batch" },
    correct: { name: "upsert_memory", writes: "correct" },
    resolve: { name: "upsert_memory", writes: "resolve" },
    storeReflection: { name: "upsert_memory", writes: "reflection" },
    upload: { name: "create_memory", writes: "upload" },
    deleteDocument: { name: "delete_memory", writes: "delete_document" },
  },
  retrieval: {
    query: { name: "search_memory" },
    context: { name: "search_memory" },
    sessionContext: { name: "search_memory" },
    queryDocuments: { name: "search_memory" },
    searchKeywords: { name: "search_memory" },
  },
} as const satisfies {
  readonly auth: Of<AuthService<Call>>;
  readonly graph: Of<GraphService<Call>>;
  readonly ingest: Of<IngestService<Call>>;
  readonly retrieval: Of<RetrievalService<Call>>;
};

type Of<Service> = { readonly [Method in keyof Service]?: Operation };
type Method = (request: unknown, call: Call) => Promise<unknown>;

/** The same service with its operations on memory measured and traced. */
export function watchOperations<Service extends object>(
  name: keyof typeof operations,
  service: Service,
  telemetry: Telemetry,
): Service {
  if (isOff(telemetry)) return service;
  const methods = new Map<string, unknown>(Object.entries(service));
  const watched = Object.entries<Operation>(operations[name]).map(
    ([method, operation]) => [method, watch(operation, methods.get(method) as Method, telemetry)] as const,
  );
  return { ...service, ...Object.fromEntries(watched) };
}

function watch(operation: Operation, run: Method, telemetry: Telemetry): Method {
  return (request, call) => watched(operation, call, () => run(request, call), telemetry);
}

/** The recall within chat and reflect: a search like one that was asked for by itself. */
export function watchInnerRecall(telemetry: Telemetry): <T>(call: Call, work: () => Promise<T>) => Promise<T> {
  return (call, work) => watched({ name: "search_memory" }, call, work, telemetry);
}

function watched<T>({ name, writes }: Operation, call: Call, work: () => Promise<T>, { meter, tracing }: Telemetry): Promise<T> {
  const attributes = {
    "gen_ai.operation.name": name,
    "gen_ai.provider.name": "loci",
    "gen_ai.memory.store.id": contextOf(call),
    "loci.trace.id": call.traceId === "" ? undefined : call.traceId,
  };
  return tracing.span({ name, kind: "internal", attributes }, async () => {
    const began = performance.now();
    let outcome = "ok";
    try {
      return await work();
    } catch (thrown) {
      outcome = LociError.from(thrown).code;
      throw thrown;
    } finally {
      meter.observe("loci_memory_operation_seconds", { operation: name, outcome }, secondsSince(began));
      if (writes !== undefined) meter.add("loci_writes_total", { kind: writes, outcome });
    }
  });
}

/** The context in which the caller acts, where it acts in one. */
function contextOf({ caller }: Call): string | undefined {
  const id = caller.kind === "principal" ? caller.identity.contextId : caller.kind === "service" ? caller.contextId : "";
  return id === "" ? undefined : id;
}
