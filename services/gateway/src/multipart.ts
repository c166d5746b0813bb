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
  if (!isForm(headers)) throw new LociError("unsupported_media_type", "The body must be multipart/form-data with a boundary.");
  if (Number(headers["content-length"] ?? 0) > limitBytes + maxParts * maxHeaderBytes) throw tooLarge(request, limitBytes);
  const limits = { parts: maxParts, fileSize: limitBytes, headerSize: maxHeaderBytes };
  const form = new Busboy({ headers, limits, isPartAFile: () => true });
  const gone = () => {
    if (!request.complete) form.destroy(new LociError("cancelled", "The client closed the request."));
  };
  request.once("close", gone);
  try {
    const parts = on(form, "file", { close: ["finish"] });
    request.pipe(form);
    for await (const event of parts) {
      const [name, stream, filename, , mediaType] = event as [string, BusboyFileStream, string | undefined, string, string];
      yield { name, filename: filename ?? "", mediaType, bytes: bytesOf(stream, request, limitBytes) };
      stream.resume();
    }
  } catch (thrown) {
    request.unpipe(form);
    request.resume();
    throw brokenForm(thrown);
  } finally {
    request.off("close", gone);
  }
}

async function* bytesOf(stream: BusboyFileStream, request: IncomingMessage, limitBytes: number): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (thrown) {
    throw brokenForm(thrown);
  }
  if (stream.truncated) throw tooLarge(request, limitBytes);
}

function brokenForm(thrown: unknown): LociError {
  if (thrown instanceof LociError) return thrown;
  const message = "The form is broken: it ends before its last boundary, or a part has no valid head.";
  return new LociError("invalid", message, { cause: thrown });
}

/** The rest is read and dropped: a client that is cut off while it sends may never see the answer. */
function tooLarge(request: IncomingMessage, limitBytes: number): LociError {
  request.resume();
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
