import { principalOf, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Operation } from "../store/operations.ts";
import { text } from "./checks.ts";

/**
 * The operation as its caller named it: the same id is another operation for other principals, and for whom they act.
 * @returns undefined for a call that is not to be repeated
 */
export function operationOf(call: Call, asked: graph.Operation | null, pointer = "/operation/id"): Operation | undefined {
  const id = text(pointer, asked?.id ?? "", 256);
  if (asked === null || id === "") return undefined;
  const { principalId: principal, delegatedPrincipalId: delegated } = principalOf(call);
  return { principal, delegated, id, hash: asked.hash, onReplayed: call.onReplayed };
}
