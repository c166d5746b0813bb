import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { auth, AuthService, graph, GraphService, retrieval, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { auditKinds, auditResponse, requestKinds, type auditRow } from "../answers/audit.ts";
import type { Audit } from "../audit/index.ts";
import { isVerbHeldOverRoot } from "../authority.ts";
import { route, type Answer, type Route } from "../route.ts";
import { isOwnDecision } from "./trace-bodies.ts";
import { contextParams } from "./management/params.ts";
import { integerText, name, timestamp } from "../schemas/text.ts";

const mediaType = "application/x-ndjson";
const exportTimeoutMs = 60 * 60_000;
const formatVersion = 1;
/** Names the deployment's own chain in a path; no context can have this id. */
const deployment = "-";
const deploymentChain = "*";
const defaultLimit = 100;

export interface AuditServices {
  readonly auth: Pick<AuthService<Call>, "listAudit" | "readAuditChain">;
  readonly graph: Pick<GraphService<Call>, "listDecisions">;
  readonly retrieval: Pick<RetrievalService<Call>, "listTraces">;
  readonly audit: Pick<Audit, "settled">;
}

const span = { since: timestamp.nullish(), until: timestamp.nullish(), limit: integerText(1, 500).nullish() };
const who = { principal: name(128).nullish(), key: name(128).nullish() };
const kindOf = (kinds: readonly [string, ...string[]]) => z.enum(kinds, { error: `must be one of ${kinds.join(", ")}` }).nullish();
const exportQuery = z.strictObject({ after: integerText(0, 999_999_999_999).nullish() });

/** Who did what: what was decided, asked and answered, and each request that was made. */
export function auditRoutes(services: AuditServices): Route[] {
  return [
    route({
      operationId: "listAudit",
      method: "get",
      path: "/audit",
      plane: "data",
      summary: "Who did what, newest first: decisions, retrievals and responses; by `kind` also the requests themselves",
      status: 200,
      query: z.strictObject({ ...who, ...span, kind: kindOf(auditKinds) }),
      answer: auditResponse,
      async handle({ query, call }) {
        const filter = filterOf(query);
        const isOfRequests = [...requestKinds, "request"].includes(query.kind ?? "");
        return {
          body: { rows: isOfRequests ? await requestRows(services, "", filter, call) : await toldRows(services, filter, call) },
        };
      },
    }),
    route({
      operationId: "exportAudit",
      method: "get",
      path: "/audit/export",
      plane: "data",
      summary: "The audit's chain of requests as JSON Lines, to check and to keep",
      status: 200,
      timeoutMs: exportTimeoutMs,
      query: exportQuery,
      document: { answers: { [mediaType]: "bytes" } },
      handle: ({ query, call }) => chainFile(services, "", query.after ?? 0, call),
    }),
  ];
}

/** The same for who manages the deployment, whose own chain stands under the id `-`. */
export function managedAuditRoutes(services: AuditServices): Route[] {
  const params = contextParams;
  const chainOf = (ctx: string) => (ctx === deployment ? deploymentChain : ctx);
  return [
    route({
      operationId: "listContextAudit",
      method: "get",
      path: "/contexts/{ctx}/audit",
      plane: "management",
      summary: "The requests made in a context, newest first; of `-` those that concern none, and all of management",
      status: 200,
      params,
      query: z.strictObject({ ...who, ...span, kind: kindOf([...requestKinds, "request"]) }),
      answer: auditResponse,
      async handle({ params: { ctx }, query, call }) {
        return { body: { rows: await requestRows(services, chainOf(ctx), filterOf(query), call) } };
      },
    }),
    route({
      operationId: "exportContextAudit",
      method: "get",
      path: "/contexts/{ctx}/audit/export",
      plane: "management",
      summary: "A chain of the audit as JSON Lines, to check and to keep",
      status: 200,
      timeoutMs: exportTimeoutMs,
      params,
      query: exportQuery,
      document: { answers: { [mediaType]: "bytes" } },
      handle: ({ params: { ctx }, query, call }) => chainFile(services, chainOf(ctx), query.after ?? 0, call),
    }),
  ];
}

interface Filter {
  readonly kind: string;
  readonly principal: string;
  readonly keyId: string;
  readonly since: string;
  readonly until: string;
  readonly limit: number;
}

type Given<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

function filterOf(query: Given<Omit<Filter, "keyId"> & { readonly key: string }>): Filter {
  const { kind, principal, key, since, until, limit } = query;
  return {
    ...{ kind: kind ?? "", principal: principal ?? "", keyId: key ?? "" },
    ...{ since: since ?? "", until: until ?? "", limit: limit ?? defaultLimit },
  };
}

type AuditRow = z.input<typeof auditRow>;

/** What was decided, asked and answered: as services tell it. */
async function toldRows({ graph, retrieval }: AuditServices, { kind, ...filter }: Filter, call: Call): Promise<AuditRow[]> {
  const { limit } = filter;
  const [decided, traced] = await Promise.all([
    kind === "retrieval" || kind === "response"
      ? { decisions: [] }
      : graph.listDecisions({ traceId: "", recordId: "", ...filter }, call),
    kind === "decision" ? { traces: [] } : retrieval.listTraces({ ...filter, kind, sessionId: "" }, call),
  ]);
  const rows = [...decided.decisions.map((decision) => decisionRow(decision, call)), ...traced.traces.map(traceRow)];
  rows.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
  return rows.slice(0, limit);
}

async function requestRows({ auth, audit }: AuditServices, contextId: string, filter: Filter, call: Call): Promise<AuditRow[]> {
  await audit.settled(chainRead(contextId, call));
  const kind = filter.kind === "request" ? "" : filter.kind;
  const { rows } = await auth.listAudit({ contextId, traceId: "", ...filter, kind }, call);
  const isWhole = readsWhole(call);
  return rows.map((row) => requestRow(row, isWhole));
}

/** Whether the caller may read the whole chain. A row's place in it tells everybody else how much others do. */
function readsWhole(call: Call): boolean {
  return call.caller.kind === "management" || isVerbHeldOverRoot(call, "grant:manage");
}

/** @param contextId "" for the caller's own */
function chainRead(contextId: string, call: Call): string {
  return contextId === "" ? principalOf(call).contextId : contextId;
}

/** A chain as a file: a header, the rows in their order, each with the checkpoints up to it, and at last where the chain ends. */
async function chainFile({ auth, audit }: AuditServices, contextId: string, after: number, call: Call): Promise<Answer> {
  await audit.settled(chainRead(contextId, call));
  // The first page is waited for, so that who may not read it gets an answer.
  const first = await auth.readAuditChain({ contextId, after, limit: 0 }, call);
  async function* lines(): AsyncGenerator<Uint8Array> {
    let page = first;
    yield Buffer.from(line({ type: "audit", format: formatVersion, after, last: first.last }));
    for (;;) {
      const rows = page.rows.map(({ position, hash, text }) => ({ position, text: line({ type: "row", position, hash, text }) }));
      const signs = page.checkpoints.map((sign) => ({ position: sign.position, text: line({ type: "checkpoint", ...sign }) }));
      // A stable sort: a checkpoint stands right behind its row.
      const lines = [...rows, ...signs].sort((a, b) => a.position - b.position);
      const behind = lines.findIndex(({ position }) => position > page.last);
      const [own, others] = behind < 0 ? [lines, []] : [lines.slice(0, behind), lines.slice(behind)];
      yield Buffer.from(own.map(({ text }) => text).join(""));
      if (page.head) yield Buffer.from(line({ type: "checkpoint", ...page.head }));
      // Rows behind the chain's end were put there by somebody else: whoever checks it is told.
      if (others.length > 0) {
        yield Buffer.from(line({ type: "end", position: page.last }) + others.map(({ text }) => text).join(""));
        return;
      }
      const last = page.rows.at(-1);
      // Rows may have come meanwhile: the last page is the one with the end, and its signature.
      if (last === undefined || last.position >= page.last) return;
      page = await auth.readAuditChain({ contextId, after: last.position, limit: 0 }, call);
    }
  }
  return { headers: { "content-type": mediaType, "content-disposition": 'attachment; filename="audit.jsonl"' }, bytes: lines() };
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function requestRow({ position, hash, entry }: auth.AuditRow, isWhole: boolean): AuditRow {
  if (entry === null) throw new LociError("internal", "An unexpected error occurred.");
  const { at, kind, traceId, latencyMs, principal, delegated, keyId, operation, door, path, region, status, address, count } =
    entry;
  return {
    ...{ kind, traceId, createdAt: at, latencyMs, principal: orNull(principal), delegatedPrincipal: orNull(delegated) },
    ...{ key: orNull(keyId), cost: 0, model: null, rowsTouched: 0 },
    ...{ operation, door, path, region, status, count },
    ...(isWhole ? { position, hash } : {}),
    ...(address === "" ? {} : { address }),
  };
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}

function decisionRow(decision: graph.Decision, call: Call): AuditRow {
  return {
    kind: "decision",
    traceId: isOwnDecision(decision, call) ? decision.traceId : "",
    createdAt: decision.createdAt,
    principal: decision.principal,
    delegatedPrincipal: decision.delegated === "" ? null : decision.delegated,
    key: decision.keyId === "" ? null : decision.keyId,
    cost: 0,
    latencyMs: 0,
    model: null,
    rowsTouched: 1,
    recordId: decision.recordId,
    decision: decision.kind,
    rule: decision.rule,
  };
}

function traceRow(trace: retrieval.Trace): AuditRow {
  return {
    kind: trace.kind,
    traceId: trace.id,
    createdAt: trace.createdAt,
    principal: trace.principalId,
    delegatedPrincipal: trace.delegatedPrincipalId === "" ? null : trace.delegatedPrincipalId,
    key: trace.keyId === "" ? null : trace.keyId,
    cost: trace.inputTokens + trace.outputTokens,
    latencyMs: Math.round(trace.latencyMs),
    model: trace.model === "" ? null : trace.model,
    rowsTouched: trace.hits.length,
    source: trace.source === "" ? null : trace.source,
  };
}
