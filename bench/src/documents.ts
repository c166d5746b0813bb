/** How well document queries find the passage that answers, on labelled documents, in this process over PGlite. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packVector } from "@loci/kernel";
import type { graph as graphMessages, retrieval } from "@loci/protos";
import { chunkText, keyphrases, minHash } from "@loci/text";
import { heading, table } from "./report.ts";
import { openServices, type Services } from "./stack.ts";

interface Labelled {
  readonly documents: readonly {
    readonly id: string;
    readonly title: string;
    readonly sections: readonly { readonly heading: string; readonly text: string }[];
  }[];
  /** `contains` is a phrase of the one passage that answers. */
  readonly questions: readonly { readonly question: string; readonly document: string; readonly contains: string }[];
}

const file = join(import.meta.dirname, "../recall/documents/ferry-company.json");

export async function measureDocuments(): Promise<void> {
  const labelled = JSON.parse(await readFile(file, "utf8")) as Labelled;
  const services = await openServices(undefined);
  const { graph, retrieval: recall, call } = services;
  try {
    for (const document of labelled.documents) await store(document, services);
    await graph.recomputeLinks({}, call());
    const rows: (string | number)[][] = [];
    for (const [name, over] of variants) {
      const ranks: number[] = [];
      let ms = 0;
      for (const { question, contains } of labelled.questions) {
        const { results, queryMs } = await recall.service.queryDocuments({ ...plain, query: question, ...over }, call());
        ms += queryMs / labelled.questions.length;
        ranks.push(1 + results.findIndex(({ chunk }) => chunk?.text.includes(contains)));
      }
      const within = (k: number) => ranks.filter((rank) => rank > 0 && rank <= k).length / ranks.length;
      const reciprocal = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length;
      rows.push([name, within(1), within(5), within(10), reciprocal, ms]);
    }
    heading(`Passages of ${labelled.documents.length} documents that answer (${labelled.questions.length} questions)`);
    table([["mode", "R@1", "R@5", "R@10", "MRR", "mean ms"], ...rows]);
  } finally {
    await services.close();
  }
}

const plain: retrieval.QueryDocumentsRequest = {
  ...{
    query: "",
    k: 10,
    mode: "hybrid",
    useHyde: false,
    decomposeQuery: false,
    useReranker: false,
    graphEdges: [],
    graphAlpha: -1,
  },
  ...{ graphDepth: 0, expandGraph: false, threshold: 0, vectorWeight: -1, rrfK: 0, filter: null, lens: null, labels: [] },
};

const variants: readonly (readonly [string, Partial<retrieval.QueryDocumentsRequest>])[] = [
  ["bm25", { mode: "bm25" }],
  ["vector", { mode: "vector" }],
  ["hybrid", {}],
  ["hybrid, ranks fused (k 60)", { rrfK: 60 }],
  ["hybrid with a supposed answer", { useHyde: true }],
  ["hybrid_graph", { mode: "hybrid_graph" }],
];

async function store(
  { id, title, sections }: Labelled["documents"][number],
  { graph, embedder, call, ownCall }: Services,
): Promise<void> {
  const service = ownCall();
  const content = sections.map((section) => section.text).join("\n\n");
  const { document } = await graph.createDocument(
    {
      ...{ id: "", title, source: id, mimeType: "text/markdown", filename: "", contentHash: id, sizeBytes: content.length },
      ...{ scopes: null, labels: [], observedAt: "", originalKey: "", operation: null },
    },
    call(),
  );
  if (document === null) throw new Error("no document was made");
  let end = 0;
  const spans = sections.map((section) => {
    const start = content.indexOf(section.text, end);
    end = start + section.text.length;
    return { heading: section.heading, level: 1, start, end, page: 0 };
  });
  const chunks = [...chunkText(content, spans)].map(({ section, start, end: until, tokens }) => {
    const text = content.slice(start, until);
    return { section, start, end: until, text, tokenCount: tokens, signature: minHash(text) };
  });
  const own = { documentId: document.id, version: document.version };
  const { chunkIds } = await graph.writeSections(inOnePart({ ...own, sections: spans, chunks, more: false }), service);
  // As ingest embeds them: under their title and heading.
  const texts = chunks.map((chunk) => [title, spans[chunk.section]?.heading, chunk.text].join("\n"));
  const vectors = await embedder.embed(texts, "passage");
  await graph.writeChunkEmbeddings({ ...own, chunkIds, embeddings: vectors.map(packVector) }, service);
  const phrases = keyphrases(content, 15);
  const meanings = await embedder.embed(
    phrases.map((phrase) => phrase.text),
    "passage",
  );
  const keywords = phrases.map((phrase, i) => ({ ...phrase, embedding: packVector(meanings[i] ?? new Float32Array()) }));
  await graph.writeKeywords({ ...own, keywords }, service);
}

async function* inOnePart(part: graphMessages.WriteSectionsPart): AsyncGenerator<graphMessages.WriteSectionsPart> {
  yield part;
}
