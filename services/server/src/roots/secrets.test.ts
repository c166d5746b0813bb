import { generateKeyPairSync } from "node:crypto";
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Caller } from "@loci/platform/call";
import { callerTokens, type CallerSigner } from "@loci/platform/rpc";
import { SettingError } from "../config.ts";
import { makeTokenKeys, openPublicKeys, openSecrets, openSigner } from "./secrets.ts";
import { surroundings } from "./surroundings.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "loci-role-secrets-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const parts = await surroundings({ logLevel: "silent" }, "test");
const place = () => ({ secretsDir: folder, connectionString: { kind: "postgres", url: "postgres://nowhere/loci" } }) as const;
const own: Caller = { kind: "service", contextId: "acme" };

describe("a role's secrets", () => {
  it("of an earlier version are completed by each role when it starts, also by many at once", async () => {
    for (const name of ["pepper.1", "signing.1", "encryption.1"]) await writeFile(join(folder, name), Buffer.alloc(32, 7));
    const graph = callerTokens({ clock: parts.clock, find: await openPublicKeys(place(), parts) });
    const [signer] = await Promise.all((["ingest", "ingest", "api"] as const).map((role) => openSigner(place(), role, parts)));
    expect(await graph.verify((await signer?.sign({ caller: own })) ?? "")).toEqual(own);
    const made = ["token-api.1.key", "token-api.1.pub", "token-ingest.1.key", "token-ingest.1.pub"];
    expect((await readdir(folder)).sort()).toEqual(["encryption.1", "pepper.1", "signing.1", ...made]);
    expect((await openSecrets(place(), false)).pepper.current.bytes).toHaveLength(32);
  });

  it("need no more than its own key, in a folder that may not be written", async () => {
    await makeTokenKeys(place());
    for (const file of await readdir(folder)) if (file !== "token-retrieval.1.key") await rm(join(folder, file));
    await chmod(folder, 0o500);
    expect((await openSigner(place(), "retrieval", parts)).issuer).toBe("retrieval");
    await chmod(folder, 0o700);
  });

  it("are changed while old and new processes run: no call between them is refused, and none has to be started again", async () => {
    const clock = { now: Date.parse("2026-03-01T12:00:00Z") };
    const then = { ...parts, clock: () => clock.now };
    const [mine, theirs] = ["ingest", "graph"].map((role) => ({ ...place(), secretsDir: join(folder, role) }) as const);
    if (mine === undefined || theirs === undefined) throw new Error("no places");
    await makeTokenKeys(mine);
    await mkdir(theirs.secretsDir);
    const publish = (version: number) => {
      const file = `token-ingest.${version}.pub`;
      return copyFile(join(mine.secretsDir, file), join(theirs.secretsDir, file));
    };
    await publish(1);
    const processes = {
      graph: callerTokens({ clock: then.clock, find: await openPublicKeys(theirs, then) }),
      old: await openSigner(mine, "ingest", then),
    };
    const versionOf = async (signer: CallerSigner) => {
      const token = await signer.sign({ caller: own });
      await expect(processes.graph.verify(token)).resolves.toEqual(own);
      const header = Buffer.from(token.split(".")[0] ?? "", "base64url").toString("utf8");
      return (JSON.parse(header) as { readonly kid: string }).kid;
    };
    // What the chart's Job writes: the next key, and from when on it is signed with.
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const files = {
      key: privateKey.export({ type: "pkcs8", format: "pem" }),
      pub: publicKey.export({ type: "spki", format: "pem" }),
      from: new Date(clock.now + 600_000).toISOString(),
    };
    for (const [end, text] of Object.entries(files)) await writeFile(join(mine.secretsDir, `token-ingest.2.${end}`), text);
    // A pod that starts now has both keys, while others do not know the second one yet.
    const fresh = await openSigner(mine, "ingest", then);
    clock.now += 120_000;
    expect(await Promise.all([versionOf(processes.old), versionOf(fresh)])).toEqual(["1", "1"]);
    await publish(2);
    clock.now += 481_000;
    expect(await Promise.all([versionOf(processes.old), versionOf(fresh)])).toEqual(["2", "2"]);
    // One that could not look meanwhile goes on with the first: it is taken too.
    await rm(join(mine.secretsDir, "token-ingest.2.key"));
    expect(await versionOf(await openSigner(mine, "ingest", then))).toBe("1");
  });

  it("say what is missing", async () => {
    await expect(openSecrets(place(), false)).rejects.toThrow("SERVICE_SECRETS_DIR: the service's secrets cannot be read: ");
    await rm(folder, { recursive: true });
    await expect(openPublicKeys(place(), parts)).rejects.toThrow(SettingError);
    await expect(openPublicKeys(place(), parts)).rejects.toThrow("there is no folder");
  });
});
