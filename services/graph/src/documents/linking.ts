import { unpackVector } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
import {
  chunksNaming,
  chunkTexts,
  chunkVectors,
  headingFeatures,
  keywordFeatures,
  linkableDocuments,
  repetitions,
  replaceLinks,
  storeSummary,
  type Feature,
  type LinkableDocument,
} from "../store/document-links.ts";
import type { Document } from "../store/documents.ts";
import { overlapLinks, strongest, summaryLinks, type Features, type Link } from "./domain/links.ts";
import { mentionFinder } from "./domain/mentions.ts";
import { meanVector } from "./section-vectors.ts";

/** Links are made among so many documents at most, the newest ones. */
const maxDocuments = 2_000;
const maxNewestChunks = 2_000;
const textsAtOnce = 1_000;
const leastRepetition = 0.1;

/** Makes one document's links to the others of its ScopeSet anew. */
export async function linkDocument(tx: Transaction, contextId: string, document: Document): Promise<void> {
  const vectors = await chunkVectors(tx, contextId, document.id);
  await storeSummary(tx, contextId, document.id, meanVector(vectors));
  const documents = await linkableDocuments(tx, contextId, [document.scopeSet], maxDocuments);
  const own = documents.find((one) => one.id === document.id);
  if (own === undefined) return;
  const links = await commonLinks(tx, contextId, documents, own.id);
  const others = documents.filter((one) => one.id !== own.id);
  links.push(...(await mentioned(tx, contextId, [own], others)));
  const names = namesOf(own);
  const ids = others.map((one) => one.id);
  if (names.length > 0) {
    const find = mentionFinder([{ id: own.id, names }]);
    for (const chunk of await chunksNaming(tx, contextId, ids, names, maxNewestChunks)) {
      links.push(...find(chunk.text).map(({ name }) => mention(chunk.documentId, own.id, name)));
    }
  }
  await replaceLinks(tx, contextId, [own.id, ...ids], oneOfEach(links), own.id);
}

export interface Linked {
  readonly documentIds: readonly string[];
  readonly links: number;
}

/** Makes the links among these ScopeSets' documents anew; from one ScopeSet to another leads only what a text itself names. */
export async function linkDocuments(tx: Transaction, contextId: string, scopeSets: readonly string[]): Promise<Linked> {
  const documents = await linkableDocuments(tx, contextId, scopeSets, maxDocuments);
  const documentIds = documents.map((one) => one.id);
  if (documents.length === 0) return { documentIds, links: 0 };
  const links = await commonLinks(tx, contextId, documents);
  links.push(...(await mentioned(tx, contextId, documents, documents)));
  const all = oneOfEach(links);
  await replaceLinks(tx, contextId, documentIds, all);
  return { documentIds, links: all.length };
}

/**
 * Shared keywords and headings, like vectors, repeated chunks: among the documents of one ScopeSet, as the weight of what two of them
 * share depends on the others, and who sees the two must see these.
 */
async function commonLinks(
  tx: Transaction,
  contextId: string,
  documents: readonly LinkableDocument[],
  about?: string,
): Promise<Link[]> {
  const ids = documents.map((one) => one.id);
  const keywords = features(await keywordFeatures(tx, contextId, ids));
  const headings = features(await headingFeatures(tx, contextId, ids));
  const repeated = (await repetitions(tx, contextId, ids)).filter(
    ({ from, to, part }) => part >= leastRepetition && (about === undefined || from === about || to === about),
  );
  return [...Map.groupBy(documents, (one) => one.scopeSet).values()].flatMap((group) => {
    const members = new Set(group.map((one) => one.id));
    const among = (all: ReadonlyMap<string, Features>) => new Map([...all].filter(([id]) => members.has(id)));
    const vectors = group.flatMap(({ id, summary }) =>
      summary === null || summary.length === 0 ? [] : [[id, unpackVector(summary)] as const],
    );
    const within = repeated.filter(({ from, to }) => members.has(from) && members.has(to));
    return [
      ...overlapLinks("knowledge_has_keyword", among(keywords), about),
      ...overlapLinks("section_match", among(headings), about),
      ...summaryLinks(new Map(vectors), about),
      ...strongest(
        within.map(({ from, to, part }) => ({ from, to, kind: "document_link", weight: Math.min(part, 1), label: "" })),
      ),
    ];
  });
}

function features(rows: readonly Feature[]): ReadonlyMap<string, Features> {
  const documents = new Map<string, Map<string, { weight: number; label: string }>>();
  for (const { documentId, form, label, weight } of rows) {
    const own = documents.get(documentId) ?? new Map<string, { weight: number; label: string }>();
    own.set(form, { weight, label });
    documents.set(documentId, own);
  }
  return documents;
}

/** Links from documents of which a text names another one. */
async function mentioned(
  tx: Transaction,
  contextId: string,
  from: readonly LinkableDocument[],
  to: readonly LinkableDocument[],
): Promise<Link[]> {
  const find = mentionFinder(to.map((one) => ({ id: one.id, names: namesOf(one) })));
  const ids = from.map((one) => one.id);
  const links: Link[] = [];
  let after = "";
  for (;;) {
    const texts = await chunkTexts(tx, contextId, ids, after, textsAtOnce);
    for (const { documentId, text } of texts) {
      for (const found of find(text))
        if (found.documentId !== documentId) links.push(mention(documentId, found.documentId, found.name));
    }
    const last = texts.at(-1);
    if (last === undefined || texts.length < textsAtOnce) return links;
    after = last.id;
  }
}

function namesOf({ title, source, filename }: LinkableDocument): string[] {
  return [...new Set([title, source, filename])].filter((name) => name !== "");
}

function mention(from: string, to: string, label: string): Link {
  return { from, to, kind: "document_link", weight: 1, label };
}

/** One link of a kind from one document to another: the strongest, and of those the one with a label. */
function oneOfEach(links: readonly Link[]): Link[] {
  const best = new Map<string, Link>();
  for (const link of links) {
    const key = JSON.stringify([link.from, link.to, link.kind]);
    const known = best.get(key);
    if (known === undefined || link.weight > known.weight || (link.weight === known.weight && known.label === ""))
      best.set(key, link);
  }
  return [...best.values()];
}
