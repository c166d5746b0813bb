import { syntaxError } from "../../../messages/syntax.ts";
import { keyOfWord } from "./keywords.ts";
import type { StringPrefix, Token, TokenType } from "./token.ts";

/** Symbols by length, longest first: the longest that fits is taken. */
const symbols: readonly (readonly [length: number, symbols: ReadonlySet<string>])[] = [
  [3, new Set(["<->", "+?=", "..."])],
  [2, new Set("-> <- <~ <| <= >= == != !~ *= ** *~ += -= && || ?: ?? ?= ?~ .. :: @@".split(" "))],
  [1, new Set("( ) [ ] { } < > = ! * + - / % | ? . : ; , @ $ ~ … × ÷ ∋ ∌ ∈ ∉ ⊇ ⊃ ⊅ ⊆ ⊂ ⊄".split(" "))],
];

const stringPrefixes: ReadonlyMap<string, StringPrefix> = new Map([
  ["s", "s"],
  ["r", "r"],
  ["u", "u"],
  ["d", "d"],
  ["f", "f"],
  ["b", "b"],
]);

/** The token at or after an offset. Reads nothing behind it, so that the grammar may read on in another way (numbers, regexes, keys of records). */
export function scanToken(source: string, from: number): Token {
  const start = skipBlanks(source, from);
  if (start >= source.length) return plain("eof", "", source.length, source.length);
  const code = source.charCodeAt(start);
  if (isWordStart(code)) return word(source, start);
  if (isDigit(code)) return plain("digits", "", start, endOfDigits(source, start));
  const character = source.charAt(start);
  switch (character) {
    case "'":
    case '"':
      return string(source, start, start, "");
    case "`":
      return quoted(source, start, start + 1, "`", "quoted");
    case "⟨":
      return quoted(source, start, start + 1, "⟩", "quoted");
    case "$":
      return parameter(source, start);
    default:
      return symbol(source, start);
  }
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isWordStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

export function isWordPart(code: number): boolean {
  return isWordStart(code) || isDigit(code);
}

export function endOfWord(source: string, from: number): number {
  let at = from;
  while (isWordPart(source.charCodeAt(at))) at += 1;
  return at;
}

/** Digits may hold underscores: `1_000`. */
export function endOfDigits(source: string, from: number): number {
  let at = from;
  while (isDigit(source.charCodeAt(at)) || source.charCodeAt(at) === 95) at += 1;
  return at;
}

function plain(type: TokenType, text: string, start: number, end: number): Token {
  return { type, key: "", text, prefix: "", start, end };
}

function word(source: string, start: number): Token {
  const end = endOfWord(source, start);
  const text = source.slice(start, end);
  const next = source.charAt(end);
  if (next === "'" || next === '"') {
    const prefix = stringPrefixes.get(text);
    if (prefix !== undefined) return string(source, start, end, prefix);
  }
  return { type: "word", key: keyOfWord(text), text, prefix: "", start, end };
}

function string(source: string, start: number, quoteAt: number, prefix: StringPrefix): Token {
  const quote = source.charAt(quoteAt);
  let at = quoteAt + 1;
  for (; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "\\") at += 1;
    else if (character === quote)
      return { type: "string", key: "", text: source.slice(quoteAt + 1, at), prefix, start, end: at + 1 };
  }
  throw syntaxError("Unexpected end of file, expected string to end.", source, {
    start,
    end: quoteAt + 1,
    note: "String starting here.",
  });
}

function quoted(source: string, start: number, from: number, close: string, type: "quoted" | "param"): Token {
  let text = "";
  for (let at = from; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === close) return plain(type, text, start, at + 1);
    if (character !== "\\") {
      text += character;
      continue;
    }
    const escaped = escapes.get(source.charAt(at + 1)) ?? (source.charAt(at + 1) === close ? close : undefined);
    if (escaped === undefined)
      throw syntaxError("Invalid escape sequence", source, { start: at, end: at + 2, note: "not a valid escape character" });
    text += escaped;
    at += 1;
  }
  throw syntaxError(`Unexpected end of file, expected identifier to end with \`${close}\``, source, { start, end: source.length });
}

/** What a letter after a backslash stands for, in strings and in quoted names. */
export const escapes: ReadonlyMap<string, string> = new Map([
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["`", "`"],
  ["⟩", "⟩"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["0", "\0"],
]);

function parameter(source: string, start: number): Token {
  const first = source.charAt(start + 1);
  if (first === "`") return quoted(source, start, start + 2, "`", "param");
  if (first === "⟨") return quoted(source, start, start + 2, "⟩", "param");
  if (!isWordStart(source.charCodeAt(start + 1))) return symbol(source, start);
  const end = endOfWord(source, start + 1);
  return plain("param", source.slice(start + 1, end), start, end);
}

function symbol(source: string, start: number): Token {
  for (const [length, known] of symbols) {
    const text = source.slice(start, start + length);
    if (known.has(text)) return { type: "symbol", key: text, text, prefix: "", start, end: start + text.length };
  }
  const invalid = String.fromCodePoint(source.codePointAt(start) ?? 0);
  const hint = invalid === "&" ? ", single `&` are not a valid token, did you mean `&&`?" : "";
  throw syntaxError(`Invalid token \`${invalid}\`${hint}`, source, { start, end: start + invalid.length });
}

/** Offset of the next character that is neither blank nor within a comment: `--`, `#`, `//` to the end of the line, or between slashes and stars. */
export function skipBlanks(source: string, from: number): number {
  let at = from;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (isBlank(code)) at += 1;
    else if (code === 35) at = endOfLine(source, at);
    else if (code === 45 && source.charCodeAt(at + 1) === 45) at = endOfLine(source, at);
    else if (code === 47 && source.charCodeAt(at + 1) === 47) at = endOfLine(source, at);
    else if (code === 47 && source.charCodeAt(at + 1) === 42) at = endOfComment(source, at);
    else return at;
  }
  return at;
}

/** Space, the control characters from tab to carriage return, no-break and other Unicode spaces, and the byte order mark. */
function isBlank(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  if (code < 160) return code === 133;
  return (
    code === 160 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end === -1 ? source.length : end + 1;
}

function endOfComment(source: string, from: number): number {
  const end = source.indexOf("*/", from + 2);
  if (end !== -1) return end + 2;
  throw syntaxError("Unexpected end of file, expected multi-line comment to end.", source, {
    start: from,
    end: from + 2,
    note: "Comment starts here.",
  });
}
