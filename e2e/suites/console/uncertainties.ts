import { describe, expect, it } from "@jest/globals";
import { barriers, overhang, type ConsoleWorld } from "./world.ts";

export function uncertaintiesPage(world: () => ConsoleWorld): void {
  describe("the page Uncertainties", () => {
    it("is walked through by keyboard, and shows both sides with who said what when", async () => {
      await world().visit("uncertainties", async (page) => {
        const inbox = page.getByRole("list", { name: "Uncertainties" }).getByRole("link");
        await inbox.first().waitFor();
        expect(await inbox.count()).toBe(3);
        await page.keyboard.press("j");
        await page.getByRole("heading", { name: /Ravi Menon's birth date/ }).waitFor();
        await page.keyboard.press("j");
        await page.getByRole("heading", { name: /Jonas Weber's birth date/ }).waitFor();
        await page.keyboard.press("k");
        await page.getByRole("heading", { name: /Ravi Menon's birth date/ }).waitFor();
        for (const [year, day] of [
          ["1979", "1 Jul 2024"],
          ["1978", "1 Jul 2025"],
        ] as const) {
          const sources = page.getByRole("list", { name: `Sources of 9 January ${year}` });
          await sources.getByText(`Ravi Menon was born on 9 January ${year}`).waitFor();
          await sources.getByText(`by user, ${day}`).waitFor();
        }
      });
    });

    it("leaves Enter and Escape to what has the focus", async () => {
      await world().visit("uncertainties", async (page) => {
        await page.getByRole("link", { name: /Ravi Menon/ }).click();
        await page.getByRole("heading", { name: /Ravi Menon's birth date/ }).waitFor();
        await page.getByRole("link", { name: /Jonas Weber/ }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: /Jonas Weber's birth date/ }).waitFor();
        await page.getByRole("button", { name: /Signed in as/ }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("menuitem", { name: "Sign out" }).focus();
        await page.keyboard.press("Escape");
        await page.getByRole("menuitem", { name: "Sign out" }).waitFor({ state: "detached" });
        await page.getByRole("heading", { name: /Jonas Weber's birth date/ }).waitFor();
        await page.keyboard.press("Escape");
        await page.waitForURL(/\/uncertainties$/);
      });
    });

    it("assigns one, and filters by who is to settle it", async () => {
      await world().visit("uncertainties", async (page) => {
        await page.getByRole("link", { name: /Ravi Menon/ }).click();
        await page.getByRole("button", { name: "Assign to me" }).click();
        await page.getByText("admin is to settle it.").waitFor();
        await page.getByText("Mine", { exact: true }).click();
        await page.getByText(/^1 of \d+ open/).waitFor();
      });
    });

    it("resolves one with a choice and a reason, which stand in it afterwards", async () => {
      await world().visit("uncertainties?about=Jonas", async (page) => {
        await page.getByRole("link", { name: /Jonas Weber/ }).click();
        const resolve = page.getByRole("button", { name: "Resolve", exact: true });
        await page.getByLabel("Reason").waitFor();
        expect(await resolve.isDisabled()).toBe(true);
        await page.getByRole("heading", { name: /Jonas/ }).click();
        await page.keyboard.press("1");
        await page.getByLabel("Reason").fill("His passport says so.");
        await resolve.click();
        await page.getByRole("status").getByText("His passport says so.").waitFor();
        await page.getByText("stands", { exact: true }).waitFor();
        await page.getByText("Resolved", { exact: true }).first().click();
        await page.getByText("1 of 1 resolved").waitFor();
      });
      const { attributes } = await world().loci.entities.get("Person", "Jonas Weber");
      expect(attributes.filter(({ key }) => key === "birth_date")).toHaveLength(1);
    });

    it.each(["light", "dark"] as const)("keeps nobody out in %s", async (colors) => {
      await world().visit(
        "uncertainties?about=Ravi",
        async (page) => {
          await page.getByRole("link", { name: /Ravi Menon/ }).click();
          await page.getByLabel("Reason").waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
    });

    it("shows the inbox or one of it on a phone", async () => {
      await world().visit(
        "uncertainties",
        async (page) => {
          await page.getByRole("link", { name: /Ravi Menon/ }).click();
          await page.getByLabel("Reason").waitFor();
          expect(await overhang(page)).toBe(0);
          await page.getByRole("link", { name: "All of them" }).click();
          await page.getByRole("link", { name: /Mina Duarte/ }).waitFor();
        },
        { phone: true },
      );
    });
  });
}
