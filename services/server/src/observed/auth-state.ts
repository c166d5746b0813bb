import { readTotals } from "@loci/auth";
import { isOff, type Telemetry } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";

/** How many contexts there are, what is left of deleted ones, and whose audit takes no rows: read when metrics are. */
export function watchAuthState(database: Database, telemetry: Telemetry): void {
  if (isOff(telemetry)) return;
  telemetry.meter.onScrape(
    ["loci_contexts", "loci_erasures_open", "loci_erasures_oldest_seconds", "loci_audit_chains_broken"],
    async () => {
      const { contexts, unfinishedErasures, oldestErasureSeconds, brokenChains } = await readTotals(database);
      return [
        { name: "loci_contexts", labels: {}, value: contexts },
        { name: "loci_erasures_open", labels: {}, value: unfinishedErasures },
        { name: "loci_erasures_oldest_seconds", labels: {}, value: oldestErasureSeconds },
        { name: "loci_audit_chains_broken", labels: {}, value: brokenChains },
      ];
    },
  );
}
