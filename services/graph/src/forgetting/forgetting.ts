import { createHash } from "node:crypto";
import type { Transaction } from "@loci/ports/database";
import { entityFingerprint, factFingerprint } from "../memory/fingerprints.ts";
import { forgottenPrints } from "../memory/recognition.ts";
import type { Parts } from "../rpc/deps.ts";
import { decideAgain } from "../rpc/reconciling.ts";
import { apply, storeDecisions, type Author } from "../store/apply.ts";
import { forgetChunks, forgetDocuments } from "../store/documents-forget.ts";
import { erase, storeReceipt, type StoredReceipt } from "../store/erase.ts";
import { storeErasedWords, wordsOf } from "../store/erased-words.ts";
import { announce } from "../store/feed.ts";
import { storeForgotten } from "../store/fingerprints.ts";
import { matchRecords } from "../store/forget-match.ts";
import { forgetRecords, type Forgotten, type Targets } from "../store/forget.ts";

export const noTargets: Targets = { turns: [], facts: [], entities: [], instructions: [], documents: [], chunks: [] };

export interface Manner {
  /** Erase it for good; else it is hidden. */
  readonly purge: boolean;
  /** Keep fingerprints, so that the same text is not learned again. */
  readonly keep: boolean;
  readonly reason: string;
}

/**
 * Forgets records with what rests on them alone, decides again what stands without them, and tells the feed: the last statement
 * of the transaction. The caller holds the context's lock.
 * @returns the receipt of a purge
 */
export async function forget(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  targets: Targets,
  manner: Manner,
  author: Author,
): Promise<StoredReceipt | undefined> {
  const { now } = author;
  const forgotten = await forgetRecords(tx, contextId, targets, now);
  const { turns, facts, entities, instructions } = forgotten;
  // Before the first row is gone.
  const words = manner.purge ? await wordsOf(tx, contextId, forgotten) : undefined;
  const passages = await forgetPassages(tx, contextId, forgotten, { purge: manner.purge, now });
  const changed = await apply(parts, tx, contextId, await decideAgain(parts, tx, contextId, forgotten.statements, now), author);
  const evidence = manner.purge || manner.reason === "" ? {} : { reason: manner.reason };
  const rule = manner.purge ? "purged" : "forgotten";
  const ended = [...turns, ...facts, ...entities, ...instructions, ...targets.documents, ...targets.chunks];
  await storeDecisions(
    tx,
    contextId,
    ended.map((recordId) => ({ id: parts.ids("decision"), kind: "update" as const, rule, recordId, turnId: "", evidence })),
    author,
  );
  if (manner.keep)
    await storeForgotten(tx, contextId, await printsOf(tx, contextId, { ...forgotten, entities: targets.entities }), now);
  const receipt = manner.purge ? await purge(parts, tx, contextId, forgotten, passages, author) : undefined;
  if (receipt) await storeErasedWords(tx, contextId, receipt.id, words, author);
  const gone = [...forgotten.passages, ...facts, ...entities, ...instructions, ...targets.documents, ...passages];
  await announce(tx, contextId, [...gone, ...changed]);
  return receipt;
}

async function forgetPassages(
  tx: Transaction,
  contextId: string,
  { documents, chunks }: Targets,
  how: { readonly purge: boolean; readonly now: string },
): Promise<string[]> {
  const whole = documents.length === 0 ? undefined : await forgetDocuments(tx, contextId, documents, how);
  const single = chunks.length === 0 ? undefined : await forgetChunks(tx, contextId, chunks, how);
  return [whole, single].flatMap((gone) => (gone === undefined ? [] : [...gone.chunkIds, ...gone.sectionIds]));
}

async function purge(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  forgotten: Forgotten,
  passages: readonly string[],
  author: Author,
): Promise<StoredReceipt> {
  const { ids, rows } = await erase(tx, contextId, forgotten, passages, author);
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
async function printsOf(tx: Transaction, contextId: string, { turns, facts, entities, instructions }: Targets) {
  const ids = [...turns, ...facts, ...entities, ...instructions];
  const records = await matchRecords(tx, contextId, ids, { scopeSets: null, withForgotten: true });
  return records.flatMap(({ kind, scopeSet, text, typeNorm, nameNorm, key, valueNorm }) => {
    const prints =
      kind === "turn"
        ? forgottenPrints(text)
        : kind === "entity"
          ? [entityFingerprint(typeNorm, nameNorm)]
          : [factFingerprint(typeNorm, nameNorm, key, valueNorm)];
    return prints.map((print) => ({ scopeSet, print }));
  });
}
