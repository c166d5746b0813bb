/**
 * One process's clock is five minutes ahead, or behind: what is asked meanwhile is done all the same, once, and is there when the clock is
 * right again.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { caller, type Caller } from "@loci/e2e/parts/memory";
import { inspect } from "../laptop/faults/integrity.ts";
import { deeds } from "./crash-points/deeds.ts";
import { roles, startDeployment, type Deployment } from "./crash-points/deployment.ts";
import type { Outcome } from "./crash-points/outcome.ts";
import { newPlace, type Deed } from "./crash-points/place.ts";
import { acknowledged, eventually, settled } from "./crash-points/settling.ts";

const skewMs = 300_000;
const asked = [
  ...["a turn", "a turn that is read later", "a contradiction", "a document", "a document's end", "forgetting for good"],
  ...["a principal's key", "a key's end"],
];
const chosen = deeds.filter(({ name }) => asked.includes(name));
const cases = roles.flatMap((role) => [skewMs, -skewMs].map((skew) => ({ role, skew, minutes: skew / 60_000 })));

describe("a process whose clock is wrong", () => {
  let loci: Deployment;
  let management: Caller;
  let made = 0;
  const undisturbed = new Map<string, Outcome>();

  const place = () => newPlace(loci.url, management, `skew-${++made}`);

  /** Asks, and once more under the same key, each in a context of its own. */
  const twice = (asked: readonly Deed[]) =>
    Promise.all(
      asked.map(async ({ name, prepare, send }) => {
        const where = await place();
        const prepared = (await prepare?.(where)) ?? "";
        if (prepare) await settled(where);
        const ask = () => send(where, { "idempotency-key": `${where.contextId}-deed` }, prepared);
        const replies = [await ask(), await ask()];
        return { name, where, statuses: replies.map(({ status, body }) => (status < 300 ? "done" : JSON.stringify(body))) };
      }),
    );
  const acknowledgements = (done: Awaited<ReturnType<typeof twice>>) => done.map(({ name, statuses }) => [name, ...statuses]);
  const allDone = chosen.map(({ name }) => [name, "done", "done"]);

  beforeAll(async () => {
    loci = await startDeployment();
    management = caller(`${loci.url}/api/v1`, loci.managementKey);
    const done = await twice(chosen);
    expect(acknowledgements(done)).toEqual(allDone);
    await Promise.all(done.map(async ({ name, where }) => undisturbed.set(name, await settled(where))));
  }, 600_000);
  afterAll(() => loci.stop());

  it.each(cases)(
    "does what is asked: $role, by $minutes minutes",
    async ({ role, skew }) => {
      await loci.restart(role, skew);
      let done: Awaited<ReturnType<typeof twice>>;
      try {
        await acknowledged(() => management.get("/contexts"));
        done = await twice(chosen);
      } finally {
        await loci.restart(role);
      }
      expect(acknowledgements(done)).toEqual(allDone);
      const seen = await Promise.all(
        done.map(async ({ name, where }) => [name, await eventually(where, undisturbed.get(name) ?? "gone")] as const),
      );
      expect(new Map(seen)).toEqual(undisturbed);
    },
    900_000,
  );

  it("leaves nothing broken in the tables", async () => {
    expect((await inspect(loci.database)).violations).toEqual([]);
  });
});
