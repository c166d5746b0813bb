import { isIPv4, isIPv6 } from "node:net";

// RFC 1035: 63 bytes a label, 253 a name; RFC 5321: 64 bytes before the @.
const longestLabel = 63;
const longestName = 253;
const longestLocalPart = 64;

/** A name of letters, digits and hyphens; the last label is no number. A dot may stand at the end. */
export function isDomain(text: string): boolean {
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  if (name === "" || Buffer.byteLength(name) > longestName) return false;
  const labels = name.split(".");
  return labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? "");
}

function isLabel(label: string): boolean {
  return (
    label !== "" &&
    Buffer.byteLength(label) <= longestLabel &&
    /^[\p{Alphabetic}\p{N}\p{M}-]+$/u.test(label) &&
    !label.startsWith("-") &&
    !label.endsWith("-")
  );
}

/** The two parts of an address; undefined where it is none. */
export function parseEmail(text: string): { readonly user: string; readonly host: string } | undefined {
  const at = text.lastIndexOf("@");
  if (at === -1) return undefined;
  const user = text.slice(0, at);
  const host = text.slice(at + 1);
  return isLocalPart(user) && (isDomain(host) || addressIn(host) !== undefined)
    ? { user, host: addressIn(host) ?? host }
    : undefined;
}

/** Whether it is an address of mail: `user@host`. */
export function isEmail(text: string): boolean {
  return parseEmail(text) !== undefined;
}

/** Words with dots between them, or anything between double quotes. */
function isLocalPart(text: string): boolean {
  if (Buffer.byteLength(text) > longestLocalPart) return false;
  if (text.length > 2 && text.startsWith('"') && text.endsWith('"')) return /^(?:[^"\\]|\\.)*$/s.test(text.slice(1, -1));
  return text.split(".").every((word) => /^[\p{Alphabetic}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+$/u.test(word));
}

/** An IP address in brackets. */
function addressIn(host: string): string | undefined {
  if (!host.startsWith("[") || !host.endsWith("]")) return undefined;
  const address = host.slice(1, -1);
  return isIPv4(address) || (isIPv6(address) && !address.includes("%")) ? address : undefined;
}
