import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startChromium } from "@loci/e2e/parts/chromium";
import { startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import type { Browser, Page } from "playwright-core";

const contextKey = "loci-test-context-key-000001";
const phone = { width: 390, height: 844 };
/** How long a step may take on a busy machine. */
const patienceMs = 120_000;

describe("the page at /docs", () => {
  let folder: string;
  let server: RunningLoci;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-docs-"));
    server = await startDev(`pglite:${join(folder, "data")}`, await freePort(), { SERVICE_API_KEY: contextKey });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Looks at the page; whatever it did against its policy, and each request to another host, comes back. */
  const visit = async (viewport: { width: number; height: number }, look: (page: Page) => Promise<void>): Promise<string[]> => {
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(patienceMs);
    const wrong: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") wrong.push(message.text());
    });
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(server.url) && !url.startsWith("data:")) wrong.push(`another host: ${url}`);
    });
    await page.goto(`${server.url}/docs/#/Recall/recall`);
    await look(page);
    await page.close();
    return wrong;
  };

  it("sends a request with the keyboard alone, and keeps the key in no store", async () => {
    const wrong = await visit({ width: 1280, height: 900 }, async (page) => {
      const press = async (name: string | RegExp, nth = 0) => {
        await page.getByRole("button", { name }).nth(nth).focus();
        await page.keyboard.press("Enter");
      };
      await page.getByRole("button", { name: "Try it out" }).waitFor();
      await press("Authorize");
      await page.getByLabel("auth-bearer-value").first().focus();
      await page.keyboard.type(contextKey);
      await page.keyboard.press("Enter");
      await page.getByText("Authorized").first().waitFor();
      await press("Close");
      await press("Try it out");
      await page.getByPlaceholder("contextId").focus();
      await page.keyboard.type("dev");
      await press("Execute");
      const answer = page.locator(".live-responses-table");
      await answer.waitFor();
      expect(await answer.innerText()).toContain("classificationKind");
      expect(await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")).toEqual([0, 0, ""]);
    });
    expect(wrong).toEqual([]);
  });

  it("is no wider than a phone", async () => {
    const wrong = await visit(phone, async (page) => {
      await page.getByRole("button", { name: "Try it out" }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(phone.width);
    });
    expect(wrong).toEqual([]);
  });
});
