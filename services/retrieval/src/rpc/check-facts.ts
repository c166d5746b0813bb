import { LociError, toTimestamp } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { presentTime } from "@loci/platform/messages";
import type { Candidate } from "@loci/ports/search-index";
import type { retrieval } from "@loci/protos";
import { analyse, aspectTerms, mayTellChange } from "@loci/text";
import type { RetrievalDeps } from "../deps.ts";
import type { CheckedHit } from "../fuse/fold.ts";
import { indexedFor } from "../indexed.ts";
import { endedFacts } from "../recall/ended-facts.ts";
import { isPassage } from "../recall/order.ts";
import { withIndex } from "../standby.ts";

const most = 500;
/** So many passages are looked at for all of the facts together. */
const pool = 60;

/** @throws LociError `invalid` for more facts than a page has */
export async function checkFacts(
  { ids }: retrieval.CheckFactsRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.CheckFactsResponse> {
  if (ids.length > most) throw new LociError("invalid", `At most ${most} facts are checked at once.`);
  const region = regionFor(call, "memory:read");
  if (ids.length === 0) return { ended: [] };
  const now = toTimestamp(deps.clock());
  const [{ revision }, { records }] = await Promise.all([
    deps.graph.head({}, call),
    deps.graph.hydrateHits({ ids, time: presentTime, includeEnded: false }, call),
  ]);
  const facts = records
    .filter(({ kind, standing }) => (kind === "attribute" || kind === "relation") && standing?.kind === "current")
    .map((record): CheckedHit => ({ record, ranked: { candidate: candidateOf(record.id, record.knownAt), score: 1, parts: [] } }));
  if (facts.length === 0) return { ended: [] };
  const found = await withIndex(principalOf(call).contextId, deps, async (over) => {
    const { visible, everything, tail } = await indexedFor({ region, lens: undefined, revision }, call, over);
    return over.index.search({
      contextId: principalOf(call).contextId,
      ...{ scopeSets: visible, everything, tail, terms: termsOf(facts), legs: { bm25: true, vector: false }, vector: undefined },
      ...{ labels: [], asOf: "", includeEnded: false, ids: [], during: [], pool, neighboursOf: 0 },
    });
  });
  const said = found.filter(isPassage).sort((a, b) => b.bm25 - a.bm25);
  const passages = await deps.graph.hydrateHits({ ids: said.map(({ id }) => id), time: presentTime, includeEnded: false }, call);
  const byId = new Map(passages.records.map((record) => [record.id, record]));
  const checked = said.flatMap((candidate): CheckedHit[] => {
    const record = byId.get(candidate.id);
    return record === undefined ? [] : [{ record, ranked: { candidate, score: candidate.bm25, parts: [] } }];
  });
  return { ended: endedFacts(facts, checked, now) };
}

/** What finds news of facts: whose they are, what they say, and the words by which a change of such a key is told. */
function termsOf(facts: readonly CheckedHit[]): Map<string, number> {
  const terms = facts.flatMap(({ record: { entityName, key, value } }) => {
    const ofKey = analyse(key.replaceAll("_", " "));
    const ofChange = ofKey.flatMap((term) => [...aspectTerms(term)].filter((one) => mayTellChange([one])));
    // "I use Chrome", "I switched to Firefox"
    const ofKind = analyse(value).flatMap((term) => [...aspectTerms(term)]);
    return [...analyse(entityName), ...ofKey, ...analyse(value), ...ofChange, ...ofKind];
  });
  return new Map([...new Set(terms)].slice(0, 512).map((term) => [term, 1]));
}

/** A fact that no index was asked for. */
function candidateOf(id: string, knownAt: string): Candidate {
  const blank = { terms: [], speaker: "", sessionId: "", seq: 0, documentId: "", bm25: 0, cosine: 0 };
  return { id, class: "fact", knownAt, ...blank };
}
