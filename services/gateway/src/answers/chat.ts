import { z } from "zod";
import { problem } from "../openapi/problem.ts";
import { extractionResult } from "./extraction.ts";
import { instant } from "./words.ts";

export const citation = z
  .object({
    id: z.string(),
    kind: z.string(),
    snippet: z.string(),
    score: z.number(),
    /** How the text refers to it. */
    marker: z.string(),
    occurredAt: instant.optional(),
    role: z.string().optional(),
    documentId: z.string().optional(),
    documentTitle: z.string().optional(),
    /** How far into its document it stands. */
    positionPercent: z.number().optional(),
    disputed: z.boolean().optional(),
  })
  .meta({ id: "Citation" });

export const chatResponse = z
  .object({
    reply: z.string(),
    citations: z.array(citation),
    traceId: z.string(),
    sessionId: z.string(),
    /** Whether the question and the reply were remembered. */
    stored: z.boolean(),
    memoryUpdates: extractionResult,
    userTurnId: z.string().optional(),
    replyTurnId: z.string().optional(),
    /** What had to be done without. */
    degraded: z.array(z.string()),
  })
  .meta({ id: "ChatResponse" });

const traceEvent = z.object({ traceId: z.string(), sessionId: z.string() }).meta({ id: "ChatTraceEvent" });
const deltaEvent = z.object({ delta: z.string() }).meta({ id: "ChatDeltaEvent" });
const citationEvent = z.object({ citation }).meta({ id: "ChatCitationEvent" });
const doneEvent = chatResponse.extend({ done: z.literal(true) }).meta({ id: "ChatDoneEvent" });

/** The data of a stream's events `trace`, `delta`, `citation`, `done` and `error`. */
export const chatEvent = z.union([doneEvent, traceEvent, deltaEvent, citationEvent, problem]).meta({ id: "ChatEvent" });
