import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { docxOf, emlOf, pdfOf, pptxOf, textBytes, xlsxOf } from "@loci/adapters/document-parser/testing";
import { library, type File, type StoredDocument } from "@loci/e2e/parts/documents";
import type { Hit } from "@loci/e2e/parts/memory";
import type { World } from "../journeys/world.ts";

export type PassageHit = Hit & { readonly documentId: string; readonly documentTitle: string; readonly positionPercent: number };

interface Sample extends File {
  readonly asks: string;
  readonly says: string;
}

const office = "application/vnd.openxmlformats-officedocument";

/** One of each format; each says one thing that no other says, in its second half. */
const samples: readonly Sample[] = [
  {
    ...{
      name: "garden.pdf",
      type: "application/pdf",
      asks: "What does the quince hedge cost?",
      says: "quince hedge costs 412 crowns",
    },
    bytes: pdfOf(["# Garden\n\nThe garden is watered daily by Ruth.", "## Costs\n\nThe quince hedge costs 412 crowns."]),
  },
  {
    ...{ name: "letter.docx", type: `${office}.wordprocessingml.document` },
    ...{ asks: "Who tunes the organ?", says: "organ is tuned by Ignatius Vole" },
    bytes: docxOf([
      { heading: "Chapel", level: 1 },
      "The chapel opens at nine.",
      { heading: "Music", level: 2 },
      "The organ is tuned by Ignatius Vole.",
    ]),
  },
  {
    ...{ name: "talk.pptx", type: `${office}.presentationml.presentation` },
    ...{ asks: "How fast is the funicular?", says: "funicular climbs nine metres a second" },
    bytes: pptxOf([
      { title: "Opening", body: ["Welcome to the summit"] },
      { title: "Transport", body: ["The funicular climbs nine metres a second"] },
    ]),
  },
  {
    ...{
      name: "staff.xlsx",
      type: `${office}.spreadsheetml.sheet`,
      asks: "Which animal does Petronella keep?",
      says: "Petronella",
    },
    bytes: xlsxOf([
      {
        name: "Keepers",
        rows: [
          ["Keeper", "Animal"],
          ["Barnaby", "otter"],
          ["Petronella", "pangolin"],
        ],
      },
    ]),
  },
  {
    ...{ name: "page.html", type: "text/html", asks: "When does the observatory dome rotate?", says: "dome rotates at midnight" },
    bytes: textBytes(
      "<!doctype html><title>Stars</title><h1>Sky</h1><p>Bring a coat.</p><h2>Dome</h2><p>The observatory dome rotates at midnight.</p>",
    ),
  },
  {
    ...{
      name: "handbook.md",
      type: "text/markdown",
      asks: "How high is the spring tide?",
      says: "spring tide reaches four metres",
    },
    bytes: textBytes("# Harbour\n\nBoats moor at the stone pier.\n\n## Tides\n\nThe spring tide reaches four metres.\n"),
  },
  {
    ...{ name: "notes.txt", type: "text/plain", asks: "Where is the cider pressed?", says: "cider is pressed in the north barn" },
    bytes: textBytes("Orchard notes\n\nApples fall in September.\n\nThe cider is pressed in the north barn.\n"),
  },
  {
    ...{ name: "bells.csv", type: "text/csv", asks: "How heavy is the bell Gwendolyn?", says: "Gwendolyn" },
    bytes: textBytes("Bell;Weight\nAnselm;310 kg\nGwendolyn;540 kg\n"),
  },
  {
    ...{ name: "ferry.json", type: "application/json", asks: "Who is the captain of the ferry?", says: "Oyelaran" },
    bytes: textBytes(JSON.stringify({ title: "Ferry", vessel: { captain: "Oyelaran", berths: 40 } })),
  },
  {
    ...{ name: "mail.eml", type: "message/rfc822", asks: "What did the glazier break?", says: "glazier broke the rose window" },
    bytes: emlOf({
      ...{
        subject: "The window",
        from: "Anna <anna@example.org>",
        to: "bob@example.org",
        date: "Mon, 2 Mar 2026 10:00:00 +0100",
      },
      text: "Dear Bob,\r\n\r\nthe glazier broke the rose window.",
    }),
  },
];

/** In their order: a look may miss one, and none comes back. */
const states = ["queued", "extracting", "chunking", "extracting_nodes", "embedding", "keywording", "ready"];

const titled = ({ name }: Sample) => `About ${name}`;

export function formats(world: World): void {
  describe("a document of each format", () => {
    const kept = new Map<string, StoredDocument>();
    let reader: Awaited<ReturnType<ReturnType<World>["loci"]["tenant"]>>;

    it("becomes ready, with its bytes as they came", async () => {
      reader = await world().loci.tenant();
      const { upload, settled } = library(reader);
      await Promise.all(
        samples.map(async (sample) => {
          const { body } = await upload(sample, { title: titled(sample) });
          const seen = new Set([body.status]);
          kept.set(sample.name, await settled(body.id, undefined, ({ status }) => seen.add(status)));
          expect([...seen].map((status) => states.indexOf(status))).toEqual(
            [...seen].map((status) => states.indexOf(status)).sort(),
          );
          expect([...seen].at(-1)).toBe("ready");
        }),
      );
      for (const sample of samples) {
        const document = kept.get(sample.name);
        expect(document).toMatchObject({
          title: titled(sample),
          mimeType: sample.type,
          version: 1,
          error: null,
          sizeBytes: sample.bytes.length,
        });
        expect(document?.contentHash).toBe(createHash("sha256").update(sample.bytes).digest("hex"));
        const raw = await fetch(`${world().loci.url}/api/v1/${reader.contextId}/documents/${document?.id ?? ""}/raw`, {
          headers: { authorization: `Bearer ${reader.key}` },
        });
        expect(Buffer.from(await raw.arrayBuffer()).equals(sample.bytes)).toBe(true);
        expect(raw.headers.get("content-type")).toContain(sample.type);
      }
    });

    it.each(samples.map((sample) => [sample.name, sample] as const))("is found by what it says: %s", async (_name, sample) => {
      const document = kept.get(sample.name);
      const { hits } = await reader.recall(sample.asks, { mode: "hybrid", include: ["passages"] });
      const [best] = hits as readonly PassageHit[];
      expect(best).toMatchObject({ documentId: document?.id, documentTitle: titled(sample) });
      expect(best?.text).toContain(sample.says);
      const { results } = await library(reader).passages(sample.asks, { k: 3 });
      expect(results[0]).toMatchObject({ document: { id: document?.id, title: titled(sample) } });
      expect(results[0]?.chunk.text).toContain(sample.says);
    });

    it("has chunks that lie in its text one behind the other, and is cited by title and position", async () => {
      for (const sample of samples) {
        const chunks = await library(reader).chunks(kept.get(sample.name)?.id ?? "");
        expect(chunks.length).toBeGreaterThan(0);
        expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, i) => i));
        for (const [i, { charStart, charEnd }] of chunks.entries()) {
          expect(charEnd).toBeGreaterThan(charStart);
          expect(charStart).toBeGreaterThanOrEqual(chunks[i - 1]?.charStart ?? 0);
        }
      }
      const { body } = await reader.post<{ citations: object[] }>("/chat", { message: "How high is the spring tide?" });
      expect(body.citations[0]).toMatchObject({ documentTitle: "About handbook.md", positionPercent: expect.any(Number) });
      const { positionPercent } = body.citations[0] as PassageHit;
      expect(positionPercent).toBeGreaterThan(30);
      expect(positionPercent).toBeLessThanOrEqual(100);
    });
  });
}
