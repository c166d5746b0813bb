import type { TurnRole } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { SynthesisRequest } from "@loci/ports/language-model";
import type { graph } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";

/** So many turns of the session tell what a message refers to. */
const windowTurns = 10;

/** The session's newest turns, oldest first. @throws LociError `not_found` where the caller does not see the session */
export async function recentTurns(sessionId: string, call: Call, deps: Pick<RetrievalDeps, "graph">): Promise<graph.Turn[]> {
  if (sessionId === "") return [];
  const { turns } = await deps.graph.listTurns({ sessionId, limit: windowTurns, offset: 0, newestFirst: true }, call);
  return [...turns].sort((a, b) => a.seq - b.seq);
}

export function historyOf(turns: readonly graph.Turn[]): SynthesisRequest["history"] {
  return turns.map(({ role, content }) => ({ role: role as TurnRole, content }));
}

/** How the person wants to be answered. */
export async function instructionsOf(call: Call, deps: Pick<RetrievalDeps, "graph">): Promise<string[]> {
  const { instructions } = await deps.graph.getProfile({ lens: null }, call);
  return instructions.map((instruction) => instruction.description);
}
