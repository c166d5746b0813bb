import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { page } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { sessions } from "../store/sessions.ts";
import { present } from "../store/time-view.ts";
import { sessionMessage } from "./get-session.ts";

/** A page of the visible sessions, newest first. */
export async function listSessions(parts: Parts, request: graph.PageRequest, call: Call): Promise<graph.ListSessionsResponse> {
  const asked = page(request);
  return reading(parts, call, present, async (read) => {
    const found = await sessions(read.tx, read.sight, asked);
    return { sessions: found.sessions.map((session) => sessionMessage(read, session)), total: found.total };
  });
}
