/** The console in Chromium, as a measurement uses it: its first load, and a page that is signed in. */
import type { Page } from "playwright-core";
import { startChromium } from "./chromium.ts";

export interface FirstLoad {
  /** Script, as it came over the wire. */
  readonly scriptBytes: number;
  /** Milliseconds from the navigation until the key can be typed. */
  readonly interactiveMs: number;
}

/**
 * Opens the console with nothing cached, so many times, then once more to look at it.
 * @param look with a page that is signed in
 */
export async function visitConsole<T>(
  url: string,
  key: string,
  times: number,
  look: (page: Page) => Promise<T>,
): Promise<{ readonly loads: readonly FirstLoad[]; readonly seen: T }> {
  const browser = await startChromium();
  try {
    const loads: FirstLoad[] = [];
    for (let i = 0; ; i++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      const field = page.getByLabel("Key", { exact: true });
      await field.waitFor();
      if (i < times) loads.push(await firstLoadOf(page));
      else {
        await field.fill(key);
        await page.getByRole("button", { name: "Sign in" }).click();
        return { loads, seen: await look(page) };
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

async function firstLoadOf(page: Page): Promise<FirstLoad> {
  const interactiveMs = await page.evaluate<number>("performance.now()");
  const read = "JSON.stringify(performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize]))";
  const files = JSON.parse(await page.evaluate<string>(read)) as [string, number][];
  const scriptBytes = files.reduce((sum, [name, size]) => sum + (name.endsWith(".js") ? size : 0), 0);
  return { scriptBytes, interactiveMs };
}
