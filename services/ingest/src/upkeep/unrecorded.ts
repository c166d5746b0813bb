import { toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import type { auth, common } from "@loci/protos";
import type { UpkeepDeps } from "./deps.ts";
import type { Upkept } from "./pipeline.ts";

/** A request that goes on has written its row by then, or was answered with 503. */
const graceMs = 120_000;

/**
 * Gives the audit its row of what requests did and could not write down, as their process ended first: each transaction that authority
 * hangs on notes its deed, and a note goes when the audit has a row of its trace.
 */
export function recordUnrecorded({ auth, graph, clock, logger }: Pick<UpkeepDeps, "auth" | "graph" | "clock" | "logger">): Upkept {
  return {
    ...{ name: "unrecorded", timeoutSeconds: 60 },
    async run(_work, call) {
      const before = toTimestamp(clock() - graceMs);
      for (const service of [auth, graph] as const) await settle(service, before, call);
    },
  };

  async function settle(service: Pick<UpkeepDeps["auth"], "listDeeds" | "dropDeeds">, before: string, call: Call): Promise<void> {
    for (;;) {
      call.signal.throwIfAborted();
      const { deeds } = await service.listDeeds({ before }, call);
      if (deeds.length === 0) return;
      const { failed } = await auth.appendAudit({ entries: deeds.flatMap(entriesOf), again: true, unlessTraced: true }, call);
      const recorded = deeds.filter((deed) => entriesOf(deed).every(({ contextId }) => !failed.includes(contextId)));
      await service.dropDeeds({ ids: recorded.map(({ id }) => id) }, call);
      logger.debug({ deeds: recorded.length }, "the audit has a row of each deed");
      // The others' chains took no rows now: the next round tries them again.
      if (failed.length > 0) return;
    }
  }
}

/** What management did in a context stands in the deployment's chain too. */
function entriesOf({ at, ...deed }: common.Deed): auth.AuditEntry[] {
  const entry = auditEntry({ ...deed, at: Date.parse(at), door: "recovered" });
  return deed.principal === "*" && deed.contextId !== "*" ? [entry, { ...entry, contextId: "*" }] : [entry];
}
