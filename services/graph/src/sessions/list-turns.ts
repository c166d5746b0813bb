import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { page, text } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { turnsOfSession } from "../store/sessions.ts";
import { present } from "../store/time-view.ts";
import { visibleSession } from "./get-session.ts";

/** A page of what was said in a session, also what is no passage of its own; by default in the order in which it was said. */
export async function listTurns(parts: Parts, request: graph.ListTurnsRequest, call: Call): Promise<graph.ListTurnsResponse> {
  const asked = { ...page(request), newestFirst: request.newestFirst };
  const id = text("/sessionId", request.sessionId, 256);
  return reading(parts, call, present, async (read) => {
    const session = await visibleSession(read, id);
    const turns = await turnsOfSession(read.tx, read.sight, session.id, asked);
    const scopesOf = (key: string) => scopeSetMessage(read.scopeSets.byKey.get(key) ?? []);
    return {
      turns: turns.map(({ knownAt, scopeSet, ...turn }) => ({ ...turn, createdAt: knownAt, scopes: scopesOf(scopeSet) })),
      total: session.turns,
    };
  });
}
