import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { common, graph } from "@loci/protos";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";

/** Whoever repeats a request as soon as it is answered may come before word of that does, which a busy machine takes longer to bring. */
const wordTakesMs = [50, 250];

/** Keeps the caller's operation to it for as long as this is read. @throws LociError `conflict` while another has it */
export async function* holdOperation({ database }: Parts, request: graph.Operation, call: Call): AsyncGenerator<common.Empty> {
  const name = JSON.stringify(["operation", ...whoAsks(call), text("/id", request.id, 256)]);
  let letGo = await database.hold(name);
  for (const ms of wordTakesMs) letGo ??= await sleep(ms).then(() => database.hold(name));
  if (letGo === undefined) {
    throw new LociError("conflict", "A request with this Idempotency-Key is still under way.", { retryAfterSeconds: 1 });
  }
  try {
    yield {};
    if (!call.signal.aborted) await once(call.signal, "abort");
  } finally {
    await letGo();
  }
}

/** Ids are apart for each principal, and for whom it acts; the holders of management keys are one. */
function whoAsks(call: Call): string[] {
  if (call.caller.kind === "management") return [];
  const { contextId, principalId, delegatedPrincipalId } = principalOf(call);
  return [contextId, principalId, delegatedPrincipalId];
}
