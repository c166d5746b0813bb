import { unpackVector } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
import { chunkVectors } from "../store/chunk-vectors.ts";
import { insertLinks } from "../store/document-links.ts";
import type { Document } from "../store/documents.ts";
import type { LinkableCatalogue, LinkableDocuments } from "../store/linkable-documents.ts";
import {
  chunksNaming,
  ownTexts,
  removeLinksOf,
  repetitionsOf,
  sharedHeadings,
  sharedKeywords,
  storeSummary,
  type SharedFeature,
} from "../store/one-documents-links.ts";
import {
  mentionLink,
  mostSharing,
  oneOfEach,
  overlapLinksOf,
  repetitionLinks,
  strongestOfOne,
  summaryLinksOf,
  type Features,
  type Link,
  type LinkKind,
} from "./domain/links.ts";
import { isTelling, namedDocuments } from "./domain/mentions.ts";
import { meanVectors } from "./mean-vectors.ts";

const maxNewestChunks = 500;
const textsAtOnce = 1_000;

/** Makes one document's links to the others of its ScopeSet anew, at a cost that does not grow with their number. */
export async function linkDocument(
  tx: Transaction,
  contextId: string,
  document: Document,
  catalogue: LinkableCatalogue,
): Promise<void> {
  const means = await meanVectors(chunkVectors(tx, contextId, "document", [document.id]));
  const summary = means.get(document.id) ?? new Uint8Array();
  await storeSummary(tx, contextId, document.id, summary);
  const others = await catalogue.load(tx, contextId, document.scopeSet);
  const links = [
    ...sharedLinks("knowledge_has_keyword", document.id, await sharedKeywords(tx, contextId, document)),
    ...sharedLinks("section_match", document.id, await sharedHeadings(tx, contextId, document)),
    ...(summary.length === 0 ? [] : summaryLinksOf([document.id, unpackVector(summary)], others.vectors)),
    ...strongestOfOne(repetitionLinks(await repetitionsOf(tx, contextId, document))),
    ...(await naming(tx, contextId, document, others)),
    ...(await named(tx, contextId, document)),
  ];
  await removeLinksOf(tx, contextId, document);
  await insertLinks(tx, contextId, oneOfEach(links));
}

function sharedLinks(kind: LinkKind, about: string, rows: readonly SharedFeature[]): Link[] {
  const sharing = new Map(rows.map((row) => [row.form, row.sharing]));
  const documents = [...Map.groupBy(rows, (row) => row.documentId)].map(([id, own]): [string, Features] => {
    const byForm = new Map(own.map(({ form, weight, label }) => [form, { weight, label }]));
    return [id, { mass: own[0]?.mass ?? 0, byForm }];
  });
  return overlapLinksOf(kind, new Map(documents), about, (form) => sharing.get(form) ?? 1);
}

/** Links to the documents that this one's texts name. */
async function naming(tx: Transaction, contextId: string, { id }: Document, others: LinkableDocuments): Promise<Link[]> {
  const found = new Map<string, Link>();
  let after = -1;
  for (;;) {
    const texts = await ownTexts(tx, contextId, id, after, textsAtOnce);
    for (const { documentId, name } of texts.flatMap(({ text }) => others.names.find(text)))
      if (documentId !== id && !found.has(documentId)) found.set(documentId, mentionLink(id, documentId, name));
    const last = texts.at(-1);
    if (last === undefined || texts.length < textsAtOnce || found.size >= mostSharing)
      return [...found.values()].slice(0, mostSharing);
    after = last.position;
  }
}

/** Links from the documents of which a text names this one. */
async function named(tx: Transaction, contextId: string, document: Document): Promise<Link[]> {
  const names = [document.title, document.source, document.filename].filter(isTelling);
  if (names.length === 0) return [];
  const own = namedDocuments();
  own.set(document.id, names);
  const chunks = await chunksNaming(tx, contextId, document, [...new Set(names)], maxNewestChunks);
  return chunks.flatMap(({ documentId, text }) => own.find(text).map(({ name }) => mentionLink(documentId, document.id, name)));
}
