import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LociError } from "@loci/kernel";

/** A sentence-embedding model on disk, laid out as exporters of the field do. */
export interface ModelFolder {
  /** The folder's name. */
  readonly name: string;
  readonly parent: string;
  readonly dimension: number;
  /** Where in the folder the graph lies ("" or "onnx") and which precision its file name says. */
  readonly subfolder: string;
  readonly dtype: "fp32" | "q8";
  /** What is put before a text, as the model's authors say in config_sentence_transformers.json; "" where they say nothing. */
  readonly prefix: { readonly query: string; readonly passage: string };
}

const graphs = [
  { subfolder: "onnx", file: "model.onnx", dtype: "fp32" },
  { subfolder: "", file: "model.onnx", dtype: "fp32" },
  { subfolder: "onnx", file: "model_quantized.onnx", dtype: "q8" },
  { subfolder: "", file: "model_quantized.onnx", dtype: "q8" },
] as const;

/**
 * What a model's folder holds: config.json, tokenizer.json, tokenizer_config.json and model.onnx or onnx/model.onnx (or
 * model_quantized.onnx).
 * @throws LociError `unavailable` that names what is missing
 */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const path = resolve(folder);
  const missing = (what: string) => new LociError("unavailable", `The model folder ${path} has no ${what}.`);
  for (const file of ["config.json", "tokenizer.json", "tokenizer_config.json"]) {
    if (!existsSync(join(path, file))) throw missing(file);
  }
  const graph = graphs.find(({ subfolder, file }) => existsSync(join(path, subfolder, file)));
  if (!graph) throw missing("model.onnx, onnx/model.onnx or model_quantized.onnx");
  const config = await readJson(join(path, "config.json"));
  const dimension = ["hidden_size", "d_model", "dim", "n_embd"].map((key) => config[key]).find(isDimension);
  if (dimension === undefined) throw missing("hidden_size in its config.json");
  return {
    name: basename(path),
    parent: dirname(path),
    dimension,
    subfolder: graph.subfolder,
    dtype: graph.dtype,
    prefix: await readPrefixes(join(path, "config_sentence_transformers.json")),
  };
}

async function readPrefixes(file: string): Promise<ModelFolder["prefix"]> {
  const prompts: unknown = existsSync(file) ? (await readJson(file))["prompts"] : undefined;
  const text = (...names: readonly string[]) => {
    if (!isObject(prompts)) return "";
    return names.map((name) => prompts[name]).find((prompt) => typeof prompt === "string") ?? "";
  };
  return { query: text("query"), passage: text("passage", "document") };
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    if (isObject(value)) return value;
  } catch (cause) {
    throw new LociError("unavailable", `${file} cannot be read as JSON.`, { cause });
  }
  throw new LociError("unavailable", `${file} holds no JSON object.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isDimension(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}
