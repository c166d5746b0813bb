/** Pages a second of a long PDF from its upload until it is ready, against the parser alone, and what uploads leave in memory. */
import { setTimeout as pause } from "node:timers/promises";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createDocumentParser } from "@loci/adapters/document-parser";
import { pdfOf } from "@loci/adapters/document-parser/testing";
import { heading, percentile, print, table } from "./report.ts";
import { startServer, type BenchServer } from "./server.ts";
import { turnSource } from "./texts.ts";

const pages = 200;
const linesOfAPage = 24;
const uploads = 20;
/** Until then a process still grows: code is compiled, caches fill. */
const firstUploads = 5;

export async function measurePages(): Promise<void> {
  const bare = await parserAlone();
  const server = await startServer();
  try {
    const seconds: number[] = [];
    const measured: Memory[] = [];
    for (let i = 0; i < uploads; i++) {
      seconds.push(await uploadUntilReady(server, pdf(100 + i), i));
      measured.push(await memoryOf(server));
      const { resident, heap, disk } = measured[i] ?? { resident: 0, heap: 0, disk: 0 };
      print(
        `upload ${i + 1}: ${(seconds[i] ?? 0).toFixed(1)} s, ${resident.toFixed(0)} MB resident, ${heap.toFixed(0)} MB heap, ${disk.toFixed(0)} MB on disk`,
      );
    }
    const whole = pages / percentile(seconds, 0.5);
    heading(`A PDF of ${pages} pages of text, from upload to ready (builtin providers)`);
    table([
      ["way", "pages/s"],
      ["the parser alone", bare],
      [`POST /documents until ready (median of ${uploads})`, whole],
      ["ratio", whole / bare],
    ]);
    const later = measured.slice(firstUploads);
    table([
      [`after upload ${firstUploads}`, "first", "last", "MB an upload"],
      ...(["resident", "heap", "disk"] as const).map((what) => {
        const values = later.map((one) => one[what]);
        return [`${what} (MB)`, values[0] ?? 0, values.at(-1) ?? 0, slope(values)];
      }),
    ]);
  } finally {
    await server.stop();
  }
}

/** Lines as long as a page is wide, other ones for each seed. */
function pdf(seed: number): Uint8Array {
  const turn = turnSource(seed);
  const line = () =>
    turn()
      .replace(/[^\x20-\x7e]/g, "")
      .slice(0, 90);
  return pdfOf(
    Array.from({ length: pages }, (_, i) => [`# Part ${i + 1}`, ...Array.from({ length: linesOfAPage }, line)].join("\n")),
  );
}

async function parserAlone(): Promise<number> {
  const parser = createDocumentParser();
  const file = (seed: number) => ({ bytes: pdf(seed), filename: "report.pdf", mediaType: "application/pdf" });
  try {
    await parser.parse(file(1), AbortSignal.timeout(120_000));
    const [second, third] = [file(2), file(3)];
    const began = performance.now();
    await parser.parse(second, AbortSignal.timeout(120_000));
    await parser.parse(third, AbortSignal.timeout(120_000));
    return (2 * pages) / ((performance.now() - began) / 1000);
  } finally {
    await parser.close();
  }
}

/** Seconds. */
async function uploadUntilReady(server: BenchServer, bytes: Uint8Array, number: number): Promise<number> {
  const form = new FormData();
  form.append("metadata", JSON.stringify({ title: `Report ${number}`, filename: `report-${number}.pdf` }));
  form.append("file", new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), `report-${number}.pdf`);
  const began = performance.now();
  const answer = await server.send("POST", "/dev/documents", { body: form });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`POST /documents: ${answer.status} ${text}`);
  const { id } = JSON.parse(text) as { id: string };
  for (;;) {
    const { status, error } = await server.call<{ status: string; error?: string }>("GET", `/dev/documents/${id}`);
    if (status === "ready") return (performance.now() - began) / 1000;
    if (status === "failed") throw new Error(`the document failed: ${error ?? ""}`);
    await pause(25);
  }
}

interface Memory {
  /** Of the server's process, the database in it included; parsers have processes of their own. */
  readonly resident: number;
  readonly heap: number;
  /** Database and originals. */
  readonly disk: number;
}

async function memoryOf(server: BenchServer): Promise<Memory> {
  // What the last upload still holds is let go.
  await pause(1_000);
  const heap = await server.heapMb();
  return { resident: await server.residentMb(), heap, disk: (await sizeOf(server.folder)) / 1024 ** 2 };
}

async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { withFileTypes: true, recursive: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Of the line through the values that fits best (least squares). */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0) / spread;
}
