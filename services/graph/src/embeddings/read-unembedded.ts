import { entityText, factText, invalidField } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { integer } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { countMissing, embeddedKinds, readUnembedded, type EmbeddedKind, type Unembedded } from "../store/unembedded.ts";
import { requireDeployment, servedContext } from "./progress.ts";
import { spaceFor } from "./spaces.ts";

/** Records whose vector is to be made, one kind after the other. */
export async function readUnembeddedRecords(
  parts: Parts,
  request: graph.ReadUnembeddedRequest,
  call: Call,
): Promise<graph.ReadUnembeddedResponse> {
  const contextId = servedContext(call);
  const limit = integer("/limit", request.limit, 1, 1_000);
  const from = place(request.after);
  return parts.database.inContext(
    contextId,
    async (tx) => {
      const space = spaceFor(await requireDeployment(tx), request.embedding);
      const remaining = request.after === "" ? await countMissing(tx, contextId, space) : 0;
      let { after } = from;
      for (const kind of embeddedKinds.slice(embeddedKinds.indexOf(from.kind))) {
        const found = await readUnembedded(tx, contextId, space, { kind, after, limit });
        const last = found.at(-1);
        if (last !== undefined) return { records: found.map(record), remaining, next: `${kind} ${last.place}` };
        after = "";
      }
      return { records: [], remaining, next: "" };
    },
    { readOnly: true },
  );
}

/** A page's `next`: the kind, and the last one's key in it. */
function place(cursor: string): { readonly kind: EmbeddedKind; readonly after: string } {
  if (cursor === "") return { kind: embeddedKinds[0], after: "" };
  const [name, after] = cursor.split(" ", 2);
  const kind = embeddedKinds.find((one) => one === name);
  if (kind === undefined || after === undefined) throw invalidField("/after", "is not the `next` of a page");
  return { kind, after };
}

/** What its embedder makes a text of. */
function record({ id, kind, parts }: Unembedded): graph.UnembeddedRecord {
  const [first = "", second = "", third = ""] = parts;
  const plain = { id, text: first, speaker: "", documentTitle: "", sectionHeading: "" };
  switch (kind) {
    case "entity":
      return { ...plain, text: entityText(first, second) };
    case "fact":
      return { ...plain, text: factText(first, second, third) };
    case "turn":
      return { ...plain, speaker: second };
    case "chunk":
      return { ...plain, documentTitle: second, sectionHeading: third };
    case "keyword":
      return plain;
  }
}
