import { describe, expect, it } from "@jest/globals";
import { barriers, overhang, type ConsoleWorld } from "./world.ts";

const question = "Who works on the harbour project?";

export function tracesPage(world: () => ConsoleWorld): void {
  describe("the page Traces", () => {
    it("lists what was asked, and shows one with its stages and each leg's part", async () => {
      await world().loci.recall(question);
      await world().visit("traces", async (page) => {
        await page
          .getByRole("list", { name: "Traces" })
          .getByRole("link", { name: new RegExp(question.slice(0, -1)) })
          .first()
          .click();
        await page.getByRole("heading", { name: question }).waitFor();
        await page.getByRole("table", { name: "Stages" }).getByRole("row").first().waitFor();
        const first = page.getByRole("list", { name: "Hits" }).locator("> li").first();
        await first
          .getByText(/harbour/i)
          .first()
          .waitFor();
        await first.getByText("Parts of the score").click();
        await first.getByRole("table", { name: "Parts of the score" }).getByText("meaning").waitFor();
      });
    });

    it("is narrowed by kind, tier and what found nothing", async () => {
      await world().loci.recall({ query: "zzyzx", mode: "bm25" });
      await world().visit("traces", async (page) => {
        await page.getByLabel("Found nothing").check();
        await page.waitForURL(/hits=none/);
        const rows = page.getByRole("list", { name: "Traces" }).getByRole("link");
        await rows.filter({ hasText: "zzyzx" }).first().waitFor();
        expect(await rows.count()).toBe(await rows.filter({ hasText: "nothing found" }).count());
        await page.getByLabel("Found nothing").uncheck();
        await page.getByRole("combobox", { name: "Kind" }).click();
        await page.getByRole("option", { name: "Chat" }).click();
        await page.waitForURL(/kind=response/);
      });
    });

    it("says in numbers how the memory does, with charts that are tables too", async () => {
      await world().visit("traces/stats", async (page) => {
        for (const name of ["Questions", "Time to answer", "Found nothing", "Search index is behind", "Model tokens"])
          await page.getByText(name, { exact: true }).first().waitFor();
        const latency = page.getByRole("region", { name: "Time to answer by tier" });
        await latency.getByText("As a table").click();
        await latency
          .getByRole("row", { name: /hybrid/ })
          .getByText(/ms|s$/)
          .first()
          .waitFor();
        await latency.locator("svg .recharts-bar-rectangle").first().waitFor({ state: "attached" });
      });
    });

    it.each(["light", "dark"] as const)("keeps nobody out in %s", async (colors) => {
      await world().visit(
        "traces",
        async (page) => {
          const row = page.getByRole("list", { name: "Traces" }).getByRole("link").first();
          await row.waitFor();
          expect(await barriers(page)).toEqual([]);
          await row.click();
          await page.getByRole("table", { name: "Stages" }).waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
      await world().visit(
        "traces/stats",
        async (page) => {
          await page.getByText("As a table").first().click();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
    });

    it("fits on a phone", async () => {
      await world().visit(
        "traces",
        async (page) => {
          await page.getByRole("list", { name: "Traces" }).waitFor();
          expect(await overhang(page)).toBe(0);
          await page.getByRole("link", { name: "Numbers" }).click();
          await page.getByText("As a table").first().waitFor();
          expect(await overhang(page)).toBe(0);
        },
        { phone: true },
      );
    });
  });
}
