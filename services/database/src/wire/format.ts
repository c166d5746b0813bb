import { readCbor, writeCbor } from "../values/codec/cbor.ts";
import { readFlatbuffers, writeFlatbuffers } from "../values/codec/flatbuffers.ts";
import { readJson, writeJson } from "../values/codec/json.ts";
import { readRecordId } from "../interpret/read-record-id.ts";
import type { Pausing } from "../turns.ts";
import type { Value } from "../values/value.ts";

/** How values travel in one request or on one connection. */
export interface Format {
  /** The subprotocol of WebSockets that says it. */
  readonly name: "json" | "cbor" | "flatbuffers";
  readonly mediaType: string;
  /** Decodes in turns, as a message may be long. @throws QueryError when it is not of this format, or has more than `most` values */
  read(bytes: Uint8Array, most?: number): Pausing<Value>;
  /** Encodes in turns, as an answer may be long. @throws QueryError when the value has no form in this format */
  write(value: Value): Pausing<Uint8Array>;
}

const utf8 = new TextEncoder();

export const json: Format = {
  name: "json",
  mediaType: "application/json",
  read: (bytes, most) => readJson(new TextDecoder().decode(bytes), most),
  *write(value) {
    return utf8.encode(yield* writeJson(value));
  },
};

export const cbor: Format = {
  name: "cbor",
  mediaType: "application/cbor",
  read: (bytes, most) => readCbor(bytes, readRecordId, most),
  write: writeCbor,
};

export const flatbuffers: Format = {
  name: "flatbuffers",
  mediaType: "application/vnd.surrealdb.flatbuffers",
  read: readFlatbuffers,
  write: writeFlatbuffers,
};

/** All formats; of those that a client offers the first is taken. */
export const formats: readonly Format[] = [cbor, json, flatbuffers];

/** The format of a media type, parameters aside; undefined where it is none of them. */
export function formatOf(mediaType: string | undefined): Format | undefined {
  const type = mediaType?.split(";", 1)[0]?.trim().toLowerCase();
  return formats.find((format) => format.mediaType === type);
}

/** The format that an Accept header asks for; without one, or for anything, JSON. */
export function acceptedFormat(accept: string | undefined): Format | undefined {
  if (accept === undefined || accept.trim() === "") return json;
  for (const range of accept.split(",")) {
    const format = formatOf(range);
    if (format !== undefined) return format;
    if (range.trim().startsWith("*/*") || range.trim().startsWith("application/*")) return json;
  }
  return undefined;
}
