import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { auth, AuthService, graph, GraphService, retrieval, RetrievalService } from "@loci/protos";
import type { z } from "zod";
import type { traceRecord } from "../answers/traces.ts";
import { isOwnDecision, traceBody } from "./trace-bodies.ts";

export interface TraceSources {
  readonly auth: Pick<AuthService<Call>, "findUnregistered" | "listAudit">;
  readonly graph: Pick<GraphService<Call>, "listDecisions">;
  readonly retrieval: Pick<RetrievalService<Call>, "getTrace">;
}

/**
 * One trace: how a question was answered, with what was decided meanwhile; or what was decided under it, where nothing was asked. A write
 * of which nothing had to be decided, such as a text that is only kept, has a trace as well: its row of the audit says so.
 * @throws LociError `not_found` for what is not there, or not the caller's
 */
export async function oneTrace(
  { auth, graph, retrieval }: TraceSources,
  id: string,
  call: Call,
): Promise<z.input<typeof traceRecord>> {
  const all = { recordId: "", principal: "", keyId: "", since: "", until: "", limit: 500 };
  const [asked, { decisions }] = await Promise.all([
    retrieval.getTrace({ id }, call).catch(unlessMissing),
    graph.listDecisions({ traceId: id, ...all }, call),
  ]);
  if (asked !== undefined) {
    const parents = asked.kind === "response" ? asked.parents : [];
    const retrievals = await Promise.all(parents.map((parent) => retrieval.getTrace({ id: parent }, call).catch(unlessMissing)));
    const found = retrievals.filter((one) => one !== undefined);
    return traceBody(asked, call, decisions, found);
  }
  const own = decisions.filter((decision) => isOwnDecision(decision, call));
  const who = own.at(-1) ?? (await writeOf(auth, id, call));
  if (who === undefined) throw new LociError("not_found", "There is no such trace.");
  return decisionTrace(id, who, own, call);
}

interface Who {
  readonly principal: string;
  readonly delegated: string;
  readonly createdAt: string;
}

/** Who wrote under this trace, as the audit says. */
async function writeOf(auth: TraceSources["auth"], traceId: string, call: Call): Promise<Who | undefined> {
  const any = { contextId: "", principal: "", keyId: "", since: "", until: "", limit: 1 };
  const { rows } = await auth.listAudit({ ...any, kind: "mutation", traceId }, call);
  const entry: auth.AuditEntry | null | undefined = rows[0]?.entry;
  return entry ? { principal: entry.principal, delegated: entry.delegated, createdAt: entry.at } : undefined;
}

/** The trace of a write: nothing was asked, so that only its decisions are told. */
export function decisionTrace(
  id: string,
  { principal, delegated, createdAt }: Who,
  decisions: readonly graph.Decision[],
  call: Call,
): z.input<typeof traceRecord> {
  const trace = { ...nothingAsked, id, kind: "decision", createdAt, principalId: principal, delegatedPrincipalId: delegated };
  return traceBody(trace, call, decisions);
}

const nothingAsked: retrieval.Trace = {
  ...{ id: "", createdAt: "", query: "", mode: "", tier: "", tierReason: "", latencyMs: 0, retrievedCount: 0, cached: false },
  ...{ source: "", principalId: "", delegatedPrincipalId: "", degraded: [], seedEntities: [], hits: [], stageMs: {}, kind: "" },
  ...{ keyId: "", sessionId: "", responseText: "", parents: [], model: "", inputTokens: 0, outputTokens: 0, reusedFrom: "" },
};

function unlessMissing(thrown: unknown): undefined {
  if (LociError.from(thrown).code !== "not_found") throw thrown;
  return undefined;
}
