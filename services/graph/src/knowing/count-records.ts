import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { reading, type Parts } from "../rpc/deps.ts";
import { readVisibleRevision } from "../store/visible-changes.ts";
import { countRecords as count } from "../store/state.ts";
import { present } from "../store/time-view.ts";
import { allowedLens, throughLens } from "./lens.ts";

const health = [
  ...["pending_extractions", "failed_extractions", "set_aside_extractions"],
  ...["failed_documents", "unfinished_documents", "quarantined"],
];

/** What stands in the caller's region, or in what of it the lens involves, in numbers, and what waits or failed there. */
export async function countRecords(parts: Parts, request: graph.CountRecordsRequest, call: Call): Promise<graph.RecordCounts> {
  const lens = request.lens === null ? undefined : allowedLens(request.lens, call);
  return reading(parts, call, present, async (read) => {
    const { tx } = read;
    const sight = throughLens(read, lens);
    const counted = Object.entries(await count(tx, sight));
    return {
      records: Object.fromEntries(counted.filter(([name]) => !health.includes(name))),
      health: Object.fromEntries(counted.filter(([name]) => health.includes(name))),
      revision: await readVisibleRevision(tx, sight),
    };
  });
}
