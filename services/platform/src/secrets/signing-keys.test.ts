import { generateKeyPairSync, sign, verify } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { loadSigningKey, makeSigningKeys, publicKeyFinder, publicKeysIn, signingKeyIn } from "./index.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "loci-keys-"))));
afterEach(() => rm(folder, { recursive: true }));

const text = Buffer.from("said");
const { publicKey } = generateKeyPairSync("ed25519");

describe("signing keys", () => {
  it("are made once, the private half readable to its owner alone, beside what an earlier version left", async () => {
    await writeFile(join(folder, "signing.1"), "of an earlier version");
    await Promise.all([1, 2, 3].map(() => makeSigningKeys(folder, ["token-auth", "token-api"])));
    const files = ["signing.1", "token-api.1.key", "token-api.1.pub", "token-auth.1.key", "token-auth.1.pub"];
    expect((await readdir(folder)).sort()).toEqual(files);
    expect((await stat(join(folder, "token-auth.1.key"))).mode & 0o777).toBe(0o600);
    const { key } = await loadSigningKey(folder, "token-auth", 0);
    await makeSigningKeys(folder, ["token-auth"]);
    const found = await publicKeysIn(folder, Date.now)("token-auth", 1);
    expect(found && verify(null, text, found, sign(null, text, key))).toBe(true);
  });

  it("are signed with in their newest version, of which the public half is made where it is missing", async () => {
    await makeSigningKeys(folder, ["token-auth"]);
    const find = publicKeysIn(folder, Date.now);
    expect(await find("token-auth", 1)).toBeDefined();
    const next = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
    await writeFile(join(folder, "token-auth.10.key"), next);
    await makeSigningKeys(folder, ["token-auth"]);
    const { version, key } = await loadSigningKey(folder, "token-auth", 0);
    expect(version).toBe(10);
    const found = await find("token-auth", 10);
    expect(found && verify(null, text, found, sign(null, text, key))).toBe(true);
    expect(await find("token-auth", 1)).toBeDefined();
  });

  it("are signed with from the time that is written beside them, in a process that runs too", async () => {
    await makeSigningKeys(folder, ["token-auth"]);
    const clock = { now: Date.parse("2026-03-01T12:00:00Z") };
    const current = await signingKeyIn(folder, "token-auth", () => clock.now);
    const pem = () => generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
    for (const version of [2, 3]) await writeFile(join(folder, `token-auth.${version}.key`), pem());
    await writeFile(join(folder, "token-auth.2.from"), "2026-03-01T12:10:00Z\n");
    await writeFile(join(folder, "token-auth.3.from"), "some day");
    const signs = async (after: number) => {
      clock.now += after;
      return (await current()).version;
    };
    expect(await signs(599_000)).toBe(1);
    // It looks once a minute.
    expect(await signs(30_000)).toBe(1);
    expect(await signs(30_000)).toBe(2);
    await rm(folder, { recursive: true });
    expect(await signs(120_000)).toBe(2);
    await mkdir(folder);
  });

  it("say what is missing, and take no key of another kind", async () => {
    await expect(loadSigningKey(folder, "token-auth", 0)).rejects.toThrow("no signing key 'token-auth.1.key'");
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await writeFile(join(folder, "token-auth.1.key"), privateKey.export({ type: "pkcs8", format: "pem" }));
    await expect(loadSigningKey(folder, "token-auth", 0)).rejects.toThrow("no Ed25519 key");
  });
});

describe("public keys", () => {
  it("that come later are found, and strange versions do not make the folder be read all the time", async () => {
    const asked: number[] = [];
    const clock = { now: 0 };
    const read = async (_name: string, version: number) => (asked.push(version) > 0 && version === 2 ? publicKey : undefined);
    const find = publicKeyFinder(read, () => clock.now);
    expect(await find("token-auth", 2)).toBe(publicKey);
    expect(await find("token-auth", 2)).toBe(publicKey);
    for (let version = 5; version < 10; version++) expect(await find("token-auth", version)).toBeUndefined();
    clock.now -= 10_000;
    expect(await find("token-auth", 9)).toBeUndefined();
    expect(asked).toEqual([2, 5, 9]);
  });

  it("are read once for all who come at once, and again after a folder could not be read", async () => {
    const clock = { now: 0 };
    let tries = 0;
    const find = publicKeyFinder(
      async () => {
        await sleep(5);
        if (++tries === 1) throw new Error("the folder is away");
        return publicKey;
      },
      () => clock.now,
    );
    const first = await Promise.allSettled([1, 2, 3].map(() => find("token-auth", 1)));
    expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    clock.now += 2_000;
    expect(await Promise.all([1, 2, 3].map(() => find("token-auth", 1)))).toEqual([publicKey, publicKey, publicKey]);
    expect(tries).toBe(2);
  });
});
