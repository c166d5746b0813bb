import { coversAll, LociError, regionAsScopeSet, toTimestamp, type Region, type ScopeSet } from "@loci/kernel";
import { invalidField } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { integer, labels, selector, text, timestamp } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { operationOf } from "../rpc/operation.ts";
import { storeDecisions } from "../store/apply.ts";
import { documentByContent, storeDocument, type Document } from "../store/documents.ts";
import { announce, lockContext } from "../store/feed.ts";
import { once } from "../store/operations.ts";
import { insertScopeSet, shortKey, type ContextScopeSets } from "../store/scope-sets.ts";
import { noteProgress } from "../store/unfinished-documents.ts";
import { documentMessage } from "./messages.ts";
import { writableDocument } from "./writable-document.ts";

const maxLabels = 32;

/** Makes a document, or finds the one with the same content in the same ScopeSet; with an id the next version of that one. */
export async function createDocument(
  parts: Parts,
  request: graph.CreateDocumentRequest,
  call: Call,
): Promise<graph.CreateDocumentResponse> {
  const identity = principalOf(call);
  const region = regionFor(call, "memory:write");
  const asked = selector("/scopes", request.scopes);
  if (asked && !coversAll(region, asked)) throw new LociError("forbidden", "memory:write does not cover the named scopes.");
  const now = toTimestamp(parts.clock());
  const given = checked(request);
  const { contextId, principalId: principal, delegatedPrincipalId: delegated, keyId } = identity;
  const operation = operationOf(call, request.operation);

  let replayed = true;
  const work = async (tx: Transaction): Promise<graph.CreateDocumentResponse> => {
    replayed = false;
    await lockContext(tx, contextId);
    const scopeSets = await parts.scopeSets.load(tx, contextId);
    const place = { tx, contextId, scopeSets, region, asked, now };
    const found =
      request.id === ""
        ? await newDocument(place, given, () => parts.ids("document"))
        : await nextVersion(place, given, await writableDocument(place, identity, request.id));
    if (!found.deduplicated) {
      const { document, isNew } = found;
      await storeDocument(tx, contextId, document);
      await noteProgress(tx, contextId, document, now);
      const rule = isNew ? "document_created" : "document_version";
      const evidence = { knownAt: document.knownAt };
      const decision = {
        id: parts.ids("decision"),
        kind: isNew ? "create" : "update",
        rule,
        recordId: document.id,
        turnId: "",
        evidence,
      } as const;
      await storeDecisions(tx, contextId, [decision], { principal, delegated, keyId, traceId: call.traceId, now });
    }
    const message = await documentMessage(tx, contextId, found.scopeSets, found.document);
    if (!found.deduplicated) await announce(tx, contextId, [found.document.id]);
    return { document: message, deduplicated: found.deduplicated, replayed: false };
  };
  const answer = await parts.database.inContext(contextId, (tx) => once(tx, contextId, operation, now, () => work(tx)));
  return { ...answer, replayed };
}

type Given = Pick<
  Document,
  "title" | "source" | "mimeType" | "filename" | "contentHash" | "sizeBytes" | "labels" | "observedAt" | "originalKey"
>;

function checked(request: graph.CreateDocumentRequest): Given {
  if (new Set(request.labels).size > maxLabels) throw new LociError("conflict", `A document has at most ${maxLabels} labels.`);
  return {
    title: text("/title", request.title, 1_024).trim(),
    source: text("/source", request.source, 2_048),
    mimeType: text("/mimeType", request.mimeType, 256),
    filename: text("/filename", request.filename, 1_024),
    contentHash: text("/contentHash", request.contentHash, 256, 1),
    sizeBytes: integer("/sizeBytes", request.sizeBytes, 0, Number.MAX_SAFE_INTEGER),
    labels: labels("/labels", request.labels),
    observedAt: timestamp("/observedAt", request.observedAt),
    originalKey: text("/originalKey", request.originalKey, 2_048),
  };
}

interface Place {
  readonly tx: Transaction;
  readonly contextId: string;
  readonly scopeSets: Pick<ContextScopeSets, "byKey">;
  readonly region: Region;
  readonly asked: ScopeSet | undefined;
  readonly now: string;
}

interface Found {
  readonly document: Document;
  readonly isNew: boolean;
  readonly deduplicated: boolean;
  readonly scopeSets: Pick<ContextScopeSets, "byKey">;
}

async function newDocument(place: Place, given: Given, newId: () => string): Promise<Found> {
  const { tx, contextId, now } = place;
  const scopes = place.asked ?? regionAsScopeSet(place.region);
  const key = shortKey(scopes);
  const known = await documentByContent(tx, contextId, key, given.contentHash);
  // Bytes that could not be read come again because something is different now: what they are said to be, or what reads them.
  if (known?.status === "failed") return versionOf(known, place, given);
  if (known) return { document: known, isNew: false, deduplicated: true, scopeSets: place.scopeSets };
  const isKnown = place.scopeSets.byKey.has(key);
  if (!isKnown) await insertScopeSet(tx, contextId, scopes);
  const scopeSets = isKnown ? place.scopeSets : { byKey: new Map([[key, scopes]]) };
  const document: Document = {
    ...{ ...given, id: newId(), scopeSet: key, version: 1, createdAt: now, length: 0, pages: 0, language: "" },
    ...queued(given, now),
  };
  return { document, isNew: true, deduplicated: false, scopeSets };
}

/** What every version begins with. */
function queued({ observedAt }: Given, now: string) {
  return {
    ...{
      status: "queued" as const,
      error: "",
      failedStage: "",
      attempts: 0,
      knownAt: observedAt || now,
      nearDuplicateOf: "",
      updatedAt: now,
    },
    ...{ processingStartedAt: "", processingCompletedAt: "" },
  };
}

async function nextVersion(place: Place, given: Given, known: Document): Promise<Found> {
  const { tx, contextId, scopeSets, asked } = place;
  if (asked && shortKey(asked) !== known.scopeSet) throw invalidField("/scopes", "a new version keeps its document's scopes");
  if (known.contentHash === given.contentHash && known.status !== "failed") {
    return { document: known, isNew: false, deduplicated: true, scopeSets };
  }
  const twin = await documentByContent(tx, contextId, known.scopeSet, given.contentHash);
  if (twin && twin.id !== known.id) throw new LociError("conflict", `This content is that of another document, ${twin.id}.`);
  return versionOf(known, place, given);
}

function versionOf(known: Document, { scopeSets, now }: Place, given: Given): Found {
  const title = given.title || known.title;
  const document: Document = { ...known, ...given, title, ...queued(given, now), version: known.version + 1 };
  return { document, isNew: false, deduplicated: false, scopeSets };
}
