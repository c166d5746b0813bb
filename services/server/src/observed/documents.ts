import type { Call } from "@loci/platform/call";
import { isOff, type Telemetry } from "@loci/platform/telemetry";
import type { GraphService } from "@loci/protos";

/** The same graph, with the time measured in which documents become ready, or fail. */
export function watchDocuments(graph: GraphService<Call>, telemetry: Telemetry, clock: () => number): GraphService<Call> {
  if (isOff(telemetry)) return graph;
  return {
    ...graph,
    async setDocumentStage(request, call) {
      const document = await graph.setDocumentStage(request, call);
      const { status: outcome, version, createdAt, processingStartedAt } = document;
      if (outcome !== "ready" && outcome !== "failed") return document;
      const since = version === 1 || processingStartedAt === "" ? createdAt : processingStartedAt;
      telemetry.meter.observe("loci_document_ready_seconds", { outcome }, (clock() - Date.parse(since)) / 1_000);
      return document;
    },
  };
}
