import type { Caller, LooseInput } from "../caller.ts";
import { download } from "../download.ts";
import { LociError } from "../error.ts";
import { readJson } from "../http/answer.ts";
import { formRequest, type FileContent } from "../http/form.ts";
import { sleep } from "../http/transport.ts";
import type { AnswerOf, BodyOf, CallOptions, QueryOf, RowOf } from "../operation.ts";
import { everyPage } from "../pages.ts";
import { deleteQuery, type DeleteOptions, type Purged } from "./deleting.ts";

export type Document = AnswerOf<"getDocument">;

/** A file with what is to be known of it. */
export interface Upload {
  readonly file: FileContent;
  readonly filename: string;
  readonly title?: string | undefined;
  /** Where it comes from, such as its URL. */
  readonly source?: string | undefined;
  /** By default what the file itself says, or what the server makes of its content. */
  readonly mimeType?: string | undefined;
  /** Whom it concerns; by default all that the caller may write to. */
  readonly scopes?: string | readonly (string | readonly string[])[] | undefined;
  /** In its place: an end user by your own id for them, whose it is. */
  readonly user?: string | undefined;
  /** As `key=value`. */
  readonly labels?: readonly string[] | undefined;
  /** When what it says was known (RFC 3339); by default now. */
  readonly observedAt?: string | undefined;
}

export interface UploadOptions extends CallOptions {
  /** Told how many bytes have gone out: of the file, in a page of the whole form. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
}

export interface WaitOptions extends CallOptions {
  /** Told the document whenever its status is another one. */
  readonly onStatus?: ((document: Document) => void) | undefined;
}

const longestPauseMs = 2_000;

/** Documents: what is uploaded, and what became of it. */
export class Documents {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Sends a file, streaming it where the platform can: a Node program gives a large one as `await openAsBlob(path)`. It is worked on
   * afterwards; `wait` tells when it is ready. Content that is known already is recognised, and not worked on again.
   */
  upload(upload: Upload, options: UploadOptions = {}): Promise<AnswerOf<"uploadDocument">> {
    return this.#send("uploadDocument", {}, upload, options);
  }

  /** Sends a document's next version. */
  replace(documentId: string, upload: Upload, options: UploadOptions = {}): Promise<AnswerOf<"uploadDocument">> {
    return this.#send("replaceDocument", { path: { documentId } }, upload, options);
  }

  /** One page of the documents, newest first. */
  list(query?: QueryOf<"listDocuments">, options?: CallOptions): Promise<AnswerOf<"listDocuments">> {
    return this.#caller.call("listDocuments", { query }, options);
  }

  /** All documents, page after page as they are asked for. */
  all(query: QueryOf<"listDocuments"> = {}, options: CallOptions = {}): AsyncGenerator<RowOf<"listDocuments", "documents">> {
    return everyPage(this.#caller, "listDocuments", "documents", { query }, options);
  }

  get(documentId: string, options?: CallOptions): Promise<Document> {
    return this.#caller.call("getDocument", { path: { documentId } }, options);
  }

  /** The original bytes as they come; the response's headers tell media type, length and file name. */
  original(documentId: string, options: CallOptions = {}): Promise<Response> {
    return download(this.#caller, "getDocumentOriginal", { path: { documentId } }, options);
  }

  /** One page of a document's chunks, in their order. */
  chunks(documentId: string, query?: QueryOf<"listChunks">, options?: CallOptions): Promise<AnswerOf<"listChunks">> {
    return this.#caller.call("listChunks", { path: { documentId }, query }, options);
  }

  /** All of a document's chunks, page after page as they are asked for. */
  allChunks(documentId: string, options: CallOptions = {}): AsyncGenerator<RowOf<"listChunks", "chunks">> {
    return everyPage(this.#caller, "listChunks", "chunks", { path: { documentId } }, options);
  }

  /** Deletes a document, and what was read from it alone. @returns of a purge what was erased, with its receipt; of a dry run what would go */
  delete(documentId: string, { purge, dryRun, ...options }: DeleteOptions = {}): Promise<Purged | undefined> {
    return this.#caller.call("deleteDocument", { path: { documentId }, query: deleteQuery({ purge, dryRun }) }, options);
  }

  /** Takes up the work on a failed document again. */
  retry(documentId: string, options?: CallOptions): Promise<Document> {
    return this.#caller.call("retryDocument", { path: { documentId } }, options);
  }

  /** The passages of documents that answer a question. */
  query(question: string | BodyOf<"queryDocuments">, options?: CallOptions): Promise<AnswerOf<"queryDocuments">> {
    const body = typeof question === "string" ? { query: question } : question;
    return this.#caller.call("queryDocuments", { body }, options);
  }

  /** A document's keywords, best first. */
  keywords(documentId: string, options?: CallOptions): Promise<AnswerOf<"listDocumentKeywords">> {
    return this.#caller.call("listDocumentKeywords", { path: { documentId } }, options);
  }

  /**
   * Asks until the document is ready, and gives it.
   * @throws LociError `conflict` where the work on it failed, with the server's reason
   */
  async wait(documentId: string, { onStatus, ...options }: WaitOptions = {}): Promise<Document> {
    let last: string | undefined;
    for (let pause = 100; ; pause = Math.min(longestPauseMs, pause * 1.5)) {
      const document = await this.get(documentId, options);
      const { status, error } = document;
      if (status !== last) onStatus?.(document);
      if (status === "ready") return document;
      if (status === "failed") throw new LociError("conflict", `The document failed: ${error || "no reason given"}`);
      last = status;
      await sleep(pause, options.signal);
    }
  }

  #send(
    operationId: "uploadDocument" | "replaceDocument",
    input: LooseInput,
    { file, filename, mimeType, ...metadata }: Upload,
    { onProgress, ...options }: UploadOptions,
  ): Promise<AnswerOf<"uploadDocument">> {
    const ownType = file instanceof Blob ? file.type : "";
    const { isRepeatable, ...request } = formRequest({
      metadata: { ...metadata, filename, mimeType },
      file,
      filename,
      mimeType: mimeType ?? ownType,
      onProgress,
    });
    return this.#caller.exchange(operationId, input, options, {
      accept: "application/json",
      ...request,
      ...(isRepeatable ? {} : { isRepeatable }),
      isRecognised: operationId === "uploadDocument",
      read: async (response) => (await readJson(response, this.#caller.server)) as AnswerOf<"uploadDocument">,
    });
  }
}
