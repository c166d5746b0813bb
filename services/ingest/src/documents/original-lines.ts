import { invalidField } from "@loci/kernel";
import { z } from "zod";

/** A piece of an original, as an export holds it: one line of JSON with `type` "original". */
const lineSchema = z.strictObject({
  type: z.literal("original"),
  document_id: z.string().max(256),
  version: z.int().min(1),
  /** Of the whole original, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** From 1; the pieces of one original follow each other. */
  part: z.int().min(1),
  of: z.int().min(1),
  base64: z.base64(),
});
export type OriginalLine = z.output<typeof lineSchema>;

/** Bytes in one line: 512 KiB in base64. */
export const pieceBytes = 384 * 1024;

/** How many pieces an original of this size has; an empty one has one. */
export function piecesIn(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / pieceBytes));
}

/** Cuts bytes into pieces of the same size, the last one shorter; one empty piece where there are no bytes. */
export async function* recut(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  let any = false;
  for await (const piece of bytes) {
    held.push(piece);
    length += piece.length;
    if (length < size) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; all.length - at >= size; at += size) yield all.subarray(at, at + size);
    any = true;
    held = [all.subarray(at)];
    length = all.length - at;
  }
  if (length > 0 || !any) yield Buffer.concat(held);
}

/** @param at the line's number in its file @throws LociError `invalid` for a line that is none of an original */
export function parseLine(line: string, at: number): OriginalLine {
  const parsed = lineSchema.safeParse(jsonOf(line));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalidField(`/lines/${at}`, `is no piece of an original: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim());
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
