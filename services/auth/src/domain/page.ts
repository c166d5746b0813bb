import { invalidField } from "@loci/kernel";
import type { auth } from "@loci/protos";

/** What a list is asked for: at most so many, after the one at which the page before ended. */
export interface Page {
  readonly limit: number;
  /** The sort key of the last row before; undefined for the first page. */
  readonly after: readonly string[] | undefined;
}

export const maxPage = 10_000;

/** @param fits whether texts can be a sort key of this list */
export function readPage(page: auth.Page | null | undefined, fits: (sortKey: readonly string[]) => boolean): Page {
  const limit = page?.limit ?? 0;
  if (!Number.isInteger(limit) || limit < 0 || limit > maxPage) {
    throw invalidField("/limit", `must be a whole number from 1 to ${maxPage}`);
  }
  const after = page?.after ?? "";
  return { limit: limit === 0 ? maxPage : limit, after: after === "" ? undefined : readCursor(after, fits) };
}

/** The sort key of a list that is ordered by one text. */
export const oneText = (sortKey: readonly string[]): boolean => sortKey.length === 1;

function readCursor(text: string, fits: (sortKey: readonly string[]) => boolean): string[] {
  const parts = Buffer.from(text.slice(0, 8192), "base64url").toString("utf8").split("\0");
  if (!fits(parts) || cursorOf(parts) !== text) throw invalidField("/after", "is not the `next` of a page of this list");
  return parts;
}

function cursorOf(sortKey: readonly string[]): string {
  return Buffer.from(sortKey.join("\0")).toString("base64url");
}

/**
 * A page out of rows of which one more was read than it holds.
 * @param sortKey the texts by which the list is ordered
 */
export function pageOf<T>(rows: readonly T[], limit: number, sortKey: (row: T) => readonly string[]): { rows: T[]; next: string } {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { rows: kept, next: rows.length > limit && last !== undefined ? cursorOf(sortKey(last)) : "" };
}
