import { turnRoles } from "@loci/kernel";
import { z } from "zod";
import { count, instant, scopeSets, word } from "./words.ts";

export const session = z
  .object({
    id: z.string(),
    sessionId: z.string(),
    createdAt: instant,
    scopes: scopeSets,
    title: z.string(),
    preview: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    turns: count,
    lastTurnAt: instant.nullable(),
    state: z.string(),
  })
  .meta({ id: "SessionResponse" });

export const sessionListResponse = z.object({ sessions: z.array(session), total: count }).meta({ id: "SessionListResponse" });

export const turn = z
  .object({
    id: z.string(),
    turnId: z.string(),
    session: z.string(),
    seq: count,
    role: word(turnRoles, "TurnRole"),
    content: z.string(),
    createdAt: instant,
    recordedAt: instant,
    /** How far its extraction is: none, pending, done, failed, silent (nothing to read) or set_aside (its reading had to be ended). */
    extraction: z.string(),
  })
  .meta({ id: "TurnResponse" });

export const turnListResponse = z.object({ turns: z.array(turn), total: count }).meta({ id: "TurnListResponse" });
