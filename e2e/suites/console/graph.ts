import { describe, expect, it } from "@jest/globals";
import { barriers, overhang, untilTrue, type ConsoleWorld } from "./world.ts";

const mina = `graph?${new URLSearchParams({ entity: "Person/Mina Duarte" }).toString()}`;

export function graphPage(world: () => ConsoleWorld): void {
  describe("the page Graph", () => {
    it("draws what is known, and finds an entity with its attributes, history and relations", async () => {
      await world().visit("graph", async (page) => {
        await page.locator(".drawing canvas").first().waitFor();
        await page.getByRole("combobox", { name: "Find" }).fill("mina du");
        await page.getByRole("option", { name: /Mina Duarte/ }).click();
        const panel = page.getByRole("region", { name: "About Mina Duarte" });
        // A residence is a relation too, which comes a moment later.
        const attributes = panel.getByRole("list", { name: "Attributes" });
        const residence = attributes.getByRole("listitem").filter({ hasText: /^residence/ });
        await residence.getByText("Lisbon").first().waitFor();
        await residence.getByRole("button", { name: "History" }).click();
        await residence.getByRole("list", { name: "Values of residence" }).getByText(/Porto/).waitFor();
        await panel.getByRole("button", { name: "Harbour", exact: true }).click();
        await page.getByRole("region", { name: "About Harbour" }).getByText("Port Authority").waitFor();
      });
    });

    it("slides to what was known then", async () => {
      await world().visit("graph", async (page) => {
        await page.getByText("Known now").waitFor();
        const shown = async () => Number(/^(\d+) of/.exec(await page.getByText(/^\d+ of \d+ shown/).innerText())?.[1]);
        const now = await shown();
        const slider = page.getByRole("slider", { name: "Known on" });
        await slider.press("Home");
        await page.getByText("0 of 0 shown").waitFor();
        await page.getByRole("button", { name: "The next change" }).click();
        await page.getByText("Known on 15 Jan 2024").waitFor();
        await page.getByText(/^[1-9] of \d shown/).waitFor();
        expect(await shown()).toBeLessThan(now);
        await page.getByRole("button", { name: "Now" }).click();
        await page.getByText("Known now").waitFor();
      });
    });

    it("is walked through by keyboard", async () => {
      await world().visit("graph", async (page) => {
        // It hears keys once there is a picture.
        await page.locator(".drawing canvas").first().waitFor();
        await page.getByRole("application").focus();
        await page.keyboard.press("ArrowRight");
        const first = await page.getByRole("region", { name: /About/ }).getAttribute("aria-label");
        await page.getByRole("application").focus();
        await page.keyboard.press("ArrowRight");
        await untilTrue(page, `document.querySelector("[aria-label^='About ']").ariaLabel !== ${JSON.stringify(first)}`);
        await page.keyboard.press("Escape");
        await page.getByRole("region", { name: /About/ }).waitFor({ state: "detached" });
      });
    });

    it("is a list too, and hides types", async () => {
      await world().visit("graph", async (page) => {
        await page.getByText("List", { exact: true }).click();
        const names = page.getByRole("table", { name: "Entities" });
        await names.getByRole("button", { name: "Harbour", exact: true }).waitFor();
        await page.getByRole("button", { name: /^Project/ }).click();
        await names.getByRole("button", { name: "Harbour", exact: true }).waitFor({ state: "detached" });
        await names.getByRole("button", { name: "Mina Duarte" }).click();
        await page.getByRole("region", { name: "About Mina Duarte" }).waitFor();
      });
    });

    it("deletes an entity, or erases it for good with a receipt", async () => {
      const told = (name: string) =>
        world().loci.remember({
          triples: [{ entity: { type: "Person", name }, key: "member_of", target: { type: "Team", name: "Design" } }],
          infer: "triples",
        });
      const gone = (name: string) => expect(world().loci.entities.get("Person", name)).rejects.toMatchObject({ code: "not_found" });
      await told("Olga Brandt");
      await told("Ivo Brandt");
      await world().visit(`graph?entity=${encodeURIComponent("Person/Olga Brandt")}`, async (page) => {
        const panel = page.getByRole("region", { name: "About Olga Brandt" });
        await panel.getByRole("button", { name: "Delete" }).click();
        const dialog = page.getByRole("dialog", { name: "Delete Olga Brandt?" });
        await dialog.getByRole("button", { name: "Delete" }).click();
        await panel.waitFor({ state: "detached" });
      });
      await gone("Olga Brandt");
      await world().visit(`graph?entity=${encodeURIComponent("Person/Ivo Brandt")}`, async (page) => {
        const panel = page.getByRole("region", { name: "About Ivo Brandt" });
        await panel.getByRole("button", { name: "Delete" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("radio", { name: "Erase for good (purge)" }).check();
        await dialog.getByRole("button", { name: "Erase for good" }).click();
        await dialog
          .getByRole("list", { name: "Erased rows" })
          .getByText(/^entity: \d+$/)
          .waitFor();
        await dialog.getByText(/^receipt:/).waitFor();
        await dialog
          .getByRole("list", { name: "Beyond the reach of Loci" })
          .getByText(/^Backups and exports made before/)
          .waitFor();
        await dialog.getByRole("button", { name: "Close" }).last().click();
        await panel.waitFor({ state: "detached" });
      });
      await gone("Ivo Brandt");
    });

    it.each(["light", "dark"] as const)("keeps nobody out in %s", async (colors) => {
      await world().visit(
        mina,
        async (page) => {
          await page.getByText("member of").waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
    });

    it("fits on a phone", async () => {
      await world().visit(
        mina,
        async (page) => {
          await page.getByText("member of").waitFor();
          expect(await overhang(page)).toBe(0);
        },
        { phone: true },
      );
    });
  });
}
