const defaultDimension = 64;

/** A deterministic vector of length 1 for a text: its words, hashed into the dimensions. A text without words gives zeros. */
export function scriptedVector(text: string, dimension: number): number[] {
  const vector = new Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const hash = fnv1a(word);
    const at = hash % dimension;
    vector[at] = (vector[at] ?? 0) + (hash & 0x10000 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** 32-bit FNV-1a (isthe.com/chongo/tech/comp/fnv). */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** The answer to an embeddings request: floats, or base64 of little-endian 32-bit floats where that is asked for. */
export function embeddingsAnswer(body: unknown): unknown {
  const request = (body ?? {}) as { input?: unknown; dimensions?: unknown; encoding_format?: unknown; model?: unknown };
  const inputs = Array.isArray(request.input)
    ? request.input.map(String)
    : typeof request.input === "string"
      ? [request.input]
      : [""];
  const dimension = typeof request.dimensions === "number" ? request.dimensions : defaultDimension;
  const data = inputs.map((input, index) => {
    const vector = scriptedVector(input, dimension);
    const embedding =
      request.encoding_format === "base64" ? Buffer.from(Float32Array.from(vector).buffer).toString("base64") : vector;
    return { object: "embedding", index, embedding };
  });
  return {
    object: "list",
    data,
    model: typeof request.model === "string" ? request.model : "scripted",
    usage: { prompt_tokens: inputs.length, total_tokens: inputs.length },
  };
}
