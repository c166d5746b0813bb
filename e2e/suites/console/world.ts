/** A server with a small company's memory, and Chromium that looks at its console. Whatever goes wrong in a page is told at its end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Loci } from "@loci/client";
import { startDev } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium, type Page } from "playwright-core";
import { seed } from "./seed.ts";

export const contextId = "dev";
export const contextKey = "loci-test-context-key-000001";
export const managementKey = "loci-test-management-key-01";

const quiet = ["quic", "background-networking", "component-update", "sync"].map((what) => `--disable-${what}`);
const chromiumArguments = ["--no-sandbox", "--disable-gpu", "--no-first-run", ...quiet];
/** How long a page may take to show what a test waits for. */
const patienceMs = 120_000;
const phone = { width: 390, height: 844 };

export interface VisitOptions {
  readonly colors?: "light" | "dark";
  readonly phone?: boolean;
  /** Errors in the browser's console that the test brings about. */
  readonly expected?: RegExp;
  /** Stay at the sign-in. */
  readonly signedOut?: boolean;
}

export interface ConsoleWorld {
  readonly url: string;
  readonly loci: Loci;
  /** Visits a page of the context (`recall?q=…`), signed in; what the page did wrong fails the visit at its end. */
  visit(path: string, look: (page: Page) => Promise<void>, options?: VisitOptions): Promise<void>;
  stop(): Promise<void>;
}

/** @param fill puts into the memory what the suite needs */
export async function startConsoleWorld(fill: (loci: Loci) => Promise<void> = seed): Promise<ConsoleWorld> {
  const folder = await mkdtemp(join(tmpdir(), "loci-console-"));
  const keys = { SERVICE_API_KEY: contextKey, SERVICE_MANAGEMENT_API_KEY: managementKey };
  const server = await startDev(`pglite:${folder}`, await freePort(), keys);
  const loci = new Loci({ url: server.url, apiKey: contextKey, contextId });
  await fill(loci);
  const executablePath = process.env["LOCI_CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });

  return {
    url: server.url,
    loci,
    async visit(path, look, { colors = "light", phone: small = false, expected, signedOut = false } = {}) {
      const context = await browser.newContext({ colorScheme: colors, ...(small ? { viewport: phone, hasTouch: true } : {}) });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      const wrong = watch(page, server.url);
      try {
        await page.goto(`${server.url}/console/${contextId}/${path}`);
        if (!signedOut) await signIn(page);
        await look(page);
      } finally {
        await context.close();
      }
      const unexpected = wrong.filter((what) => expected === undefined || !expected.test(what));
      if (unexpected.length > 0) throw new Error(`The page did wrong:\n${unexpected.join("\n")}`);
    },
    async stop() {
      await browser.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function signIn(page: Page, key = contextKey): Promise<void> {
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Errors, which a violation of the content security policy is too, and requests to any other host. */
function watch(page: Page, url: string): string[] {
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== url) wrong.push(`another host: ${request.url()}`);
  });
  return wrong;
}

/** What an accessibility check finds that keeps somebody out. */
export async function barriers(page: Page): Promise<string[]> {
  // What fades in has not its own colours yet.
  await page.waitForTimeout(300);
  await untilTrue(
    page,
    "document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)",
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}

/** page.waitForFunction has the page itself evaluate text, which its policy forbids. @param expression of JavaScript */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await page.evaluate<boolean>(expression)); await page.waitForTimeout(50))
    if (Date.now() > end) throw new Error(`never true: ${expression}`);
}

/** How far the page is wider than the window. */
export async function overhang(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
