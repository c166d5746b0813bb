import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Caller } from "@loci/platform/call";
import { callerTokens } from "@loci/platform/rpc";
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

  it("say what is missing", async () => {
    await expect(openSecrets(place(), false)).rejects.toThrow("SERVICE_SECRETS_DIR: the service's secrets cannot be read: ");
    await rm(folder, { recursive: true });
    await expect(openPublicKeys(place(), parts)).rejects.toThrow(SettingError);
    await expect(openPublicKeys(place(), parts)).rejects.toThrow("there is no folder");
  });
});
