import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { createSession } from "./create-session.ts";
import { getSession } from "./get-session.ts";
import { listSessions } from "./list-sessions.ts";
import { listTurns } from "./list-turns.ts";
import { retryTurn } from "./retry-turn.ts";

/** Conversations, and what was said in them. */
export function sessionMethods(parts: Parts) {
  return {
    createSession: (request, call) => createSession(parts, request, call),
    getSession: (request, call) => getSession(parts, request, call),
    listSessions: (request, call) => listSessions(parts, request, call),
    listTurns: (request, call) => listTurns(parts, request, call),
    retryTurn: (request, call) => retryTurn(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
