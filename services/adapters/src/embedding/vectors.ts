/** The vector at length 1, as new memory; the zero vector stays. */
export function normalised(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2;
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  // A loop: Float32Array.from with a function takes ten times as long.
  const scaled = new Float32Array(vector.length);
  for (let i = 0; i < vector.length; i++) scaled[i] = (vector[i] ?? 0) * scale;
  return scaled;
}

/** Whether there is anything to embed; providers refuse or misread a text without content, whose vector is zero. */
export function hasContent(text: string): boolean {
  return text.trim() !== "";
}

/** A text cut to at most `limit` UTF-16 units, made well-formed, so that no half of a pair is sent. */
export function bounded(text: string, limit: number): string {
  return text.slice(0, limit).toWellFormed();
}
