import { isIPv4 } from "node:net";
import type { Value } from "../values/value.ts";
import { string } from "./arguments.ts";
import { family, pure, type Definition, type Family } from "./function.ts";
import { parseEmail } from "./string/domain.ts";

/** Part of a URL as the WHATWG has it; NONE where the text is none. */
const ofUrl = (read: (url: URL) => Value): Definition =>
  pure([string], ([text]) => {
    const url = URL.parse(text);
    return url === null ? undefined : read(url);
  });

const defaultPorts = new Map(Object.entries({ "http:": 80n, "https:": 443n, "ws:": 80n, "wss:": 443n, "ftp:": 21n }));

/** What follows the `#` or `?`, which without anything behind it is there all the same. */
function behind(mark: string, part: string, whole: string): Value {
  return part === "" && !whole.includes(mark) ? undefined : part.slice(mark.length);
}

const beforeFragment = (url: URL): string => url.href.split("#", 1)[0] ?? "";

/** `parse::…` */
export const parse: Family = family("parse", {
  "email::host": pure([string], ([text]) => parseEmail(text)?.host),
  "email::user": pure([string], ([text]) => parseEmail(text)?.user),
  "url::domain": ofUrl((url) => (url.hostname === "" || isAddress(url.hostname) ? undefined : url.hostname)),
  "url::fragment": ofUrl((url) => behind("#", url.hash, url.href)),
  "url::host": ofUrl((url) => (url.hostname === "" ? undefined : url.hostname)),
  "url::path": ofUrl((url) => url.pathname),
  "url::port": ofUrl((url) => (url.port === "" ? defaultPorts.get(url.protocol) : BigInt(url.port))),
  "url::query": ofUrl((url) => behind("?", url.search, beforeFragment(url))),
  "url::scheme": ofUrl((url) => url.protocol.slice(0, -1)),
});

function isAddress(host: string): boolean {
  return host.startsWith("[") || isIPv4(host);
}
