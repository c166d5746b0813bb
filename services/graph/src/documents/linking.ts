import { unpackVector } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
import {
  chunkTexts,
  headingFeatures,
  keywordFeatures,
  linkableDocuments,
  repetitions,
  replaceLinks,
  type Feature,
  type LinkableDocument,
} from "../store/document-links.ts";
import {
  mentionLink,
  oneOfEach,
  overlapLinks,
  repetitionLinks,
  strongest,
  summaryLinks,
  type Features,
  type Link,
} from "./domain/links.ts";
import { namedDocuments } from "./domain/mentions.ts";

/** Links by what has to be looked at one by one are made among so many documents at most, the newest ones. */
export const maxDocuments = 2_000;
const textsAtOnce = 1_000;

export interface Linked {
  readonly documentIds: readonly string[];
  readonly links: number;
}

/** Makes the links among these ScopeSets' documents anew; from one ScopeSet to another leads only what a text itself names. */
export async function linkDocuments(tx: Transaction, contextId: string, scopeSets: readonly string[]): Promise<Linked> {
  const documents = await linkableDocuments(tx, contextId, scopeSets, maxDocuments);
  const documentIds = documents.map((one) => one.id);
  if (documents.length === 0) return { documentIds, links: 0 };
  const links = [...(await commonLinks(tx, contextId, documents)), ...(await mentioned(tx, contextId, documents))];
  const all = oneOfEach(links);
  await replaceLinks(tx, contextId, documentIds, all);
  return { documentIds, links: all.length };
}

/**
 * Shared keywords and headings, like vectors, repeated chunks: among the documents of one ScopeSet, as the weight of what two of them
 * share depends on the others, and who sees the two must see these.
 */
async function commonLinks(tx: Transaction, contextId: string, documents: readonly LinkableDocument[]): Promise<Link[]> {
  const ids = documents.map((one) => one.id);
  const keywords = features(await keywordFeatures(tx, contextId, ids));
  const headings = features(await headingFeatures(tx, contextId, ids));
  const repeated = repetitionLinks(await repetitions(tx, contextId, ids));
  return [...Map.groupBy(documents, (one) => one.scopeSet).values()].flatMap((group) => {
    const members = new Set(group.map((one) => one.id));
    const among = (all: ReadonlyMap<string, Features>) => new Map([...all].filter(([id]) => members.has(id)));
    const vectors = group.flatMap(({ id, summary }) =>
      summary ? [[id, unpackVector(Buffer.from(summary, "base64"))] as const] : [],
    );
    return [
      ...overlapLinks("knowledge_has_keyword", among(keywords)),
      ...overlapLinks("section_match", among(headings)),
      ...summaryLinks(new Map(vectors)),
      ...strongest(repeated.filter(({ from, to }) => members.has(from) && members.has(to))),
    ];
  });
}

function features(rows: readonly Feature[]): ReadonlyMap<string, Features> {
  const documents = Map.groupBy(rows, (row) => row.documentId);
  return new Map(
    [...documents].map(([id, own]) => [
      id,
      {
        mass: own.reduce((sum, { weight }) => sum + weight, 0),
        byForm: new Map(own.map(({ form, label, weight }) => [form, { weight, label }])),
      },
    ]),
  );
}

/** Links from documents of which a text names another one. */
async function mentioned(tx: Transaction, contextId: string, documents: readonly LinkableDocument[]): Promise<Link[]> {
  const named = namedDocuments();
  for (const { id, title, source, filename } of documents) named.set(id, [title, source, filename]);
  const ids = documents.map((one) => one.id);
  const links: Link[] = [];
  let after = "";
  for (;;) {
    const texts = await chunkTexts(tx, contextId, ids, after, textsAtOnce);
    for (const { documentId, text } of texts) {
      for (const found of named.find(text))
        if (found.documentId !== documentId) links.push(mentionLink(documentId, found.documentId, found.name));
    }
    const last = texts.at(-1);
    if (last === undefined || texts.length < textsAtOnce) return links;
    after = last.id;
  }
}
