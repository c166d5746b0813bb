import { coversAll, invalidField, isInvolved, LociError, toTimestamp, type Region, type ScopeSet } from "@loci/kernel";
import { asService, pauser, principalOf, regionFor, withGrants, type Call } from "@loci/platform/call";
import { presentTime, scopeSetMessage, scopeSetOf } from "@loci/platform/messages";
import { SearchIndexUnavailable, type Candidate } from "@loci/ports/search-index";
import type { graph, retrieval } from "@loci/protos";
import { analyse, expandTerms, fieldOf } from "@loci/text";
import type { RetrievalDeps } from "../deps.ts";
import { readForgetting, type Forgetting } from "../forget/question.ts";
import { eachOnce, matchesAmong } from "../forget/matches.ts";
import { mayMatch } from "../forget/relevance.ts";
import { asFound, unindexedRecords } from "../forget/sift.ts";
import { askGraph, type GraphLeg } from "../legs/graph.ts";
import { allowedLens } from "../lens.ts";
import { upToDate } from "../indexed.ts";
import { readQuestion } from "../question.ts";
import { whereverItIs } from "../standby.ts";
import { idsOf, withhold } from "./replies.ts";
import { scrub } from "./scrub-traces.ts";

/** Facts of the named entities that the graph leg adds; those that hold the name are found by their words, however many. */
const neighbourhoodLimit = 2_000;
/** A purge is recorded as of its beginning, and what was told until its end may hold what it took. */
const purgeTakesMs = 60_000;
const hydratedAtOnce = 100;
/** Characters of the records that one request compares, which takes up to five microseconds for each of them. */
const mostCompared = 16_000_000;
/** How often more candidates are asked for than the time before. */
const widening = 8;

const nothing: graph.ForgetRecordsResponse = { deleted: 0, refs: [], receipt: null, documentIds: [], replayed: false, gone: [] };

/**
 * Forgets what says what is asked for, whatever its number: facts, and of passages and silent turns the parts that say it. A purge takes what
 * says it and was forgotten before, or ended, along: also what a document said in a version that was replaced.
 */
export async function forget(
  request: retrieval.ForgetRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<graph.ForgetRecordsResponse> {
  const { contextId } = principalOf(call);
  const region = regionFor(call, "memory:forget");
  if (request.query.trim() === "") throw invalidField("/query", "must not be empty");
  const lens = allowedLens(scopeSetOf(request.lens), region);
  // What one may forget one may have matched: within that region, and no other.
  const looking = withGrants(call, { "memory:read": region, "memory:forget": region });
  const matches = await deps.forgettings(contextId, call.signal, () =>
    whereverItIs(contextId, deps, (over) => findMatching(request, region, lens, looking, over)),
  );
  const { purge, dryRun, keepForgotten, operation } = request;
  const found = { matches, purge, keepForgotten, reason: "forget" };
  // A reply that was made of what goes says it too, whatever words of it match.
  const ids = await repliesMadeOf(contextId, found, call, deps);
  const replies = new Set(ids);
  const asked = { ...found, matches: matches.filter(({ id }) => !replies.has(id)) };
  const isRepeatable = operation !== null && operation.id !== "";
  if (ids.length + matches.length === 0 && !isRepeatable) return nothing;
  const forgotten = await deps.graph.forgetRecords({ ...asked, ids, dryRun, operation }, call);
  // A chat that was under way may have stored its reply since; one that stores it later sees that its sources are gone.
  if (forgotten.receipt !== null) await purgeReplies(contextId, forgotten.receipt.id, call, deps);
  if (!purge && !dryRun) await withhold(contextId, [...asked.matches.map(({ id }) => id), ...idsOf(forgotten)], call, deps);
  return forgotten;
}

type Asked = Pick<graph.ForgetRecordsRequest, "matches" | "purge" | "keepForgotten" | "reason">;

/** The stored replies that were made of what matches, or of what goes along with it. */
async function repliesMadeOf(contextId: string, asked: Asked, call: Call, deps: RetrievalDeps): Promise<string[]> {
  if (asked.matches.length === 0 || !(await deps.traces.hasReplies(contextId))) return [];
  const told = await deps.graph.forgetRecords({ ...asked, ids: [], dryRun: true, operation: null }, call);
  return deps.traces.repliesMadeOf(contextId, [...new Set([...asked.matches.map(({ id }) => id), ...idsOf(told)])]);
}

/** Purges the replies of what was purged without a search, or by whoever died before. Safe to repeat. */
export async function followPurge(
  { receipt }: retrieval.FollowPurgeRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<graph.LifecycleResponse> {
  if (call.caller.kind !== "service") regionFor(call, "memory:forget");
  const contextId = call.caller.kind === "service" ? call.caller.contextId : principalOf(call).contextId;
  return { affected: await purgeReplies(contextId, receipt, call, deps) };
}

/**
 * Purges the replies that were made of what was erased, and takes the texts out of the traces that show it: in this order, as the replies
 * are found by those traces.
 */
async function purgeReplies(contextId: string, receipt: string, call: Call, deps: RetrievalDeps): Promise<number> {
  const own = asService(call, contextId);
  const { records } = await deps.graph.listPurged({ after: "", limit: 1, ids: [], receipt, withForgotten: false }, own);
  const [first] = records;
  if (first === undefined) return 0;
  const idsOf = (inPart: boolean) => records.filter((one) => one.inPart === inPart).map(({ id }) => id);
  const [erased, redacted] = [idsOf(false), idsOf(true)];
  // What is left of a record may be told later.
  const until = toTimestamp(Date.parse(first.recordedAt) + purgeTakesMs);
  const replies = await deps.traces.repliesMadeOf(contextId, erased);
  const others = await deps.traces.repliesMadeOf(contextId, redacted, until);
  const ids = [...new Set([...replies, ...others])].filter((id) => !erased.includes(id));
  const { affected } = ids.length === 0 ? { affected: 0 } : await deps.graph.purgeReplies({ receipt, ids }, own);
  const scrubbed = await scrub(contextId, [...erased, ...ids], deps);
  return affected + scrubbed + (await deps.traces.scrub(contextId, redacted, until));
}

async function findMatching(
  { query, purge }: Pick<retrieval.ForgetRequest, "query" | "purge">,
  region: Region,
  lens: ScopeSet | undefined,
  call: Call,
  deps: RetrievalDeps,
): Promise<graph.ForgetMatch[]> {
  const { contextId } = principalOf(call);
  const { revision } = await deps.graph.head({}, call);
  const { all: sets, tail, missing } = await upToDate(contextId, revision, call, deps);
  if (missing > 0) throw new SearchIndexUnavailable(`it is ${missing} changes behind`);
  // What is seen by one clause of its selector and named by others, too, is not for this caller to forget, nor to take out of traces.
  const visible = sets.filter((set) => coversAll(region, set.scopes) && (lens === undefined || isInvolved(lens, set.scopes)));
  const documents = visible.reduce((sum, set) => sum + set.documents, 0);
  const { subject } = readForgetting(query);
  const { names } = readQuestion(subject, toTimestamp(deps.clock()));
  const within = lens === undefined ? null : scopeSetMessage(lens);
  const leg = await askGraph(deps.graph, names, { limit: neighbourhoodLimit, time: null, lens: within, hops: 1 }, call);
  const pause = pauser(call.signal);
  const unindexed = unindexedRecords(deps.graph, within, call, pause);
  const entities = purge ? await unindexed.named(names) : [];
  const forgetting = readForgetting(query, [...leg.entities, ...asFound(entities, names)]);
  const search = (pool: number) =>
    deps.index.search({
      contextId,
      scopeSets: visible,
      everything: visible.length === sets.length,
      tail,
      terms: new Map(soughtTerms(forgetting).map((term) => [term, 1])),
      legs: { bm25: true, vector: false },
      vector: undefined,
      labels: [],
      // A section says nothing of its own: it goes with its document.
      classes: ["passage", "fact", "entity", "chunk"],
      asOf: "",
      includeEnded: purge,
      ids: [...leg.distance.keys()],
      during: [],
      pool,
      neighboursOf: 0,
    });
  const candidates = documents === 0 ? [] : await exhaust(search, deps.settings.poolSize, documents);
  const standing = await likelyAmong(forgetting, candidates, leg, pause);
  const records = gathering();
  for (let i = 0; i < standing.length; i += hydratedAtOnce) {
    const ids = standing.slice(i, i + hydratedAtOnce);
    // What is shown of a key's history is to be erased too.
    const found = purge
      ? await deps.graph.hydrateHits({ ids, time: presentTime, includeEnded: true }, call)
      : await deps.graph.hydrate({ ids, time: presentTime }, call);
    records.add(found.records);
  }
  const silent = new Set<string>();
  for await (const record of unindexed.silent(forgetting)) {
    silent.add(record.id);
    records.add([record]);
  }
  if (purge) {
    records.add(entities);
    for await (const record of unindexed.forgotten(forgetting, new Set(entities.map(({ id }) => id)))) records.add([record]);
  }
  return eachOnce(await matchesAmong(forgetting, records.all, silent, pause)).map(({ id, by, score, parts }) => ({
    ...{ id, score, matchedBy: by },
    parts: parts.map((part) => ({ ...part })),
  }));
}

/** What is compared word by word, as long as it is not too much. */
function gathering(): { readonly all: readonly graph.MemoryRecord[]; add(records: readonly graph.MemoryRecord[]): void } {
  const all: graph.MemoryRecord[] = [];
  let length = 0;
  return {
    all,
    add(records) {
      for (const record of records) {
        all.push(record);
        length += record.text.length;
      }
      if (length <= mostCompared) return;
      throw new LociError(
        "too_large",
        `More than ${mostCompared.toLocaleString("en")} characters may say this; narrow it, by its words or by scopes.`,
      );
    },
  };
}

/** What matches bears each of the terms that were asked for: so it is found by any of these. */
const mostSought = 64;

/** With what means the same, and where all of something is asked for with the words of its field. */
function soughtTerms({ terms, names, isWide }: Forgetting): string[] {
  const named = names.flatMap(({ words }) => words).slice(0, mostSought);
  const sought = terms.slice(0, mostSought);
  const asked = [...sought, ...analyse(named.join(" "))];
  return [...new Set([...expandTerms(asked).keys(), ...(isWide ? sought.flatMap((term) => [...fieldOf(term)]) : [])])];
}

/** Every candidate: asks for more until they are fewer than were asked for. */
async function exhaust(
  search: (pool: number) => Promise<readonly Candidate[]>,
  poolSize: number,
  documents: number,
): Promise<readonly Candidate[]> {
  for (let pool = poolSize; ; pool *= widening) {
    const found = await search(Math.min(pool, documents));
    if (pool >= documents || found.filter((candidate) => candidate.bm25 > 0).length < pool) return found;
  }
}

async function likelyAmong(
  forgetting: Forgetting,
  candidates: readonly Candidate[],
  leg: GraphLeg,
  pause: () => Promise<void>,
): Promise<string[]> {
  const named = new Set(leg.entities.map((entity) => entity.id));
  const likely: string[] = [];
  for (const { id, class: kind, terms } of candidates) {
    await pause();
    if (mayMatch(forgetting, new Set(terms), leg.distance.has(id) || named.has(id), kind === "fact")) likely.push(id);
  }
  return likely;
}
