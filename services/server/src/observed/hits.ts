/** What answers are worth as far as they themselves show it: hits that say the same again, and facts that had ended. */
import type { Call } from "@loci/platform/call";
import type { Telemetry } from "@loci/platform/telemetry";
import type { retrieval, RetrievalService } from "@loci/protos";

export interface HitCounts {
  readonly duplicates: number;
  readonly stale: number;
}

/** @param now milliseconds since the epoch */
export function countHits(hits: readonly Pick<retrieval.Hit, "text" | "validUntil">[], now: number): HitCounts {
  const said = new Set<string>();
  let stale = 0;
  for (const { text, validUntil } of hits) {
    said.add(
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim(),
    );
    if (validUntil !== "" && Date.parse(validUntil) <= now) stale++;
  }
  return { duplicates: hits.length - said.size, stale };
}

/** The same service with the hits of its queries counted; of those that ask for the past, for what has ended, or for duplicates, nothing is said. */
export function watchHits(service: RetrievalService<Call>, { meter }: Telemetry, clock: () => number): RetrievalService<Call> {
  return {
    ...service,
    async query(request, call) {
      const response = await service.query(request, call);
      const isOfPast = Object.values(request.time ?? {}).some((value) => value !== "");
      if (isOfPast || request.includeDuplicates || request.includeEnded) return response;
      const { duplicates, stale } = countHits(response.hits, clock());
      meter.add("loci_recall_hits_total", {}, response.hits.length);
      meter.add("loci_recall_duplicate_hits_total", {}, duplicates);
      meter.add("loci_recall_stale_hits_total", {}, stale);
      return response;
    },
  };
}
