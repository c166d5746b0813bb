import { invalidField } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { serviceContext } from "../documents/work.ts";
import { integer } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { chunksRead, countPassages, readPlace, turnsRead, type PassageRow } from "../store/rereading.ts";

const kinds = { turn: turnsRead, chunk: chunksRead } as const;

/** Passages that were read for facts: turns first, then the chunks of documents. */
export async function readPassages(
  parts: Parts,
  request: graph.ReadPassagesRequest,
  call: Call,
): Promise<graph.ReadPassagesResponse> {
  const contextId = serviceContext(call);
  const limit = integer("/limit", request.limit, 1, 100);
  return parts.database.inContext(
    contextId,
    async (tx) => {
      const isFirst = request.after === "";
      const place = placeOf(isFirst && request.resume ? await readPlace(tx, contextId) : request.after);
      const remaining = isFirst ? await countPassages(tx, contextId) : 0;
      let rows = await kinds[place.kind](tx, contextId, place.parent, place.position);
      if (rows.length === 0 && place.kind === "turn") rows = await chunksRead(tx, contextId, "", -1);
      return { groups: groupsOf(rows).slice(0, limit), remaining };
    },
    { readOnly: true },
  );
}

function placeOf(place: string): { readonly kind: keyof typeof kinds; readonly parent: string; readonly position: number } {
  if (place === "") return { kind: "turn", parent: "", position: -1 };
  const [kind, position, parent] = place.split(" ", 3);
  const isKnown = (kind === "turn" || kind === "chunk") && parent !== undefined && Number.isInteger(Number(position));
  if (!isKnown) throw invalidField("/after", "is not the `place` of a group");
  return { kind, parent, position: Number(position) };
}

function groupsOf(rows: readonly PassageRow[]): graph.PassageGroup[] {
  return [...Map.groupBy(rows, ({ group }) => group).values()].map((passages) => ({
    passages: passages.map(({ id, role, speaker, content, knownAt }) => ({ id, role, speaker, content, knownAt })),
    place: passages.at(-1)?.place ?? "",
  }));
}
