import { afterAll, beforeAll, describe } from "@jest/globals";
import { operator, type Operator } from "@loci/e2e/parts/tenants";
import { authority } from "./main-job/authority.ts";
import { entities } from "./main-job/entities.ts";
import { facts } from "./main-job/facts.ts";
import { reconciliation } from "./main-job/reconciliation.ts";
import { recall } from "./main-job/recall.ts";
import { tiers } from "./main-job/tiers.ts";
import { twins } from "./main-job/twins.ts";
import { wireShapes } from "./main-job/wire-shapes.ts";
import type { World } from "./main-job/world.ts";

export interface StartedServer {
  readonly url: string;
  readonly managementKey: string;
  stop(): Promise<unknown>;
}

/**
 * Loci's main job as an outside tester sees it: over HTTP alone, on whatever database the server was started.
 * @param replicas among how many the requests are spread
 */
export function mainJob(name: string, start: () => Promise<StartedServer>, replicas = 1): void {
  describe(`the main job over ${name}`, () => {
    let server: StartedServer;
    let loci: Operator;
    beforeAll(async () => {
      server = await start();
      loci = operator(server.url, server.managementKey);
    });
    afterAll(() => server.stop());

    const world: World = () => loci;
    facts(world);
    wireShapes(world);
    reconciliation(world);
    entities(world);
    recall(world);
    tiers(world, replicas);
    authority(world);
    twins(world);
  });
}
