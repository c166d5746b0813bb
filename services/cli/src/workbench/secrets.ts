/** Keeps keys out of what is written to disk. */

/** The keys that Loci mints: their text begins so wherever it stands. */
const minted = /\bloci_[a-z]{2,4}_[A-Za-z0-9_-]{8,}/g;

/** The text with every key in it replaced; `known` are the secrets of this connection, whatever they look like. */
export function withoutSecrets(text: string, known: readonly string[]): string {
  let clean = text.replaceAll(minted, "[key]");
  for (const secret of known) if (secret.length >= 6) clean = clean.replaceAll(secret, "[key]");
  return clean;
}
