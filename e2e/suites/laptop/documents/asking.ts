import { beforeAll, describe, expect, it } from "@jest/globals";
import { library, textFile, type Library, type PassageHit, type StoredDocument } from "@loci/e2e/parts/documents";
import type { Hit, Memory } from "@loci/e2e/parts/memory";
import type { World } from "../journeys/world.ts";

const engine = textFile(
  "engine.md",
  "# Engine room\n\n## Oil\n\nThe diesel engine holds 420 litres of lubricating oil. The oil filter is changed every five hundred hours.\n\n" +
    "## Cooling\n\nSea strainers are cleaned every morning when jellyfish drift in.\n",
);
const winch = textFile(
  "winch.md",
  "# Winch\n\n## Oil\n\nThe anchor winch takes hydraulic oil. The oil filter of the winch is changed every spring, see Engine room.\n",
);
const kitchen = textFile(
  "kitchen.txt",
  "Kitchen guide\n\nThe vegan stew contains hazelnuts. Milk comes on Tuesdays.\n",
  "text/plain",
);

export function asking(world: World): void {
  describe("what documents say", () => {
    let tenant: Memory;
    let shelf: Library;
    let kept: StoredDocument[];
    beforeAll(async () => {
      tenant = await world().loci.tenant();
      shelf = library(tenant);
      kept = [];
      for (const [i, file] of [engine, winch, kitchen].entries()) {
        kept.push(
          await shelf.keep(file, {
            title: ["Engine room", "Winch", "Kitchen guide"][i],
            ...(i === 2 ? { labels: ["team=galley"] } : {}),
          }),
        );
      }
    });
    const titles = (results: readonly PassageHit[]) => [...new Set(results.map(({ document }) => document.title))].sort();

    it.each(["vector", "bm25", "hybrid", "hybrid_graph"])("is found by %s", async (mode) => {
      const { results, degraded } = await shelf.passages("How much lubricating oil does the diesel engine hold?", { mode });
      expect(results[0]).toMatchObject({ document: { id: kept[0]?.id, title: "Engine room" }, chunk: { section: "Oil" } });
      expect(results[0]?.chunk.text).toContain("420 litres");
      expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a));
      expect(degraded).toEqual([]);
    });

    it("keeps to the documents, media types and labels that are asked for", async () => {
      const asked = (fields: Readonly<Record<string, unknown>>) =>
        shelf.passages("oil filter stew milk", fields).then(({ results }) => titles(results));
      expect(await asked({})).toEqual(["Engine room", "Kitchen guide", "Winch"]);
      expect(await asked({ filter: { documentIds: [kept[1]?.id] } })).toEqual(["Winch"]);
      expect(await asked({ filter: { mimeType: ["text/plain"] } })).toEqual(["Kitchen guide"]);
      expect(await asked({ labels: ["team=galley"] })).toEqual(["Kitchen guide"]);
      expect(await asked({ labels: ["team=bridge"] })).toEqual([]);
      expect((await shelf.passages("oil filter", { k: 1 })).results).toHaveLength(1);
      expect((await shelf.passages("oil filter", { threshold: 1e9 })).results).toEqual([]);
    });

    it("is found without the providers that nobody configured, and the answer says what it did without", async () => {
      const { results, degraded } = await shelf.passages("oil filter of the winch", {
        useHyde: true,
        decomposeQuery: true,
        useReranker: true,
      });
      expect(results[0]?.document.title).toBe("Winch");
      expect(degraded).toContainEqual(expect.stringMatching(/^reranker: /));
    });

    it.each(["knowledge_has_keyword", "section_match", "document_link", "document_summary"])(
      "says what speaks for a passage by %s, where documents are linked so",
      async (kind) => {
        const { results } = await shelf.passages("When is the oil filter changed?", { mode: "hybrid_graph", graphEdges: [kind] });
        const evidence = results.flatMap(({ document, graphEvidence = [] }) =>
          graphEvidence.map((one) => ({ of: document.title, ...one })),
        );
        expect(evidence.every((one) => one.edgeKind === kind && one.weight > 0 && one.of !== one.neighbourLabel)).toBe(true);
        if (kind !== "document_summary")
          expect(evidence).toContainEqual(expect.objectContaining({ of: "Winch", neighbourLabel: "Engine room" }));
      },
    );

    it("brings passages of linked documents along where that is asked for, and the links can be worked out anew", async () => {
      const { body } = await tenant.post<{ linksEmitted: number }>("/documents/recompute-links", {});
      expect(body.linksEmitted).toBeGreaterThan(0);
      const { results } = await shelf.passages("How much oil does the diesel hold?", {
        k: 1,
        expandGraph: true,
        mode: "hybrid_graph",
      });
      expect(results[0]?.graphExpansion?.map(({ document }) => document)).toContain(kept[1]?.id);
    });

    it("has keywords that are counted, searched by meaning, and lead to their documents", async () => {
      const shared = (await shelf.keywords({ q: "oil filter" })).find(({ documentCount }) => documentCount === 2);
      expect(shared?.text.toLowerCase()).toContain("oil filter");
      const { body } = await tenant.get<{ documents: { id: string; title: string }[] }>(
        `/documents/keywords/${encodeURIComponent(shared?.normalised ?? "")}`,
      );
      expect(body.documents.map(({ title }) => title).sort()).toEqual(["Engine room", "Winch"]);
      expect((await shelf.keywords({ minDocumentCount: "2" })).every(({ documentCount }) => documentCount >= 2)).toBe(true);
      const found = await tenant.post<{ results: { text: string; score: number }[] }>("/documents/keywords/search", {
        query: "filters for oil",
        k: 3,
      });
      expect(found.body.results[0]?.text.toLowerCase()).toContain("oil");
      expect((await tenant.get(`/documents/${kept[2]?.id ?? ""}/keywords`)).body).toMatchObject({
        keywords: expect.arrayContaining([expect.objectContaining({ text: expect.stringMatching(/stew/i) })]),
      });
    });

    it("comes with what stands around it in its section, uncounted and not twice", async () => {
      const long = Array.from(
        { length: 40 },
        (_, i) => `Rope number ${i} hangs on peg ${i} beside the sail locker, and is aired each week by the bosun's mate.`,
      );
      const tale = Object.assign(long, { 20: "The golden astrolabe belongs to Admiral Quill." });
      const { id } = await shelf.keep(textFile("ropes.md", `# Ropes\n\n${tale.join("\n\n")}\n`), { title: "Ropes" });
      const answer = await tenant.recall("Whose is the golden astrolabe?", { mode: "hybrid", k: 1, include: ["passages"] });
      const { contextHits } = answer as unknown as { contextHits: (Hit & { documentId: string })[] };
      expect(answer.hits).toHaveLength(1);
      expect(answer.hits[0]?.text).toContain("astrolabe");
      expect(contextHits.length).toBeGreaterThan(0);
      expect(contextHits.every((hit) => hit.documentId === id && hit.id !== answer.hits[0]?.id)).toBe(true);
    });

    it("is marked where another document says nearly the same", async () => {
      const text = Array.from(
        { length: 30 },
        (_, i) => `Paragraph ${i}: the lighthouse keeper trims wick ${i} and notes the weather of day ${i}.`,
      );
      const first = await shelf.keep(textFile("keeper.txt", text.join("\n\n"), "text/plain"));
      const second = await shelf.keep(textFile("keeper-2.txt", [...text, "Signed by the keeper."].join("\n\n"), "text/plain"));
      expect([first.nearDuplicateOf, second.nearDuplicateOf]).toEqual([null, first.id]);
    });
  });
}
