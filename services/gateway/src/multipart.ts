import { on } from "node:events";
import type { IncomingMessage } from "node:http";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { LociError } from "@loci/kernel";

/** One part of a form, whether its client called it a field or a file. The bytes of one are read before the next one comes. */
export interface Part {
  readonly name: string;
  /** "" where the client named none. */
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** More parts than a file and its metadata are nobody's form. */
const maxParts = 8;
const maxHeaderBytes = 16 * 1024;

/**
 * The parts of a multipart/form-data body (RFC 7578) in the order in which they were sent, as they arrive.
 * @param limitBytes for each part
 * @throws LociError `unsupported_media_type` for another type, `invalid` for a form that is broken off, `too_large`
 */
export async function* multipartParts(request: IncomingMessage, limitBytes: number): AsyncGenerator<Part> {
  const { headers } = request;
  if (!isForm(headers)) throw noForm();
  if (Number(headers["content-length"] ?? 0) > limitBytes + maxParts * maxHeaderBytes) {
    request.resume();
    throw tooLarge(limitBytes);
  }
  if (hasGone(request)) throw clientGone();
  const form = openForm(headers, limitBytes);
  let current: BusboyFileStream | undefined;
  // A fault is told to the form and to the part that it is in, whether or not anybody reads them by then: unheard it would end the process.
  form.on("error", () => undefined);
  form.on("file", (_name, stream) => {
    current = stream;
    stream.on("error", (error) => stream.destroy(error));
    stream.on("limit", () => stream.destroy(tooLarge(limitBytes)));
  });
  const gone = () => {
    if (!hasGone(request)) return;
    // Whoever reads the part would wait for its end.
    current?.destroy(clientGone());
    form.destroy(clientGone());
  };
  request.once("close", gone);
  try {
    const parts = on(form, "file", { close: ["finish"] });
    request.pipe(form);
    for await (const event of parts) {
      const [name, stream, filename, , mediaType] = event as FileEvent;
      yield { name: name ?? "", filename: filename ?? "", mediaType, bytes: bytesOf(stream) };
      stream.resume();
    }
  } catch (thrown) {
    throw brokenForm(thrown);
  } finally {
    request.off("close", gone);
    // The rest is read and dropped: a client that is cut off while it sends may never see the answer.
    request.unpipe(form);
    request.resume();
  }
}

/** As Busboy tells of a part; of the encoding nothing is needed. */
type FileEvent = [
  name: string | undefined,
  stream: BusboyFileStream,
  filename: string | undefined,
  encoding: string,
  mediaType: string,
];

function openForm(headers: BusboyHeaders, limitBytes: number): InstanceType<typeof Busboy> {
  const limits = { parts: maxParts, fileSize: limitBytes, headerSize: maxHeaderBytes };
  try {
    return new Busboy({ headers, limits, isPartAFile: () => true });
  } catch (cause) {
    throw noForm(cause);
  }
}

async function* bytesOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (thrown) {
    throw brokenForm(thrown);
  }
}

/**
 * Whether the connection ended before the body was read to its end: with it goes what had arrived of it and was still to be read, be it
 * all of the rest.
 */
function hasGone(request: IncomingMessage): boolean {
  return request.destroyed && !request.readableEnded;
}

function clientGone(): LociError {
  return new LociError("cancelled", "The client closed the request.");
}

function noForm(cause?: unknown): LociError {
  return new LociError("unsupported_media_type", "The body must be multipart/form-data with a boundary.", { cause });
}

function brokenForm(thrown: unknown): LociError {
  if (thrown instanceof LociError) return thrown;
  const message = "The form is broken: it ends before its last boundary, or a part has no valid head.";
  return new LociError("invalid", message, { cause: thrown });
}

function tooLarge(limitBytes: number): LociError {
  return new LociError("too_large", `The file is longer than ${limitBytes} bytes.`);
}

function isForm(headers: IncomingMessage["headers"]): headers is BusboyHeaders {
  return /^multipart\/form-data\s*;.*boundary=\s*\S/i.test(headers["content-type"] ?? "");
}

/** A part's whole content, where it is small. */
export async function smallPart(part: Part, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of part.bytes) {
    size += chunk.length;
    if (size > limitBytes) throw new LociError("too_large", `The part '${part.name}' is longer than ${limitBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
