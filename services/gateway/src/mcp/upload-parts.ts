import { invalidFields } from "../input.ts";
import type { Part } from "../multipart.ts";

/** In whole fours. A pattern that spells the fours out runs out of stack in a file of some megabytes. */
const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
/** The name of the field under which the bytes may come, first the one that the tool's schema has. */
const bytesNames = ["bytes_base64", "bytesBase64", "content_base64", "contentBase64"];

/**
 * The arguments of an upload as the parts of the form that REST takes, so that there is one way for documents: the metadata, then
 * the file.
 * @throws LociError `invalid` for arguments without exactly one content, and for what is not base64
 */
export function uploadParts(args: Readonly<Record<string, unknown>>): AsyncIterable<Part> {
  const { content, ...rest } = args;
  const given = bytesNames.filter((name) => rest[name] !== undefined && rest[name] !== null);
  const [name, ...more] = given;
  if (content !== undefined && content !== null ? name !== undefined : name === undefined || more.length > 0) {
    throw invalidFields([
      { pointer: "/content", detail: "give the document either as text in content, or as bytes in bytes_base64" },
    ]);
  }
  const metadata = Object.fromEntries(Object.entries(rest).filter(([field]) => !bytesNames.includes(field)));
  const bytes = name === undefined ? textBytes(content) : decoded(rest[name], name);
  // A text that has neither name nor type has nothing else that would tell what it is.
  const isPlainText = name === undefined && !["filename", "mimeType", "mime_type"].some((field) => metadata[field]);
  return inOrder([
    part("metadata", Buffer.from(JSON.stringify(metadata)), "application/json"),
    part("file", bytes, isPlainText ? "text/plain" : "application/octet-stream"),
  ]);
}

function textBytes(content: unknown): Uint8Array {
  if (typeof content !== "string") throw invalidFields([{ pointer: "/content", detail: "must be a text" }]);
  return Buffer.from(content);
}

function decoded(text: unknown, name: string): Uint8Array {
  if (typeof text === "string" && isBase64(text)) return Buffer.from(text, "base64");
  throw invalidFields([{ pointer: `/${name}`, detail: "must be base64 with its padding, without line breaks" }]);
}

function part(name: string, bytes: Uint8Array, mediaType: string): Part {
  return { name, filename: "", mediaType, bytes: inOrder([bytes]) };
}

async function* inOrder<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
