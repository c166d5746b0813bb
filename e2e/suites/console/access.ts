import { describe, expect, it } from "@jest/globals";
import { Loci } from "@loci/client";
import { barriers, contextId, managementKey, overhang, type ConsoleWorld } from "./world.ts";

export function accessPage(world: () => ConsoleWorld): void {
  describe("the page Access", () => {
    it("registers a scope, counts what belongs to it before it is erased, and removes it", async () => {
      await world().visit("access/scopes", async (page) => {
        await page.getByRole("button", { name: "Register a scope" }).click();
        await page.getByLabel("Path").fill("org/acme/design");
        await page.getByRole("button", { name: "Register", exact: true }).click();
        const actions = page.getByRole("button", { name: "Actions for org/acme/design" });
        await actions.waitFor();
        await world().loci.remember({ text: "The design team likes oak.", scopes: [["org/acme/design"]], infer: "none" });

        await actions.click();
        await page.getByRole("menuitem", { name: "Erase" }).click();
        await page
          .getByRole("dialog")
          .getByText(/^\d+ records?$/)
          .waitFor();
        await page.getByRole("button", { name: /^Erase \d+$/ }).click();
        await page.getByText(/records? erased or moved/).waitFor();
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

        await actions.click();
        await page.getByRole("menuitem", { name: "Remove" }).click();
        await page.getByRole("button", { name: "Remove", exact: true }).click();
        await page.getByText("No scope is registered").waitFor();
        await page.getByLabel("Removed ones too").check();
        await page
          .getByText(/^removed /)
          .first()
          .waitFor();
      });
    });

    it("creates a principal, gives and takes grants, and says what it may do over a path", async () => {
      await world().visit("access/principals", async (page) => {
        await page.getByRole("button", { name: "Create a principal" }).click();
        await page.getByLabel("Name").fill("Helper");
        await page.getByLabel("Id").fill("helper");
        await page.getByRole("button", { name: "Create", exact: true }).click();
        await page.getByRole("heading", { name: "Helper" }).waitFor();
        await page.getByLabel("Grant over path").fill("org/acme");
        await page.getByRole("combobox", { name: "Verbs" }).click();
        await page.getByRole("option", { name: /memory:read/ }).click();
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Grant", exact: true }).click();
        await page.getByRole("list", { name: "Grants" }).getByText("memory:read").waitFor();

        await page.getByLabel("Path", { exact: true }).fill("org/acme/design");
        await page.getByRole("button", { name: "Check" }).click();
        await page.getByRole("status").getByText("memory:read").waitFor();
        await page.getByRole("button", { name: "Take away the grants over org/acme" }).click();
        await page.getByText("Nothing is granted.").waitFor();
      });
    });

    it("mints a key whose secret is shown once, rotates it and revokes it", async () => {
      await world().visit("access/keys", async (page) => {
        await page.getByRole("button", { name: "Mint a key" }).click();
        await page.getByLabel("Name").fill("laptop");
        await page.getByRole("button", { name: "Mint", exact: true }).click();
        const secret = await page.getByLabel("Key laptop").inputValue();
        const me = await new Loci({ url: world().url, apiKey: secret, contextId }).me();
        expect(me.principalId).toBe("admin");
        await page.getByRole("button", { name: "Done" }).click();
        expect(await page.content()).not.toContain(secret);

        await page.getByRole("button", { name: "Rotate laptop" }).click();
        await page.getByRole("button", { name: "Rotate", exact: true }).click();
        expect(await page.getByLabel("Key laptop").inputValue()).not.toBe(secret);
        await page.getByRole("button", { name: "Done" }).click();
        await page.getByRole("button", { name: "Revoke laptop" }).click();
        await page.getByRole("button", { name: "Revoke", exact: true }).click();
        await page.getByRole("button", { name: "Revoke laptop" }).waitFor({ state: "detached" });
      });
    });

    it("opens contexts with a management key, and stays signed in when one is refused", async () => {
      await world().visit(
        "access/management",
        async (page) => {
          const key = page.getByRole("textbox", { name: "Management key" });
          await key.fill("loci_mk_wrong");
          await page.getByRole("button", { name: "Use it" }).click();
          await page.getByRole("alert").getByText("Authentication failed").waitFor();
          await key.fill(managementKey);
          await page.getByRole("button", { name: "Use it" }).click();
          await page.getByRole("list", { name: "Contexts" }).getByRole("link").first().click();
          await page.getByRole("heading", { name: "Model tokens" }).waitFor();
          await page.getByLabel("Name").fill("Acme");
          await page.getByRole("button", { name: "Save" }).click();
          await page.getByText("Saved.").waitFor();
          await page.getByRole("list", { name: "Keys" }).getByText("default", { exact: true }).waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { expected: /status of 401/ },
      );
    });

    it.each(["light", "dark"] as const)("keeps nobody out in %s", async (colors) => {
      await world().visit(
        "access/you",
        async (page) => {
          await page.getByRole("heading", { name: "What you may do" }).waitFor();
          expect(await barriers(page)).toEqual([]);
          await page.getByRole("link", { name: "Keys" }).click();
          await page.getByRole("list", { name: "Keys" }).waitFor();
          expect(await barriers(page)).toEqual([]);
          await page.getByRole("button", { name: "Mint a key" }).click();
          await page.getByRole("dialog").getByLabel("Name").waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
    });

    it("fits on a phone", async () => {
      await world().visit(
        "access/keys",
        async (page) => {
          await page.getByRole("list", { name: "Keys" }).waitFor();
          expect(await overhang(page)).toBe(0);
        },
        { phone: true },
      );
    });
  });
}
