/** A restore in the place of what is there: minutes pass until Loci has purged that, so it has a file of its own. */
import { describe, expect, it } from "@jest/globals";
import { withBackups, type BackupWorld } from "./testing/backups.ts";
import { until, type World } from "./testing/world.ts";

let world: World;
let backups: BackupWorld;
withBackups((started) => ({ world, backups } = started));

/** Two minutes for requests that were under way, one until the purge's turn comes, and a slow machine. */
const patienceMs = 540_000;
const hour = 3_600_000;

describe("a restore that replaces", () => {
  it("goes on as soon as what was there is purged, before anything of the emptied context is backed up", async () => {
    // The first backup is due at once, as if the operator had not been there for an hour.
    let ahead = hour;
    const operator = await world.operator({}, { clock: () => Date.now() + ahead });
    const { namespace, context, key, loci } = await backups.memory("replaced", ["Mina lives in Lisbon."]);
    const backup = backups.backup(namespace, { schedule: "0 * * * *", retention: { keepLast: 1 } });
    await world.apply(backup);
    await world.ready(backup);
    const first = await backups.last(backup);
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
    // The next one is due when the context is there again.
    ahead += hour;

    await until("it is restored", () => world.isReady(restore), patienceMs);
    await world.ready(context, key);
    const again = await backups.holder(namespace);
    const after = (await again.recall("Where does Mina live?")).hits.map(({ id, text }) => ({ id, text }));
    expect(after).toEqual(before);
    expect((await world.events(namespace)).map(({ reason }) => reason)).toContain("ContextReplaced");

    await until("it is backed up again", async () => (await backups.last(backup)).run !== first.run);
    const second = await backups.last(backup);
    expect(second.records).toBeGreaterThanOrEqual(first.records);
    const completedAt = (await world.get(restore))?.status?.["completedAt"] as string;
    expect(Date.parse(second.startedAt)).toBeGreaterThanOrEqual(Date.parse(completedAt));
  });
});
