import { describe, expect, it } from "@jest/globals";
import { barriers, overhang, type ConsoleWorld } from "./world.ts";

const asked = `recall?${new URLSearchParams({ q: "When was Mina Duarte born?" }).toString()}`;

export function recallPage(world: () => ConsoleWorld): void {
  describe("the page Recall", () => {
    it("shows hits with their score, each leg's part, times and why", async () => {
      await world().visit("recall", async (page) => {
        await page.getByLabel("Question").fill("Who works on the harbour project?");
        await page.getByRole("button", { name: "Ask" }).click();
        const hits = page.getByRole("list", { name: "Hits" }).locator("> li");
        await hits.first().waitFor();
        expect(await hits.count()).toBeGreaterThan(2);
        // A relation, or what was said, may stand before it; an attribute has times of its own.
        const first = hits.filter({ hasText: /project status/ }).first();
        await first.getByText(/known/).waitFor();
        expect(await first.getByRole("img", { name: /The score's parts: .*words/ }).count()).toBe(1);
        await first.getByRole("button", { name: "Why" }).click();
        await first.getByRole("table", { name: "Parts of the score" }).getByText("meaning").waitFor();
        await first.getByText(/recorded/).waitFor();
        await page.getByText(/hits of \d+ found/).waitFor();
        expect(await page.getByRole("link", { name: "Trace", exact: true }).getAttribute("href")).toMatch(/\/traces\/trace:/);
      });
    });

    it("leads from a hit on which sources disagree to the uncertainty", async () => {
      await world().visit(asked, async (page) => {
        await page.getByRole("link", { name: "sources disagree" }).first().click();
        await page.getByRole("heading", { name: /birth date 3 May 1990 or 4 May 1990/ }).waitFor();
      });
    });

    it("asks with options, which stand in its address", async () => {
      await world().visit(asked, async (page) => {
        await page.getByRole("button", { name: "Options" }).click();
        await page.getByText("Words", { exact: true }).click();
        await page.getByRole("textbox", { name: "Hits" }).fill("3");
        await page.waitForURL(/mode=bm25.*k=3/);
        await page.getByText(/^3 hits of/).waitFor();
        // A field that is emptied while one types asks nothing.
        await page.getByRole("textbox", { name: "Hits" }).fill("");
        await page.getByRole("textbox", { name: "Question" }).focus();
        expect(await page.getByRole("textbox", { name: "Hits" }).inputValue()).toBe("3");
        expect(page.url()).toContain("k=3");
      });
    });

    it("compares what is known now with what was known", async () => {
      const compared = `recall?${new URLSearchParams({ q: "Mina Duarte residence", compareAt: "2024-02-01T00:00" }).toString()}`;
      await world().visit(compared, async (page) => {
        await page.getByRole("heading", { name: "What is known now" }).waitFor();
        await page.getByRole("heading", { name: "What was known on 1 Feb 2024, 00:00" }).waitFor();
        await page.getByText("only here").first().waitFor();
      });
    });

    it("tells in the server's words what is wrong with a request", async () => {
      const wrong = `recall?${new URLSearchParams({ q: "a", scope: "/a//b" }).toString()}`;
      await world().visit(
        wrong,
        async (page) => {
          await page.getByRole("alert").getByText("The request is not valid").waitFor();
          await page.getByRole("alert").getByText("/lens/0/0", { exact: true }).waitFor();
        },
        { expected: /status of 400/ },
      );
    });

    it.each(["light", "dark"] as const)("keeps nobody out in %s", async (colors) => {
      await world().visit(
        `${asked}&k=5`,
        async (page) => {
          await page.getByRole("button", { name: "Why" }).first().click();
          await page.getByRole("table").first().waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
    });

    it("fits on a phone", async () => {
      await world().visit(
        `${asked}&k=5`,
        async (page) => {
          await page.getByRole("button", { name: "Why" }).first().waitFor();
          expect(await overhang(page)).toBe(0);
        },
        { phone: true },
      );
    });
  });
}
