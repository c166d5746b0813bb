import { readTotals } from "@loci/graph";
import { isOff, type Telemetry } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";

/** What waits in the graph's own tables: read when metrics are. */
export function watchGraphState(database: Database, telemetry: Telemetry): void {
  if (isOff(telemetry)) return;
  const names = ["loci_extractions_pending", "loci_uncertainties_open", "loci_uncertainties_oldest_seconds"] as const;
  telemetry.meter.onScrape(names, async () => {
    const { pendingExtractions, openUncertainties, oldestUncertaintySeconds } = await readTotals(database);
    return [
      { name: "loci_extractions_pending", labels: {}, value: pendingExtractions },
      { name: "loci_uncertainties_open", labels: {}, value: openUncertainties },
      { name: "loci_uncertainties_oldest_seconds", labels: {}, value: oldestUncertaintySeconds },
    ];
  });
}
