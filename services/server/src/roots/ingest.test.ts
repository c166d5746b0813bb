import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { createDocumentParser } from "@loci/adapters/document-parser";
import type { ingest } from "@loci/protos";
import { caller, openWhole, type Whole } from "../testing/whole.ts";
import { makeIngest } from "./ingest.ts";
import { surroundings } from "./surroundings.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const defaultBytes = 100 * 1024 * 1024;

/** Uploads so many bytes where so many are allowed. @returns the document's status */
async function uploaded(bytes: number, uploadLimitBytes: number | undefined): Promise<string> {
  const { auth, graph, objects, runner } = whole;
  const models = { model: async () => createBuiltinLanguageModel() };
  const peers = { auth, graph, objects, runner, models, embedder: createBuiltinEmbedder(), parser: createDocumentParser() };
  const service = makeIngest(peers, { extracts: false, uploadLimitBytes }, await surroundings({ logLevel: "silent" }, "test"));
  return (await service.upload(parts(bytes), caller(await whole.context()))).status;
}

async function* parts(bytes: number): AsyncGenerator<ingest.UploadPart> {
  const none = { documentId: "", title: "", source: "", mimeType: "", scopes: null, labels: [], observedAt: "", operation: null };
  yield { metadata: { ...none, filename: "a.txt" }, bytes: new Uint8Array() };
  const piece = new Uint8Array(1024 * 1024).fill(0x20);
  for (let left = bytes; left > 0; left -= piece.length) yield { metadata: null, bytes: piece.subarray(0, left) };
}

describe("the longest document that is uploaded", () => {
  it("is what the setting says, above the default and below", async () => {
    expect(await uploaded(defaultBytes + 1, defaultBytes + 1)).toBe("queued");
    await expect(uploaded(defaultBytes + 2, defaultBytes + 1)).rejects.toMatchObject({ code: "too_large" });
    expect(await uploaded(2_000, 2_000)).toBe("queued");
    await expect(uploaded(2_001, 2_000)).rejects.toMatchObject({
      code: "too_large",
      message: "A document may have at most 2000 bytes.",
    });
  });

  it("is 100 MiB where nothing is said", async () => {
    expect(await uploaded(defaultBytes, undefined)).toBe("queued");
    await expect(uploaded(defaultBytes + 1, undefined)).rejects.toMatchObject({ code: "too_large" });
  });
});
