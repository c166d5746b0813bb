import { expect, it } from "@jest/globals";
import { printValue } from "../../values/print.ts";
import { matchApiPath, parseApiPath } from "./path.ts";

function matched(path: string, called: string): string | undefined {
  const match = matchApiPath(parseApiPath(path), called);
  return match === undefined ? undefined : printValue(match.params);
}

it.each([
  ["/a/b", "/a//b/", "{  }"],
  ["/a/:id", "/a/7", "{ id: '7' }"],
  ["/a/:id<int>", "/a/7", "{ id: 7 }"],
  ["/a/:id<int>", "/a/x", undefined],
  ["/a/:id", "/a", undefined],
  ["/a/:id", "/a/7/8", undefined],
  ["/a/*rest", "/a/7/8", "{ rest: ['7', '8'] }"],
])("%s meets %s", (path, called, params) => {
  expect(matched(path, called)).toBe(params);
});

it("keeps a path without the segments that are empty", () => {
  expect(parseApiPath("/a//:id<int|string>/").text).toBe("/a/:id<int | string>");
});

it.each([
  ["", "Path cannot be empty"],
  ["a", "Segment should start with /"],
  ["/:", "Expected a name or content for this segment"],
  ["/*rest/a", "Path not finished"],
])("refuses the path '%s'", (path, problem) => {
  expect(() => parseApiPath(path)).toThrow(`The string could not be parsed into a path: ${problem}`);
});
