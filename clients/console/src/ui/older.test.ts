import { describe, expect, it } from "@jest/globals";
import { partOf } from "./older.ts";

/** Rows of a server: newest first, before a time that is not within. */
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const all = [9, 8, 8, 7, 5, 5, 5, 1].map((second, id) => ({ id, createdAt: at(second) }));
const listed = (until: string | undefined, limit: number) =>
  all.filter(({ createdAt }) => until === undefined || createdAt < until).slice(0, limit);

describe("a list that is asked for by time, part by part", () => {
  it("has each row once, also where several are of one instant", () => {
    const seen: number[] = [];
    let until: string | undefined;
    do {
      const part = partOf(listed(until, 4), 4);
      seen.push(...part.rows.map(({ id }) => id));
      until = part.until;
    } while (until !== undefined);
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it("ends where fewer came than were asked for, and goes on where all are of one instant", () => {
    expect(partOf(listed(undefined, 20), 20).until).toBeUndefined();
    expect(partOf([], 4)).toEqual({ rows: [], until: undefined });
    expect(partOf(listed(at(6), 3), 3)).toEqual({ rows: all.slice(4, 7), until: at(5) });
  });
});
