import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { Stage } from "./port.ts";
import { afterReportThrown, afterStage, afterThrown, loggedError, mostAttempts } from "./settlement.ts";

const stage = (name: string): Stage => ({ name, timeoutSeconds: 1, maxAttempts: 5, run: async () => undefined });
const [parse, embed] = [stage("parse"), stage("embed")];
const line = { name: "line", stages: [parse, embed], concurrency: 1, onFailed: async () => undefined };
const pauses = { firstMs: 1_000, longestMs: 300_000 };
const passing = new LociError("unavailable", "The provider does not answer.");

describe("work whose stage ended", () => {
  it("goes on to the next stage, and is done after the last", () => {
    expect(afterStage(line, parse)).toEqual({ kind: "advance", stage: "embed" });
    expect(afterStage(line, embed)).toEqual({ kind: "done" });
  });

  it("goes on with the same stage where that told how far it came", () => {
    const progress = { at: "c7", counts: { contexts: 7 } };
    expect(afterStage(line, embed, progress)).toEqual({ kind: "step", progress });
  });
});

describe("work whose stage threw", () => {
  const pause = (attempt: number, chance: number) => afterThrown(parse, attempt, passing, pauses, chance);

  it("pauses for any time up to one that doubles with each attempt", () => {
    expect([1, 2, 3, 4].map((attempt) => pause(attempt, 1))).toEqual(
      [1_000, 2_000, 4_000, 8_000].map((pauseMs) => ({ kind: "retry", pauseMs })),
    );
    expect(pause(4, 0.25)).toEqual({ kind: "retry", pauseMs: 2_000 });
    expect(pause(4, 0)).toEqual({ kind: "retry", pauseMs: 0 });
  });

  it("pauses some minutes at most, however often a report failed", () => {
    expect(afterReportThrown(1_000, passing, pauses, 1)).toEqual({ kind: "retry", pauseMs: 300_000 });
  });

  it("does not come back before a provider asked for it", () => {
    const limited = new LociError("rate_limited", "Slow down.", { retryAfterSeconds: 20 });
    expect(afterThrown(parse, 1, limited, pauses, 0.5)).toEqual({ kind: "retry", pauseMs: 20_000 });
  });

  it("fails where it would have to wait longer than the longest pause; the report of that does not", () => {
    const spent = new LociError("rate_limited", "The token budget is used up.", { retryAfterSeconds: 301 });
    expect(afterThrown(parse, 1, spent, pauses, 0.5)).toMatchObject({
      kind: "fail",
      failure: { reason: spent.message, attempts: 1 },
    });
    expect(afterReportThrown(1, spent, pauses, 0.5)).toEqual({ kind: "retry", pauseMs: 300_000 });
  });

  it("is tried more often where what it needs is away, if its stage says so, and by that much only", () => {
    const patient = { ...parse, maxAttemptsAway: 16 };
    const after = (attempt: number, error: LociError) => afterThrown(patient, attempt, error, pauses, 1).kind;
    expect([5, 15, 16].map((attempt) => after(attempt, passing))).toEqual(["retry", "retry", "fail"]);
    for (const code of ["internal", "deadline_exceeded", "rate_limited"] as const)
      expect([4, 5, 15].map((attempt) => after(attempt, new LociError(code, "No.")))).toEqual(["retry", "fail", "fail"]);
    expect(after(1, new LociError("invalid", "The file is encrypted."))).toBe("fail");
    expect([mostAttempts(patient), mostAttempts(parse)]).toEqual([16, 5]);
  });

  it("fails after the last attempt, and at once where another would not help", () => {
    const failure = { stage: "parse", reason: "The provider does not answer.", attempts: 5 };
    expect(afterThrown(parse, 5, passing, pauses, 1)).toEqual({ kind: "fail", failure });
    const broken = new LociError("invalid", "The file is encrypted.");
    expect(afterThrown(parse, 1, broken, pauses, 1)).toMatchObject({ kind: "fail", failure: { attempts: 1 } });
  });
});

describe("the log of a stage that failed", () => {
  it("has the error, and of a refusal its code alone: that quotes what was sent", () => {
    const broken = new TypeError("no such stage");
    expect(loggedError(broken)).toEqual({ err: broken });
    const refused = new LociError("unsupported_media_type", "Documents of the media type application/x-secret are not read.");
    expect(loggedError(refused)).toEqual({ code: "unsupported_media_type" });
  });
});
