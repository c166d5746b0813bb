import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startGateway, type RunningGateway } from "../testing/gateway.ts";

let folder: string;
let gateway: RunningGateway;
const page = `<script src="/console/assets/main-abc.js" nonce="CSP_NONCE"></script><p nonce="CSP_NONCE">`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-console-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "loci.svg"), "<svg/>");
  await writeFile(join(folder, "assets/main-abc.js"), "// long enough to compress\n".repeat(100));
  gateway = await startGateway({ settings: { consoleFolder: folder } });
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers = {}) => gateway.raw(path, { key: undefined, headers });

describe("the console's files", () => {
  it.each(["/", "/console"])("are led to from %s", async (path) => {
    expect(await get(path)).toMatchObject({ status: 302, headers: { location: "/console/" } });
  });

  it.each(["/console/", "/console/acme", "/console/acme/recall?q=x", "/console/acme/traces/trace:1.2"])(
    "have one page for every route: %s",
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "text/html; charset=utf-8", "no-cache"]);
      expect(text).toMatch(/^<script src/);
    },
  );

  it("have a nonce in the page that is another each time, and stands in its policy", async () => {
    const pages = await Promise.all([get("/console/"), get("/console/")]);
    const nonces = pages.map(({ text }) => /nonce="([^"]+)"/.exec(text)?.[1] ?? "");
    expect(new Set(nonces).size).toBe(2);
    for (const [i, { text, headers }] of pages.entries()) {
      expect(text).not.toContain("CSP_NONCE");
      expect(text.split(nonces[i] ?? "?")).toHaveLength(3);
      expect(headers["content-security-policy"]).toContain(`style-src 'self' 'nonce-${nonces[i] ?? ""}'`);
    }
  });

  it("may run and ask nothing but this host, in no frame", async () => {
    const { headers } = await get("/console/");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
  });

  it("are kept by the browser where their name has their hash, and asked for again where not", async () => {
    const script = await get("/console/assets/main-abc.js", { "accept-encoding": "gzip" });
    expect(script.headers).toMatchObject({
      ...{ "cache-control": "public, max-age=31536000, immutable", "content-encoding": "gzip" },
      "x-content-type-options": "nosniff",
    });
    expect((await get("/console/loci.svg")).headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "image/svg+xml",
    });
  });

  it("do not answer a file that is gone with the page, nor show the page without its nonce", async () => {
    expect((await get("/console/assets/main-old.js")).status).toBe(404);
    expect(await get("/console/index.html")).toMatchObject({ status: 302, headers: { location: "/console/" } });
  });

  it.each([
    "/console/../package.json",
    "/console/%2e%2e/package.json",
    "/console/..%2fpackage.json",
    "/console/assets/..%2f..%2fx",
  ])("are not left by %s", async (path) => {
    const { status, text } = await get(path);
    expect([200, 302, 403, 404]).toContain(status);
    expect(text).not.toContain("@loci");
  });

  it("take no other method", async () => {
    expect((await gateway.raw("/console/", { method: "POST", body: {} })).status).toBe(404);
  });
});

describe("a server", () => {
  it("says so where the console is not built", async () => {
    const bare = await startGateway({ settings: { consoleFolder: join(folder, "nothing") } });
    const { status, text, headers } = await bare.raw("/console/acme/recall");
    expect(status).toBe(404);
    expect(text).toContain("npm run build:console");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    await bare.close();
  });

  it("may have no console", async () => {
    const without = await startGateway();
    expect((await without.raw("/console/")).status).toBe(404);
    await without.close();
  });
});
