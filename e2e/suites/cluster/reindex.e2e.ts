/** `loci-server reindex` as durable work: on a real Temporal, OpenSearch and Postgres. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { lociServer, startProcess } from "@loci/e2e/parts/loci";
import { succeeded } from "@loci/e2e/parts/memory";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";
import { startWire, startWorld, type Wire, type World } from "./search-index/world.ts";

const longLimitMs = 900_000;
/** More than the indexer takes at once. */
const turns = 1_200;

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
const bulks = () => wire.taken().filter((path) => path.includes("/_bulk")).length;

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
      expect((await rebuilds()).map(({ status }) => status)).toEqual(Array(2).fill(expect.stringMatching(/COMPLETED/)));
    },
    longLimitMs,
  );
});
