import type { Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import type { DocumentDeps } from "../deps.ts";
import type { Version } from "./objects.ts";

const statuses = { documentReady: 200, documentFailed: 500 } as const;
/** What a request decides that leaves a document to be read. */
const causes: ReadonlySet<string> = new Set(["document_created", "document_version", "document_retried"]);
/** The decisions about a document itself are few: it was uploaded, replaced, tried again. */
const decisionsRead = 500;

/**
 * Keeps the row of what became of a version of a document: under the trace of the request that left it to be read, for whoever asked.
 * However often it is said, it is one row.
 */
export async function recordOutcome(
  { auth, graph, clock }: Pick<DocumentDeps, "auth" | "graph" | "clock">,
  contextId: string,
  { id, version }: Version,
  operation: keyof typeof statuses,
  call: Call,
): Promise<void> {
  const cause = await causeOf(graph, id, call);
  const traceId = cause?.traceId || call.traceId;
  const deed = { contextId, operation, traceId, status: statuses[operation], at: clock(), path: `/documents/${id}` };
  const who = { door: "queue", principal: "system", delegated: cause?.principal ?? "" } as const;
  const entry = auditEntry({ ...deed, ...who, id: `${operation}/${id}/${version}` });
  await auth.appendAudit({ entries: [entry], again: true, unlessTraced: false }, call);
}

/** The newest of the decisions by which it was to be read; undefined where it came with an import. */
async function causeOf(graph: DocumentDeps["graph"], recordId: string, call: Call): Promise<graph.Decision | undefined> {
  const any = { traceId: "", principal: "", keyId: "", since: "", until: "" };
  const { decisions } = await graph.listDecisions({ ...any, recordId, limit: decisionsRead }, call);
  return decisions.find(({ rule }) => causes.has(rule));
}
