import { LociError } from "../error.ts";
import type { Attempt } from "./attempt.ts";
import type { RequestBody, Send } from "./transport.ts";
import { fetchWithProgress, isBrowser } from "./browser.ts";

/** What an upload takes: a `Blob` (a browser's `File`, Node's `fs.openAsBlob`), bytes, or bytes as they come. */
export type FileContent = Blob | Uint8Array | AsyncIterable<Uint8Array>;

export interface Form {
  readonly metadata: object;
  readonly file: FileContent;
  readonly filename: string;
  readonly mimeType: string;
  readonly onProgress: ((sentBytes: number) => void) | undefined;
}

/** A form's part of a request, for each attempt anew. */
export interface FormRequest {
  readonly body: (attempt: Attempt) => RequestBody;
  readonly contentType?: string;
  readonly fetch?: Send;
  /** Whether the body can be made a second time. */
  readonly isRepeatable: boolean;
}

const chunkBytes = 64 * 1024;

/**
 * A form (RFC 7578) of the metadata and a file. Where fetch can send a stream it goes out as one: nothing of the file is held, and
 * progress is what was handed to the connection. Pages cannot do that over HTTP/1.1, so there the browser makes the form.
 */
export function formRequest(form: Form): FormRequest {
  const { file } = form;
  const isRepeatable = file instanceof Blob || file instanceof Uint8Array;
  if (isBrowser()) return browserForm(form);
  const boundary = `loci-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("")}`;
  return {
    isRepeatable,
    contentType: `multipart/form-data; boundary=${boundary}`,
    // A fetch that could follow a redirect, or belong to a window, keeps a second copy of all that it sends.
    body: (attempt) => ({ body: streamOf(formBytes(form, boundary, attempt)), duplex: "half", redirect: "error", window: null }),
  };
}

function browserForm({ metadata, file, filename, mimeType, onProgress }: Form): FormRequest {
  if (!(file instanceof Blob || file instanceof Uint8Array)) {
    throw new LociError("invalid", "A page cannot send a stream: give the file as a Blob (a File is one) or as bytes.");
  }
  const content = new FormData();
  content.set("metadata", JSON.stringify(metadata));
  content.set("file", file instanceof Blob ? file : new Blob([new Uint8Array(file)], { type: mimeType }), filename);
  const watched = onProgress && { fetch: fetchWithProgress(onProgress) };
  return { isRepeatable: true, body: () => ({ body: content }), ...watched };
}

async function* formBytes(form: Form, boundary: string, attempt: Attempt): AsyncGenerator<Uint8Array, void, undefined> {
  const text = new TextEncoder();
  const head = [
    `--${boundary}\r\ncontent-disposition: form-data; name="metadata"\r\ncontent-type: application/json\r\n\r\n`,
    `${JSON.stringify(form.metadata)}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(form.filename)}"\r\n`,
    `content-type: ${form.mimeType.replaceAll(/[^\x20-\x7e]/g, "") || "application/octet-stream"}\r\n\r\n`,
  ];
  yield text.encode(head.join(""));
  let sent = 0;
  form.onProgress?.(0);
  for await (const chunk of chunksOf(form.file)) {
    yield chunk;
    sent += chunk.length;
    // A large file on a slow line is not late as long as it moves.
    attempt.renew();
    form.onProgress?.(sent);
  }
  yield text.encode(`\r\n--${boundary}--\r\n`);
}

/** A name as it stands in a form's head: as the HTML standard escapes it. */
function quoted(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

async function* chunksOf(file: FileContent): AsyncGenerator<Uint8Array, void, undefined> {
  if (file instanceof Uint8Array) {
    for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes);
  } else if (file instanceof Blob) {
    const reader = file.stream().getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } else {
    yield* file;
  }
}

/** Pulled as fast as the connection takes it. */
function streamOf(bytes: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await bytes.return();
    },
  });
}
