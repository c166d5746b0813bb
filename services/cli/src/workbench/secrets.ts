/** Keeps keys out of what is written to disk. */

/** The keys that Loci mints: their text begins so wherever it stands, also right after the `n` of a line break in JSON. */
const minted = /loci_[a-z]{2,4}_[A-Za-z0-9_-]{8,}/g;

/** The text with every key in it replaced; `known` are the secrets of this connection, whatever they look like. */
export function withoutSecrets(text: string, known: readonly string[]): string {
  let clean = text.replaceAll(minted, "[key]");
  for (const secret of known.filter(({ length }) => length >= 6)) {
    // A pinned key may have signs that JSON spells otherwise.
    for (const spelt of [secret, JSON.stringify(secret).slice(1, -1)]) clean = clean.replaceAll(spelt, "[key]");
  }
  return clean;
}
