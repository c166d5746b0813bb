import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Loci } from "@loci/client";
import { startChromium } from "@loci/e2e/parts/chromium";
import { startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import type { Browser, Page } from "playwright-core";

const root = join(import.meta.dirname, "../../..");
const apiKey = "loci-test-context-key-000001";
let folder: string;
let server: RunningLoci;
let site: Server;
let browser: Browser;
let page: Page;

/** The page's script: the package as it is published, its dependency beside it. */
const html = `<!doctype html><title>client</title>
<script type="importmap">{ "imports": { "eventsource-parser": "/vendor/index.js" } }</script>
<script type="module">
  const client = await import(location.origin + "/client/index.js");
  window.client = client;
  window.loci = new client.Loci({ url: location.origin, apiKey: "${apiKey}", contextId: "dev", attempts: 2, backoffMs: 1 });
</script>`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-browser-"));
  await promisify(execFile)(process.execPath, [join(root, "clients/typescript/build.ts"), join(folder, "client")]);
  server = await startDev(`pglite:${join(folder, "data")}`, await freePort(), { SERVICE_API_KEY: apiKey });
  site = await serveSite();
  browser = await startChromium();
  page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  await page.waitForFunction("window.loci");
});
afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The page, the client's files, and below /api Loci itself: one origin, as a company's own front would make it. */
async function serveSite(): Promise<Server> {
  const front = createServer((incoming, outgoing) => {
    const { url = "/", method, headers } = incoming;
    const file = /^\/(client|vendor)\/([\w./-]+\.js)$/.exec(url);
    if (url.startsWith("/api/")) {
      const onwards = request(new URL(url, server.url), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onwards);
      outgoing.on("close", () => onwards.destroy());
      onwards.on("error", () => outgoing.destroy());
    } else if (file) {
      const home = file[1] === "client" ? join(folder, "client") : join(root, "node_modules/eventsource-parser/dist");
      outgoing.writeHead(200, { "content-type": "text/javascript" });
      createReadStream(join(home, file[2] ?? "")).pipe(outgoing);
    } else {
      outgoing.writeHead(200, { "content-type": "text/html" }).end(html);
    }
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return front;
}

/** What the page's own script sees. */
interface Window {
  readonly loci: Loci;
  readonly client: typeof import("@loci/client");
  readonly location: { readonly origin: string };
}
declare const window: Window;

describe("the client in Chromium", () => {
  it("remembers and recalls", async () => {
    const found = await page.evaluate(async () => {
      await window.loci.remember("Mina lives in Bergen.");
      return (await window.loci.recall("Where does Mina live?")).hits[0]?.text;
    });
    expect(found).toBe("Mina residence: Bergen");
  });

  it("reads a chat as it comes, and leaves one early", async () => {
    const kinds = await page.evaluate(async () => {
      const all: string[] = [];
      for await (const event of window.loci.chatStream("Where does Mina live?")) all.push(event.type);
      for await (const event of window.loci.chatStream("Where does Mina live?")) {
        all.push(event.type);
        break;
      }
      return all;
    });
    expect(kinds).toEqual(expect.arrayContaining(["trace", "delta", "citation", "done"]));
    expect(kinds.at(-1)).toBe("trace");
  });

  it("uploads a file, tells how far it is, and waits for it", async () => {
    const { sent, size, document, original } = await page.evaluate(async () => {
      const told: number[] = [];
      const text = `# Timetable\n\n${"The ferry leaves at noon. ".repeat(4_000)}`;
      const file = new File([text], "timetable.md", { type: "text/markdown" });
      const upload = { file, filename: file.name, title: "Timetable å" };
      const { id } = await window.loci.documents.upload(upload, { onProgress: (bytes) => void told.push(bytes) });
      const ready = await window.loci.documents.wait(id);
      const back = await (await window.loci.documents.original(id)).text();
      return { sent: told, size: file.size, document: ready, original: back === text };
    });
    expect(document).toMatchObject({
      status: "ready",
      title: "Timetable å",
      filename: "timetable.md",
      mimeType: "text/markdown",
    });
    expect(sent.at(-1)).toBeGreaterThanOrEqual(size);
    expect(original).toBe(true);
  });

  it("cancels an upload, and refuses a stream, which a page cannot send", async () => {
    const codes = await page.evaluate(async () => {
      const { loci, client } = window;
      const codeOf = (thrown: unknown) => (client.isLociError(thrown) ? thrown.code : String(thrown));
      const signal = AbortSignal.abort();
      const upload = { file: new Uint8Array(1_000_000), filename: "x.bin" };
      const late = new AbortController();
      const cancelled = loci.documents.upload(upload, { signal: late.signal, onProgress: () => late.abort() });
      async function* stream() {
        yield new Uint8Array(1);
      }
      const all = [
        loci.documents.upload(upload, { signal }),
        cancelled,
        Promise.resolve().then(() => loci.documents.upload({ file: stream(), filename: "x" })),
      ];
      return Promise.all(all.map((one) => one.then(() => "sent", codeOf)));
    });
    expect(codes).toEqual(["cancelled", "cancelled", "invalid"]);
  });

  it("has typed errors: of the server, of another server, of no server", async () => {
    const errors = await page.evaluate(async () => {
      const { Loci, isLociError } = window.client;
      const { origin } = window.location;
      const options = { apiKey: "wrong", contextId: "dev", attempts: 1 };
      const tries = [
        new Loci({ ...options, url: origin }).me(),
        new Loci({ ...options, url: `${origin}/client` }).me(),
        new Loci({ ...options, url: "http://127.0.0.1:9" }).me(),
      ];
      const codeOf = (thrown: unknown) => (isLociError(thrown) ? [thrown.code, thrown.status] : [String(thrown)]);
      return Promise.all(tries.map((one) => one.then(() => [], codeOf)));
    });
    expect(errors).toEqual([
      ["unauthenticated", 401],
      ["not_loci", 200],
      ["unreachable", 0],
    ]);
  });
});
