import { LociError } from "../error.ts";
import { parsed } from "../json.ts";
import { randomHex } from "../random.ts";

/** Where an item is. */
export interface Place {
  readonly namespace: readonly string[];
  readonly key: string;
}

/** What Loci takes as one attribute's value, and as one entity's name. */
const longestValue = 2_000;
const longestName = 256;

/**
 * A place as an entity's name. Loci compares names without regard to case, white space and outer punctuation, and LangGraph does
 * not: so all but plain lower-case letters and digits is written as bytes.
 */
export function entityName({ namespace, key }: Place): string {
  const name = [...namespace, key].map(encoded).join("/");
  if (key === "") throw new LociError("invalid", "An item's key must not be empty.");
  if (name.length <= longestName) return name;
  throw new LociError("invalid", `Namespace and key have ${name.length} characters as a name; Loci takes at most ${longestName}.`);
}

/** The same backwards; undefined for the name of an entity that is no item. */
export function placeOf(name: string): Place | undefined {
  try {
    const parts = name.split("/").map(decodeURIComponent);
    const key = parts.pop();
    return key === undefined || key === "" ? undefined : { namespace: parts, key };
  } catch {
    return undefined;
  }
}

function encoded(label: string): string {
  const plain = (byte: number) =>
    (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x5f;
  return Array.from(new TextEncoder().encode(label), (byte) =>
    plain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}

/**
 * A value as it is stored: its JSON, and a revision. Two values that differ in case alone are the same to Loci, and one that is said again
 * is no news: the revision makes each write one of its own. It grows with time.
 */
export function writeValue(value: unknown): string {
  const text = `${JSON.stringify(value)} #${Date.now().toString(36).padStart(9, "0")}${randomHex(4)}`;
  if (text.length <= longestValue) return text;
  const detail = `The item's JSON has ${text.length} characters with its revision; Loci keeps at most ${longestValue} in one value.`;
  throw new LociError("too_large", `${detail} Split it, or upload it as a document.`);
}

export function readValue(stored: string): { readonly value: Record<string, unknown> | undefined; readonly revision: string } {
  const at = stored.lastIndexOf(" #");
  const value = parsed(stored.slice(0, Math.max(0, at)));
  const isItem = typeof value === "object" && value !== null;
  return isItem ? { value: value as Record<string, unknown>, revision: stored.slice(at + 2) } : { value: undefined, revision: "" };
}
