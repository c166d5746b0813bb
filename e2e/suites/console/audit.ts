import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import { barriers, overhang, type ConsoleWorld } from "./world.ts";

export function auditPage(world: () => ConsoleWorld): void {
  describe("the page Audit", () => {
    it("says who did what, by kind and principal, and leads to traces", async () => {
      await world().loci.recall("Who works on the harbour project?");
      await world().visit("audit", async (page) => {
        await page
          .getByRole("list", { name: "Audit" })
          .getByText(/^create: /)
          .first()
          .waitFor();
        await page.getByRole("combobox", { name: "Kind" }).click();
        await page.getByRole("option", { name: "Recall" }).click();
        await page.waitForURL(/kind=retrieval/);
        await page.getByLabel("Principal").fill("nobody-at-all");
        await page.keyboard.press("Enter");
        await page.getByText("Nothing like that has happened").waitFor();
        await page.getByLabel("Principal").fill("admin");
        await page.keyboard.press("Enter");
        await page.getByRole("list", { name: "Audit" }).getByRole("link", { name: "Trace" }).first().click();
        await page.getByRole("table", { name: "Stages" }).waitFor();
      });
    });

    it("gives what is loaded as CSV and JSON", async () => {
      await world().visit("audit?kind=decision", async (page) => {
        const saved = async (name: string) => {
          const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
          return readFile(await download.path(), "utf8");
        };
        const rows = JSON.parse(await saved("JSON")) as unknown[];
        expect(rows.length).toBeGreaterThan(10);
        const lines = (await saved("CSV")).trim().split("\r\n");
        expect(lines).toHaveLength(rows.length + 1);
        expect(lines[0]).toMatch(/^createdAt,kind,principal,/);
      });
    });

    it.each(["light", "dark"] as const)("keeps nobody out in %s", async (colors) => {
      await world().visit(
        "audit",
        async (page) => {
          await page.getByRole("list", { name: "Audit" }).waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
    });

    it("fits on a phone", async () => {
      await world().visit(
        "audit",
        async (page) => {
          await page.getByRole("list", { name: "Audit" }).waitFor();
          expect(await overhang(page)).toBe(0);
        },
        { phone: true },
      );
    });
  });
}
