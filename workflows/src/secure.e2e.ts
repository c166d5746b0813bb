/** A Temporal behind mutual TLS and an API key, as a hosted one is. */
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { makeAuthority, type CertificateAuthority, type CertificateFiles } from "@loci/e2e/parts/certificate-authority";
import { openSecureLine, type SecureLine } from "@loci/e2e/parts/secure-line";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";
import { watchPemFiles, type WatchedPemFiles } from "@loci/platform/rpc";
import { silentLogger } from "@loci/platform/telemetry";
import type { Pipeline } from "@loci/ports/durable-runner";
import { createTemporalRunner, type TlsContents } from "./index.ts";
import { rest } from "./testing/rig.ts";

const apiKey = "an-api-key-of-temporal";
const files = { cert: "loci.crt", key: "loci.key", ca: "authority.crt" };
let temporal: TestTemporal;
let folder: string;
let ours: Party;
let line: SecureLine;
let tls: TlsContents;

/** An authority, what it gave the server, and what it gave Loci. */
interface Party {
  readonly authority: CertificateAuthority;
  readonly server: CertificateFiles;
  readonly client: CertificateFiles;
}

async function makeParty(): Promise<Party> {
  const authority = await makeAuthority(await mkdtemp(join(folder, "authority-")));
  const server = await authority.issue("temporal", { subject: "/CN=temporal", hosts: ["IP:127.0.0.1"] });
  return { authority, server, client: await authority.issue("loci", { subject: "/CN=loci" }) };
}

const fixed = (contents: TlsContents) => ({ current: () => contents, onChange: () => undefined });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-secure-"));
  [temporal, ours] = await Promise.all([startTemporal(), makeParty()]);
  const { authority, server, client } = ours;
  const [cert, key, ca] = await Promise.all([readFile(client.certificate), readFile(client.key), readFile(authority.certificate)]);
  tls = { cert, key, ca };
  line = await openSecureLine(temporal.address, server, authority.certificate, apiKey);
});
afterAll(async () => {
  await line.close();
  await temporal.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A pipeline that tells what it did. */
function pipelineOf(done: (id: string) => void): Pipeline {
  return {
    ...{ name: "secure", concurrency: 1, onFailed: async () => undefined },
    stages: [{ name: "only", timeoutSeconds: 30, maxAttempts: 2, run: async ({ id }) => done(id) }],
  };
}

describe("a Temporal behind mutual TLS and an API key", () => {
  it("takes work and has it done", async () => {
    const { promise: done, resolve } = Promise.withResolvers<string>();
    const runner = createTemporalRunner({ ...rest, address: line.address, tls: fixed(tls), apiKey });
    runner.register(pipelineOf(resolve));
    await runner.start();
    await runner.submit("secure", { contextId: "acme", id: "d1" });
    expect(await done).toBe("d1");
    expect(line.calls()).toBeGreaterThan(3);
    await runner.close(1_000);
  });

  it.each([
    ["a wrong API key", () => ({ tls: fixed(tls), apiKey: "another" })],
    ["no API key", () => ({ tls: fixed(tls) })],
    ["no certificate", () => ({ tls: fixed(tls.ca ? { ca: tls.ca } : {}), apiKey })],
    [
      "an authority that it does not know",
      () => ({ tls: fixed(tls.cert && tls.key ? { cert: tls.cert, key: tls.key } : {}), apiKey }),
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

describe("certificates that are renewed", () => {
  let watched: WatchedPemFiles<typeof files>;
  afterEach(() => watched.close());

  it("are taken by a running process, as soon as the server takes them; work that runs meanwhile ends", async () => {
    const mounted = await mkdtemp(join(folder, "mounted-"));
    const inPlace = (name: keyof typeof files) => join(mounted, files[name]);
    const mount = async ({ authority, client }: Party) => {
      await copyFile(client.certificate, inPlace("cert"));
      await copyFile(client.key, inPlace("key"));
      await copyFile(authority.certificate, inPlace("ca"));
    };
    await mount(ours);
    const paths = { cert: inPlace("cert"), key: inPlace("key"), ca: inPlace("ca") };
    watched = await watchPemFiles(paths, { logger: silentLogger(), clock: Date.now, everyMs: 50 });
    const { promise: changed, resolve: onChanged } = Promise.withResolvers<undefined>();
    watched.onChange(() => onChanged(undefined));
    const { promise: opened, resolve: open } = Promise.withResolvers<undefined>();
    const begun: string[] = [];
    const done: string[] = [];
    const secure = pipelineOf((id) => void done.push(id));
    const runner = createTemporalRunner({ ...rest, address: line.address, tls: watched, apiKey });
    runner.register({
      ...secure,
      stages: secure.stages.map((stage) => ({
        ...stage,
        async run(work, run) {
          begun.push(work.id);
          if (work.id === "long") await opened;
          return stage.run(work, run);
        },
      })),
    });
    await runner.start();
    await runner.submit("secure", { contextId: "acme", id: "long" });
    await until(async () => begun.includes("long"));

    const theirs = await makeParty();
    await mount(theirs);
    await changed;
    // The server does not know the new authority yet: the old certificate serves.
    await runner.submit("secure", { contextId: "acme", id: "between" });
    await line.renew(theirs.server, theirs.authority.certificate);
    await until(() =>
      runner.submit("secure", { contextId: "acme", id: "after" }).then(
        () => true,
        () => false,
      ),
    );
    open(undefined);
    await until(async () => new Set(done).size === 3);
    expect(new Set(done)).toEqual(new Set(["after", "between", "long"]));
    await runner.close(1_000);
  });
});

async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) await pause(50);
}
