import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createDocumentParser } from "@loci/adapters/document-parser";
import { openFolderStore } from "@loci/adapters/folder-store";
import { silentLogger } from "@loci/platform/telemetry";
import type { ObjectStore } from "@loci/ports/object-store";
import type { DocumentDeps } from "../deps.ts";
import { parsedKey } from "./objects.ts";
import { parseOriginal, readParsed } from "./parsed-text.ts";
import type { Step } from "./work.ts";

let folder: string;
let objects: ObjectStore;
const parser = createDocumentParser();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-parsed-"));
  objects = await openFolderStore({ folder });
});
afterAll(async () => {
  await parser.close();
  await rm(folder, { recursive: true });
});

async function* bytes(text: string) {
  yield Buffer.from(text);
}

async function original(id: string, text: string): Promise<{ deps: DocumentDeps; step: Step }> {
  const document = { id, version: 1, mimeType: "text/plain", filename: "a.txt", originalKey: `incoming/acme/${id}` };
  await objects.put(document.originalKey, bytes(text));
  const deps = { objects, parser, logger: silentLogger() } as unknown as DocumentDeps;
  return { deps, step: { contextId: "acme", document, signal: new AbortController().signal } as unknown as Step };
}

describe("the text of a document", () => {
  it("is kept as it was parsed, whatever its letters and wherever it is cut into pieces", async () => {
    for (const shift of ["", "x"]) {
      const { deps, step } = await original(`document:${shift}1`, `${shift}${"\u{1F600}".repeat(300_000)}\nZoë "said" \\n.`);
      const parsed = await parseOriginal(deps, step);
      expect(parsed.text.length).toBeGreaterThan(600_000);
      await objects.delete([step.document.originalKey]);
      expect(await readParsed(deps, step)).toEqual(parsed);
    }
  });

  it("is parsed again where an earlier release kept it in another form", async () => {
    const { deps, step } = await original("document:2", "Ana lives in Oslo.\n\nShe sails.");
    await objects.put(parsedKey("acme", step.document), bytes(JSON.stringify({ text: "Something else.\n", sections: [] })));
    expect(await readParsed(deps, step)).toMatchObject({ text: "Ana lives in Oslo.\n\nShe sails." });
  });

  it("is put away in pieces that hold up nothing else for long", async () => {
    const { deps, step } = await original("document:3", "x\n".repeat(2_000_000));
    const sizes: number[] = [];
    const put: ObjectStore["put"] = async (key, pieces) => {
      for await (const piece of pieces) sizes.push(piece.length);
      return objects.put(key, bytes(""));
    };
    await parseOriginal({ ...deps, objects: { ...objects, put } }, step);
    expect(sizes.length).toBeGreaterThan(10);
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
  });
});
