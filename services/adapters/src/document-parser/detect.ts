import { LociError } from "@loci/kernel";
import { openContainer } from "./container.ts";
import { decodeUnicode, isText } from "./decode.ts";
import type { ParserLimits } from "./limits.ts";
import { charsetOf, formatOfEnding, formats, readDeclaration, type Format } from "./media-types.ts";
import { mainPartOf } from "./office.ts";

export interface Declared {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly filename: string;
}

/** What the bytes themselves show. */
type Content =
  | { readonly kind: "format"; readonly format: Format }
  | { readonly kind: "text" }
  | { readonly kind: "other"; readonly name: string };

/**
 * Which format a file is in, and the character set it is declared in ("" for none).
 * @throws LociError `unsupported_media_type` for none that is read, and where declaration and content disagree; `invalid` for an
 * encrypted office document
 */
export async function detect(file: Declared, limits: ParserLimits): Promise<{ format: Format; charset: string }> {
  const declaration = readDeclaration(file.mediaType);
  const charset = charsetOf(file.mediaType);
  if (declaration.kind === "unknown") throw unsupported(`Documents of the media type ${declaration.mediaType} are not read.`);
  const declared = declaration.kind === "format" ? declaration.format : undefined;
  const content = await contentOf(file.bytes, declared, limits);

  if (declared === undefined) return { format: withoutDeclaration(content, file), charset };
  const agrees = content.kind === "format" ? content.format === declared : content.kind === "text" && formats[declared].text;
  if (agrees) return { format: declared, charset };
  throw unsupported(`The file is declared as ${formats[declared].mediaType}, but it is ${nameOf(content)}.`);
}

function withoutDeclaration(content: Content, { bytes, filename }: Declared): Format {
  if (content.kind === "format") return content.format;
  if (content.kind === "other") throw unsupported(`The file is ${content.name}, which is not read.`);
  const ending = formatOfEnding(filename);
  if (ending !== undefined && formats[ending].text) return ending;
  const text = decodeUnicode(bytes);
  if (text === undefined) throw unsupported("The file is in no format that is read.");
  return /^\s*(<!doctype html|<html[\s>])/i.test(text.slice(0, 1000)) ? "html" : "text";
}

async function contentOf(bytes: Uint8Array, declared: Format | undefined, limits: ParserLimits): Promise<Content> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096));
  // Readers accept a PDF whose mark comes late; it counts where the file says that it is one.
  if (declared === "pdf" ? start.subarray(0, 1024).includes("%PDF-") : start.toString("latin1", 0, 5) === "%PDF-") {
    return { kind: "format", format: "pdf" };
  }
  if (start.toString("latin1", 0, 4) === "PK\u0003\u0004" || start.toString("latin1", 0, 4) === "PK\u0005\u0006") {
    return contentOfZip(bytes, limits);
  }
  if (start.toString("hex", 0, 8) === "d0cf11e0a1b11ae1") return contentOfCompoundFile(bytes);
  if (isText(bytes) && !start.toString("latin1", 0, 5).startsWith("{\\rtf")) return { kind: "text" };
  const { fileTypeFromBuffer } = await import("file-type");
  return { kind: "other", name: (await fileTypeFromBuffer(start))?.mime ?? "binary data" };
}

async function contentOfZip(bytes: Uint8Array, limits: ParserLimits): Promise<Content> {
  const container = await openContainer(bytes, limits).catch((thrown: unknown) => {
    if (thrown instanceof LociError) throw thrown;
    throw new LociError("invalid", "The file is broken: it begins like a zip container and is none.", { cause: thrown });
  });
  const main = await mainPartOf(container);
  return main === undefined ? { kind: "other", name: "application/zip" } : { kind: "format", format: main.format };
}

/** The container of Office before 2007, in which Office since then also wraps what it encrypts. */
function contentOfCompoundFile(bytes: Uint8Array): Content {
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (names.includes(Buffer.from("EncryptedPackage", "utf16le")))
    throw new LociError("invalid", "The Office document is encrypted.");
  return { kind: "other", name: "an Office document in the format used before 2007" };
}

function nameOf(content: Content): string {
  if (content.kind === "text") return "text";
  return content.kind === "format" ? formats[content.format].mediaType : content.name;
}

const unsupported = (message: string) => new LociError("unsupported_media_type", message);
