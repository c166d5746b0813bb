import type { Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import { hopIn, overHop } from "@loci/text";
import type { RetrievalDeps } from "../deps.ts";
import { recall, type Recalled } from "./recall.ts";

/** "My sister's husband". */
const mostHops = 2;

/**
 * Recalls what answers a question; where it asks about somebody by their relation to another ("Ana's manager"), and what is found says who
 * that is, what answers it of them comes first.
 */
export async function recallOverHop(
  request: retrieval.QueryRequest,
  call: Call,
  deps: RetrievalDeps,
  responseId = "",
): Promise<Recalled> {
  const first = await recall(request, call, deps, responseId);
  let [hits, { query }] = [first.response.hits, request];
  // Who stands at the relation's end may be told further down than is asked for.
  let known = [...hits, ...first.further];
  for (let hops = 0; hops < mostHops; hops++) {
    const hop = hopIn(query);
    const over = hop && overHop(query, hop, known.flatMap(relatedBy));
    if (over === undefined) break;
    query = over;
    const { response, further } = await recall({ ...request, query }, call, deps, responseId || deps.ids("trace"));
    const found = new Set(response.hits.map((hit) => hit.id));
    hits = [...response.hits, ...hits.filter((hit) => !found.has(hit.id))];
    known = [...hits, ...further, ...known];
  }
  return query === request.query ? first : { ...first, response: { ...first.response, hits } };
}

function relatedBy({ entity, key, value, subject, label, object }: retrieval.Hit) {
  if (label !== "") return [{ subject, key: label, value: object, isRelation: true }];
  return key === "" ? [] : [{ subject: entity.slice(entity.indexOf("/") + 1), key, value }];
}
