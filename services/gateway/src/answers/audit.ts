import { z } from "zod";
import { count, instant, word } from "./words.ts";

/** What services tell: the kinds of a listing that names none. */
const toldKinds = ["decision", "retrieval", "response"] as const;
/** What a request was: it read, it may have changed something, or it was refused (401, 403). */
export const requestKinds = ["access", "mutation", "denied"] as const;
/** What can be asked for; `request` is each kind of request. */
export const auditKinds = [...toldKinds, ...requestKinds, "request"] as const;

/** Cost is in tokens: what a token costs is between the deployment and its provider. */
export const auditRow = z
  .object({
    cost: z.number(),
    createdAt: instant,
    kind: word([...toldKinds, ...requestKinds], "TraceKind"),
    latencyMs: count,
    model: z.string().nullable(),
    principal: z.string().nullable(),
    delegatedPrincipal: z.string().nullable(),
    key: z.string().nullable(),
    rowsTouched: count,
    traceId: z.string(),
    /** Of a decision. */
    recordId: z.string().optional(),
    decision: z.string().optional(),
    rule: z.string().optional(),
    /** The label that a query came with. */
    source: z.string().nullish(),
    operation: z.string().optional().describe("Of a request: the operation's id in this document, or the work's name."),
    door: z.string().optional().describe("Of a request: rest, mcp, schedule, queue, command or recovered."),
    path: z.string().optional().describe("Of a request: its route, with the ids in it; names that users gave stand as {name}."),
    region: z
      .array(z.string())
      .optional()
      .describe("Of a request: the scope paths that it named, else those that its caller held."),
    status: count.optional().describe("Of a request: the HTTP status of its answer."),
    count: count.optional().describe("How many requests the row stands for: refusals of one address and minute are counted."),
    address: z.string().optional().describe("Of a refusal where nobody is known: the address that it came from."),
    position: count.optional().describe("Of a request: its place in the chain, from 1; for who may read the whole chain."),
    hash: z
      .string()
      .optional()
      .describe(
        "Of a request: SHA-256 of its row, which holds that of the row before, in hexadecimal; for who may read the whole chain.",
      ),
  })
  .meta({ id: "AuditRow" });

export const auditResponse = z.object({ rows: z.array(auditRow) }).meta({ id: "AuditResponse" });
