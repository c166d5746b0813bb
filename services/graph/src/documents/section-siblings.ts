import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { atMost, integer, text, timeView } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { hydrateHits } from "../rpc/hydrate.ts";
import { siblingIds } from "../store/read-chunks.ts";

const maxSiblings = 512;

/** Chunks of the same sections, nearest to the given ones and without them, in the order of the text. */
export async function sectionSiblings(
  parts: Parts,
  request: graph.SectionSiblingsRequest,
  call: Call,
): Promise<graph.HydrateResponse> {
  atMost("/chunkIds", request.chunkIds, 512);
  const chunkIds = request.chunkIds.map((id, i) => text(`/chunkIds/${i}`, id, 256));
  const perSection = integer("/perSection", request.perSection, 1, 50);
  const ids = await reading(parts, call, timeView(request.time), ({ tx, sight }) => siblingIds(tx, sight, chunkIds, perSection));
  return hydrateHits(parts, { ids: ids.slice(0, maxSiblings), time: request.time, includeEnded: false }, call);
}
