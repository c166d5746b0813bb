import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { writing } from "../rpc/writing.ts";
import { storeDecisions } from "../store/apply.ts";
import { announce } from "../store/feed.ts";
import { assign } from "../store/uncertainties.ts";
import { uncertaintyMessage, visibleUncertainty } from "./view.ts";

/** Says who is to settle an open uncertainty; "" for nobody. */
export async function assignUncertainty(
  parts: Parts,
  request: graph.AssignUncertaintyRequest,
  call: Call,
): Promise<graph.Uncertainty> {
  const id = text("/id", request.id, 256, 1);
  const owner = text("/owner", request.owner, 256);
  return writing(
    parts,
    call,
    { verb: "memory:write", operation: request.operation, deed: ["assignUncertainty", request.id] },
    async (write) => {
      const { tx, contextId, author } = write;
      const found = await visibleUncertainty(write, id);
      if (!write.covers(found.scopeSet)) throw new LociError("forbidden", "memory:write does not cover the uncertainty's scopes.");
      if (found.status !== "open") throw new LociError("conflict", `This uncertainty is ${found.status} already.`);
      if (found.owner !== owner) {
        await assign(tx, contextId, id, owner);
        const decision = { id: parts.ids("decision"), kind: "update", rule: "assigned", recordId: id, turnId: "" } as const;
        await storeDecisions(tx, contextId, [{ ...decision, evidence: { owner } }], author);
        await announce(tx, contextId, [id]);
      }
      return uncertaintyMessage(write, { ...found, owner }, Date.parse(write.now));
    },
  );
}
