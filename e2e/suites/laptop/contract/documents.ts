import { beforeAll, describe, expect, it } from "@jest/globals";
import type { Tenant } from "@loci/e2e/parts/tenants";
import { on, type World } from "../main-job/world.ts";
import { answered, form, refused, settled, uploaded, type DocumentAnswer } from "./asking.ts";

interface QueryHits {
  readonly results: readonly {
    readonly chunk: { text: string; document: string; charStart: number; charEnd: number };
    readonly document: { id: string; title: string };
    readonly graphEvidence?: readonly { edgeKind: string }[];
  }[];
}

const herons = "# Herons\n\nThe grey heron builds its nest in tall willow trees.\n\n## Food\n\nA grey heron eats fish and frogs.\n";
const guide = "# River guide\n\nGrey heron nests are seen from the river path in spring.\n";
const pumps = "# Pumps\n\nThe bilge pump starts when the float rises.\n";

/** Contract: Documents. */
export function documents(world: World): void {
  describe("a document", () => {
    // One context for what only reads.
    let memory: Tenant;
    let heron: DocumentAnswer;
    beforeAll(async () => {
      memory = await world().tenant("org/a", "org/b");
      const metadata = {
        ...{ title: "Herons", source: "file:herons.md", mimeType: "text/markdown", filename: "herons.md" },
        ...{ scopes: [["org/a"]], labels: ["topic=birds"], observedAt: on("2024-03-01") },
      };
      heron = await uploaded(memory, { file: herons, metadata });
      await uploaded(memory, { file: guide, metadata: { title: "River guide", scopes: "org/a" } });
      await uploaded(memory, {
        file: pumps,
        mimeType: "text/plain",
        filename: "pumps.txt",
        metadata: { title: "Pumps", scope: "org/b" },
      });
    });

    it("is read as a record that has passed its stages", async () => {
      expect(heron).toMatchObject({
        status: "ready",
        title: "Herons",
        scopes: [["org/a"]],
        labels: ["topic=birds"],
        mimeType: "text/markdown",
      });
      answered(await memory.get(`/documents/${heron.id}`), 200, "Document");
    });

    it("is listed by pages from zero, by type and state", async () => {
      const list = async (query: string) =>
        answered<{ documents: { title: string }[]; page: number; pageSize: number; total: number }>(
          await memory.get(`/documents${query}`),
          200,
          "DocumentPage",
        );
      expect(await list("")).toMatchObject({
        page: 0,
        total: 3,
        documents: [{ title: "Pumps" }, { title: "River guide" }, { title: "Herons" }],
      });
      expect(await list("?page=0&pageSize=2")).toMatchObject({
        page: 0,
        pageSize: 2,
        total: 3,
        documents: [{ title: "Pumps" }, {}],
      });
      expect(await list("?page=1&page_size=2")).toMatchObject({ page: 1, total: 3, documents: [{ title: "Herons" }] });
      expect(await list("?mimeType=text%2Fplain")).toMatchObject({ total: 1, documents: [{ title: "Pumps" }] });
      expect(await list("?status=failed")).toMatchObject({ total: 0, documents: [] });
      refused(await memory.get("/documents?page=-1"), 400, "/page");
      refused(await memory.get("/documents?pageSize=501"), 400, "/pageSize");
      refused(await memory.get("/documents?status=lost"), 400, "/status");
    });

    it("gives its chunks, each as it stands in the text, and its bytes as they came", async () => {
      const { chunks, total } = answered<{ chunks: { text: string; charStart: number; charEnd: number }[]; total: number }>(
        await memory.get(`/documents/${heron.id}/chunks`),
        200,
        "ChunkPage",
      );
      expect(total).toBe(chunks.length);
      expect(chunks.map(({ text }) => text).join("\n")).toMatch(/willow[^]*frogs/);
      answered(await memory.get(`/documents/${heron.id}/chunks?page=1&pageSize=1`), 200, "ChunkPage");
      const raw = await memory.get(`/documents/${heron.id}/raw`);
      expect([raw.status, raw.body, raw.headers.get("content-type")]).toEqual([200, herons, "text/markdown"]);
    });

    it("has keywords, which are listed, searched, and name their documents", async () => {
      const own = await memory.get(`/documents/${heron.id}/keywords`);
      expect(answered<{ keywords: unknown[] }>(own, 200, "DocumentKeywordsResponse").keywords.length).toBeGreaterThan(0);
      type Page = { keywords: { text: string; normalised: string; documentCount: number }[] };
      const all = answered<Page>(
        await memory.get("/documents/keywords?q=heron&minDocumentCount=1&sort=count&page=0&pageSize=50"),
        200,
        "KeywordPage",
      );
      expect(all.keywords.every(({ text }) => /heron/i.test(text))).toBe(true);
      const [first] = all.keywords;
      const one = await memory.get(`/documents/keywords/${encodeURIComponent(first?.normalised ?? "")}`);
      expect(answered<{ documents: unknown[] }>(one, 200, "KeywordDetail").documents).toHaveLength(first?.documentCount ?? 0);
      const found = await memory.post("/documents/keywords/search", { query: "herons", k: 3, threshold: 0 });
      expect(answered<{ results: unknown[] }>(found, 200, "KeywordSearchResponse").results.length).toBeGreaterThan(0);
      refused(await memory.get("/documents/keywords/nothing-of-the-kind"), 404);
      refused(await memory.get("/documents/keywords?sort=magic"), 400, "/sort");
      refused(await memory.post("/documents/keywords/search", { query: "x", k: 51 }), 400, "/k");
    });

    it.each([undefined, "vector", "bm25", "hybrid", "hybrid_graph"])("is found by its passages in mode %s", async (mode) => {
      const reply = await memory.post("/documents/query", { query: "Where does the grey heron build its nest?", mode });
      const { results } = answered<QueryHits>(reply, 200, "QueryResponse");
      expect(results[0]?.document.id).toBe(heron.id);
    });

    it("is found with every field that the existing client sends, and the providers that are not there", async () => {
      const body = {
        ...{ query: "grey heron nest", k: 5, mode: "hybrid_graph", useHyde: true, decomposeQuery: true, useReranker: true },
        ...{
          graphEdges: ["knowledge_has_keyword", "section_match", "document_link", "document_summary"],
          graphAlpha: 0.5,
          graphDepth: 1,
        },
        ...{ expandGraph: true, threshold: 0, vectorWeight: 0.5, rrfK: 60, location: null },
        filter: { documentIds: [heron.id], mimeType: ["text/markdown"] },
      };
      const { results } = answered<QueryHits>(await memory.post("/documents/query", body), 200, "QueryResponse");
      expect(new Set(results.map(({ document }) => document.id))).toEqual(new Set([heron.id]));
      const snake = { query: "grey heron nest", use_hyde: false, decompose_query: false, use_reranker: true, graph_edges: [] };
      answered(await memory.post("/documents/query", snake), 200, "QueryResponse");
    });

    it.each(["knowledge_has_keyword", "section_match", "document_link", "document_summary"])(
      "is ranked by the signal %s",
      async (edge) => {
        const body = { query: "grey heron nest", mode: "hybrid_graph", graph_edges: [edge] };
        const { results } = answered<QueryHits>(await memory.post("/documents/query", body), 200, "QueryResponse");
        const kinds = results.flatMap(({ graphEvidence }) => graphEvidence ?? []).map(({ edgeKind }) => edgeKind);
        expect(kinds.every((kind) => kind === edge || kind === "hybrid_graph")).toBe(true);
      },
    );

    it("is linked anew with the others on request", async () => {
      answered(await memory.post("/documents/recompute-links", undefined), 200, "RecomputeLinksResponse");
    });

    it("is found by /query and cited there with its place", async () => {
      const { hits } = await memory.recall("Where does the grey heron build its nest?", {
        include: ["passages"],
        labels: ["topic=birds"],
      });
      expect(hits[0]).toMatchObject({
        source: "chunk",
        documentTitle: "Herons",
        positionPercent: expect.any(Number),
        occurredAt: on("2024-03-01"),
      });
    });

    it("is not there for who may not see it, in lists, searches and keywords alike", async () => {
      const other = await memory.member({ "memory:read": ["org/b"], "memory:write": ["org/b"], "memory:forget": ["org/b"] });
      for (const path of ["", "/raw", "/chunks", "/keywords"]) refused(await other.get(`/documents/${heron.id}${path}`), 404);
      refused(await other.send("DELETE", `/documents/${heron.id}`), 404);
      refused(await other.send("PUT", `/documents/${heron.id}`, form({ file: "x" })), 404);
      expect(answered(await other.get("/documents"), 200)).toMatchObject({ total: 1, documents: [{ title: "Pumps" }] });
      expect(answered(await other.get("/documents/keywords?q=heron"), 200)).toMatchObject({ total: 0 });
      const { results } = answered<QueryHits>(await other.post("/documents/query", { query: "grey heron nest" }), 200);
      expect(results.every(({ document }) => document.title === "Pumps")).toBe(true);
    });

    it("that is not there is a 404", async () => {
      for (const path of ["", "/raw", "/chunks", "/keywords"]) refused(await memory.get(`/documents/document:nope${path}`), 404);
      refused(await memory.send("DELETE", "/documents/document:nope"), 404);
      refused(await memory.send("PUT", "/documents/document:nope", form({ file: "x" })), 404);
      refused(await memory.post("/documents/document:nope/retry", undefined), 404);
    });
  });

  describe("an upload", () => {
    it("takes its parts in either order, and metadata that says nothing", async () => {
      const memory = await world().tenant("org/a", "org/b");
      const member = await memory.member({ "memory:read": ["org/a", "org/b"], "memory:write": ["org/a", "org/b"] });
      for (const fileFirst of [true, false]) {
        const upload = { file: `Part order ${fileFirst}.`, filename: "o.txt", mimeType: "text/plain", fileFirst };
        const document = await uploaded(member, upload);
        expect(document).toMatchObject({ status: "ready", mimeType: "text/plain", scopes: [["org/a"], ["org/b"]] });
      }
    });

    it("of the same bytes is the same document, within one set of scopes", async () => {
      const memory = await world().tenant("org/a", "org/b");
      const send = async (scopes: string) =>
        answered<{ id: string; deduplicated: boolean }>(
          await memory.send("POST", "/documents", form({ file: herons, metadata: { scopes } })),
          202,
          "UploadResponse",
        );
      const [first, again, elsewhere] = [await send("org/a"), await send("org/a"), await send("org/b")];
      expect([first.deduplicated, again.deduplicated, elsewhere.deduplicated]).toEqual([false, true, false]);
      expect([again.id === first.id, elsewhere.id === first.id]).toEqual([true, false]);
    });

    it("to a document's place is its next version, and what only the old one said is gone", async () => {
      const memory = await world().tenant();
      const { id } = await uploaded(memory, { file: pumps, metadata: { title: "Pumps" } });
      answered(
        await memory.send("PUT", `/documents/${id}`, form({ file: "# Pumps\n\nThe bilge pump is silent now.\n" })),
        202,
        "UploadResponse",
      );
      expect(await settled(memory, id)).toMatchObject({ version: 2, status: "ready" });
      const { results } = answered<QueryHits>(await memory.post("/documents/query", { query: "bilge pump float" }), 200);
      expect(results.map(({ chunk }) => chunk.text).join()).toMatch(/silent/);
      expect(results.map(({ chunk }) => chunk.text).join()).not.toMatch(/float/);
    });

    it("is read for facts, known since it was observed, which bear none of its labels", async () => {
      const memory = await world().tenant();
      const metadata = { labels: ["dept=hr"], observedAt: on("2024-03-01") };
      await uploaded(memory, { file: "Mina lives in Lisbon.", metadata });
      const { attributes } = await memory.entity("Person/Mina");
      expect(attributes).toMatchObject([
        { key: "residence", value: "Lisbon", stream: "authoritative", createdAt: on("2024-03-01"), source: { kind: "chunk" } },
      ]);
      const { hits } = await memory.recall("Where does Mina live?", { mode: "hybrid", includeDuplicates: true });
      const labels = (source: string) => hits.find((hit) => hit.source === source)?.labels;
      expect([labels("chunk"), labels("attribute")]).toEqual([["dept=hr"], []]);
    });

    it("that disagrees with what was said leaves both standing, and says so", async () => {
      const memory = await world().tenant();
      await uploaded(memory, { file: "Mina lives in Lisbon." });
      const { extraction } = await memory.remember("Mina moved to Porto.");
      expect(extraction).toMatchObject({ corrections: [], uncertainties: [{ about: "Person/Mina residence" }] });
      expect((await memory.entity("Person/Mina")).attributes.map(({ value }) => value).sort()).toEqual(["Lisbon", "Porto"]);
      const { hits } = await memory.recall("Where does Mina live?");
      expect(hits.filter(({ source, disagreement }) => source === "attribute" && disagreement)).toHaveLength(2);
    });

    it("is deleted with its passages, and the facts that it alone says", async () => {
      const memory = await world().tenant();
      const { id } = await uploaded(memory, { file: `${herons}\nMina keeps the heron archive. Mina lives in Lisbon.\n` });
      await memory.entity("Person/Mina");
      answered(await memory.send("DELETE", `/documents/${id}`), 204);
      refused(await memory.get("/entities/Person/Mina"), 404);
      refused(await memory.get(`/documents/${id}`), 404);
      expect(answered<QueryHits>(await memory.post("/documents/query", { query: "grey heron nest" }), 200).results).toEqual([]);
      expect((await memory.recall("grey heron nest")).hits).toEqual([]);
    });

    it.each([
      ["a PDF that is none", "%PDF-1.7 nonsense", "broken.pdf", "application/pdf"],
      ["no bytes", "", "empty.txt", "text/plain"],
    ])(
      "of %s fails with its stage and reason, can be taken up again, and the next one goes on",
      async (_what, file, filename, mimeType) => {
        const memory = await world().tenant();
        const failed = await uploaded(memory, { file, filename, mimeType });
        expect(failed).toMatchObject({ status: "failed", error: expect.stringMatching(/\w/), failedStage: "extracting" });
        expect(answered(await memory.get("/documents?status=failed"), 200, "DocumentPage")).toMatchObject({ total: 1 });
        answered(await memory.post(`/documents/${failed.id}/retry`, undefined), 202, "Document");
        expect((await settled(memory, failed.id)).status).toBe("failed");
        const ready = await uploaded(memory, { file: herons });
        expect(ready.status).toBe("ready");
        refused(await memory.post(`/documents/${ready.id}/retry`, undefined), 409);
      },
    );

    it("is refused by the name of what is wrong", async () => {
      const memory = await world().tenant("org/a");
      const send = async (parts: FormData, headers = {}) => memory.send("POST", "/documents", parts, headers);
      const withMetadata = (metadata: unknown) => send(form({ file: "x", metadata }));
      refused(await withMetadata({ labels: ["_own=1"] }), 400, "/metadata/labels/0");
      refused(await withMetadata({ labels: Array.from({ length: 33 }, (_, i) => `k${i}=v`) }), 409, "/metadata/labels");
      refused(await withMetadata({ labels: ["no pair"] }), 400, "/metadata/labels/0");
      refused(await withMetadata({ observedAt: "yesterday" }), 400, "/metadata/observedAt");
      refused(await withMetadata({ colour: "red" }), 400, "/metadata/colour");
      refused(await withMetadata({ scopes: "org/nobody" }), 400, "/metadata/scopes");
      refused(await withMetadata({ scopes: "org/a", scope: "/" }), 400, "/metadata/scope");
      const half = new FormData();
      half.append("metadata", "{}");
      refused(await send(half), 400, "/file");
      const broken = form({ file: "x" });
      broken.set("metadata", "{not json");
      refused(await send(broken), 400, "/metadata");
      const extra = form({ file: "x" });
      extra.append("colour", "red");
      refused(await send(extra), 400, "/colour");
      refused(await memory.post("/documents", { file: "x" }), 415);
      const member = await memory.member({ "memory:read": ["/"], "memory:write": ["org/a"] });
      refused(await member.send("POST", "/documents", form({ file: "x", metadata: { scopes: "/" } })), 403);
      expect(answered(await memory.get("/documents"), 200)).toMatchObject({ total: 0 });
    });
  });

  describe("POST /documents/query", () => {
    it("refuses by name what the contract does not know", async () => {
      const memory = await world().tenant();
      const ask = (fields: object) => memory.post("/documents/query", { query: "x", ...fields });
      refused(await ask({ graph_edges: ["likes"] }), 400, "/graph_edges/0");
      refused(await ask({ graphEdges: ["section_match", "hybrid_graph"] }), 400, "/graphEdges/1");
      refused(await ask({ mode: "graph" }), 400, "/mode");
      refused(await ask({ k: 51 }), 400, "/k");
      refused(await ask({ k: 0 }), 400, "/k");
      refused(await ask({ query: "" }), 400, "/query");
      refused(await ask({ location: { near: { lat: 1, lng: 2, radiusKm: 3 } } }), 400, "/location");
    });
  });
}
