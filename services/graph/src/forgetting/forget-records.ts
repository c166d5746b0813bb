import { factText, isVisible, kindOf } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { atMost, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import type { StoredReceipt } from "../store/erase.ts";
import { documentsOfChunks, matchDocuments, type Bereft, type DocumentMatch } from "../store/forget-documents-match.ts";
import { matchRecords, type Match } from "../store/forget-match.ts";
import type { Targets } from "../store/forget.ts";
import { forget, type Manner } from "./forgetting.ts";
import { inForgetRegion, type Forgetting } from "./region.ts";

/** What one says to forget is forgotten at once and as a whole, however much it is: this is what fits into one call. */
const maxIds = 1_000_000;
const maxRefs = 1_000;
const longestLabel = 200;

const coversMatched =
  "The records that matched, with what was derived from them alone: rows and their versions, vectors, texts of decisions, kept answers. A record that did not match stays, whatever it says.";

/** What a schedule erases within minutes of any purge; see docs/concepts/forgetting.md. */
const follows = [
  "Texts of traces that show an erased record, or hold an erased word that no record holds any more.",
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
  atMost("/ids", request.ids, maxIds);
  const ids = [...new Set(request.ids.map((id, i) => text(`/ids/${i}`, id, 256)))];
  const reason = text("/reason", request.reason, 2_000);
  const seen = principalOf(call).grants["memory:read"] ?? [];
  const labels = new Map<string, string>();
  const { dryRun, purge, operation } = request;
  const asked = { operation, dryRun };
  let isNew = false;
  const answer = await inForgetRegion(parts, call, asked, async (forgetting) => {
    isNew = true;
    const manner = { dryRun, purge, keep: request.keepForgotten, reason, covers: coversMatched };
    return endRecords(parts, forgetting, ids, manner, (match) => {
      if (isVisible(seen, forgetting.scopeSets.byKey.get(match.scopeSet) ?? [])) labels.set(match.foundAs, labelOf(match));
    });
  });
  // What a record was is told to the caller and kept nowhere: a stored answer has ids only.
  return { ...answer, replayed: !isNew, refs: answer.refs.map((ref) => ({ ...ref, label: labels.get(ref.id) ?? "" })) };
}

/** Ends or purges the records with these ids, as far as the caller may forget them. @param onMatch told of each */
export async function endRecords(
  parts: Parts,
  { tx, contextId, covered, author }: Forgetting,
  ids: readonly string[],
  { dryRun, covers, ...manner }: Manner & { readonly dryRun: boolean; readonly covers: string },
  onMatch: (match: Match | DocumentMatch) => void = () => undefined,
): Promise<graph.ForgetRecordsResponse> {
  const { purge } = manner;
  const where = { scopeSets: covered, withForgotten: purge };
  const records = await matchRecords(tx, contextId, ids, where);
  const documents = await matchDocuments(tx, contextId, ids, where);
  const matched = [...records, ...documents];
  matched.forEach(onMatch);
  const matchedTargets = targetsOf(records, documents);
  const bereft = purge ? await documentsOfChunks(tx, contextId, matchedTargets.chunks) : [];
  const targets = withWholeDocuments(matchedTargets, bereft);
  const receipt = dryRun ? undefined : await forget(parts, tx, contextId, targets, manner, author);
  return {
    deleted: matched.length,
    refs: matched.slice(0, maxRefs).map(({ foundAs }) => ({ id: foundAs, kind: kindOf(foundAs) ?? "", label: "" })),
    receipt: receipt === undefined ? null : receiptMessage(parts, receipt, author, covers, originalsLeft(bereft)),
    documentIds: purge ? [...targets.documents] : [],
    replayed: false,
  };
}

/** Purges records that somebody named, and what was derived from them alone. */
export function purgeRecords(
  parts: Parts,
  forgetting: Forgetting,
  ids: readonly string[],
  covers: string,
): Promise<graph.ForgetRecordsResponse> {
  return endRecords(parts, forgetting, ids, { dryRun: false, purge: true, keep: false, reason: "", covers });
}

/** What is answered where nothing is told of what was ended. */
export const endedQuietly: graph.ForgetRecordsResponse = { deleted: 0, refs: [], receipt: null, documentIds: [], replayed: false };

function targetsOf(records: readonly Match[], documents: readonly DocumentMatch[]): Targets {
  const of = (kind: Match["kind"]) => records.flatMap((match) => (match.kind === kind ? [match.id] : []));
  return {
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

function labelOf(match: Match | DocumentMatch): string {
  const full =
    match.kind === "fact"
      ? factText(match.name, match.key, match.value)
      : match.kind === "entity"
        ? `${match.type}/${match.name}`
        : match.text;
  return full.length > longestLabel ? `${full.slice(0, longestLabel)}…` : full;
}
