import { describe, expect, it } from "@jest/globals";
import { parseJson } from "./body.ts";

const parsed = (text: string) => parseJson(Buffer.from(text));
const tooMany = "holds more values than a body may";

describe("a JSON body", () => {
  // None of these is JSON: whoever refuses them for their values has not made them first.
  it.each([
    ["lists in lists", "[".repeat(200_000)],
    ["objects in objects", '{"a":'.repeat(200_000)],
    ["a list", `[${"1,".repeat(200_000)}`],
  ])("of too many values is refused before it is read: %s", (_, text) => {
    expect(() => parsed(text)).toThrow(tooMany);
  });

  it("of many values, but no more than it may hold, is read", () => {
    const rows = Array.from({ length: 24_000 }, () => [1]);
    expect(parsed(JSON.stringify({ rows }))).toEqual({ rows });
    expect(() => parsed(JSON.stringify({ rows: [...rows, ...rows] }))).toThrow(tooMany);
  });

  it("holds as many commas and brackets in its texts as it likes", () => {
    const text = ',[{"\\'.repeat(50_000);
    expect(parsed(JSON.stringify({ [text]: text, last: `\\"${text}` }))).toEqual({ [text]: text, last: `\\"${text}` });
  });
});
