import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import { barriers, overhang, type ConsoleWorld } from "./world.ts";

const rules = `# Harbour rules

Ships report on channel 12.

## Permits

The notice period for a permit is three months.
`;
const file = (name: string, text: string, mimeType = "text/markdown") => ({ name, mimeType, buffer: Buffer.from(text) });

export function documentsPage(world: () => ConsoleWorld): void {
  describe("the page Documents", () => {
    it("takes several files, shows how far each is, and lists them", async () => {
      await world().visit("documents", async (page) => {
        await page.getByText("There is no document yet").waitFor();
        const files = [file("rules.md", rules), file("broken.pdf", "%PDF-1.4 broken", "application/pdf"), file("copy.md", rules)];
        await page.locator("input[type=file]").setInputFiles(files);
        await page.getByText("3 of 3 uploads done").waitFor();
        const uploads = page.getByRole("region", { name: "Uploads" });
        await uploads.getByText("was there already").first().waitFor();
        await uploads.getByText("The PDF is broken").waitFor();
        const rows = page.getByRole("list", { name: "Documents" }).getByRole("link");
        await rows.nth(1).waitFor();
        expect(await rows.count()).toBe(2);
      });
    });

    it("takes a file that is dropped, with scopes and labels", async () => {
      await world().visit("documents", async (page) => {
        await page.getByRole("button", { name: "Title, scopes, labels" }).click();
        await page.getByLabel("Title").fill("The minutes");
        await page.getByRole("combobox", { name: "Labels" }).fill("team=harbour");
        await page.keyboard.press("Enter");
        await page.evaluate(`(() => {
          const data = new DataTransfer();
          data.items.add(new File(["The harbour project waits for its permit."], "minutes.txt", { type: "text/plain" }));
          document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        })()`);
        await page.getByText("1 of 1 uploads done").waitFor();
        await page
          .getByRole("list", { name: "Documents" })
          .getByRole("link", { name: /The minutes/ })
          .click();
        await page.getByRole("heading", { name: "The minutes" }).waitFor();
        await page.getByText("team=harbour").waitFor();
      });
    });

    it("shows a document's passages by section and its keywords, and gives its original back", async () => {
      await world().visit("documents", async (page) => {
        await page
          .getByRole("list", { name: "Documents" })
          .getByRole("link", { name: /Harbour rules/ })
          .click();
        const passages = page.getByRole("list", { name: "Passages of Permits" });
        await passages.getByText("The notice period for a permit is three months.").waitFor();
        await page.getByRole("button", { name: "notice period" }).click();
        await page.getByText(/other document/i).waitFor();
        await page.keyboard.press("Escape");
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Original" }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/\.md$/);
        expect(await readFile(await download.path(), "utf8")).toBe(rules);
      });
    });

    it("says why one failed, and erases it for good once that is confirmed", async () => {
      await world().visit("documents?status=failed", async (page) => {
        await page.getByRole("link", { name: /broken/ }).click();
        await page.getByRole("alert").getByText("The work on it failed while reading the text").waitFor();
        await page.getByRole("button", { name: "Try again" }).waitFor();
        await page.getByRole("button", { name: "Delete" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("radio", { name: "Erase for good (purge)" }).check();
        await dialog.getByRole("button", { name: "Erase for good" }).click();
        await dialog
          .getByRole("list", { name: "Erased rows" })
          .getByText(/^document: 1$/)
          .waitFor();
        await dialog.getByRole("button", { name: "Close" }).last().click();
        await page.getByRole("heading", { name: "Documents", level: 1 }).waitFor();
      });
      expect((await world().loci.documents.list({ status: "failed" })).total).toBe(0);
    });

    it("finds passages, marks the words, and says what led there", async () => {
      await world().visit("documents/search", async (page) => {
        await page.getByRole("textbox", { name: "Question" }).fill("How long is the notice period?");
        await page.getByRole("button", { name: "Search" }).click();
        const first = page.getByRole("list", { name: "Passages" }).locator("> li").first();
        await first
          .locator("mark")
          .filter({ hasText: /notice/i })
          .first()
          .waitFor();
        await page.getByRole("radiogroup", { name: "Mode" }).getByText("Graph").click();
        await page.waitForURL(/mode=hybrid_graph/);
        await first.getByRole("link").click();
        await page.getByRole("heading", { name: "Passages" }).waitFor();
      });
    });

    it.each(["light", "dark"] as const)("keeps nobody out in %s", async (colors) => {
      await world().visit(
        "documents",
        async (page) => {
          const row = page.getByRole("list", { name: "Documents" }).getByRole("link", { name: /Harbour rules/ });
          await row.waitFor();
          expect(await barriers(page)).toEqual([]);
          await row.click();
          await page
            .getByRole("list", { name: /Passages of/ })
            .first()
            .waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
      await world().visit(
        "documents/search?q=notice+period",
        async (page) => {
          await page.getByRole("list", { name: "Passages" }).waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
    });

    it("fits on a phone", async () => {
      await world().visit(
        "documents",
        async (page) => {
          await page.getByRole("list", { name: "Documents" }).getByRole("link").first().click();
          await page.getByRole("heading", { name: "Passages" }).waitFor();
          expect(await overhang(page)).toBe(0);
        },
        { phone: true },
      );
    });
  });
}
