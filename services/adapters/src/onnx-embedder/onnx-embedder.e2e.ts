import { execFile, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { isErrorCode, LociError } from "@loci/kernel";
import type { Embedder, EmbeddingSpec } from "@loci/ports/embedder";
import { embedderContract } from "@loci/ports/embedder/contract";
import { tinyDimension, writeTinyModel } from "./tiny-model.ts";

const version = "4.3.1";
const packageFolder = join(tmpdir(), `loci-transformers-${version}`);
const models = mkdtempSync(join(tmpdir(), "loci-onnx-"));

interface Reply {
  readonly id?: number;
  readonly spec?: EmbeddingSpec;
  readonly vectors?: Float32Array[];
  readonly error?: { readonly code: string; readonly message: string };
}

/** Installs the optional package outside the repository, once; the mark is written when it is whole. */
async function installTransformers(): Promise<void> {
  const mark = join(packageFolder, "installed");
  if (existsSync(mark)) return;
  mkdirSync(packageFolder, { recursive: true });
  writeFileSync(join(packageFolder, "package.json"), JSON.stringify({ private: true }));
  // Through a shell: the variable is added to the environment that npm needs for its registry settings.
  const command = `ONNXRUNTIME_NODE_INSTALL=skip npm install --no-save --no-audit --no-fund @huggingface/transformers@${version}`;
  await promisify(execFile)("sh", ["-c", command], { cwd: packageFolder, timeout: 580_000 });
  writeFileSync(mark, "");
}

/** The embedder in a process of its own, behind the port. */
async function startEmbedder(folder: string): Promise<Embedder> {
  const program = fileURLToPath(new URL("own-process.ts", import.meta.url));
  const child = fork(program, [JSON.stringify({ folder, packageFolder })], { serialization: "advanced", execArgv: [] });
  const [{ spec, error }] = (await once(child, "message")) as [Reply];
  if (!spec) throw asLociError(error);
  let questions = 0;
  return {
    spec,
    async embed(texts, purpose, signal) {
      const id = ++questions;
      const reply = replyTo(child, id);
      child.send({ id, texts, purpose, aborted: signal?.aborted ?? false });
      const { vectors, error: failure } = await reply;
      if (!vectors) throw asLociError(failure);
      // What crossed the channel has the other process's prototypes in jest's eyes.
      return vectors.map((vector) => Float32Array.from(vector));
    },
    async close() {
      const gone = once(child, "exit");
      child.disconnect();
      expect(await gone).toEqual([0, null]);
    },
  };
}

function replyTo(child: ChildProcess, id: number): Promise<Reply> {
  return new Promise((resolve) => {
    const listen = (reply: Reply) => {
      if (reply.id !== id) return;
      child.off("message", listen);
      resolve(reply);
    };
    child.on("message", listen);
  });
}

function asLociError(error: Reply["error"]): LociError {
  return new LociError(error && isErrorCode(error.code) ? error.code : "internal", error?.message ?? "no answer");
}

beforeAll(installTransformers);
afterAll(() => rmSync(models, { recursive: true, force: true }));

async function tinyEmbedder(name: string, prompts?: { readonly query: string; readonly document: string }): Promise<Embedder> {
  writeTinyModel(join(models, name), prompts);
  return startEmbedder(join(models, name));
}

embedderContract("the ONNX embedder", () => tinyEmbedder("plain"), {
  similar: [
    { text: "the bread", alike: "a cake", unlike: "the road" },
    { text: "cat sleeps", alike: "dog sleeps", unlike: "car river" },
  ],
});

describe("the ONNX embedder", () => {
  it("takes its name and dimension from the model's folder", async () => {
    const embedder = await tinyEmbedder("named");
    expect(embedder.spec).toEqual({ provider: "onnx", model: "named", dimension: tinyDimension, normalised: true });
    await embedder.close();
  });

  it("puts before questions and passages what the model's authors ask for", async () => {
    const prompted = await tinyEmbedder("prompted", { query: "car ", document: "" });
    const [asked] = await prompted.embed(["bread"], "query");
    const [stored] = await prompted.embed(["car bread"], "passage");
    expect(asked).toEqual(stored);
    await prompted.close();
  });

  it("says so where the model's file is damaged", async () => {
    const folder = join(models, "damaged");
    writeTinyModel(folder);
    writeFileSync(join(folder, "onnx/model.onnx"), "not a model");
    const thrown = await startEmbedder(folder).catch((reason: unknown) => reason);
    const message = `The model damaged in ${models} does not load.`;
    expect(LociError.from(thrown)).toMatchObject({ code: "unavailable", message });
  });

  it("says so where the model gives another dimension than its configuration says", async () => {
    const folder = join(models, "other-dimension");
    writeTinyModel(folder);
    writeFileSync(join(folder, "config.json"), JSON.stringify({ model_type: "bert", hidden_size: 9 }));
    await expect(startEmbedder(folder)).rejects.toThrow("gave [1, 8] where [1, 9] is expected");
  });
});
