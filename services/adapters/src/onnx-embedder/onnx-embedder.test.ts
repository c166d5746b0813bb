import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { createOnnxEmbedder } from "./index.ts";
import { readModelFolder } from "./model-folder.ts";
import { writeTinyModel } from "./tiny-model.ts";

const folders: string[] = [];
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loci-onnx-"));
  folders.push(folder);
});
afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true, force: true })));

async function refusal(work: Promise<unknown>): Promise<LociError> {
  return LociError.from(
    await work.then(
      () => undefined,
      (reason: unknown) => reason,
    ),
  );
}

describe("the ONNX embedder without its optional package", () => {
  it("names the command that installs it", async () => {
    writeTinyModel(folder);
    const error = await refusal(createOnnxEmbedder({ folder, packageFolder: folder }));
    expect(error.code).toBe("unavailable");
    expect(error.message).toContain("ONNXRUNTIME_NODE_INSTALL=skip npm install --no-save @huggingface/transformers");
  });
});

describe("a model's folder", () => {
  it("tells name, dimension, graph and what to put before texts", async () => {
    writeTinyModel(folder, { query: "query: ", document: "passage: " });
    expect(await readModelFolder(folder)).toMatchObject({
      dimension: 8,
      subfolder: "onnx",
      dtype: "fp32",
      prefix: { query: "query: ", passage: "passage: " },
    });
  });

  it("puts nothing before texts where its authors do not say", async () => {
    writeTinyModel(folder);
    expect((await readModelFolder(folder)).prefix).toEqual({ query: "", passage: "" });
  });

  const needed = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"];
  it.each(needed)("is refused without its %s", async (file) => {
    writeTinyModel(folder);
    rmSync(join(folder, file));
    const error = await refusal(readModelFolder(folder));
    expect(error.code).toBe("unavailable");
    expect(error.message).toContain(`has no ${file === "onnx/model.onnx" ? "model.onnx" : file}`);
  });

  it("is refused where its configuration says no dimension or is no JSON", async () => {
    writeTinyModel(folder);
    writeFileSync(join(folder, "config.json"), "{}");
    expect((await refusal(readModelFolder(folder))).message).toContain("hidden_size");
    writeFileSync(join(folder, "config.json"), "{");
    expect((await refusal(readModelFolder(folder))).message).toContain("cannot be read as JSON");
  });
});
