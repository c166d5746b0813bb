import { invalidField, isVisible } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { atMost, integer, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import type { StoredReceipt } from "../store/erase.ts";
import { documentsOfChunks, matchDocuments, type Bereft, type DocumentMatch } from "../store/forget-documents-match.ts";
import { matchRecords, type Match } from "../store/forget-match.ts";
import type { Targets } from "../store/forget.ts";
import { forget, noTargets, type Along, type Manner } from "./forgetting.ts";
import { planForgetting, type Match as Asked } from "./plan.ts";
import { maxRefs, refsOf } from "./refs.ts";
import { inForgetRegion, type Forgetting } from "./region.ts";

/** What one says to forget is forgotten at once and as a whole, however much it is: this is what fits into one call. */
const maxIds = 1_000_000;

const longestText = 100_000_000;

const coversMatched =
  "The records that matched, with what was derived from them alone: rows and their versions, vectors, texts of decisions, kept answers. Of a text that says more only the words that matched. What did not match stays, whatever it says.";

/** What a schedule erases within minutes of any purge; see docs/concepts/forgetting.md. */
const follows = [
  "Texts of traces that show an erased record, or that hold an erased word which no record holds any more and whose asker could see what was erased.",
  "Originals of erased documents.",
  "The search index's entries.",
  "Bytes of erased rows in the database's files, as far as the database gives them up.",
];

/**
 * Ends the records, or purges them and whatever was derived from them alone. Those beyond the caller's memory:forget region are
 * not matched, as if they were not there; a dry run tells the same and changes nothing.
 */
export async function forgetRecords(
  parts: Parts,
  request: graph.ForgetRecordsRequest,
  call: Call,
): Promise<graph.ForgetRecordsResponse> {
  const asked = askedFor(request);
  const reason = text("/reason", request.reason, 2_000);
  const { dryRun, purge, operation } = request;
  return inForgetRegionTold(parts, call, { operation, dryRun, deed: ["forget"] }, (forgetting, tell) =>
    endRecords(parts, forgetting, asked, { dryRun, purge, keep: request.keepForgotten, reason, covers: coversMatched }, tell),
  );
}

/** What a request names, checked; one id once. */
function askedFor({ ids, matches }: graph.ForgetRecordsRequest): Asked[] {
  atMost("/ids", ids, maxIds);
  atMost("/matches", matches, maxIds);
  const named = ids.map((id, i): Asked => asWhole(text(`/ids/${i}`, id, 256)));
  const matched = matches.map(({ id, matchedBy, score, parts }, i): Asked => {
    const at = `/matches/${i}`;
    if (matchedBy !== "words" && matchedBy !== "meaning") throw invalidField(`${at}/matchedBy`, "must be words or meaning");
    const spans = parts.map((part, j) => {
      const start = integer(`${at}/parts/${j}/start`, part.start, 0, longestText);
      return { start, end: integer(`${at}/parts/${j}/end`, part.end, start + 1, longestText) };
    });
    return { id: text(`${at}/id`, id, 256), by: matchedBy, score, parts: spans, withWords: true };
  });
  return [...new Map([...named, ...matched].map((one) => [one.id, one])).values()];
}

/** The same, where each record that goes is told to the caller, as far as it may read it; a stored answer has ids only. */
export async function inForgetRegionTold(
  parts: Parts,
  call: Call,
  asked: Parameters<typeof inForgetRegion>[2],
  work: (forgetting: Forgetting, tell: Tell) => Promise<graph.ForgetRecordsResponse>,
): Promise<graph.ForgetRecordsResponse> {
  const seen = principalOf(call).grants["memory:read"] ?? [];
  const labels = new Map<string, string>();
  let isNew = false;
  const answer = await inForgetRegion(parts, call, asked, async (forgetting) => {
    isNew = true;
    return work(forgetting, (id, scopeSet, label) => {
      if (isVisible(seen, forgetting.scopeSets.byKey.get(scopeSet) ?? [])) labels.set(id, label);
    });
  });
  return { ...answer, replayed: !isNew, refs: answer.refs.map((ref) => ({ ...ref, label: labels.get(ref.id) ?? "" })) };
}

export type Tell = (id: string, scopeSet: string, label: string) => void;

/** Ends or purges what is asked for, as far as the caller may forget it. @param tell of each record that goes */
export async function endRecords(
  parts: Parts,
  { tx, contextId, covered, known, author, region }: Forgetting,
  asked: readonly Asked[],
  { covers, ...manner }: Omit<Manner, "region" | "known"> & { readonly covers: string },
  tell: Tell = () => undefined,
): Promise<graph.ForgetRecordsResponse> {
  const { purge } = manner;
  const where = { scopeSets: covered, withForgotten: purge };
  const plan = await planForgetting(tx, contextId, asked, where);
  const records = await matchRecords(tx, contextId, plan.whole, where);
  const documents = await matchDocuments(tx, contextId, plan.whole, where);
  const single = records.filter(({ kind }) => kind === "statement").map(({ id }) => id);
  const quoting = purge ? records.filter(({ kind }) => kind === "quote").map(({ id }) => id) : [];
  const matchedTargets = { ...targetsOf(records, documents), unsaid: [...plan.unsaid, ...single], quoting };
  const cut = plan.redactions.filter(({ kind }) => kind === "chunk").map(({ id }) => id);
  const bereft = purge ? await documentsOfChunks(tx, contextId, matchedTargets.chunks, cut) : [];
  const targets = withWholeDocuments(matchedTargets, bereft);
  const taken = await documentsTaken(tx, contextId, bereft, where);
  const done = await forget(parts, tx, contextId, targets, { ...manner, region, known }, author, plan.redactions);
  const all = refsOf([...records, ...documents], plan.redactions, [...done.along, ...taken], plan.reasons);
  const told = known && new Set(known);
  const refs = all.filter(({ scopeSet }) => told === null || told.has(scopeSet));
  for (const { ref, scopeSet, label } of refs) tell(ref.id, scopeSet, label);
  const stillHeld = originalsLeft(bereft);
  return {
    deleted: refs.length,
    refs: refs.slice(0, maxRefs).map(({ ref }) => ref),
    receipt: done.receipt === undefined ? null : receiptMessage(parts, done.receipt, author, covers, stillHeld),
    documentIds: purge ? [...targets.documents] : [],
    replayed: false,
    // What was purged is told by its receipt.
    gone: done.receipt === undefined ? [...done.gone] : [],
  };
}

/** A record that somebody named by its id, and nothing else. */
export function asWhole(id: string): Asked {
  return { id, by: "id", score: 0, parts: [], withWords: false };
}

/** What is answered where nobody asked for a list of what was ended: retrieval takes it out of what it made of it. */
export function endedQuietly({ gone }: graph.ForgetRecordsResponse): graph.ForgetRecordsResponse {
  return { deleted: 0, refs: [], receipt: null, documentIds: [], replayed: false, gone };
}

function targetsOf(records: readonly Match[], documents: readonly DocumentMatch[]): Targets {
  const of = (kind: Match["kind"]) => records.flatMap((match) => (match.kind === kind ? [match.id] : []));
  return {
    ...noTargets,
    ...{ turns: of("turn"), facts: of("fact"), entities: of("entity"), instructions: of("instruction") },
    documents: documents.flatMap((match) => (match.kind === "document" ? [match.id] : [])),
    chunks: documents.flatMap((match) => (match.kind === "chunk" ? [match.id] : [])),
  };
}

/** A document of which every chunk is purged goes as a whole: its original says what they said. */
function withWholeDocuments(targets: Targets, bereft: readonly Bereft[]): Targets {
  const whole = bereft.filter((one) => one.isWhole);
  const theirs = new Set(whole.flatMap((one) => one.chunkIds));
  return {
    ...targets,
    documents: [...targets.documents, ...whole.map((one) => one.id)],
    chunks: targets.chunks.filter((id) => !theirs.has(id)),
  };
}

/** These documents, each of which its first chunk takes along. */
async function documentsTaken(
  tx: Transaction,
  contextId: string,
  bereft: readonly Bereft[],
  where: Parameters<typeof matchDocuments>[3],
): Promise<Along[]> {
  const chunkOf = new Map(bereft.flatMap(({ id, isWhole, chunkIds }) => (isWhole ? [[id, chunkIds[0] ?? ""]] : [])));
  const documents = await matchDocuments(tx, contextId, [...chunkOf.keys()], where);
  return documents.map((record) => ({ record, goesWith: chunkOf.get(record.id) ?? "" }));
}

/** Bytes of a format cannot be purged in part. */
function originalsLeft(bereft: readonly Bereft[]): string[] {
  return bereft.flatMap(({ id, isWhole }) => (isWhole ? [] : [`the original of ${id}, until that is deleted or replaced`]));
}

export function receiptMessage(
  { database: { features } }: Pick<Parts, "database">,
  { id, rows, hash }: StoredReceipt,
  { now: createdAt, principal }: Pick<Forgetting["author"], "now" | "principal">,
  covers: string,
  stillHeld: readonly string[] = [],
): graph.Receipt {
  const told = { covers, stillHeld: [...stillHeld], follows: [...follows], beyondReach: beyondReach(createdAt, features.product) };
  return { id, createdAt, principal, erased: { ...rows }, hash, ...told };
}

/** Copies that were made before a purge, of which Loci knows neither where they are nor how long they are kept. */
function beyondReach(purgedAt: string, product: string): string[] {
  const copies = `Backups and exports made before ${purgedAt}, until the end of life that whoever keeps them gave them.`;
  // PGlite's log of changes stays in its folder, and is cut there.
  if (product === "pglite") return [copies];
  return [copies, `Archives and replicas of the server's log of changes (WAL) from before ${purgedAt}, until they are removed.`];
}
