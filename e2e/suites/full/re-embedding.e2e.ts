/**
 * A deployment moves to another embedding, and a process is killed at each point of that: `loci-server re-embed`, which makes the new
 * vectors, and the servers, which turn to them at their next start. Whoever begins again finds everything as if nothing had happened.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startScriptedOpenAi, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { library, textFile } from "@loci/e2e/parts/documents";
import { caller } from "@loci/e2e/parts/memory";
import { inspect } from "../laptop/faults/integrity.ts";
import { startDeployment, type Deployment } from "./crash-points/deployment.ts";
import type { Outcome } from "./crash-points/outcome.ts";
import { newPlace, type Place } from "./crash-points/place.ts";
import { eventually, pollMs, settled } from "./crash-points/settling.ts";
import { tryEach } from "./crash-points/trials.ts";

const notes = textFile("harbour.md", "# Harbour\n\nThe crane of shed 4 lifts nine tonnes of salted herring.\n");
/** Long enough for the index to follow. */
const followsMs = 6_000;
const mostRuns = 5;

describe("a process that is killed while a deployment moves to another embedding", () => {
  let loci: Deployment;
  let provider: ScriptedOpenAi;
  /** 0 for the embedding by which the deployment begins, 1 for another. */
  let serving = 0;
  let models = 0;
  let where: Place;
  let before: Outcome;
  /** On the way to each. */
  const points: (readonly string[])[] = [];

  beforeAll(async () => {
    loci = await startDeployment();
    provider = await startScriptedOpenAi();
    where = await newPlace(loci.url, caller(`${loci.url}/api/v1`, loci.managementKey), "moving");
    await library(where.reader).keep(notes);
    await where.reader.remember("Mina works as an architect at Acme.");
    await where.reader.state([["Person/Mina", "residence", "Lisbon"]]);
    before = await settled(where);
  }, 600_000);
  afterAll(async () => {
    await loci.stop();
    await provider.close();
  });

  /** The other one is each time another model, of vectors of another length: it fills an index of its own. */
  const settingsOf = (to: number): Record<string, string> =>
    to === 0
      ? { SERVICE_EMBEDDINGS_PROVIDER: "builtin" }
      : {
          SERVICE_EMBEDDINGS_PROVIDER: "openai",
          SERVICE_EMBEDDINGS_MODEL: `scripted-${++models}`,
          SERVICE_EMBEDDINGS_URL: provider.baseUrl,
        };

  /** Makes the vectors, again where that died, and starts anew what embeds. */
  async function move(to: number): Promise<void> {
    const settings = settingsOf(to);
    for (let run = 1; ; run++) {
      const { code, err } = await loci.run("re-embed", settings);
      if (code === 0) break;
      if (run === mostRuns) throw new Error(`re-embed ended with ${code}: ${err}`);
    }
    // Who died while the old vectors serve is started with the old settings.
    loci.configure(settings);
    await Promise.all([loci.restart("ingest"), loci.restart("retrieval")]);
    serving = to;
  }

  /** What is found by the vectors alone. */
  const found = async () => {
    const { results, degraded } = await library(where.reader).passages("salted herring", { vectorWeight: 1 });
    return { degraded, texts: results.map(({ chunk }) => chunk.text) };
  };
  const all = { degraded: [], texts: [expect.stringContaining("salted herring") as unknown] };

  it.each([1, 0])("is served by the other embedding, with all that it had, where none does (%i)", async (to) => {
    const passed = await loci.mortality.passed(async () => {
      await move(to);
      await sleep(followsMs);
    });
    points[to] = passed.points;
    expect(await eventually(where, before)).toEqual(before);
    expect(await found()).toEqual(all);
    expect((await loci.run("re-embed")).out).toContain(to === 0 ? "embedded by builtin/" : `embedded by openai/scripted-${models}`);
    for (const role of ["command: after commit", "graph: after commit", "retrieval: after"])
      expect(passed.points.join("\n")).toContain(role);
  });

  it("comes to the same wherever one does", async () => {
    const every = [...new Set(points.flat())];
    const { wrong, unmet } = await tryEach(loci, every, async (arm, point) => {
      // There and back again: only where a point is not on the way is one undisturbed.
      if (points[1 - serving]?.includes(point) !== true) await move(1 - serving);
      await arm();
      await move(1 - serving);
      for (const until = Date.now() + followsMs; !loci.mortality.hasDied() && Date.now() < until; await sleep(pollMs));
      const seen = await eventually(where, before);
      if (!isDeepStrictEqual(seen, before)) return seen;
      expect(await found()).toEqual(all);
      return undefined;
    });
    process.stdout.write(`${every.length} points, ${unmet.length} of them not met again\n`);
    expect(wrong).toEqual({});
    expect(unmet.length).toBeLessThan(every.length / 2);
  }, 3_600_000);

  it("leaves nothing broken in the tables", async () => {
    expect((await inspect(loci.database)).violations).toEqual([]);
  });
});
