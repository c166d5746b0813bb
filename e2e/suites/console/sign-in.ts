import { describe, expect, it } from "@jest/globals";
import { barriers, contextKey, overhang, signIn, untilTrue, type ConsoleWorld } from "./world.ts";

const signedOut = { signedOut: true };

export function signingIn(world: () => ConsoleWorld): void {
  describe("signing in to the console", () => {
    it("takes a key of the context, shows who that is, and forgets it with the page", async () => {
      await world().visit(
        "uncertainties",
        async (page) => {
          await untilTrue(page, "document.title === 'Sign in · Loci'");
          await signIn(page);
          await page.getByRole("heading", { name: "Uncertainties", level: 1 }).waitFor();
          await page.getByRole("button", { name: "Signed in as admin" }).click();
          await page.getByText("memory:write").waitFor();

          const kept = await page.evaluate<string>(
            "JSON.stringify([localStorage, sessionStorage, document.cookie, location.href, history.state])",
          );
          expect(kept).not.toContain(contextKey);
          await page.reload();
          await page.getByRole("heading", { name: "Sign in" }).waitFor();
          expect(new URL(page.url()).pathname).toBe("/console/dev/uncertainties");
        },
        signedOut,
      );
    });

    it("tells what the server says of a wrong key, and lets one try again", async () => {
      await world().visit(
        "recall",
        async (page) => {
          await signIn(page, "loci_ck_wrong");
          await page.getByRole("alert").getByText("Authentication failed").waitFor();
          await page.getByRole("alert").getByText(/Trace/).waitFor();
          await signIn(page);
          await page.getByRole("heading", { name: "Recall" }).waitFor();
        },
        { ...signedOut, expected: /status of 401/ },
      );
    });

    it("comes back when the key is no longer accepted, and afterwards one is where one was", async () => {
      const { key } = await world().loci.keys.mint({ name: "short" });
      await world().visit(
        "recall",
        async (page) => {
          await signIn(page, key);
          await page.getByLabel("Question").fill("Where does anybody live?");
          await world().loci.keys.revoke("short");
          await page.getByRole("button", { name: "Ask" }).click();
          await page.getByText("The key is no longer accepted").waitFor();
          await signIn(page);
          await page.getByRole("heading", { name: "Recall" }).waitFor();
          expect(page.url()).toContain("q=Where");
        },
        { ...signedOut, expected: /status of 401/ },
      );
    });

    it("ends by signing out", async () => {
      await world().visit("recall", async (page) => {
        // The page takes the focus when it has come, which would close a menu.
        await page.getByRole("heading", { name: "Recall" }).waitFor();
        await page.getByRole("button", { name: /Signed in as/ }).click();
        await page.getByRole("menuitem", { name: "Sign out" }).click();
        await page.getByRole("heading", { name: "Sign in" }).waitFor();
      });
    });

    it.each(["light", "dark"] as const)("keeps nobody out in %s", async (colors) => {
      await world().visit("recall", async (page) => expect(await barriers(page)).toEqual([]), { ...signedOut, colors });
    });
  });

  describe("the console's frame", () => {
    it("is walked through by keyboard, with a way past the navigation", async () => {
      await world().visit("recall", async (page) => {
        await page.getByRole("heading", { name: "Recall" }).waitFor();
        const link = page.getByRole("navigation").getByRole("link", { name: "Uncertainties" });
        await link.focus();
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "Uncertainties", level: 1 }).waitFor();
        expect(await page.evaluate<string>("document.activeElement.textContent")).toBe("Uncertainties");
        expect(await link.getAttribute("aria-current")).toBe("page");
        await page.getByRole("link", { name: "Skip to the content" }).focus();
        await page.keyboard.press("Enter");
        expect(await page.evaluate<string>("document.activeElement.id")).toBe("content");
      });
    });

    it("has its navigation in a menu on a phone, and fits there", async () => {
      await world().visit(
        "recall",
        async (page) => {
          await page.getByRole("button", { name: "Menu" }).click();
          await page.getByRole("dialog").getByRole("link", { name: "Graph" }).click();
          await page.getByRole("heading", { name: "Graph" }).waitFor();
          expect(await overhang(page)).toBe(0);
        },
        { phone: true },
      );
    });

    it("remembers light or dark", async () => {
      await world().visit("recall", async (page) => {
        const scheme = () => page.evaluate<string>("document.documentElement.dataset.mantineColorScheme");
        // The page takes the focus when it has come, which would close a menu.
        await page.getByRole("heading", { name: "Recall" }).waitFor();
        await page.getByRole("button", { name: "Colours" }).click();
        await page.getByRole("menuitem", { name: "Dark" }).click();
        expect(await scheme()).toBe("dark");
        await page.reload();
        await page.getByRole("heading", { name: "Sign in" }).waitFor();
        expect(await scheme()).toBe("dark");
      });
    });

    it("says so where there is no such page", async () => {
      await world().visit("moon", async (page) => page.getByRole("heading", { name: "There is no such page" }).waitFor());
    });
  });
}
