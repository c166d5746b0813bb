import { contextIdProblem, invalidField, LociError, rootPath } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";

/**
 * The context that is exported or imported: of a principal its own, where it holds
 * grant:manage over all of it, and the verb for what is read or written; of Loci itself the one
 * that is named, or that the call is made for.
 * @throws LociError `forbidden`
 */
export function transferredContext(call: Call, named: string, verb: "memory:read" | "memory:write"): string {
  const { caller } = call;
  if (caller.kind === "principal") {
    const { contextId, grants } = caller.identity;
    if (named !== "" && named !== contextId) throw new LociError("forbidden", "This key belongs to another context.");
    const missing = (["grant:manage", verb] as const).find((needed) => !grants[needed]?.includes(rootPath));
    if (missing !== undefined) throw new LociError("forbidden", `This needs ${missing} over the whole context.`);
    return contextId;
  }
  const own = requireService(call);
  const contextId = own === "" || own === "*" ? named : own;
  if (named !== "" && named !== contextId) throw new LociError("forbidden", "This call was made for another context.");
  const problem = contextIdProblem(contextId);
  if (problem !== undefined) throw invalidField("/contextId", problem);
  return contextId;
}
