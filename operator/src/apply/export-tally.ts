/** Reads an export as it passes: whether it is whole, as its own trailer says, and what it holds. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { OutsideError } from "./outside-failure.ts";

const header = z.looseObject({
  type: z.literal("header"),
  format: z.literal("loci-export"),
  version: z.int().min(1),
  contextId: z.string(),
});
const trailer = z.looseObject({
  type: z.literal("trailer"),
  lines: z.int().min(1),
  counts: z.record(z.string(), z.int().min(0)),
  sha256: z.string(),
});

/** Neither a header nor a trailer is longer. */
const longestLine = 65_536;
const lineFeed = 10;

export interface ExportTotals {
  readonly contextId: string;
  readonly exportVersion: number;
  readonly bytes: number;
  /** Of all bytes. */
  readonly sha256: string;
  /** Without header and trailer. */
  readonly records: number;
  readonly counts: Readonly<Record<string, number>>;
}

export interface ExportTally {
  add(piece: Uint8Array): void;
  bytes(): number;
  /** Once, at the end. @throws OutsideError ExportIncomplete */
  end(): ExportTotals;
}

export function createExportTally(): ExportTally {
  const all = createHash("sha256");
  const beforeLast = createHash("sha256");
  let bytes = 0;
  let lines = 0;
  const first = lineBuffer();
  const last = lineBuffer((lost) => beforeLast.update(lost));
  let isFirstOver = false;
  let isLastOver = false;

  const addToFirst = (piece: Buffer): void => {
    const end = piece.indexOf(lineFeed);
    first.add(end === -1 ? piece : piece.subarray(0, end));
    isFirstOver = end !== -1;
  };
  const endLast = (): void => {
    beforeLast.update(last.take());
    isLastOver = false;
  };

  return {
    bytes: () => bytes,
    add(given) {
      if (given.byteLength === 0) return;
      const piece = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      all.update(piece);
      bytes += piece.length;
      if (!isFirstOver) addToFirst(piece);
      if (isLastOver) {
        endLast();
        lines++;
      }
      // Where the last line begins that this piece shows.
      const start = piece.length < 2 ? 0 : piece.lastIndexOf(lineFeed, piece.length - 2) + 1;
      if (start > 0) {
        endLast();
        beforeLast.update(piece.subarray(0, start));
        lines += countOf(piece.subarray(0, start));
      }
      last.add(piece.subarray(start));
      isLastOver = piece.at(-1) === lineFeed;
    },
    end() {
      const begin = header.safeParse(jsonOf(first.text()));
      const end = trailer.safeParse(isLastOver ? jsonOf(last.text()) : undefined);
      const isWhole = end.success && end.data.lines === lines && end.data.sha256 === beforeLast.digest("hex");
      if (!begin.success || !isWhole) throw new OutsideError("ExportIncomplete", "The context's export broke off.", "retry");
      const { contextId, version } = begin.data;
      const totals = { records: lines - 1, counts: end.data.counts, bytes, sha256: all.digest("hex") };
      return { contextId, exportVersion: version, ...totals };
    },
  };
}

/** One line; of one that is too long the beginning is lost, and told. */
function lineBuffer(onLost: (lost: Buffer) => void = () => undefined) {
  let pieces: Buffer[] = [];
  let length = 0;
  const clear = (): Buffer => {
    const held = Buffer.concat(pieces);
    pieces = [];
    length = 0;
    return held;
  };
  return {
    add(piece: Buffer): void {
      // A copy: what it is a part of shall not be held for it.
      pieces.push(Buffer.from(piece));
      length += piece.length;
      if (length > longestLine) onLost(clear());
    },
    take: clear,
    text: () => Buffer.concat(pieces).toString("utf8"),
  };
}

function countOf(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(lineFeed); at !== -1; at = piece.indexOf(lineFeed, at + 1)) count++;
  return count;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
