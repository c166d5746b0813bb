/** The object that makes a backup whole: it is written last, and says what the exported context has to be. */
import { z } from "zod";

const manifest = z.strictObject({
  format: z.literal("loci-backup"),
  version: z.literal(1),
  contextId: z.string().max(128),
  run: z.string().max(32),
  startedAt: z.iso.datetime(),
  completedAt: z.iso.datetime(),
  /** The object beside this one that holds the context. */
  data: z.string().regex(/^[a-z0-9-]{1,64}\.jsonl$/),
  bytes: z.int().min(1),
  /** Lines of the export without its header and its trailer. */
  records: z.int().min(0),
  /** By kind, as the export's trailer has them. */
  counts: z.record(z.string().max(64), z.int().min(0)),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The version of the export's own format. */
  exportVersion: z.int().min(1),
});

export type Manifest = z.output<typeof manifest>;

export const manifestBytes = (content: Manifest): Uint8Array => Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`);

/** Longer than any; what is read of one is bounded by it. */
export const longestManifest = 65_536;

/** What the text says, or what is wrong with it. */
export function readManifest(text: string): Manifest | { readonly problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "it is no JSON" };
  }
  const read = manifest.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return { problem: `${issue?.path.join(".") || "it"}: ${issue?.message ?? "is wrong"}` };
}
