import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { isAdministrator } from "../trace/sight.ts";

/** Management and the service itself name the context; an administrator of a context means its own. */
export function wholeContextOf({ contextId }: { readonly contextId: string }, call: Call): string {
  const { caller } = call;
  if (caller.kind === "management") return contextId;
  if (caller.kind === "service") return caller.contextId || contextId;
  if (!isAdministrator(principalOf(call))) throw new LociError("forbidden", "This needs grant:manage over the whole context.");
  return principalOf(call).contextId;
}
