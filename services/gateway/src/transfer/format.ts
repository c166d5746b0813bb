/**
 * The file that holds a context: JSON Lines (https://jsonlines.org), UTF-8, in this order.
 *
 * 1. `header`: format, version, the context, when it was exported, by which product, and which embedding made its vectors
 * 2. auth's lines: `context`, `scope`, `principal`, `grantChange` (services/auth/src/rpc/transfer-lines.ts)
 * 3. graph's lines: every record, table by table (services/graph/src/transfer/lines.ts)
 * 4. ingest's lines: `original`, the documents' bytes in pieces
 * 5. `trailer`: how many lines of which type stand before it, and their SHA-256, each with its line feed
 */
import { z } from "zod";

export const formatName = "loci-export";
export const formatVersion = 1;

export const authTypes: ReadonlySet<string> = new Set(["context", "scope", "principal", "grantChange"]);
export const originalType = "original";

const embedding = z.strictObject({
  provider: z.string(),
  model: z.string(),
  dimension: z.int32().min(0),
  normalised: z.boolean(),
});

export const headerLine = z.strictObject({
  type: z.literal("header"),
  format: z.literal(formatName, { error: `must be ${formatName}` }),
  version: z.literal(formatVersion, { error: `is not a version that this release reads; it reads ${formatVersion}` }),
  contextId: z.string(),
  exportedAt: z.iso.datetime(),
  product: z.string(),
  embedding: embedding.nullable(),
  /** The position of the change feed that the file shows. */
  revision: z.int().min(0),
});
export type Header = z.output<typeof headerLine>;

export const trailerLine = z.strictObject({
  type: z.literal("trailer"),
  lines: z.int().min(1),
  counts: z.record(z.string(), z.int().min(0)),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal"),
});

const leadingType = /^\{\s*"type"\s*:\s*"([A-Za-z]{1,64})"/;

/** The type that a line says it has, without reading all of it; "" where it does not say so at its beginning. */
export function typeAtStart(line: string): string {
  return leadingType.exec(line.slice(0, 256))?.[1] ?? "";
}
