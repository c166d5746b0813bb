import { readFile } from "node:fs/promises";

/** One rule of spaCy's attribute ruler: where a pattern of tokens fits, the token at `index` gets the attributes. */
export interface AttributeRule {
  readonly patterns: readonly (readonly TokenPattern[])[];
  readonly attrs: Readonly<Partial<Record<"TAG" | "POS" | "MORPH" | "LEMMA" | "DEP", string>>>;
  readonly index: number;
}

export type TokenTest =
  | string
  | boolean
  | { readonly IN?: readonly string[]; readonly NOT_IN?: readonly string[]; readonly REGEX?: string };
export type TokenPattern = Readonly<Partial<Record<"TAG" | "LOWER" | "DEP" | "IS_SPACE", TokenTest>>>;

/** A part of a word that is cut by exception, with the norm that it has there. */
export type Part = readonly [text: string, norm?: string];

interface Stored {
  readonly at: number;
  readonly kind: "f32" | "f16" | "u32";
  readonly shape: readonly number[];
}

/** What `english.json` holds; `scripts/convert.py` writes it. */
export interface Tables {
  readonly arrays: Readonly<Record<string, Stored>>;
  readonly tokenizer: {
    readonly prefix: string;
    readonly suffix: string;
    readonly infix: string;
    readonly lowerCase: string;
    readonly exceptions: Readonly<Record<string, readonly Part[]>>;
    readonly recut: Readonly<Record<string, readonly string[]>>;
  };
  readonly norms: Readonly<Record<string, string>>;
  readonly symbols: Readonly<Record<string, number>>;
  readonly tags: readonly string[];
  readonly moves: { readonly heads: readonly string[]; readonly names: readonly string[] };
  readonly attributes: readonly AttributeRule[];
  readonly lemmas: {
    readonly irregular: Readonly<Record<string, string>>;
    readonly endings: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  };
}

export interface Matrix {
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
}

/** The parser's tables and weights as they are stored. */
export interface Assets {
  readonly tables: Tables;
  readonly kernels: Uint8Array<ArrayBuffer>;
  /** A matrix of weights as 32-bit floats; a vector has one row. */
  matrix(name: string): Matrix;
  /** A table of which single rows are needed: `addTo` adds one to as many floats. It stays in memory as it is stored. */
  table(name: string): { readonly rows: number; addTo(row: number, target: Float32Array, at: number): void };
  numbers(name: string): Uint32Array;
}

const folder = new URL("../assets/", import.meta.url);

/** Reads the assets, some 7 MB. */
export async function readAssets(): Promise<Assets> {
  const [json, binary, kernels] = await Promise.all([
    readFile(new URL("english.json", folder), "utf8"),
    readFile(new URL("english.bin", folder)),
    readFile(new URL("kernels.wasm", folder)),
  ]);
  const tables = JSON.parse(json) as Tables;
  // A file of this size has a buffer of its own, from 0.
  const bytes = binary.buffer;
  const stored = (name: string): Stored => {
    const found = tables.arrays[name];
    if (found === undefined) throw new Error(`The parser's assets hold no ${name}.`);
    return found;
  };
  const floats = ({ at, kind, shape }: Stored): Float32Array => {
    const length = shape.reduce((size, one) => size * one, 1);
    if (kind === "f32") return new Float32Array(bytes, at, length);
    const halves = new Uint16Array(bytes, at, length);
    const singles = new Float32Array(length);
    for (let i = 0; i < length; i++) singles[i] = halfToSingle(halves[i] ?? 0);
    return singles;
  };
  return {
    tables,
    kernels: new Uint8Array(kernels),
    matrix(name) {
      const array = stored(name);
      const [first = 1, second] = array.shape;
      return { values: floats(array), rows: second === undefined ? 1 : first, columns: second ?? first };
    },
    table(name) {
      const { at, shape } = stored(name);
      const [rows = 0, columns = 0] = shape;
      const values = new Uint16Array(bytes, at, rows * columns);
      return {
        rows,
        addTo(row, target, to) {
          const from = row * columns;
          for (let i = 0; i < columns; i++) target[to + i] = (target[to + i] ?? 0) + halfToSingle(values[from + i] ?? 0);
        },
      };
    },
    numbers(name) {
      const { at, shape } = stored(name);
      return new Uint32Array(bytes, at, shape[0]);
    },
  };
}

const exponents = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** (exponent - 25));

/** A 16-bit float of IEEE 754, given by its bits. */
function halfToSingle(bits: number): number {
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = exponent === 0 ? 2 * (bits & 0x3ff) : 1_024 + (bits & 0x3ff);
  const value = fraction * (exponents[exponent] ?? 0);
  return (bits & 0x8000) === 0 ? value : -value;
}
