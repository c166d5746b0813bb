import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { silentLogger } from "@loci/platform/telemetry";
import proto from "@temporalio/proto";
import { Worker } from "@temporalio/worker";
import { workflowBundle } from "./bundle.ts";
import { installRuntime } from "./runtime.ts";

const folder = new URL("./histories/", import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(/\.json$/, ""))
  .sort();
const { History } = proto.temporal.api.history.v1;
const text = (name: string) => readFileSync(new URL(`${name}.json`, folder), "utf8");
const parse = (json: string) => History.fromObject(JSON.parse(json) as Record<string, unknown>);

/** Workflows of the last release go on in this one: a history that it cannot follow would stop them. */
describe("the workflows", () => {
  beforeAll(() => installRuntime(silentLogger()));

  it("still do what they did in every saved history", async () => {
    const ends = ["again", "cut", "daily", "fails", "plain", "submitScheduled"];
    const further = ["cut-later", "steps"];
    expect(names).toEqual([
      ...ends.map((name) => `1-stage-by-stage/${name}`),
      ...[...ends, ...further].sort().map((name) => `2-onward/${name}`),
    ]);
    const histories = names.map((name) => ({ workflowId: name, history: parse(text(name)) }));
    const failed: string[] = [];
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: await workflowBundle() }, histories)) {
      if (error !== undefined) failed.push(`${workflowId}: ${error.message}`);
    }
    expect(failed).toEqual([]);
  });

  it("are told by their histories when they do something else", async () => {
    const altered = text("1-stage-by-stage/plain").replaceAll('"runStage"', '"runAnotherStage"');
    const replay = Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, parse(altered));
    await expect(replay).rejects.toThrow(/nondeterminism/i);
  });
});
