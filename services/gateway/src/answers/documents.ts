import { documentStates } from "@loci/kernel";
import { z } from "zod";
import { count, instant, scopeSets, word } from "./words.ts";

const documentStatus = word(documentStates, "DocumentStatus");

export const document = z
  .object({
    id: z.string(),
    title: z.string(),
    source: z.string(),
    mimeType: z.string(),
    filename: z.string(),
    contentHash: z.string(),
    sizeBytes: count,
    version: count,
    status: documentStatus,
    error: z.string().nullable(),
    failedStage: z.string().nullable(),
    attempts: count,
    scopes: scopeSets,
    labels: z.array(z.string()),
    observedAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
    processingStartedAt: instant.nullable(),
    processingCompletedAt: instant.nullable(),
    chunks: count,
    /** Of them those from which no facts were read, as their reading had to be ended; they are found as text. */
    setAsideChunks: count,
    pages: count,
    nearDuplicateOf: z.string().nullable(),
  })
  .meta({ id: "Document" });

const page = { page: count, pageSize: count, total: count };

export const documentPage = z.object({ documents: z.array(document), ...page }).meta({ id: "DocumentPage" });

export const uploadResponse = z
  .object({ id: z.string(), contentHash: z.string(), version: count, status: documentStatus, deduplicated: z.boolean() })
  .meta({ id: "UploadResponse" });

export const recomputeLinksResponse = z.object({ linksEmitted: count }).meta({ id: "RecomputeLinksResponse" });

export const chunk = z
  .object({
    id: z.string(),
    document: z.string(),
    position: count,
    section: z.string().nullable(),
    sectionId: z.string().nullable(),
    text: z.string(),
    charStart: count,
    charEnd: count,
    tokenCount: count,
    /** Of a document that has pages. */
    page: count.nullable(),
    duplicateOf: z.string().nullable(),
    /** No facts were read from it, as its reading had to be ended; it is found as text. */
    setAside: z.boolean(),
  })
  .meta({ id: "Chunk" });

export const chunkPage = z.object({ chunks: z.array(chunk), ...page }).meta({ id: "ChunkPage" });
