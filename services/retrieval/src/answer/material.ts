import { clampLens, type ScopeSet, type TurnRole } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
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

/** How whoever the lens is about wants to be answered: what others asked for is not obeyed, as the answer would tell of it. */
export async function instructionsOf(
  lens: ScopeSet | undefined,
  call: Call,
  deps: Pick<RetrievalDeps, "graph">,
): Promise<graph.ActiveInstruction[]> {
  const within = lens && clampLens(lens, regionFor(call, "memory:read"));
  if (within?.length === 0) return [];
  const { instructions } = await deps.graph.getProfile({ lens: within ? scopeSetMessage(within) : null }, call);
  return instructions;
}

export function stylesOf(instructions: readonly graph.ActiveInstruction[]): string[] {
  return instructions.map(({ description }) => description);
}
