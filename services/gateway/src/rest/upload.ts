import { LociError } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import type { ingest } from "@loci/protos";
import { z } from "zod";
import { parseJson } from "../body.ts";
import { operationMessage, type Operation } from "../idempotency.ts";
import { inputReader, invalidFields } from "../input.ts";
import { smallPart, type Part } from "../multipart.ts";
import { userField } from "../schemas/person.ts";
import { scopesField } from "../schemas/scopes.ts";
import { isMediaType, label, mediaType, name, timestamp } from "../schemas/text.ts";

const maxMetadataBytes = 256 * 1024;

const metadata = z
  .strictObject({
    title: name(1024).nullish(),
    source: name(2048).nullish(),
    mimeType: mediaType.nullish(),
    filename: name(512).nullish(),
    scopes: scopesField,
    user: userField,
    labels: z.array(label).nullish(),
    observedAt: timestamp.nullish(),
  })
  .meta({ id: "UploadMetadata", examples: [{ title: "Employment contract", labels: ["team=support"] }] });
type Metadata = z.output<typeof metadata>;

const readMetadata = inputReader(metadata);

/** The form as the API document knows it; it is read part by part, in the order in which the parts come. */
export const uploadForm = z.strictObject({ metadata: metadata.optional(), file: z.file() }).meta({ id: "DocumentUploadForm" });

interface Target {
  /** "" for a new document. */
  readonly documentId: string;
  readonly operation: Operation;
  /** Makes ready the scope of the end user whom the metadata name. */
  readonly onUser: (user: string | null | undefined) => Promise<void>;
}

/**
 * A form's parts as the messages of an upload: bytes as they arrive, the metadata as soon as it is whole, which takes what the file
 * part says of itself: so it comes before the bytes where its part did, else after them.
 * @throws LociError `invalid` that names a part that is missing, unknown or sent twice, or a field of the metadata
 */
export async function* uploadMessages(parts: AsyncIterable<Part>, target: Target): AsyncGenerator<ingest.UploadPart> {
  let given: Metadata | undefined;
  let file: Part | undefined;
  let isSent = false;
  const ready = (): ingest.UploadPart | undefined => {
    if (isSent || given === undefined || file === undefined) return undefined;
    isSent = true;
    return { metadata: message(given, file, target), bytes: new Uint8Array() };
  };
  for await (const part of parts) {
    if (part.name === "metadata" && given === undefined) {
      given = await metadataOf(part);
      await target.onUser(given.user);
      const message = ready();
      if (message) yield message;
    } else if (part.name === "file" && file === undefined) {
      file = part;
      const message = ready();
      if (message) yield message;
      for await (const bytes of part.bytes) yield { metadata: null, bytes };
    } else {
      const detail = part.name === "metadata" || part.name === "file" ? "is sent twice" : "is not a known part";
      throw invalidFields([{ pointer: `/${part.name.slice(0, 64)}`, detail }]);
    }
  }
  if (file === undefined) throw invalidFields([{ pointer: "/file", detail: "is missing: the part 'file' holds the document" }]);
  given ??= {};
  const last = ready();
  if (last) yield last;
}

async function metadataOf(part: Part): Promise<Metadata> {
  const bytes = await smallPart(part, maxMetadataBytes);
  try {
    return readMetadata(parseJson(bytes)).value;
  } catch (thrown) {
    const error = LociError.from(thrown);
    const fields = error.fields.map(({ pointer, detail }) => ({ pointer: `/metadata${pointer}`, detail }));
    throw fields.length > 0 ? invalidFields(fields) : invalidFields([{ pointer: "/metadata", detail: "must be a JSON object" }]);
  }
}

function message(given: Metadata, file: Part, { documentId, operation }: Target): ingest.UploadMetadata {
  // A client that says nothing better calls everything an octet stream.
  const isDeclared = isMediaType(file.mediaType) && file.mediaType !== "application/octet-stream";
  const declared = isDeclared ? file.mediaType : "";
  return {
    documentId,
    title: given.title ?? "",
    source: given.source ?? "",
    mimeType: given.mimeType ?? declared,
    filename: given.filename ?? file.filename.slice(0, 512),
    scopes: given.scopes ? scopeSetMessage(given.scopes) : null,
    labels: given.labels ?? [],
    observedAt: given.observedAt ?? "",
    operation: operationMessage(operation),
  };
}
