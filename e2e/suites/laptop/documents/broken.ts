import { beforeAll, describe, expect, it } from "@jest/globals";
import {
  docxOf,
  encryptedOfficeDocument,
  pdfBomb,
  pdfOf,
  pdfWithoutText,
  pngBytes,
  textBytes,
  zipBomb,
} from "@loci/adapters/document-parser/testing";
import { library, textFile } from "@loci/e2e/parts/documents";
import type { Tenant } from "@loci/e2e/parts/tenants";
import type { World } from "../journeys/world.ts";

const pdf = "application/pdf";
const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const files = [
  ["an encrypted PDF", pdfOf(["secret"], { password: "x" }), pdf, /encrypted/],
  ["an encrypted Word document", encryptedOfficeDocument(), docx, /encrypted/],
  ["a broken PDF", textBytes("%PDF-1.4\nnothing"), pdf, /broken/],
  ["half a Word document", docxOf(["Bread"]).subarray(0, 200), docx, /broken/],
  ["a PDF of images only", pdfWithoutText(), pdf, /empty/],
  ["a file of 0 bytes", new Uint8Array(), "text/plain", /empty/],
  ["a zip bomb", zipBomb(1024 * 1024, 2_000_000_000), docx, /unpacks to more/],
  ["a zip bomb that lies about its size", zipBomb(64 * 1024 * 1024, 1000), docx, /unpacks to more/],
  ["JSON that is none", textBytes("{nope"), "application/json", /broken/],
  ["an image that is declared a PDF", pngBytes(), pdf, /image\/png/],
  ["a PDF that is declared text", pdfOf(["Bread."]), "text/plain", /application\/pdf/],
  ["a format that nobody reads", textBytes("{\\rtf1 bread}"), "application/rtf", /rtf/],
] as const;

export function broken(world: World): void {
  describe("a document that cannot be read", () => {
    let tenant: Tenant;
    let ids: ReadonlyMap<string, string>;
    beforeAll(async () => {
      tenant = await world().loci.tenant();
      const uploads: [string, string][] = [];
      for (const [what, bytes, type] of files) {
        const { status, body } = await library(tenant).upload({ name: "file", type, bytes });
        if (status !== 202) throw new Error(`${what}: ${status}`);
        uploads.push([what, body.id]);
      }
      ids = new Map(uploads);
    });

    it("holds nobody up: a good one that comes after all of them becomes ready", async () => {
      const good = await library(tenant).keep(textFile("good.md", "After all that the miller still grinds barley."));
      const { results } = await library(tenant).passages("What does the miller grind?");
      expect(results.map(({ document }) => document.id)).toEqual([good.id]);
    });

    it.each(files)("fails with its stage and reason: %s", async (what, _bytes, _type, reason) => {
      const failed = await library(tenant).settled(ids.get(what) ?? "");
      expect(failed).toMatchObject({
        status: "failed",
        failedStage: "extracting",
        error: expect.stringMatching(reason),
        chunks: 0,
      });
      expect(failed.attempts).toBeGreaterThan(0);
      // A reason is for its reader: no stack, no path of the server's.
      expect(failed.error).not.toMatch(/\n\s+at |node_modules|\.ts:/);
    });

    it("is counted as failed, and only it", async () => {
      const { body } = await tenant.get<{ documents: unknown[]; total: number }>("/documents?status=failed");
      expect([body.documents.length, body.total]).toEqual([files.length, files.length]);
    });

    it("can be tried again, replaced by a good one, or deleted", async () => {
      const { upload, settled, replace } = library(tenant);
      const { body } = await upload({ name: "file.pdf", type: pdf, bytes: textBytes("%PDF-1.4\nnothing") });
      await settled(body.id);
      const again = await tenant.send<{ status: string }>("POST", `/documents/${body.id}/retry`);
      expect([again.status, again.body.status]).not.toEqual([202, "ready"]);
      expect(again.status).toBe(202);
      expect(await settled(body.id)).toMatchObject({ status: "failed", failedStage: "extracting" });
      expect((await replace(body.id, { name: "file.pdf", type: pdf, bytes: pdfOf(["The miller grinds barley."]) })).status).toBe(
        202,
      );
      const version = body.version + 1;
      expect(await settled(body.id)).toMatchObject({ status: "ready", version, error: null, failedStage: null });
      expect((await tenant.send("POST", `/documents/${body.id}/retry`)).status).toBe(409);
      expect((await tenant.send("DELETE", `/documents/${body.id}`)).status).toBe(204);
    });
  });
}

/** The limit of memory is found by filling it: that takes its time. */
export function memoryEaters(world: World): void {
  it("a document that eats memory outside of any limit of its format fails, and the next one is read", async () => {
    const { upload, settled, keep } = library(await world().loci.tenant());
    const { body } = await upload({ name: "bomb.pdf", type: pdf, bytes: pdfBomb(300_000_000) });
    expect(await settled(body.id)).toMatchObject({ status: "failed", failedStage: "extracting" });
    await keep(textFile("good.md", "The miller still grinds barley."));
  });
}
