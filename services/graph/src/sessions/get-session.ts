import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { text } from "../rpc/checks.ts";
import { reading, type Parts, type Reading } from "../rpc/deps.ts";
import { headlineOf } from "./headline.ts";
import { sessions, type SessionRecord } from "../store/sessions.ts";
import { present } from "../store/time-view.ts";

export async function getSession(parts: Parts, request: graph.SessionRef, call: Call): Promise<graph.Session> {
  const id = text("/id", request.id, 256);
  return reading(parts, call, present, async (read) => sessionMessage(read, await visibleSession(read, id)));
}

/** @throws LociError `not_found` for a session that is not there, was deleted, or is beyond the caller's sight */
export async function visibleSession({ tx, sight }: Reading, id: string): Promise<SessionRecord> {
  const [found] = (await sessions(tx, sight, { ids: [id], limit: 1, offset: 0 })).sessions;
  if (found === undefined) throw new LociError("not_found", "There is no such session.");
  return found;
}

export function sessionMessage({ scopeSets }: Reading, session: SessionRecord): graph.Session {
  const { id, scopeSet, metadataJson, turns, recordedAt, lastTurnAt, first } = session;
  const scopes = scopeSetMessage(scopeSets.byKey.get(scopeSet) ?? []);
  return { id, createdAt: recordedAt, scopes, metadataJson, turns, lastTurnAt, state: "open", ...headlineOf(first) };
}
