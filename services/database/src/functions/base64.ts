/** Without the `=` at the end, as hashes of passwords have it too. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}

/** With or without `=` at the end; undefined where the text is otherwise than it would be encoded (Node itself skips what it does not know). */
export function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  const padded = bytes.toString("base64");
  return text === padded || text === padded.replaceAll("=", "") ? new Uint8Array(bytes) : undefined;
}
