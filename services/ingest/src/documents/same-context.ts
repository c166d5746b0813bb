import { LociError } from "@loci/kernel";
import { asService, principalOf, type Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";

/**
 * What tells the lives of the caller's context apart: when it was made. Another one under its id was made later.
 * @throws LociError `unauthenticated` where it was deleted: its keys are no keys any more
 */
export async function lifeOf(auth: Pick<AuthService<Call>, "getContext">, call: Call): Promise<string> {
  const { contextId } = principalOf(call);
  try {
    return (await auth.getContext({ contextId }, asService(call, contextId))).createdAt;
  } catch (thrown) {
    if (LociError.from(thrown).code === "not_found") throw gone();
    throw thrown;
  }
}

/** @throws LociError `unauthenticated` where the caller's context is no longer the one that it was */
export async function requireLife(life: string, auth: Pick<AuthService<Call>, "getContext">, call: Call): Promise<void> {
  if ((await lifeOf(auth, call)) !== life) throw gone();
}

/** As for every key of a context that is gone. */
function gone(): LociError {
  return new LociError("unauthenticated", "The key is missing, invalid or expired.");
}
