import { describe, expect, it } from "@jest/globals";
import { LociError } from "../error.ts";
import { retryAfterMs, waitBeforeRetry } from "./retry.ts";

const policy = { attempts: 4, backoffMs: 200 };
const unreachable = new LociError("unreachable", "");
const answered = (status: number, after?: number) => new LociError("unavailable", "", { status, retryAfterMs: after });

describe("the wait before another attempt", () => {
  it("doubles its range each time, up to a cap, and spreads over all of it", () => {
    const longest = (attempt: number) => waitBeforeRetry(unreachable, attempt, { attempts: 99, backoffMs: 200 }, 1);
    expect([1, 2, 3, 4].map(longest)).toEqual([200, 400, 800, 1600]);
    expect(longest(20)).toBe(20_000);
    expect(waitBeforeRetry(unreachable, 3, policy, 0)).toBe(0);
  });

  it("is at least what the server asked for", () => {
    expect(waitBeforeRetry(answered(503, 3_000), 1, policy, 0.5)).toBe(3_100);
  });

  it.each([429, 502, 503, 504])("is made for %d", (status) => {
    expect(waitBeforeRetry(answered(status), 1, policy, 1)).toBe(200);
  });

  it.each([
    ["the last attempt has failed", unreachable, 4],
    ["the server asks for more than a minute", answered(503, 61_000), 1],
    ["the request is wrong", new LociError("invalid", "", { status: 400 }), 1],
    ["the server has failed for good", new LociError("internal", "", { status: 500 }), 1],
    ["the caller cancelled", new LociError("cancelled", ""), 1],
    ["what is there conflicts", new LociError("conflict", "", { status: 409 }), 1],
  ])("is not made when %s", (_name, error, attempt) => {
    expect(waitBeforeRetry(error, attempt, policy, 1)).toBeUndefined();
  });

  it("is made for a write whose twin, from an earlier attempt, is still under way", () => {
    expect(waitBeforeRetry(new LociError("conflict", "", { status: 409, retryAfterMs: 1_000 }), 1, policy, 0)).toBe(1_000);
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");

  it.each([
    ["3", 3_000],
    ["0", 0],
    ["Sun, 01 Mar 2026 12:00:10 GMT", 10_000],
    ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j is %j ms", (header, expected) => expect(retryAfterMs(header, now)).toBe(expected));
});
