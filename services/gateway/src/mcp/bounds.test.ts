import { expect, it } from "@jest/globals";
import { bounded, boundsOf } from "./bounds.ts";
import { takesStructuredContent } from "./structured-content.ts";

const refs = Array.from({ length: 40 }, (_, i) => ({ id: `attribute:${i}`, label: "x".repeat(80) }));
const pages = { pages: "refs" } as const;

it("a list goes on from page to page, until all of it was shown once", () => {
  const seen: unknown[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const page = bounded({ deleted: 40, refs }, pages, { maxTokens: 300, offset }) as unknown as {
      refs: unknown[];
      leftOut: number;
      nextOffset?: number;
    };
    seen.push(...page.refs);
    expect(page.leftOut).toBe(40 - seen.length);
    offset = page.nextOffset;
  }
  expect(seen).toEqual(refs);
  expect(bounded({ refs }, pages, { maxTokens: 100, offset: 40 })).toEqual({ refs: [], leftOut: 0 });
  expect(bounded({ refs: [{ label: "x".repeat(9_000) }] }, pages, { maxTokens: 100, offset: 0 })).toMatchObject({ leftOut: 0 });
});

it("lists are filled as far as there is room, and a text is cut that alone is too long", () => {
  const body = { reflection: "word ".repeat(2_000), evidence: refs.map(({ id }) => id) };
  const short = bounded(body, { lists: [["evidence"]] }, { maxTokens: 200, offset: 0 });
  expect(JSON.stringify(short).length).toBeLessThan(1_600);
  expect(short).toMatchObject({ leftOut: expect.any(Number) });
});

it("bounds stand among the arguments in either spelling, and are checked", () => {
  expect(boundsOf(pages, { query: "x", max_tokens: 500, offset: 3 })).toEqual({
    bounds: { maxTokens: 500, offset: 3 },
    rest: { query: "x" },
  });
  expect(boundsOf({ lists: [] }, { query: "x" })).toEqual({ bounds: { maxTokens: 8_000, offset: 0 }, rest: { query: "x" } });
  // Where there are no pages the route says that it knows no offset.
  expect(boundsOf({ lists: [] }, { offset: 3 }).rest).toEqual({ offset: 3 });
  expect(() => boundsOf(pages, { max_tokens: 5 })).toThrow("max_tokens");
  expect(() => boundsOf(pages, { offset: -1 })).toThrow("offset");
});

it.each([
  ["2024-11-05", false],
  ["2025-03-26", false],
  ["2025-06-18", true],
  ["2026-07-28", true],
  [undefined, true],
  ["next", true],
])("a client of version %s takes structured content: %s", (version, takes) => {
  expect(takesStructuredContent(version)).toBe(takes);
});
