/** Written by hand, as spaCy's pattern for it takes cubic time on hostile words; this takes linear time. */
export type UrlTest = (word: string) => boolean;

const scheme = /^[\p{L}\p{N}_+.-]{2,}:\/\//u;
const hostRun = /[\w.\-\u00a1-\uffff]+/uy;
const rest = /(?::\d{2,5})?(?:$|[/?#])/uy;
const label = /^[a-z0-9\u00a1-\uffff](?:[\w\-\u00a1-\uffff]{0,62}[a-z0-9\u00a1-\uffff])?$/iu;

/**
 * Whether a word is an address: a scheme, a user and "@", a host, a port and a path, of which only the host must be there. The host is
 * a name with a top-level domain in lower case, or an IPv4 address that is no private one. `lowerCase` is a class of characters.
 */
export function urlTest(lowerCase: string): UrlTest {
  const topLevel = new RegExp(`^${lowerCase}{2,63}$`, "u");
  const isHost = (host: string) => {
    const labels = host.split(".");
    const last = labels.pop() ?? "";
    if (labels.length > 0 && topLevel.test(last) && labels.every((one) => label.test(one))) return true;
    return isPublicAddress([...labels, last]);
  };
  const hostAt = (word: string, at: number) => {
    hostRun.lastIndex = at;
    const host = hostRun.exec(word)?.[0];
    if (host === undefined) return false;
    rest.lastIndex = at + host.length;
    return rest.test(word) && isHost(host);
  };
  return (word) => {
    if (!/[.@]/.test(word)) return false;
    const start = scheme.exec(word)?.[0].length ?? 0;
    if (hostAt(word, 0) || (start > 0 && hostAt(word, start))) return true;
    // The user may be anything, so each "@" may be the last before the host.
    for (let at = word.indexOf("@", 1); at >= 0; at = word.indexOf("@", at + 1)) if (hostAt(word, at + 1)) return true;
    return false;
  };
}

function isPublicAddress(parts: readonly string[]): boolean {
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return false;
  const [a = 0, b = 0, , d = 0] = parts.map(Number);
  if (parts[0]?.startsWith("0") === true || parts[3]?.startsWith("0") === true) return false;
  if (a < 1 || a > 223 || d < 1 || d > 254) return false;
  return !(a === 10 || a === 127 || (a === 169 && b === 254) || (a === 192 && b === 168) || (a === 172 && b >= 16 && b <= 31));
}
