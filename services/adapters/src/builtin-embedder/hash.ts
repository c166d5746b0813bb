/** A 32-bit hash of a text's UTF-16 units: FNV-1a (Fowler, Noll, Vo), spread by the finaliser of MurmurHash3 (Appleby). */
export function hash32(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix32(hash);
}

/** Spreads every input bit over all output bits; a bijection on 32 bits. */
export function mix32(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
