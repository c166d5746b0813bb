/** Gathers what an importer finds, record by record. */
import type { Imported, ImportWrite, Omission } from "./write.ts";

/** What Loci takes as one text; see also `facts` in the API document. */
const longestText = 100_000;

export interface Collection extends Imported {
  readonly writes: ImportWrite[];
  readonly skipped: Omission[];
  readonly left: Omission[];
  /** A record that is not carried, and why. */
  skip(id: string, reason: string): void;
  /** A part of a record that is not carried. */
  leave(id: string, reason: string): void;
  /** Adds a write, unless its text is more than Loci takes. */
  add(write: ImportWrite): void;
}

export function collection(): Collection {
  const writes: ImportWrite[] = [];
  const skipped: Omission[] = [];
  const left: Omission[] = [];
  const skip = (id: string, reason: string) => void skipped.push({ id, reason });
  return {
    writes,
    skipped,
    left,
    skip,
    leave: (id, reason) => void left.push({ id, reason }),
    add(write) {
      const { request } = write;
      const tooLong = request.kind === "facts" && (request.body.text?.length ?? 0) > longestText;
      if (tooLong) skip(write.id, `its text has more than ${longestText} characters; upload it as a document`);
      else writes.push(write);
    },
  };
}
