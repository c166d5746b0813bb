/** `loci-server reindex` as durable work: on a real Temporal, OpenSearch and Postgres. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { lociServer, startProcess } from "@loci/e2e/parts/loci";
import { succeeded } from "@loci/e2e/parts/memory";
import { freePort } from "@loci/e2e/parts/postgres";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";
import { startWire, startWorld, type Wire, type World } from "./search-index/world.ts";

const longLimitMs = 900_000;
/** More than the indexer takes at once. */
const turns = 2_000;

let world: World;
let temporal: TestTemporal;
let wire: Wire;
let durably: Readonly<Record<string, string>>;

beforeAll(async () => {
  [world, temporal] = await Promise.all([startWorld(), startTemporal()]);
  wire = await startWire(world.search.url);
  durably = { ...world.settings, SERVICE_SEARCH_URL: wire.url, SERVICE_RUNNER_URL: `temporal://${temporal.address}/default` };
  const { tenant } = world.both[0];
  for (let at = 0; at < turns; at += 300) {
    const messages = Array.from({ length: 300 }, (_, i) => ({ role: "user", content: `Crate ${at + i} holds lamp oil.` }));
    succeeded(await tenant.post("/facts/batch", { messages, infer: "none" }));
  }
  // Made with what is indexed first.
  while (!(await isServing())) await pause(100);
});
afterAll(async () => {
  wire.close();
  await Promise.all([world.stop(), temporal.stop()]);
});

const isServing = () =>
  world.serving().then(
    () => true,
    () => false,
  );
const rebuilds = async () =>
  JSON.parse(await temporal.ask("workflow", "list", "--query", "WorkflowType = 'search-rebuild'")) as { status: string }[];
/** How so many rebuilds ended, once all have; Temporal's list may be some seconds behind. */
async function endsOf(count: number): Promise<string[]> {
  for (const end = Date.now() + longLimitMs / 2; ; await pause(250)) {
    const listed = (await rebuilds()).map(({ status }) => status);
    const isOver = listed.length >= count && listed.every((status) => !status.includes("RUNNING"));
    if (isOver || Date.now() > end) return listed;
  }
}
const bulksOf = (on: Wire) => on.taken().filter((path) => path.includes("/_bulk")).length;
const bulks = () => bulksOf(wire);

/** Kills whoever does the rebuild when it has written some of it. */
async function killedInTheMiddle(args: readonly string[], ready: RegExp): Promise<void> {
  const own = await startWire(world.search.url);
  const inTheMiddle = own.hold(/\/_bulk/, 1);
  const doer = await startProcess(args, ready, { ...durably, SERVICE_SEARCH_URL: own.url });
  await inTheMiddle;
  await doer.kill();
  own.close();
}

describe("loci-server reindex on Temporal", () => {
  it(
    "goes on where it was when it was killed in the middle, and shows how far it is",
    async () => {
      const before = await world.serving();
      const inTheMiddle = wire.hold(/\/_bulk/, 1);
      const killed = await startProcess(["reindex"], /all contexts +\d+ changes/, durably);
      await inTheMiddle;
      await killed.kill();
      expect(await rebuilds()).toMatchObject([{ status: expect.stringMatching(/RUNNING/) }]);
      expect(await world.serving()).toBe(before);

      wire.taken();
      const { code, out, err } = await lociServer(["reindex", "--json"], durably);
      expect({ code, err }).toMatchObject({ code: 0, err: expect.stringMatching(/all contexts +\d+ changes in/) });
      expect((JSON.parse(out) as { changes: number }).changes).toBeGreaterThanOrEqual(turns);
      const asked = bulks();
      expect(await world.serving()).not.toBe(before);
      expect(await world.command("fsck")).toMatchObject({ code: 0 });

      // Another one begins from the start, and so has more to do.
      expect(await lociServer(["reindex"], durably)).toMatchObject({ code: 0 });
      expect(bulks()).toBeGreaterThan(asked);
      expect(await endsOf(2)).toEqual(Array(2).fill(expect.stringMatching(/COMPLETED/)));
    },
    longLimitMs,
  );

  it(
    "is taken over by a scheduler when it was killed, and by the next one when that was: each goes on where it was",
    async () => {
      const { length: earlier } = await rebuilds();
      expect(await lociServer(["reindex"], durably)).toMatchObject({ code: 0 });
      const [before, whole] = [await world.serving(), bulks()];

      await killedInTheMiddle(["reindex"], /all contexts +\d+ changes/);
      await killedInTheMiddle(["scheduler"], /doing the scheduled work/);
      expect(await world.serving()).toBe(before);
      // With metrics, as in a cluster: they are wrapped around the work.
      const metrics = { SERVICE_METRICS_ADDRESS: `127.0.0.1:${await freePort()}` };
      const scheduler = await startProcess(["scheduler"], /doing the scheduled work/, { ...durably, ...metrics });
      expect(await endsOf(earlier + 2)).toEqual(Array(earlier + 2).fill(expect.stringMatching(/COMPLETED/)));
      expect(await world.serving()).not.toBe(before);
      // What was written by each of those that were killed is not written again.
      expect(bulks()).toBeLessThanOrEqual(whole - 2);
      expect(await world.command("fsck")).toMatchObject({ code: 0 });
      expect(await scheduler.stop()).toBe(0);
    },
    longLimitMs,
  );
});
