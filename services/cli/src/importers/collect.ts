/** Gathers what an importer finds, record by record. */
import type { Imported, ImportWrite, Omission } from "./write.ts";

/** What Loci takes as one text; see also `facts` in the API document. */
const longestText = 100_000;

/** Why a text is not carried; undefined where it may be. */
export function tooLong(text: string): string | undefined {
  return text.length > longestText ? `its text has more than ${longestText} characters; upload it as a document` : undefined;
}

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
      // Of a conversation its importer has left such messages out: the others are carried.
      const reason = request.kind === "facts" ? tooLong(request.body.text ?? "") : undefined;
      if (reason === undefined) writes.push(write);
      else skip(write.id, reason);
    },
  };
}
