import { createHash } from "node:crypto";
import { canonicalScopeSet } from "@loci/kernel";
import { digestOf } from "@loci/ports/search-index/digest";
import type { Candidate, IndexChange, IndexDocument, IndexedScopeSet } from "@loci/ports/search-index";
import { countedAs, kindOf, placeOf, termsOf } from "../scoring/kinds.ts";

/** OpenSearch takes ids of 512 bytes. */
const longestId = 500;

/** Context ids hold no slash, and no record has the empty id: that is the context's mark. */
export function idIn(contextId: string, id: string): string {
  const whole = `${contextId}/${id}`;
  return Buffer.byteLength(whole) <= longestId ? whole : `${contextId}/#${hash(id)}`;
}

/** What the statistics of a ScopeSet are counted under: keys may be longer than a keyword may. */
export function countedBy(set: Pick<IndexedScopeSet, "scopes" | "kind">): string {
  return `${set.kind} ${hash(countedAs({ scopes: set.scopes, class: set.kind === "memory" ? "passage" : "chunk" }))}`;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** As many of the hash's bits as a number holds. */
function tieOf(id: string): number {
  return createHash("sha256").update(id).digest().readUIntBE(0, 6);
}

/** A change as OpenSearch keeps it: a record's document, or what is left of one that was removed. */
export function stored(contextId: string, change: IndexChange, epoch: number, now: number): object {
  if ("remove" in change) return { removedFrom: contextId, epoch, removedAt: now };
  const { put } = change;
  const terms = termsOf(put);
  const kind = kindOf(put.class);
  return {
    contextId,
    epoch,
    id: put.id,
    tie: tieOf(put.id),
    class: put.class,
    counted: countedBy({ scopes: put.scopes, kind }),
    scopes: JSON.stringify(canonicalScopeSet(put.scopes)),
    labels: put.labels,
    ...(put.documentId !== "" && { documentId: put.documentId }),
    ...(put.sessionId !== "" && { place: placeOf(put.sessionId, put.seq) }),
    length: terms.length,
    knownAt: put.knownAt,
    ...(put.knownUntil !== "" && { knownUntil: put.knownUntil }),
    text: put.text,
    digest: digestOf(put),
    [kind === "memory" ? "memoryTerms" : "documentTerms"]: terms.join(" "),
    card: writeCard(put, terms),
    ...(put.embedding.some((value) => value !== 0) && { embedding: Array.from(put.embedding, shortened) }),
  };
}

/** Seven digits are what a float holds; more make the request longer. */
export function shortened(value: number): number {
  return Math.round(value * 1e7) / 1e7;
}

type Card = readonly [string, Candidate["class"], string, string, string, number, string, string];

function writeCard(
  { id, class: documentClass, speaker, sessionId, seq, documentId, knownAt }: IndexDocument,
  terms: readonly string[],
) {
  const card: Card = [id, documentClass, terms.join(" "), speaker, sessionId, seq, documentId, knownAt];
  return Buffer.from(JSON.stringify(card)).toString("base64");
}

/** A candidate before it is scored. */
export function readCard(base64: string): Omit<Candidate, "bm25" | "cosine"> {
  const card = JSON.parse(Buffer.from(base64, "base64").toString()) as Card;
  const [id, documentClass, terms, speaker, sessionId, seq, documentId, knownAt] = card;
  return { id, class: documentClass, terms: terms === "" ? [] : terms.split(" "), speaker, sessionId, seq, documentId, knownAt };
}
