import { coversAll } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { atMost, integer, oneOf, text } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { linksAt } from "../store/document-links.ts";
import { announce, lockContext } from "../store/feed.ts";
import { present } from "../store/time-view.ts";
import { linkKinds } from "./domain/links.ts";
import { linkDocuments } from "./linking.ts";

/** Links among the documents that the caller may read and write, made anew. */
export async function recomputeLinks(parts: Parts, call: Call): Promise<graph.RecomputeLinksResponse> {
  const { contextId } = principalOf(call);
  const writable = regionFor(call, "memory:write");
  const readable = regionFor(call, "memory:read");
  return parts.database.inContext(contextId, async (tx) => {
    await lockContext(tx, contextId);
    const scopeSets = await parts.scopeSets.load(tx, contextId);
    const seen = scopeSets.visibleTo(readable) ?? [...scopeSets.byKey.keys()];
    const own = seen.filter((key) => coversAll(writable, scopeSets.byKey.get(key) ?? [["/"]]));
    const { documentIds, links } = await linkDocuments(tx, contextId, own);
    await announce(tx, contextId, documentIds);
    return { linksEmitted: links };
  });
}

/** Links of these kinds at these documents, where the caller sees both ends. */
export async function documentEdges(
  parts: Parts,
  request: graph.DocumentEdgesRequest,
  call: Call,
): Promise<graph.DocumentEdgesResponse> {
  atMost("/documentIds", request.documentIds, 500);
  const ids = request.documentIds.map((id, i) => text(`/documentIds/${i}`, id, 256));
  const kinds = request.kinds.length === 0 ? linkKinds : request.kinds.map((kind, i) => oneOf(`/kinds/${i}`, kind, linkKinds));
  const limit = integer("/limit", request.limit, 1, 10_000);
  const links = await reading(parts, call, present, ({ tx, sight }) => linksAt(tx, sight, ids, kinds, limit));
  return { edges: links.map(({ from, to, ...link }) => ({ fromDocument: from, toDocument: to, ...link })) };
}
