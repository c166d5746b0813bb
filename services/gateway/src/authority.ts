import type { Verb } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";

/** Whether the caller holds the verb over the whole context. What to show; who may do what is decided where the data is. */
export function isVerbHeldOverRoot(call: Call, verb: Verb): boolean {
  return principalOf(call).grants[verb]?.includes("/") ?? false;
}
