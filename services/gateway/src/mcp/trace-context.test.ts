import { describe, expect, it } from "@jest/globals";
import { isTraceparent } from "./trace-context.ts";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = "00f067aa0ba902b7";

describe("a caller's trace context", () => {
  it("is read as W3C writes it", () => {
    expect(isTraceparent(`00-${trace}-${parent}-01`)).toBe(true);
  });

  it("may be of a later version, with more behind", () => {
    expect(isTraceparent(`01-${trace}-${parent}-00-more`)).toBe(true);
  });

  it.each([
    ["nothing", undefined],
    ["another kind of value", { trace }],
    ["an empty text", ""],
    ["upper case", `00-${trace.toUpperCase()}-${parent}-01`],
    ["no trace", `00-${"0".repeat(32)}-${parent}-01`],
    ["no parent", `00-${trace}-${"0".repeat(16)}-01`],
    ["the version that is none", `ff-${trace}-${parent}-01`],
    ["more behind the first version", `00-${trace}-${parent}-01-more`],
    ["too short an id", `00-${trace.slice(1)}-${parent}-01`],
    ["a line break behind", `00-${trace}-${parent}-01\n`],
    ["no end", `01-${trace}-${parent}-01-${"x".repeat(1_000)}`],
  ])("is left aside where it is %s", (_what, given) => expect(isTraceparent(given)).toBe(false));
});
