import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Test data: a whole sentence-embedding model of some kilobytes. Its graph looks each token up in a table, its tokenizer is
 * WordPiece over some words and the letters.
 */
const words = "bread cake car road cat dog the a sleeps walk river garden note plain many".split(" ");
const characters = [..."abcdefghijklmnopqrstuvwxyz0123456789.,'?"];
const inside = characters.map((character) => `##${character}`);
const vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", ...words, ...characters, ...inside];

export const tinyDimension = 8;
const alikeWords: Readonly<Record<string, string>> = { cake: "bread", road: "car", dog: "cat" };

/** Words that are alike get nearly one row; everything else its own. */
function row(token: string): number[] {
  const base = vocabulary.indexOf(alikeWords[token] ?? token);
  return Array.from({ length: tinyDimension }, (_, i) => Math.sin((base + 1) * (i + 1) * 1.7) + (alikeWords[token] ? 0.05 : 0));
}

/** Writes the model's files. `prompts` are what its authors want before questions and passages. */
export function writeTinyModel(folder: string, prompts?: { readonly query: string; readonly document: string }): void {
  mkdirSync(join(folder, "onnx"), { recursive: true });
  const json = (file: string, value: unknown) => writeFileSync(join(folder, file), JSON.stringify(value));
  json("config.json", { model_type: "bert", hidden_size: tinyDimension, vocab_size: vocabulary.length });
  const special = { pad_token: "[PAD]", unk_token: "[UNK]" };
  json("tokenizer_config.json", { tokenizer_class: "BertTokenizer", model_max_length: 64, ...special });
  json("tokenizer.json", {
    version: "1.0",
    added_tokens: ["[PAD]", "[UNK]"].map((content, id) => ({ id, content, special: true })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: null,
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
    },
  });
  if (prompts) json("config_sentence_transformers.json", { prompts });
  writeFileSync(join(folder, "onnx/model.onnx"), gatherModel());
}

/** The graph as ONNX protobuf (onnx.proto3): last_hidden_state = Gather(table, input_ids). */
function gatherModel(): Uint8Array {
  const int64 = 7;
  const float = 1;
  const table = Buffer.from(Float32Array.from(vocabulary.flatMap(row)).buffer);
  const sizes = [vocabulary.length, tinyDimension].map((size) => number(1, size));
  const tensor = [...sizes, number(2, float), bytes(8, "table"), bytes(9, table)];
  const dimension = (size: string | number) => bytes(1, typeof size === "number" ? number(1, size) : bytes(2, size));
  const value = (name: string, type: number, shape: readonly (string | number)[]) => {
    const tensorType = Buffer.concat([number(1, type), bytes(2, Buffer.concat(shape.map(dimension)))]);
    return Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensorType))]);
  };
  const node = Buffer.concat([bytes(1, "table"), bytes(1, "input_ids"), bytes(2, "last_hidden_state"), bytes(4, "Gather")]);
  const graph = Buffer.concat([
    bytes(1, node),
    bytes(2, "tiny"),
    bytes(5, Buffer.concat(tensor)),
    bytes(11, value("input_ids", int64, ["batch", "sequence"])),
    bytes(11, value("attention_mask", int64, ["batch", "sequence"])),
    bytes(12, value("last_hidden_state", float, ["batch", "sequence", tinyDimension])),
  ]);
  return Buffer.concat([number(1, 8), bytes(7, graph), bytes(8, number(2, 13))]);
}

/** A varint field. */
function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

/** A length-delimited field. */
function bytes(field: number, content: string | Buffer): Buffer {
  const body = Buffer.from(content as string);
  return Buffer.concat([varint((field << 3) | 2), varint(body.length), body]);
}

function varint(value: number): Buffer {
  const parts: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...parts, rest]);
    parts.push((rest & 0x7f) | 0x80);
  }
}
