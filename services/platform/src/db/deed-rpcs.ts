import { invalidField, LociError, parseTimestamp } from "@loci/kernel";
import type { Database } from "@loci/ports/database";
import type { common } from "@loci/protos";
import { requireService, type Call } from "../call/index.ts";
import type { DeedStore } from "./deeds.ts";

/** How a service tells its deeds to whoever sees to the audit. */
export function deedRpcs(database: Database, deeds: DeedStore) {
  const requireOverall = (call: Call) => {
    if (requireService(call) !== "") throw new LociError("forbidden", "This operation is for all contexts.");
  };
  return {
    async listDeeds(request: common.ListDeedsRequest, call: Call): Promise<common.ListDeedsResponse> {
      requireOverall(call);
      const before = parseTimestamp(request.before);
      if (before === undefined) throw invalidField("/before", "must be an RFC 3339 timestamp");
      return { deeds: await database.acrossContexts((tx) => deeds.list(tx, before)) };
    },
    async dropDeeds({ ids }: common.DropDeedsRequest, call: Call): Promise<common.Empty> {
      requireOverall(call);
      await database.acrossContexts((tx) => deeds.drop(tx, ids));
      return {};
    },
  };
}
