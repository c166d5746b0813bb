import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { isChangedSince } from "../store/visible-changes.ts";
import { present } from "../store/time-view.ts";
import { atMost, integer, text } from "./checks.ts";
import { reading, type Parts } from "./deps.ts";

const maxIds = 2_000;

/** Whether what the caller may see is other than it was at a revision, as far as anybody could tell by an answer with these records. */
export async function changedSince(
  parts: Parts,
  request: graph.ChangedSinceRequest,
  call: Call,
): Promise<graph.ChangedSinceResponse> {
  const after = integer("/after", request.after, 0, Number.MAX_SAFE_INTEGER);
  atMost("/ids", request.ids, maxIds);
  const ids = request.ids.map((id, i) => text(`/ids/${i}`, id, 256));
  return reading(parts, call, present, async ({ tx, sight }) => ({ changed: await isChangedSince(tx, sight, after, ids) }));
}
