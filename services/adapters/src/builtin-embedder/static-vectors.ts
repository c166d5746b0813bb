import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wordPieces, type Vocabulary } from "./word-pieces.ts";

/** Vectors of words and word pieces, distilled from a sentence-embedding model; assets/README.md says how, and from which. */
export interface StaticVectors {
  readonly dimension: number;
  /** The weighted sum of the vectors of the text's known pieces, of length 1; the zero vector where nothing is known. */
  encode(text: string): Float32Array;
}

/** Four bits a value: each is an index into a table of this many levels. */
const levelCount = 16;

/** Known without reading the files: a server starts without them. */
export const staticDimension = 256;
const headerBytes = 8 + 4 * levelCount;

let loaded: StaticVectors | undefined;

/** The vectors in assets/, read on the first call and kept. Throws where the two files are missing or do not fit each other. */
export function loadStaticVectors(): StaticVectors {
  loaded ??= readStaticVectors(join(import.meta.dirname, "assets"));
  return loaded;
}

function readStaticVectors(folder: string): StaticVectors {
  const vocabulary = vocabularyOf(readFileSync(join(folder, "tokens.txt"), "utf8"));
  const bytes = readFileSync(join(folder, "vectors.bin"));
  const count = bytes.readUInt32LE(0);
  const dimension = bytes.readUInt32LE(4);
  const rowBytes = dimension / 2;
  const codesAt = headerBytes + 4 * count;
  if (vocabulary.numbers.size !== count || dimension !== staticDimension || bytes.length !== codesAt + count * rowBytes) {
    throw new Error("The builtin embedder's tokens.txt and vectors.bin do not belong together.");
  }
  const levels = floats(bytes, 8, levelCount);
  const scales = floats(bytes, headerBytes, count);
  const pairs = levelPairs(levels);

  function addPiece(sum: Float64Array, piece: number): void {
    const scale = scales[piece] ?? 0;
    const start = codesAt + piece * rowBytes;
    for (let i = 0; i < rowBytes; i++) {
      const pair = 2 * (bytes[start + i] ?? 0);
      sum[2 * i] = (sum[2 * i] ?? 0) + scale * (pairs[pair] ?? 0);
      sum[2 * i + 1] = (sum[2 * i + 1] ?? 0) + scale * (pairs[pair + 1] ?? 0);
    }
  }

  return {
    dimension,
    encode(text) {
      const sum = new Float64Array(dimension);
      for (const piece of wordPieces(text, vocabulary)) addPiece(sum, piece);
      return unitLength(sum);
    },
  };
}

/** For each byte the levels of its lower and of its upper four bits. */
function levelPairs(levels: Float32Array): Float32Array {
  return Float32Array.from({ length: 512 }, (_, i) => levels[i % 2 === 0 ? (i >>> 1) & 15 : i >>> 5] ?? 0);
}

function vocabularyOf(file: string): Vocabulary {
  const numbers = new Map<string, number>();
  let longest = 0;
  for (const token of file.split("\n")) {
    if (token === "") continue;
    numbers.set(token, numbers.size);
    longest = Math.max(longest, token.length);
  }
  return { numbers, longest };
}

/** Read one by one: a Float32Array over the file would take the machine's byte order. */
function floats(bytes: Buffer, start: number, length: number): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float32Array(length);
  for (let i = 0; i < length; i++) values[i] = view.getFloat32(start + 4 * i, true);
  return values;
}

/** A plain loop: this runs for each text, and `Float32Array.from` takes longer than all the rest. */
function unitLength(sum: Float64Array): Float32Array {
  let squares = 0;
  for (let i = 0; i < sum.length; i++) squares += (sum[i] ?? 0) ** 2;
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  const vector = new Float32Array(sum.length);
  for (let i = 0; i < sum.length; i++) vector[i] = (sum[i] ?? 0) * scale;
  return vector;
}
