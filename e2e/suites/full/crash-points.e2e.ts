/**
 * Each process is killed at each point of each write: before and after each commit that the write causes, and each request to the
 * object store and to the search index. Whoever repeats the request under its key then finds everything as if nothing had happened.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { caller, type Caller } from "@loci/e2e/parts/memory";
import { inspect } from "../laptop/faults/integrity.ts";
import { deeds } from "./crash-points/deeds.ts";
import { startDeployment, type Deployment } from "./crash-points/deployment.ts";
import { outcomeOf, type Outcome } from "./crash-points/outcome.ts";
import { newPlace, type Deed, type Place } from "./crash-points/place.ts";
import { acknowledged, eventually, pollMs, settled } from "./crash-points/settling.ts";
import { tryEach } from "./crash-points/trials.ts";

const setUpLimitMs = 360_000;
const followsWithinMs = 8_000;

describe("a process that is killed while it writes", () => {
  let loci: Deployment;
  let management: Caller;
  let made = 0;

  beforeAll(async () => {
    loci = await startDeployment();
    management = caller(`${loci.url}/api/v1`, loci.managementKey);
  }, 400_000);
  afterAll(() => loci.stop());

  const place = () => newPlace(loci.url, management, `crash-${++made}`);

  const done = async (deed: Deed, where: Place, prepared: string) =>
    acknowledged(() => deed.send(where, { "idempotency-key": `${where.contextId}-deed` }, prepared));

  describe.each(deeds)("$name", (deed) => {
    let before: Outcome;
    let undisturbed: Outcome;
    let points: readonly string[] = [];

    beforeAll(async () => {
      const where = await place();
      const prepared = (await deed.prepare?.(where)) ?? "";
      before = await settled(where);
      const passed = await loci.mortality.passed(async () => {
        await done(deed, where, prepared);
        return settled(where);
      });
      undisturbed = passed.result;
      points = passed.points;
    }, setUpLimitMs);

    it("passes points at which a process may die, and is seen afterwards", () => {
      expect(points.length).toBeGreaterThan(1);
      expect(isDeepStrictEqual(undisturbed, before)).toBe(deed.isUnseen === true);
    });

    it("comes to the same wherever one does", async () => {
      const { wrong, unmet } = await tryEach(loci, points, async (arm) => {
        const where = await place();
        const prepared = (await deed.prepare?.(where)) ?? "";
        if (deed.prepare) await settled(where);
        await arm();
        await done(deed, where, prepared);
        // What follows from the deed may come to the point only now; looking at it is a part of that.
        for (const until = Date.now() + followsWithinMs; !loci.mortality.hasDied() && Date.now() < until; await sleep(pollMs))
          await outcomeOf(where).catch(() => undefined);
        const seen = await eventually(where, undisturbed);
        return isDeepStrictEqual(seen, undisturbed) ? undefined : seen;
      });
      process.stdout.write(`${deed.name}: ${points.length} points, ${unmet.length} of them not met again\n`);
      expect(wrong).toEqual({});
      // What only the clock brings about may not come again; most of it must, or nothing is proved.
      expect(unmet.length).toBeLessThan(points.length / 2);
    }, 3_600_000);
  });

  it("leaves nothing broken in the tables", async () => {
    expect((await inspect(loci.database)).violations).toEqual([]);
  });
});
