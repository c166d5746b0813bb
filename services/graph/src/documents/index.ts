import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { applyDocumentExtraction } from "./apply-document-extraction.ts";
import { createDocument } from "./create-document.ts";
import { deleteDocument } from "./delete-document.ts";
import { getDocumentKeywords, getKeyword, listKeywords, searchKeywords, writeKeywords } from "./keywords.ts";
import { documentEdges, recomputeLinks } from "./links.ts";
import { listUnfinishedDocuments } from "./list-unfinished-documents.ts";
import { readDocumentChunks } from "./read-document-chunks.ts";
import { getDocument, listChunks, listDocuments } from "./read-documents.ts";
import { retryDocument } from "./retry-document.ts";
import { sectionSiblings } from "./section-siblings.ts";
import { setDocumentStage } from "./set-document-stage.ts";
import { takeUpPending } from "./take-up-pending.ts";
import { writeChunkEmbeddings } from "./write-chunk-embeddings.ts";
import { writeSections } from "./write-sections.ts";

/** Documents with their sections, chunks, keywords and links. */
export function documentMethods(parts: Parts) {
  return {
    createDocument: (request, call) => createDocument(parts, request, call),
    getDocument: (request, call) => getDocument(parts, request, call),
    listDocuments: (request, call) => listDocuments(parts, request, call),
    deleteDocument: (request, call) => deleteDocument(parts, request, call),
    retryDocument: (request, call) => retryDocument(parts, request, call),
    takeUpPending: (request, call) => takeUpPending(parts, request, call),
    setDocumentStage: (request, call) => setDocumentStage(parts, request, call),
    writeSections: (requests, call) => writeSections(parts, requests, call),
    readDocumentChunks: (request, call) => readDocumentChunks(parts, request, call),
    writeChunkEmbeddings: (request, call) => writeChunkEmbeddings(parts, request, call),
    applyDocumentExtraction: (request, call) => applyDocumentExtraction(parts, request, call),
    writeKeywords: (request, call) => writeKeywords(parts, request, call),
    listUnfinishedDocuments: (request, call) => listUnfinishedDocuments(parts, request, call),
    listChunks: (request, call) => listChunks(parts, request, call),
    listKeywords: (request, call) => listKeywords(parts, request, call),
    getKeyword: (request, call) => getKeyword(parts, request, call),
    searchKeywords: (request, call) => searchKeywords(parts, request, call),
    getDocumentKeywords: (request, call) => getDocumentKeywords(parts, request, call),
    recomputeLinks: (_request, call) => recomputeLinks(parts, call),
    documentEdges: (request, call) => documentEdges(parts, request, call),
    sectionSiblings: (request, call) => sectionSiblings(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
