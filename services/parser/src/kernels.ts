import type { Assets } from "./assets.ts";

/** The functions of `kernels.wat`; every number is an address, a stride or a size in bytes, or a count. */
interface Functions {
  affine(x: number, stride: number, weights: number, bias: number, y: number, rows: number, inputs: number, outputs: number): void;
  maxoutNorm(u: number, gain: number, shift: number, x: number, stride: number, y: number, rows: number): void;
  maxoutSum(rows: number, count: number, bias: number, y: number): void;
  hash(at: number, length: number, out: number): void;
  keys(id: number, seed: number, out: number): void;
}

/** A linear layer whose weights lie in the kernels' memory. */
export interface Affine {
  readonly weights: number;
  readonly bias: number;
  readonly inputs: number;
  /** A multiple of eight: outputs beyond those that the layer has are 0. */
  readonly outputs: number;
}

/** The WebAssembly module with its memory, of which every user takes what it needs once. */
export interface Kernels extends Functions {
  /** Takes so many floats of memory, all 0, at a multiple of 16 bytes, for good. */
  take(count: number): number;
  floats(at: number, count: number): Float32Array;
  /** Takes memory for a layer and fills it; without `biased` its bias is 0. */
  affineLayer(name: string, biased?: boolean): Affine;
  /** Takes memory for the vector of that name and fills it. */
  vector(name: string): number;
}

const pageBytes = 65_536;

export async function loadKernels(assets: Assets, bytes: number): Promise<Kernels> {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes), maximum: Math.ceil(bytes / pageBytes) });
  const { instance } = await WebAssembly.instantiate(assets.kernels, { parser: { memory } });
  let used = 0;
  const take = (count: number): number => {
    const at = used;
    used += Math.ceil(count / 4) * 16;
    if (used > memory.buffer.byteLength) throw new Error("The parser's weights need more memory than they were given.");
    return at;
  };
  const floats = (at: number, count: number): Float32Array => new Float32Array(memory.buffer, at, count);
  return {
    ...(instance.exports as Functions),
    take,
    floats,
    affineLayer(name, biased = true) {
      const { values, rows, columns } = assets.matrix(`${name}.weights`);
      const outputs = Math.ceil(rows / 8) * 8;
      const weights = take(outputs * columns);
      const packed = floats(weights, outputs * columns);
      for (let row = 0; row < rows; row++) {
        const block = Math.floor(row / 8) * 8 * columns + (row % 8);
        for (let i = 0; i < columns; i++) packed[block + i * 8] = values[row * columns + i] ?? 0;
      }
      const bias = take(outputs);
      if (biased) floats(bias, rows).set(assets.matrix(`${name}.bias`).values);
      return { weights, bias, inputs: columns, outputs };
    },
    vector(name) {
      const { values } = assets.matrix(name);
      const at = take(values.length);
      floats(at, values.length).set(values);
      return at;
    },
  };
}
