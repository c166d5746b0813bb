import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { memory } from "@loci/e2e/parts/memory";
import { inspect } from "../laptop/faults/integrity.ts";
import { mainJob } from "../laptop/main-job.ts";
import { roles, services, startDeployment, type Deployment } from "./replicas/deployment.ts";
import { startLoad, type Load } from "./replicas/load.ts";

/** Longer than a process takes to look at its certificate files again. */
const filesReadMs = 15_000;

describe("two replicas of each service", () => {
  let loci: Deployment;
  const written: string[] = [];

  beforeAll(async () => {
    loci = await startDeployment();
  });
  afterAll(() => loci.stop());

  const started = async () => ({ url: loci.url, managementKey: loci.managementKey, stop: async () => undefined });
  mainJob("two replicas of each service, under mutual TLS", started, 2);

  describe("under requests that do not stop", () => {
    /** @returns what failed meanwhile, once all that was written is acknowledged */
    const during = async (name: string, fault: (load: Load) => Promise<void>): Promise<readonly string[]> => {
      const load = startLoad(memory(loci.url, "acme", loci.contextKey), name);
      try {
        while (load.answered() < 20) await sleep(50);
        await fault(load);
        const before = load.answered();
        while (load.answered() < before + 20) await sleep(50);
      } finally {
        written.push(...(await load.end()).written);
      }
      return load.failures;
    };

    it.each(services)("fails neither a reader nor a writer when a replica of %s is killed", async (role) => {
      const [replica] = loci.replicas[role];
      const failures = await during(`killed ${role}`, async () => {
        await replica.process.kill();
        await sleep(1_000);
        await replica.start();
      });
      expect(failures).toEqual([]);
    });

    it("fails only what was under way in a gateway that is killed", async () => {
      const [replica] = loci.replicas.api;
      const failures = await during("killed api", async () => {
        await replica.process.kill();
        await sleep(1_000);
        await replica.start();
      });
      expect(failures.every((failure) => failure.endsWith(": 502"))).toBe(true);
    });

    it.each(roles)("fails nobody when a replica of %s is asked to stop, and is started again", async (role) => {
      const [, replica] = loci.replicas[role];
      const failures = await during(`stopped ${role}`, async () => {
        const stopping = replica.process.stop();
        const readiness = async () =>
          (await fetch(`http://127.0.0.1:${replica.probes}/readyz`)).json() as Promise<{ parts: { server?: string } }>;
        let ready = await readiness();
        while (ready.parts.server !== "stopping") ready = await readiness();
        expect(ready).toMatchObject({ status: "unavailable", parts: { server: "stopping" } });
        expect(await stopping).toBe(0);
        await replica.start();
      });
      expect(failures).toEqual([]);
    });

    it("fails nobody while every certificate and the authority itself are replaced", async () => {
      const failures = await during("certificates", async () => {
        const [old, next] = [loci.tls.current(), await loci.tls.authority()];
        await loci.tls.use({ authorities: [old, next] });
        await sleep(filesReadMs);
        await loci.tls.use({ by: next });
        await sleep(filesReadMs);
        await loci.tls.use({ authorities: [next] });
        await sleep(filesReadMs);
        const [graph] = loci.replicas.graph;
        await graph.process.stop();
        await graph.start();
      });
      expect(failures).toEqual([]);
      for (const role of services) {
        const now = new X509Certificate(await loci.tls.certificate(role)).fingerprint256;
        for (const { port } of loci.replicas[role]) expect(await shown(port)).toBe(now);
      }
    });

    it("has lost nothing that was acknowledged, and done nothing twice", async () => {
      const { turns, violations } = await inspect(loci.database);
      const mine = turns.map(({ content }) => content).filter((content) => content.includes("of sender"));
      expect(mine.toSorted()).toEqual(written.toSorted());
      expect(violations).toEqual([]);
    });
  });

  it("says of each process that it is alive and ready", async () => {
    for (const { probes } of roles.flatMap((role) => loci.replicas[role])) {
      expect((await fetch(`http://127.0.0.1:${probes}/healthz`)).status).toBe(200);
      const ready = await fetch(`http://127.0.0.1:${probes}/readyz`);
      expect(await ready.json()).toMatchObject({ status: "ready" });
    }
  });
});

/** The fingerprint of the certificate that a port shows. */
async function shown(port: number): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ALPNProtocols: ["h2"] });
  await once(socket, "secureConnect");
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}
