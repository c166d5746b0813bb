import { isIPv4, isIPv6 } from "node:net";
import { parseDatetime } from "../../values/datetime.ts";
import { wrongArguments } from "../../messages/functions.ts";
import { TableName } from "../../values/value.ts";
import { any, optional, string } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";
import { matchesFormat } from "../time/parse.ts";
import { isDomain, isEmail } from "./domain.ts";
import { parseVersion } from "./version.ts";

const whether = (test: (value: string) => boolean): Definition => pure([string], ([value]) => test(value));

/** Fully matched by a pattern that is linear in the text. */
const like = (pattern: RegExp): Definition => whether((value) => pattern.test(value));

/** Node takes a zone behind an address of version 6 (`fe80::1%eth0`), which is no part of the address. */
const isAddress6 = (value: string): boolean => isIPv6(value) && !value.includes("%");

/** `string::is_…` */
export const checking = family("string", {
  is_alpha: like(/^\p{Alphabetic}+$/u),
  is_alphanum: like(/^[\p{Alphabetic}\p{N}]+$/u),
  is_ascii: like(/^[\0-\x7f]+$/),
  is_datetime: pure([string, optional(string)], ([value, format]) =>
    format === undefined ? parseDatetime(value) !== undefined : matchesFormat(value, format),
  ),
  is_domain: whether(isDomain),
  is_email: whether(isEmail),
  is_hexadecimal: like(/^[0-9a-fA-F]+$/),
  is_ip: whether((value) => isIPv4(value) || isAddress6(value)),
  is_ipv4: whether(isIPv4),
  is_ipv6: whether(isAddress6),
  is_latitude: like(/^[-+]?(?:[1-8]?\d(?:\.\d+)?|90(?:\.0+)?)$/),
  is_longitude: like(/^[-+]?(?:180(?:\.0+)?|(?:1[0-7]\d|[1-9]?\d)(?:\.\d+)?)$/),
  is_numeric: like(/^\p{N}+$/u),
  is_record: pure([string, optional(any)], (args, context, name) => {
    const [text, table] = args;
    const record = context.readRecordId(text);
    if (record === undefined) return false;
    const wanted = table instanceof TableName ? table.name : table;
    if (args.length === 2 && typeof wanted !== "string") {
      // The parentheses are twice in the language's own text.
      throw wrongArguments(`${name}()`, "Expected an optional string or table type for the second argument");
    }
    return (wanted ?? record.table) === record.table;
  }),
  is_semver: whether((value) => parseVersion(value) !== undefined),
  is_ulid: like(/^[0-9A-HJKMNP-TV-Z]{26}$/i),
  is_url: whether((value) => URL.canParse(value)),
  is_uuid: whether(isUuid),
});

/** With or without hyphens; with them also in braces, or as a URN. */
function isUuid(value: string): boolean {
  const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
  if (value.startsWith("{") && value.endsWith("}")) return hyphenated.test(value.slice(1, -1));
  if (value.startsWith("urn:uuid:")) return hyphenated.test(value.slice("urn:uuid:".length));
  return hyphenated.test(value) || /^[0-9a-f]{32}$/i.test(value);
}
