import { describe, expect, it } from "@jest/globals";
import { LociManagement, type Loci } from "@loci/client";
import { freePort } from "@loci/e2e/parts/postgres";
import type { Page } from "playwright-core";
import { barriers, contextId, managementKey, overhang, signIn, type ConsoleWorld } from "./world.ts";

const banner = (page: Page) => page.getByRole("region", { name: /models? fails?/i });

/** The services go on with a context's old settings for a moment. */
async function untilNoneFails(loci: Loci): Promise<void> {
  const end = Date.now() + 60_000;
  while ((await loci.stats({ windowHours: 1 })).providers.some(({ status }) => status === "failing")) {
    if (Date.now() > end) throw new Error("the model fails still");
    await loci.call("retryPending");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export function providerBanner(world: () => ConsoleWorld): void {
  describe("the banner of models that fail", () => {
    it("says above each page what fails and what waits, tests it, and has what waits go on once it is mended", async () => {
      const management = new LociManagement({ url: world().url, managementKey });
      const down = { provider: "openai", url: `http://127.0.0.1:${await freePort()}/v1`, model: "small" };
      await management.contexts.update(contextId, { config: { stages: { extraction: down } } });
      const { deferred } = await world().loci.remember({ text: "Ines Prado lives in Faro." });
      expect(deferred).toBe(true);

      for (const colors of ["light", "dark"] as const) {
        await world().visit(
          "access/you",
          async (page) => {
            const shown = banner(page);
            await shown.getByText(/^Language model openai:small \(extraction\) has failed since .*: unavailable/).waitFor();
            await shown.getByText(/stages\.extraction/).waitFor();
            await shown.getByText("Waiting for it: 1 turn.").waitFor();
            expect(await barriers(page)).toEqual([]);
          },
          { colors, phone: colors === "dark" },
        );
      }

      await world().visit(
        "recall",
        async (page) => {
          const shown = banner(page);
          const test = shown.getByRole("button", { name: "Test the providers" });
          await test.click();
          const tested = shown.getByRole("list", { name: "Test" }).getByRole("listitem");
          await tested
            .filter({ hasText: "Language model openai:small" })
            .getByText(/^failed$/)
            .waitFor();
          await tested.filter({ hasText: "Embedding model builtin" }).getByText(/^ok$/).waitFor();
          await test.click();
          await shown.getByText(/The providers were tested a moment ago; again in \d+ s\./).waitFor();
          expect(await overhang(page)).toBe(0);

          const answered = page.waitForResponse((response) => response.url().endsWith("/providers/retry"));
          await shown.getByRole("button", { name: "Retry now" }).click();
          const { turns, documents } = (await (await answered).json()) as { turns: number; documents: number };
          // None where the queue is at it already.
          const takenUp = `Taken up: ${turns} turn${turns === 1 ? "" : "s"}, ${documents} documents.`;
          await shown.getByText(turns === 0 ? "Nothing waits for a later attempt." : takenUp).waitFor();

          await management.contexts.update(contextId, { config: { stages: { extraction: null } } });
          await untilNoneFails(world().loci);
          await page.getByRole("region", { name: "No model fails any more" }).getByRole("button", { name: "Close" }).click();
          await banner(page).waitFor({ state: "detached" });
        },
        { expected: /status of 429/, phone: true },
      );
    });

    it("is kept from a key that may not act on it", async () => {
      const management = new LociManagement({ url: world().url, managementKey });
      const down = { provider: "openai", url: `http://127.0.0.1:${await freePort()}/v1`, model: "small" };
      await management.contexts.update(contextId, { config: { stages: { extraction: down } } });
      await world().loci.remember({ text: "Ines Prado likes figs." });
      const grants = { "memory:read": ["/"] };
      const { key } = await management.keys.mint(contextId, "admin", "reads", { grants });
      const asked: string[] = [];
      await world().visit(
        "access/you",
        async (page) => {
          page.on("request", (request) => asked.push(new URL(request.url()).pathname));
          await signIn(page, key);
          await page.getByRole("heading", { name: "What you may do" }).waitFor();
          await page.waitForLoadState("networkidle");
          expect(await banner(page).count()).toBe(0);
        },
        { signedOut: true },
      );
      expect(asked.some((path) => path.endsWith("/me"))).toBe(true);
      expect(asked.filter((path) => path.endsWith("/traces/stats"))).toEqual([]);
      await management.contexts.update(contextId, { config: { stages: { extraction: null } } });
    });
  });
}
