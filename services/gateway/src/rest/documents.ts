import { documentStates, LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph, GraphService, ingest, IngestService } from "@loci/protos";
import { z } from "zod";
import {
  type chunk as chunkSchema,
  chunkPage,
  document as documentSchema,
  documentPage,
  recomputeLinksResponse,
  uploadResponse,
} from "../answers/documents.ts";
import { documentKeywordsResponse } from "../answers/keywords.ts";
import { operationMessage } from "../idempotency.ts";
import { route, type Answer, type Handled, type Route, type RouteDocument } from "../route.ts";
import { integerText, isMediaType, name } from "../schemas/text.ts";
import { clausesOf, orNull } from "./answers.ts";
import { registerPerson, type PersonRegistry } from "./person.ts";
import { uploadForm, uploadMessages } from "./upload.ts";
import { deletedAnswer, purgeAsked, purging, type Following } from "./purging.ts";

const maxPageSize = 500;
const maxPage = 1_000_000;
/** A large file over a slow line. */
const uploadTimeoutMs = 15 * 60_000;

/** The document says what ids look like: no word of another path, such as `keywords`, is one. */
const documentParams = z.strictObject({ documentId: name(256).meta({ pattern: "^document:[0-9a-z]{26}$" }) });
const page = { page: integerText(0, maxPage).nullish(), pageSize: integerText(1, maxPageSize).nullish() };

export interface DocumentServices {
  readonly auth: PersonRegistry;
  readonly ingest: IngestService<Call>;
  readonly graph: GraphService<Call>;
  readonly retrieval: Following;
}

/** A form, which is read as it comes. */
const takesForm: RouteDocument = { accepts: { "multipart/form-data": uploadForm } };

/** Documents: what is uploaded, and what became of it. */
export function documentRoutes({ auth, ingest, graph, retrieval }: DocumentServices, uploadLimitBytes: number): Route[] {
  const upload = async (documentId: string, { call, request, operation }: Handled<unknown, unknown, unknown>): Promise<Answer> => {
    // What is wrong with the form itself is named as it stands there; what ingest refuses stands in its metadata.
    let ofForm: LociError | undefined;
    const onUser = (user: string | null | undefined) => registerPerson(user, auth, call);
    const messages = noting(uploadMessages(request.parts(uploadLimitBytes), { documentId, operation, onUser }), (thrown) => {
      ofForm = LociError.from(thrown);
    });
    const { replayed: _replayed, ...taken } = await ingest.upload(messages, call).catch((thrown: unknown) => {
      throw ofForm ?? ofMetadata(LociError.from(thrown));
    });
    return { body: taken satisfies z.input<typeof uploadResponse> };
  };
  return [
    route({
      operationId: "uploadDocument",
      method: "post",
      path: "/documents",
      plane: "data",
      summary: "Upload a document",
      status: 202,
      repetition: "own",
      timeoutMs: uploadTimeoutMs,
      answer: uploadResponse,
      document: takesForm,
      handle: (input) => upload("", input),
    }),
    route({
      operationId: "listDocuments",
      method: "get",
      path: "/documents",
      plane: "data",
      summary: "The documents that the caller may see, newest first",
      status: 200,
      query: z.strictObject({
        status: z.enum(documentStates, { error: `must be one of ${documentStates.join(", ")}` }).nullish(),
        mimeType: name(256).nullish(),
        ...page,
      }),
      answer: documentPage,
      async handle({ query, call }) {
        const wanted = { page: query.page ?? 0, pageSize: query.pageSize ?? 50 };
        const filter = { status: query.status ?? "", mimeType: query.mimeType ?? "" };
        const { documents, total } = await graph.listDocuments({ ...filter, ...wanted }, call);
        return {
          body: { documents: documents.map((document) => documentBody(document, call)), ...wanted, total } satisfies z.input<
            typeof documentPage
          >,
        };
      },
    }),
    route({
      operationId: "recomputeLinks",
      method: "post",
      path: "/documents/recompute-links",
      plane: "data",
      summary: "Work out the links between documents anew",
      status: 200,
      repetition: "kept",
      answer: recomputeLinksResponse,
      async handle({ call }) {
        const { linksEmitted } = await graph.recomputeLinks({}, call);
        return { body: { linksEmitted } satisfies z.input<typeof recomputeLinksResponse> };
      },
    }),
    route({
      operationId: "getDocument",
      method: "get",
      path: "/documents/{documentId}",
      plane: "data",
      summary: "One document",
      status: 200,
      params: documentParams,
      answer: documentSchema,
      handle: async ({ params, call }) => ({ body: documentBody(await graph.getDocument({ id: params.documentId }, call), call) }),
    }),
    route({
      operationId: "replaceDocument",
      method: "put",
      path: "/documents/{documentId}",
      plane: "data",
      summary: "Upload a document's next version",
      status: 202,
      repetition: "own",
      timeoutMs: uploadTimeoutMs,
      params: documentParams,
      answer: uploadResponse,
      document: takesForm,
      handle: (input) => upload(input.params.documentId, input),
    }),
    route({
      operationId: "deleteDocument",
      method: "delete",
      path: "/documents/{documentId}",
      plane: "data",
      summary: "Delete a document and what was read from it alone",
      status: 204,
      repetition: "own",
      params: documentParams,
      ...purging,
      async handle({ params, query, call, operation }) {
        const { documentId } = params;
        const asked = purgeAsked(query);
        const wanted = { id: documentId, operation: operationMessage(operation), ...asked };
        const remove = (replies: string[]) => ingest.deleteDocument({ ...wanted, replies }, call);
        return deletedAnswer({ asked, record: { documentId }, remove }, retrieval, call);
      },
    }),
    route({
      operationId: "retryDocument",
      method: "post",
      path: "/documents/{documentId}/retry",
      plane: "data",
      summary: "Take up the work on a document again that failed, or of which chunks were set aside",
      status: 202,
      repetition: "own",
      params: documentParams,
      answer: documentSchema,
      async handle({ params, call, operation }) {
        const wanted = { id: params.documentId, operation: operationMessage(operation) };
        return { body: documentBody(await ingest.retryDocument(wanted, call), call) };
      },
    }),
    route({
      operationId: "getDocumentOriginal",
      method: "get",
      path: "/documents/{documentId}/raw",
      plane: "data",
      summary: "The original bytes",
      status: 200,
      timeoutMs: uploadTimeoutMs,
      params: documentParams,
      document: { answers: { "*/*": "bytes" } },
      handle: ({ params, call }) => original(ingest.downloadOriginal({ id: params.documentId }, call)),
    }),
    route({
      operationId: "listChunks",
      method: "get",
      path: "/documents/{documentId}/chunks",
      plane: "data",
      summary: "A document's chunks in their order",
      status: 200,
      params: documentParams,
      query: z.strictObject(page),
      answer: chunkPage,
      async handle({ params, query, call }) {
        const wanted = { page: query.page ?? 0, pageSize: query.pageSize ?? 50 };
        const { chunks, total } = await graph.listChunks({ documentId: params.documentId, ...wanted }, call);
        return { body: { chunks: chunks.map(chunkBody), ...wanted, total } satisfies z.input<typeof chunkPage> };
      },
    }),
    route({
      operationId: "listDocumentKeywords",
      method: "get",
      path: "/documents/{documentId}/keywords",
      plane: "data",
      summary: "A document's keywords, best first",
      status: 200,
      params: documentParams,
      answer: documentKeywordsResponse,
      async handle({ params, call }) {
        const { keywords } = await graph.getDocumentKeywords({ id: params.documentId }, call);
        const best = keywords.map(({ id, normalised, text, score }) => ({ id, normalised, text, score }));
        return { body: { keywords: best } satisfies z.input<typeof documentKeywordsResponse> };
      },
    }),
  ];
}

async function* noting<T>(messages: AsyncIterable<T>, note: (thrown: unknown) => void): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (thrown) {
    note(thrown);
    throw thrown;
  }
}

/** The same with its fields in the form's part `metadata`. */
function ofMetadata(error: LociError): LociError {
  const { code, message, fields, retryAfterSeconds } = error;
  const [first] = fields;
  if (first === undefined) return error;
  const text = message.startsWith(`${first.pointer}:`) ? `/metadata${message}` : message;
  return new LociError(code, text, {
    fields: fields.map(({ pointer, detail }) => ({ pointer: `/metadata${pointer}`, detail })),
    cause: error,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** The first part says what the bytes are: it is waited for, so that a document that is not there is a 404. */
async function original(parts: AsyncIterable<ingest.DownloadPart>): Promise<Answer> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  const document = first.done === true ? null : first.value.document;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (first.done !== true && first.value.bytes.length > 0) yield first.value.bytes;
    for await (const part of { [Symbol.asyncIterator]: () => iterator }) yield part.bytes;
  }
  const filename = document?.filename || document?.title || "document";
  // What an import brought may be no media type at all.
  const mimeType = document?.mimeType ?? "";
  return {
    headers: {
      "content-type": isMediaType(mimeType) ? mimeType : "application/octet-stream",
      ...(document ? { "content-length": String(document.sizeBytes) } : {}),
      // Never shown by a browser as a page of ours.
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      "content-security-policy": "sandbox",
    },
    bytes: bytes(),
  };
}

export function documentBody(document: graph.Document, call: Call): z.input<typeof documentSchema> {
  return {
    id: document.id,
    title: document.title,
    source: document.source,
    mimeType: document.mimeType,
    filename: document.filename,
    contentHash: document.contentHash,
    sizeBytes: document.sizeBytes,
    version: document.version,
    status: document.status,
    error: orNull(document.error),
    failedStage: orNull(document.failedStage),
    attempts: document.attempts,
    scopes: clausesOf(document.scopes, call),
    labels: document.labels,
    observedAt: orNull(document.observedAt),
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    processingStartedAt: orNull(document.processingStartedAt),
    processingCompletedAt: orNull(document.processingCompletedAt),
    chunks: document.chunks,
    setAsideChunks: document.setAsideChunks,
    pages: document.pages,
    nearDuplicateOf: orNull(document.nearDuplicateOf),
  };
}

function chunkBody(chunk: graph.Chunk): z.input<typeof chunkSchema> {
  return {
    id: chunk.id,
    document: chunk.documentId,
    position: chunk.position,
    section: orNull(chunk.sectionHeading),
    sectionId: orNull(chunk.sectionId),
    text: chunk.text,
    charStart: chunk.charStart,
    charEnd: chunk.charEnd,
    tokenCount: chunk.tokenCount,
    page: chunk.page === 0 ? null : chunk.page,
    duplicateOf: orNull(chunk.duplicateOf),
    setAside: chunk.setAside,
  };
}
