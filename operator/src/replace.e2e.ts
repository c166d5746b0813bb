/** A restore in the place of what is there: minutes pass until Loci has purged that, so it has a file of its own. */
import { describe, expect, it } from "@jest/globals";
import { withBackups, type BackupWorld } from "./testing/backups.ts";
import { until, type World } from "./testing/world.ts";

let world: World;
let backups: BackupWorld;
withBackups((started) => ({ world, backups } = started));

/** Two minutes for requests that were under way, one until the purge's turn comes, and a slow machine. */
const patienceMs = 540_000;

describe("a restore that replaces", () => {
  it("waits until what was there is purged, and goes on as soon as it is, without another look at the backup meanwhile", async () => {
    const operator = await world.operator();
    const { namespace, context, key, loci } = await backups.memory("replaced", ["Mina lives in Lisbon."]);
    const backup = backups.backup(namespace);
    await world.apply(backup);
    await world.ready(backup);
    const before = (await loci.recall("Where does Mina live?")).hits.map(({ id, text }) => ({ id, text }));
    await loci.remember("Mina moved to Porto.");

    const restore = backups.restore(namespace, { backup: { name: "nightly" } }, { replace: true });
    await world.apply(restore);
    await world.reasonIs(context, "ContextPurging");
    await world.reasonIs(restore, "ContextNotReady");
    const attempt = async () => (await world.get(restore))?.status?.["progress"];
    const begun = await attempt();
    await world.visited(operator, "memorycontext", 3);
    expect(await attempt()).toEqual(begun);

    await until("it is restored", () => world.isReady(restore), patienceMs);
    await world.ready(context, key);
    const again = await backups.holder(namespace);
    const after = (await again.recall("Where does Mina live?")).hits.map(({ id, text }) => ({ id, text }));
    expect(after).toEqual(before);
    expect((await world.events(namespace)).map(({ reason }) => reason)).toContain("ContextReplaced");
  });
});
