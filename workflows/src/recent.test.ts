import { describe, expect, it } from "@jest/globals";
import { createRecentRuns } from "./recent.ts";

const run = (runId: string) => ({ workflowId: `document/acme/${runId}`, runId });

describe("what this process did lately", () => {
  it("is known for each pipeline, once for each run", () => {
    const recent = createRecentRuns(() => 0);
    recent.submitted("document", run("a"));
    recent.submitted("document", run("a"));
    recent.submitted("decay", run("b"));
    expect(recent.of("document")).toEqual({ recent: [run("a")], replaced: [] });
  });

  it("is forgotten when the server's lists must show it", () => {
    let now = 0;
    const recent = createRecentRuns(() => now);
    recent.submitted("document", run("a"));
    recent.replaced("document", "failed");
    now = 11_000;
    expect(recent.of("document")).toEqual({ recent: [], replaced: ["failed"] });
    now = 121_000;
    expect(recent.of("document")).toEqual({ recent: [], replaced: [] });
  });

  it("is forgotten when it is known to have ended, and never grows beyond a hundred", () => {
    const recent = createRecentRuns(() => 0);
    for (let i = 0; i < 500; i++) recent.submitted("document", run(`${i}`));
    expect(recent.of("document").recent).toHaveLength(100);
    recent.forget(run("499"));
    expect(recent.of("document").recent.at(-1)).toEqual(run("498"));
  });
});
