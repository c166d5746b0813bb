import { describe, expect, it } from "@jest/globals";
import type { ConsoleWorld } from "./world.ts";

const most = 300 * 1024;

interface Timing {
  readonly name: string;
  readonly encodedBodySize: number;
}

export function firstLoad(world: () => ConsoleWorld): void {
  describe("the console's first load", () => {
    it("needs at most 300 KB of compressed script, and says how soon one can type", async () => {
      await world().visit(
        "recall",
        async (page) => {
          await page.getByLabel("Key", { exact: true }).waitFor();
          const interactiveMs = await page.evaluate<number>("performance.now()");
          const files = JSON.parse(
            await page.evaluate<string>("JSON.stringify(performance.getEntriesByType('resource'))"),
          ) as Timing[];
          const scripts = files.filter(({ name }) => name.endsWith(".js"));
          const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
          process.stderr.write(
            `console: ${scripts.length} scripts, ${Math.round(bytes / 1024)} KB compressed; interactive after ${Math.round(interactiveMs)} ms\n`,
          );
          expect(bytes).toBeGreaterThan(0);
          expect(bytes).toBeLessThan(most);
        },
        { signedOut: true },
      );
    });

    it("is allowed to run this host's files only, and is kept by the browser", async () => {
      const page = await fetch(`${world().url}/console/dev/recall`);
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
      expect(policy).not.toMatch(/unsafe|https?:/);
      const script = /src="([^"]+\.js)"/.exec(await page.text())?.[1] ?? "";
      for (const encoding of ["gzip", "br"]) {
        const file = await fetch(`${world().url}${script}`, { headers: { "accept-encoding": encoding } });
        expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        expect(file.headers.get("content-encoding")).toBe(encoding);
        expect((await file.text()).length).toBeGreaterThan(1000);
      }
    });
  });
}
