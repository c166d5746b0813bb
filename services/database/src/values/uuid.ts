import { Uuid } from "./value.ts";

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const simple = /^[0-9a-f]{32}$/i;

/** A UUID in any of its usual spellings: with hyphens, alone or in braces or as a URN, or 32 digits. Undefined where the text is none. */
export function parseUuid(text: string): Uuid | undefined {
  if (hyphenated.test(text)) return new Uuid(text.toLowerCase());
  if (simple.test(text)) return uuidFromBytes(Buffer.from(text, "hex"));
  const inner = text.startsWith("{") && text.endsWith("}") ? text.slice(1, -1) : text.startsWith("urn:uuid:") ? text.slice(9) : "";
  return hyphenated.test(inner) ? new Uuid(inner.toLowerCase()) : undefined;
}

/** The 16 bytes of a UUID. */
export function uuidBytes(uuid: Uuid): Uint8Array {
  return new Uint8Array(Buffer.from(uuid.text.replaceAll("-", ""), "hex"));
}

/** A UUID from its 16 bytes. */
export function uuidFromBytes(bytes: Uint8Array): Uuid {
  const hex = Buffer.from(bytes).toString("hex");
  return new Uuid(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`);
}
