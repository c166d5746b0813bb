import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAuthority } from "@loci/e2e/parts/certificate-authority";
import type { GraphService } from "@loci/protos";
import { serviceCall, type Call } from "../call/index.ts";
import { silentLogger } from "../telemetry/index.ts";
import { connectRpc, mutualTls, plaintext, type RpcTransport } from "./index.ts";
import { startReplica, tokens } from "./testing/replicas.ts";

/** One party's three files; authorities and hosts differ. */
interface Party {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

let folder: string;
let ours: (name: string, ...hosts: string[]) => Promise<Party>;
let theirs: (name: string, ...hosts: string[]) => Promise<Party>;
const closing: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-tls-"));
  const issuer = async () => {
    const authority = await makeAuthority(await mkdtemp(join(folder, "authority-")));
    return async (name: string, ...hosts: string[]): Promise<Party> => {
      const { certificate, key } = await authority.issue(name, { subject: `/CN=${name}`, hosts });
      return { cert: certificate, key, ca: authority.certificate };
    };
  };
  [ours, theirs] = await Promise.all([issuer(), issuer()]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function opened(files: Party): Promise<RpcTransport> {
  const transport = await mutualTls(files, { logger: silentLogger(), clock: Date.now, everyMs: 50 });
  closing.push(() => transport.close());
  return transport;
}

async function served(transport: RpcTransport, logger = silentLogger()) {
  const { server, address } = await startReplica(7, 0, transport, 0, logger);
  closing.push(() => server.close(0));
  return address;
}

function head(address: { host: string; port: number }, transport: RpcTransport) {
  const client = connectRpc<GraphService<Call>>("graph", [address], { tokens, transport });
  closing.push(() => client.close());
  return async () => (await client.service.head({}, serviceCall("acme", "trace:1", Date.now() + 120_000))).revision;
}

const unavailable = { code: "unavailable" };
const local = ["IP:127.0.0.1", "DNS:localhost", "URI:spiffe://loci/ingest"];

describe("mutual TLS", () => {
  it("lets each side see that the other is one of ours", async () => {
    const address = await served(await opened(await ours("server", ...local)));
    expect(await head(address, await opened(await ours("client", ...local)))()).toBe(7);
    expect(await head({ ...address, host: "localhost" }, await opened(await ours("client", ...local)))()).toBe(7);
  });

  it("turns away a client of another authority, and one that speaks plain text", async () => {
    const server = await ours("server", ...local);
    const address = await served(await opened(server));
    const stranger = await theirs("client", ...local);
    await expect(head(address, await opened({ ...stranger, ca: server.ca }))()).rejects.toMatchObject(unavailable);
    await expect(head(address, plaintext())()).rejects.toMatchObject(unavailable);
  });

  it("turns away a server of another authority, and one that has another's name", async () => {
    const client = await opened(await ours("client", ...local));
    const strange = await theirs("server", ...local);
    const address = await served(await opened({ ...strange, ca: (await ours("other", ...local)).ca }));
    await expect(head(address, client)()).rejects.toMatchObject(unavailable);
    const elsewhere = await served(await opened(await ours("elsewhere", "DNS:graph.example")));
    await expect(head(elsewhere, client)()).rejects.toMatchObject(unavailable);
  });

  it("takes calls of the roles that call the service, and none of another that the authority has signed too", async () => {
    const lines: string[] = [];
    const logger = Object.assign(silentLogger(), { warn: (...told: unknown[]) => void lines.push(JSON.stringify(told)) });
    const address = await served(await opened(await ours("server", ...local)), logger);
    const names = ["IP:127.0.0.1", "DNS:localhost"];
    const asked = async (...more: string[]) => head(address, await opened(await ours("client", ...names, ...more)))();
    for (const role of ["api", "ingest", "retrieval"]) expect(await asked(`URI:spiffe://loci/${role}`)).toBe(7);
    const none = [[], ["URI:spiffe://loci/auth"], ["URI:spiffe://elsewhere/ingest"], ["DNS:ingest"], ["URI:spiffe://loci/ingest2"]];
    for (const more of none) await expect(asked(...more)).rejects.toMatchObject({ code: "unavailable", cause: { code: 7 } });
    expect(lines.join("")).toContain("refused a caller");
    expect(lines.join("")).toContain("spiffe://loci/auth");
  });

  it("takes new files while it runs: connections go on, new ones need the new authority", async () => {
    const live = { cert: join(folder, "tls.crt"), key: join(folder, "tls.key"), ca: join(folder, "ca.crt") };
    const swap = async (party: Party) => {
      for (const file of ["cert", "key", "ca"] as const) await copyFile(party[file], live[file]);
    };
    await swap(await ours("server", ...local));
    const address = await served(await opened(live));
    const client = await opened(await ours("client", ...local));
    const standing = head(address, client);
    expect(await standing()).toBe(7);

    // What is broken, or only half swapped, changes nothing.
    await writeFile(live.cert, "nonsense");
    await new Promise((go) => setTimeout(go, 200));
    expect(await head(address, await opened(await ours("again", ...local)))()).toBe(7);
    const next = await theirs("server", ...local);
    await copyFile(next.cert, live.cert);
    await new Promise((go) => setTimeout(go, 200));
    expect(await head(address, await opened(await ours("once-more", ...local)))()).toBe(7);

    await swap(next);
    const of = await opened(await theirs("client", ...local));
    const answers = () => head(address, of)().catch((error: unknown) => expect(error).toMatchObject(unavailable));
    while ((await answers()) !== 7) await new Promise((go) => setTimeout(go, 50));
    expect(await standing()).toBe(7);
    await expect(head(address, await opened(await ours("late", ...local)))()).rejects.toMatchObject(unavailable);
  });

  it("does not start with files that are no good, and says why", async () => {
    const party = await ours("server", ...local);
    await expect(opened({ ...party, key: (await ours("other", ...local)).key })).rejects.toThrow(
      "the key is not the certificate's",
    );
    await expect(opened({ ...party, ca: join(folder, "nowhere") })).rejects.toThrow("ENOENT");
    const inAMonth = () => Date.now() + 30 * 86_400_000;
    await expect(mutualTls(party, { logger: silentLogger(), clock: inAMonth })).rejects.toThrow("the certificate expired on");
  });
});
