/** A context's id may be given to another once it was deleted: what takes long asks whether it still writes where it began. */
import { LociError } from "@loci/kernel";
import type { AuthService } from "@loci/protos";
import { asService, type Call } from "../call/index.ts";

/** Who was let in before a context was deleted writes to it no longer than this, in milliseconds; `purgeAfter` relies on it. */
const writeWithinMs = 60_000;

/** What is asked of auth. */
export type Contexts = Pick<AuthService<Call>, "getContext">;

/**
 * Asked right before a late write. @returns the call to write with, which ends while nothing can have been purged yet
 * @throws LociError `unauthenticated` where the context is no longer the one that it was
 */
export type StillThere = () => Promise<Call>;

/**
 * Notes which life of a context a call begins in, for one that may outlast it: another one under its id was made later.
 * @param clock milliseconds since the epoch
 * @throws LociError `unauthenticated` where the context was deleted: its keys are no keys any more
 */
export async function beginIn(contextId: string, auth: Contexts, call: Call, clock: () => number): Promise<StillThere> {
  const life = await lifeOf(contextId, auth, within(call, clock()));
  return async () => {
    // The time counts from before the question: a late answer is none.
    const writing = atOnce(call, clock());
    if ((await lifeOf(contextId, auth, writing)) !== life) throw contextGone();
    return writing;
  };
}

/** For what a long call writes at its beginning, with no look at its context: the same call, as short as any other is. */
export function atOnce(call: Call, now: number): Call {
  return { ...within(call, now), signal: AbortSignal.any([call.signal, AbortSignal.timeout(writeWithinMs)]) };
}

function within(call: Call, now: number): Call {
  return { ...call, deadline: Math.min(call.deadline, now + writeWithinMs) };
}

/** As for every key of a context that is gone. */
export function contextGone(): LociError {
  return new LociError("unauthenticated", "The key is missing, invalid or expired.");
}

async function lifeOf(contextId: string, auth: Contexts, call: Call): Promise<string> {
  try {
    return (await auth.getContext({ contextId }, asService(call, contextId))).createdAt;
  } catch (thrown) {
    if (LociError.from(thrown).code === "not_found") throw contextGone();
    throw thrown;
  }
}
