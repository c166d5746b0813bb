import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { createReadiness } from "@loci/platform/probes";
import { silentLogger } from "@loci/platform/telemetry";
import { insist } from "./insist.ts";

const never = new Promise<never>(() => undefined);
const away = () => new LociError("unavailable", "The workflow service does not answer.");
const insisting = (stopped: Promise<unknown> = never) => {
  const readiness = createReadiness();
  const options = {
    logger: silentLogger(),
    random: () => Uint8Array.of(0),
    readiness,
    stopped,
    firstPauseMs: 1,
    longestPauseMs: 4,
  };
  return { readiness, insist: (act: () => Promise<void>) => insist(act, options) };
};

describe("a start that needs what is away", () => {
  it("is tried until it succeeds; readiness says meanwhile what is missing", async () => {
    const { readiness, insist: start } = insisting();
    const said: unknown[] = [];
    const began = await start(async () => {
      said.push((await readiness.state()).parts["server"]);
      if (said.length < 4) throw away();
    });
    expect(began).toBe(true);
    const waiting = "starting: The workflow service does not answer.";
    expect(said).toEqual(["starting", waiting, waiting, waiting]);
  });

  it("ends with what waiting does not help with", async () => {
    const { insist: start } = insisting();
    let tries = 0;
    const started = start(async () => {
      throw ++tries < 3 ? away() : new TypeError("no such option");
    });
    await expect(started).rejects.toMatchObject({ code: "internal", cause: new TypeError("no such option") });
    expect(tries).toBe(3);
  });

  it.each([
    ["between two tries", () => Promise.reject(away())],
    ["in a try", () => never],
  ])("ends at once when the process is asked to stop %s", async (_when, act) => {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<undefined>();
    const { insist: start } = insisting(stopped);
    const began = start(act);
    setTimeout(() => stop(undefined), 20);
    expect(await began).toBe(false);
  });
});
