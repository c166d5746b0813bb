/** A Temporal behind mutual TLS and an API key, as a hosted one is. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { makeAuthority, type CertificateAuthority } from "@loci/e2e/parts/certificate-authority";
import { openSecureLine, type SecureLine } from "@loci/e2e/parts/secure-line";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";
import { createTemporalRunner, type TemporalTls } from "./index.ts";
import { rest } from "./testing/rig.ts";

const apiKey = "an-api-key-of-temporal";
let temporal: TestTemporal;
let folder: string;
let authority: CertificateAuthority;
let line: SecureLine;
let tls: TemporalTls;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-secure-"));
  [temporal, authority] = await Promise.all([startTemporal(), makeAuthority(folder)]);
  const server = await authority.issue("temporal", { subject: "/CN=temporal", hosts: ["IP:127.0.0.1"] });
  const client = await authority.issue("loci", { subject: "/CN=loci" });
  const [certificate, key, ca] = await Promise.all(
    [client.certificate, client.key, authority.certificate].map((file) => readFile(file)),
  );
  if (!certificate || !key || !ca) throw new Error("no certificate");
  tls = { certificate, key, authority: ca };
  line = await openSecureLine(temporal.address, server, authority.certificate, apiKey);
});
afterAll(async () => {
  await line.close();
  await temporal.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("a Temporal behind mutual TLS and an API key", () => {
  it("takes work and has it done", async () => {
    const { promise: done, resolve } = Promise.withResolvers<string>();
    const runner = createTemporalRunner({ ...rest, address: line.address, tls, apiKey });
    runner.register({
      ...{ name: "secure", concurrency: 1, onFailed: async () => undefined },
      stages: [{ name: "only", timeoutSeconds: 30, maxAttempts: 2, run: async ({ id }) => resolve(id) }],
    });
    await runner.start();
    await runner.submit("secure", { contextId: "acme", id: "d1" });
    expect(await done).toBe("d1");
    expect(line.calls()).toBeGreaterThan(3);
    await runner.close(1_000);
  });

  it.each([
    ["a wrong API key", () => ({ tls, apiKey: "another" })],
    ["no API key", () => ({ tls })],
    ["no certificate", () => ({ tls: { authority: tls.authority ?? new Uint8Array() }, apiKey })],
    [
      "an authority that it does not know",
      () => ({ tls: { ...(tls.certificate && tls.key ? { certificate: tls.certificate, key: tls.key } : {}) }, apiKey }),
    ],
    ["no TLS", () => ({})],
  ] as const)("is of no use with %s", async (_what, security) => {
    const before = line.calls();
    const runner = createTemporalRunner({ ...rest, address: line.address, ...security() });
    await expect(runner.submit("secure", { contextId: "acme", id: "d2" })).rejects.toMatchObject({ code: "unavailable" });
    expect(line.calls()).toBe(before);
    await runner.close(0);
  });
});
