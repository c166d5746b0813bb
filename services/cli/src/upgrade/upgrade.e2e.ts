import { execFile, spawn } from "node:child_process";
import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { extract } from "tar";
import { manifestName, sha256Of, signatureName, type Manifest } from "./manifest.ts";

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe("loci upgrade", () => {
  let folder: string;
  let key: KeyObject;
  /** An installed 0.1.0, a fresh copy for each test. */
  let root: string;
  let server: Server;
  let source: string;
  /** What the server answers instead of the file of that name. */
  const instead = new Map<string, Uint8Array>();
  let cutAfter: number | undefined;

  const release = (version: string) => join(folder, version);
  const build = async (version: string) => {
    const script = join(import.meta.dirname, "../../release/main.ts");
    const args = ["build", "--key", join(folder, "key.pem"), "--out", release(version), "--as", version, "--source", source];
    await promisify(execFile)(process.execPath, [script, ...args], { env: { NODE_NO_WARNINGS: "1" } });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-upgrade-"));
    key = generateKeyPairSync("ed25519").privateKey;
    server = createServer((request, response) => {
      const name = (request.url ?? "").slice(1);
      void (instead.has(name) ? Promise.resolve(instead.get(name)) : readFile(join(release("0.2.0"), name))).then(
        (bytes) => {
          response.setHeader("content-length", bytes?.length ?? 0);
          if (cutAfter === undefined || !name.endsWith(".tgz")) response.end(bytes);
          else response.write(bytes?.subarray(0, cutAfter), () => setTimeout(() => response.destroy(), 50));
        },
        () => response.writeHead(404).end(),
      );
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    source = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await writeFile(join(folder, "key.pem"), key.export({ format: "pem", type: "pkcs8" }));
    await Promise.all(["0.1.0", "0.2.0"].map(build));
    await mkdir(join(folder, "installed"));
    await extract({ cwd: join(folder, "installed"), file: join(release("0.1.0"), "loci-0.1.0.tgz") });
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    instead.clear();
    cutAfter = undefined;
    root = await mkdtemp(join(folder, "copy-"));
    await cp(join(folder, "installed/loci"), root, { recursive: true });
  });

  const loci = (...args: string[]) =>
    new Promise<Ran>((resolve) => {
      const env = { PATH: process.env["PATH"], XDG_CONFIG_HOME: folder, NODE_NO_WARNINGS: "1" };
      execFile(process.execPath, [join(root, "bin/loci"), ...args], { env }, (error, out, err) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
      });
    });
  const version = async () => (await loci("--version")).out.trim();
  const leftOver = async () => (await readdir(join(root, "versions"))).filter((name) => name.startsWith("."));

  /** Another manifest than the release's own, properly signed. */
  function publish(change: Partial<Manifest>, of: Manifest): void {
    const bytes = Buffer.from(JSON.stringify({ ...of, ...change }));
    instead.set(manifestName, bytes);
    instead.set(signatureName, Buffer.from(sign(null, bytes, key).toString("base64")));
  }
  const manifest = async () => JSON.parse(await readFile(join(release("0.2.0"), manifestName), "utf8")) as Manifest;

  it("says what is there, and changes nothing, with --check", async () => {
    expect(await loci("upgrade", "--check")).toMatchObject({
      code: 0,
      out: expect.stringContaining("0.2.0 is there; this is 0.1.0"),
    });
    expect(await version()).toBe("0.1.0");
  });

  it("installs what is newer, says when nothing is, and goes back", async () => {
    expect(await loci("upgrade")).toMatchObject({ code: 0, out: "loci is now 0.2.0; it was 0.1.0.\n" });
    expect(await version()).toBe("0.2.0");
    expect(await loci("upgrade")).toMatchObject({ code: 0, out: "loci 0.2.0 is the newest.\n" });
    expect(await loci("upgrade", "--source", release("0.1.0"))).toMatchObject({ code: 0, out: "loci 0.2.0 is the newest.\n" });
    expect(await loci("upgrade", "--rollback", "--json")).toMatchObject({
      code: 0,
      out: expect.stringContaining(`"installed": "0.1.0"`),
    });
    expect(await version()).toBe("0.1.0");
    expect(await loci("upgrade")).toMatchObject({ code: 0, out: "loci is now 0.2.0; it was 0.1.0.\n" });
    expect(await leftOver()).toEqual([]);
  });

  it("has the same bytes whenever it is built from the same source", async () => {
    const { sha256 } = await manifest();
    await build("0.2.0");
    expect((await manifest()).sha256).toBe(sha256);
  });

  it("refuses what another key has signed, unless that key is trusted", async () => {
    const other = generateKeyPairSync("ed25519");
    const bytes = await readFile(join(release("0.2.0"), manifestName));
    instead.set(signatureName, Buffer.from(sign(null, bytes, other.privateKey).toString("base64")));
    expect(await loci("upgrade")).toMatchObject({
      code: 1,
      err: expect.stringContaining("not signed by a key that this client trusts"),
    });
    expect(await version()).toBe("0.1.0");
    const trusted = other.publicKey.export({ format: "der", type: "spki" }).toString("base64");
    expect((await loci("upgrade", "--public-key", trusted)).code).toBe(0);
    expect(await version()).toBe("0.2.0");
  });

  it("refuses a manifest that was changed after it was signed", async () => {
    instead.set(manifestName, Buffer.from(JSON.stringify({ ...(await manifest()), version: "0.3.0" })));
    expect(await loci("upgrade")).toMatchObject({ code: 1, err: expect.stringContaining("not signed") });
  });

  it.each([
    ["of other bytes", (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([1])]), /size or checksum/],
    ["that is longer", (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(10)]), /longer than the manifest/],
    ["that is shorter", (bytes: Buffer) => bytes.subarray(0, 5_000), /size or checksum/],
    ["that is none", () => Buffer.from("<html>not found</html>"), /size or checksum/],
  ])("refuses a package %s", async (_what, change, said) => {
    const { file } = await manifest();
    instead.set(file, change(await readFile(join(release("0.2.0"), file))));
    const refused = await loci("upgrade");
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(said) });
    expect(refused.err).toContain("Nothing was changed");
    expect(await version()).toBe("0.1.0");
    expect(await leftOver()).toEqual([]);
  });

  it("refuses what needs a newer Node, or says that it is another version", async () => {
    publish({ node: "99.0.0" }, await manifest());
    expect(await loci("upgrade")).toMatchObject({ code: 1, err: expect.stringContaining("needs Node 99.0.0") });
    const bytes = await readFile(join(release("0.2.0"), "loci-0.2.0.tgz"));
    publish({ version: "0.3.0", sha256: sha256Of(bytes), size: bytes.length }, await manifest());
    expect((await loci("upgrade")).code).toBe(1);
    expect(await version()).toBe("0.1.0");
  });

  it("stays as it is when the connection is cut, and when it is killed, and can be run again", async () => {
    cutAfter = 20_000;
    expect((await loci("upgrade")).code).toBe(1);
    expect(await version()).toBe("0.1.0");
    const killed = spawn(process.execPath, [join(root, "bin/loci"), "upgrade"], {
      env: { XDG_CONFIG_HOME: folder },
      stdio: "ignore",
    });
    const at = setInterval(() => {
      void readdir(join(root, "versions")).then((names) => names.some((name) => name.startsWith(".")) && killed.kill("SIGKILL"));
    }, 1);
    await once(killed, "exit");
    clearInterval(at);
    expect(await version()).toBe("0.1.0");
    cutAfter = undefined;
    expect((await loci("upgrade")).code).toBe(0);
    expect(await version()).toBe("0.2.0");
    expect(await leftOver()).toEqual([]);
  });

  // Only root can mount a small disk.
  if (process.getuid?.() === 0)
    it("stays as it is on a full disk", async () => {
      const disk = await mkdtemp(join(folder, "disk-"));
      await promisify(execFile)("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", disk]);
      try {
        await cp(root, join(disk, "loci"), { recursive: true });
        root = join(disk, "loci");
        const filler = join(disk, "filler");
        const full = await writeFile(filler, Buffer.alloc(64 * 1024 ** 2)).catch((error: unknown) => error);
        expect(full).toMatchObject({ code: "ENOSPC" });
        for (const left of [0, 100 * 1024]) {
          await truncate(filler, (await stat(filler)).size - left);
          expect(await loci("upgrade")).toMatchObject({
            code: 1,
            err: expect.stringMatching(/^loci: .*ENOSPC.*Nothing was changed\.\n$/),
          });
          expect(await version()).toBe("0.1.0");
          expect(await leftOver()).toEqual([]);
          expect((await readdir(root)).filter((name) => name.startsWith(".") || name.endsWith(".lock"))).toEqual([]);
        }
      } finally {
        await promisify(execFile)("umount", [disk]);
      }
    });

  it("leaves an upgrade that runs alone", async () => {
    await writeFile(join(root, "upgrade.lock"), String(process.pid));
    expect(await loci("upgrade")).toMatchObject({ code: 1, err: expect.stringContaining("Another upgrade runs just now") });
  });

  it("says what is wrong with a source", async () => {
    expect(await loci("upgrade", "--source", "http://127.0.0.1:9")).toMatchObject({
      code: 3,
      err: expect.stringContaining("Cannot reach"),
    });
    expect(await loci("upgrade", "--source", join(folder, "nowhere"))).toMatchObject({
      code: 1,
      err: expect.stringContaining("holds no release"),
    });
    instead.set(manifestName, Buffer.alloc(100_000, "x"));
    expect(await loci("upgrade")).toMatchObject({ code: 1, err: expect.stringContaining("longer than") });
  });
});
