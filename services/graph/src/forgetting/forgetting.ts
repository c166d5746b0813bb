import { createHash } from "node:crypto";
import { isSeenWith, type Region, type ScopeSet } from "@loci/kernel";
import { pauser } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import { entityFingerprint, factFingerprint } from "../memory/fingerprints.ts";
import { forgottenPrints } from "../memory/recognition.ts";
import type { Parts } from "../rpc/deps.ts";
import { decideAgain } from "../rpc/reconciling.ts";
import { apply, storeDecisions, type Author } from "../store/apply.ts";
import { forgetChunks, forgetDocuments, passagesIn } from "../store/documents-forget.ts";
import { erase, storeReceipt, type Reach, type StoredReceipt } from "../store/erase.ts";
import { storeErasedWords, wordsOf } from "../store/erased-words.ts";
import { announce } from "../store/feed.ts";
import { storeForgotten } from "../store/fingerprints.ts";
import type { DocumentMatch } from "../store/forget-documents-match.ts";
import { matchRecords, type Match } from "../store/forget-match.ts";
import { forgetRecords, type Forgotten, type Targets } from "../store/forget.ts";
import { dropAnswers } from "../store/reservations.ts";
import { withholdWords, type Redaction } from "../store/withheld.ts";

export const noTargets: Targets = {
  ...{ turns: [], facts: [], entities: [], instructions: [], documents: [], chunks: [], unsaid: [], redacted: [], quoting: [] },
};

export interface Manner {
  /** Erase it for good; else it is hidden. */
  readonly purge: boolean;
  /** Keep fingerprints, so that the same text is not learned again. */
  readonly keep: boolean;
  readonly reason: string;
  /** Only told, and taken back: what nobody is told of is left undone. */
  readonly dryRun: boolean;
  /** What the caller may forget: of a purge it stays noted until the replies that were made of what is gone are purged within it too. */
  readonly region: Region;
  /** Keys of the selectors that the caller is told of; null for all. */
  readonly known: readonly string[] | null;
}

/** What was forgotten. */
export interface Outcome {
  /** Of a purge. */
  readonly receipt: StoredReceipt | undefined;
  /** What went along with the targets. */
  readonly along: readonly Along[];
  /** All that goes or loses words, by its own ids and by those that it is found by, with what lies in documents. */
  readonly gone: readonly string[];
}

export interface Along {
  readonly record: Match | DocumentMatch;
  /** What takes it along: a passage that it was read from or made of, or an entity that it is about; "" where that is not known. */
  readonly goesWith: string;
}

/**
 * Forgets records with what rests on them alone, decides again what stands without them, and tells the feed: the last statement
 * of the transaction. The caller holds the context's lock.
 * @param redactions passages that lose words and stay; `targets` names the statements that these words made
 */
export async function forget(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  asked: Targets,
  manner: Manner,
  author: Author,
  redactions: readonly Redaction[] = [],
): Promise<Outcome> {
  const { now } = author;
  const targets = { ...asked, redacted: redactions.map(({ id }) => id) };
  const forgotten = await forgetRecords(tx, contextId, targets, { now, withForgotten: manner.purge });
  const { turns, facts, entities, instructions } = forgotten;
  const along = await alongWith(tx, contextId, targets, forgotten);
  const gone = await idsIn(tx, contextId, forgotten, redactions);
  if (manner.dryRun) return { receipt: undefined, along, gone };
  // Before the first row is gone.
  const erased = manner.purge ? await wordsOf(tx, contextId, forgotten, redactions) : undefined;
  const withheld = await withholdWords(tx, contextId, redactions, { purge: manner.purge, now });
  const { passages, others } = await forgetPassages(tx, contextId, forgotten, { purge: manner.purge, now });
  const changed = await apply(parts, tx, contextId, await decideAgain(parts, tx, contextId, forgotten.statements, now), author);
  const evidence = manner.purge || manner.reason === "" ? {} : { reason: manner.reason };
  const rule = manner.purge ? "purged" : "forgotten";
  const decided = [...turns, ...facts, ...entities, ...instructions, ...targets.documents, ...targets.chunks];
  const decide = (recordIds: readonly string[], rule: string) =>
    recordIds.map((recordId) => ({ id: parts.ids("decision"), kind: "update" as const, rule, recordId, turnId: "", evidence }));
  await storeDecisions(tx, contextId, [...decide(decided, rule), ...decide(targets.redacted, `${rule}_in_part`)], author);
  if (manner.keep) {
    const prints = await printsOf(tx, contextId, { ...forgotten, entities: targets.entities });
    await storeForgotten(tx, contextId, [...prints, ...(await printsOfCuts(redactions))], now);
  }
  let receipt: StoredReceipt | undefined;
  if (erased) {
    const { byKey } = await parts.scopeSets.load(tx, contextId);
    const reach = { known: manner.known, unrelated: unrelatedTo(erased.selectors, byKey) };
    receipt = await purge(parts, tx, contextId, forgotten, passages, redactions, reach, author);
    await storeErasedWords(tx, contextId, { receipt: receipt.id, erased, redacted: targets.redacted, ...manner }, byKey, author);
  }
  const found = [...forgotten.passages, ...withheld, ...others, ...passages];
  const ended = [...found, ...facts, ...entities, ...instructions, ...targets.documents];
  if (!manner.purge) await dropAnswers(tx, contextId, [...ended, ...turns, ...targets.redacted]);
  await announce(tx, contextId, [...ended, ...changed]);
  return { receipt, along, gone };
}

/** Read before anything is erased. */
async function idsIn(
  tx: Transaction,
  contextId: string,
  forgotten: Forgotten,
  redactions: readonly Redaction[],
): Promise<string[]> {
  const { turns, passages, facts, entities, instructions, documents, chunks } = forgotten;
  const whole = [...turns, ...passages, ...facts, ...entities, ...instructions, ...documents, ...chunks];
  const { chunkIds, sectionIds } = await passagesIn(tx, contextId, documents);
  return [...new Set([...whole, ...chunkIds, ...sectionIds, ...redactions.flatMap(({ id, foundAs }) => [id, foundAs])])];
}

/** The records that nobody named and that go too, as they rested on what goes alone. Read before they are erased. */
async function alongWith(tx: Transaction, contextId: string, targets: Targets, forgotten: Forgotten): Promise<Along[]> {
  const named = new Set([...targets.facts, ...targets.entities, ...targets.instructions]);
  const ids = forgotten.newly.filter((id) => !named.has(id));
  if (ids.length === 0) return [];
  const because = new Map<string, string>();
  const note = (id: string, goesWith: string) => id !== "" && goesWith !== id && !because.get(id) && because.set(id, goesWith);
  for (const { factId, entityId, targetEntityId, passageId } of forgotten.statements) {
    const entity = [entityId, targetEntityId].find((id) => targets.entities.includes(id)) ?? "";
    note(factId, entity || passageId);
    for (const id of [entityId, targetEntityId]) note(id, passageId || (named.has(factId) ? factId : ""));
  }
  const records = await matchRecords(tx, contextId, ids, { scopeSets: null, withForgotten: true });
  return records.map((record) => ({ record, goesWith: because.get(record.id) ?? "" }));
}

async function printsOfCuts(redactions: readonly Redaction[]) {
  const pause = pauser();
  const prints: { readonly scopeSet: string; readonly print: string }[] = [];
  for (const { scopeSet, text, spans } of redactions) {
    for (const words of new Set(spans.map(({ start, end }) => text.slice(start, end)))) {
      await pause();
      for (const print of forgottenPrints(words)) prints.push({ scopeSet, print });
    }
  }
  return prints;
}

async function forgetPassages(
  tx: Transaction,
  contextId: string,
  { documents, chunks }: Targets,
  how: { readonly purge: boolean; readonly now: string },
): Promise<{ readonly passages: string[]; readonly others: readonly string[] }> {
  const whole = documents.length === 0 ? undefined : await forgetDocuments(tx, contextId, documents, how);
  const single = chunks.length === 0 ? undefined : await forgetChunks(tx, contextId, chunks, how);
  const passages = [whole, single].flatMap((gone) => (gone === undefined ? [] : [...gone.chunkIds, ...gone.sectionIds]));
  return { passages, others: single?.others ?? [] };
}

/** The selectors of which not everybody who sees what is under them sees something that is erased. */
function unrelatedTo(selectors: readonly string[], byKey: ReadonlyMap<string, ScopeSet>): string[] {
  const erased = selectors.flatMap((key) => byKey.get(key) ?? []);
  return [...byKey].flatMap(([key, set]) => (isSeenWith(set, erased) ? [] : [key]));
}

async function purge(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  forgotten: Forgotten,
  passages: readonly string[],
  redactions: readonly Redaction[],
  reach: Reach,
  author: Author,
): Promise<StoredReceipt> {
  const { ids, rows } = await erase(tx, contextId, forgotten, passages, redactions, reach, author);
  const hash = createHash("sha256")
    .update([...ids].sort().join("\n"))
    .digest("hex");
  const receipt = { id: parts.ids("receipt"), rows, hash };
  await storeReceipt(tx, contextId, receipt, author);
  return receipt;
}

/**
 * Read before anything is erased: of the texts and their sentences, of each fact that went with them, and of who was to be
 * forgotten as a whole.
 */
async function printsOf(
  tx: Transaction,
  contextId: string,
  { turns, facts, entities, instructions }: Pick<Targets, "turns" | "facts" | "entities" | "instructions">,
) {
  const ids = [...turns, ...facts, ...entities, ...instructions];
  const records = await matchRecords(tx, contextId, ids, { scopeSets: null, withForgotten: true });
  const pause = pauser();
  const all: { readonly scopeSet: string; readonly print: string }[] = [];
  for (const { kind, scopeSet, text, typeNorm, nameNorm, key, valueNorm } of records) {
    await pause();
    const prints =
      kind === "turn"
        ? forgottenPrints(text)
        : kind === "entity"
          ? [entityFingerprint(typeNorm, nameNorm)]
          : [factFingerprint(typeNorm, nameNorm, key, valueNorm)];
    for (const print of prints) all.push({ scopeSet, print });
  }
  return all;
}
