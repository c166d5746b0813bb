import { syntaxError } from "../../../messages/syntax.ts";
import { escapes } from "./scan.ts";

/** What a string says: its escapes replaced. `offset` is where the raw text begins in the source, for errors. */
export function unescape(raw: string, source: string, offset: number): string {
  let from = 0;
  let at = raw.indexOf("\\");
  if (at === -1) return raw;
  let text = "";
  while (at !== -1) {
    text += raw.slice(from, at);
    const letter = raw.charAt(at + 1);
    const plain = letter === "⟩" ? undefined : escapes.get(letter);
    if (plain !== undefined) {
      text += plain;
      from = at + 2;
    } else if (letter === "u") {
      const found = raw.charAt(at + 2) === "{" ? braced(raw, at, source, offset) : fourDigits(raw, at, source, offset);
      text += found.text;
      from = found.end;
    } else {
      const length = letter === "" ? 1 : String.fromCodePoint(raw.codePointAt(at + 1) ?? 0).length + 1;
      const start = offset + at;
      throw syntaxError("Invalid escape sequence", source, { start, end: start + length, note: "not a valid escape character" });
    }
    at = raw.indexOf("\\", from);
  }
  return text + raw.slice(from);
}

interface Unescaped {
  readonly text: string;
  readonly end: number;
}

/** `\u0041`. Halves of a surrogate pair are no characters. */
function fourDigits(raw: string, at: number, source: string, offset: number): Unescaped {
  for (let digit = 0; digit < 4; digit += 1) {
    const place = at + 2 + digit;
    if (isHexadecimal(raw.charAt(place))) continue;
    const start = offset + place;
    throw syntaxError("String contains invalid escape sequence, expected a hexadecimal character.", source, {
      start,
      end: start + 1,
      note: "Unexpected character",
    });
  }
  const code = Number.parseInt(raw.slice(at + 2, at + 6), 16);
  if (code >= 0xd800 && code <= 0xdfff) {
    const span = { start: offset + at, end: offset + at + 6, note: "Not a valid character code" };
    throw syntaxError(
      "String contains invalid escape sequence, unicode escape character is not a valid unicode character.",
      source,
      span,
    );
  }
  return { text: String.fromCharCode(code), end: at + 6 };
}

/** `\u{1F600}`: up to six digits. */
function braced(raw: string, at: number, source: string, offset: number): Unescaped {
  let end = at + 3;
  while (end < at + 9 && isHexadecimal(raw.charAt(end))) end += 1;
  if (raw.charAt(end) !== "}") {
    const wanted = end === at + 9 ? "`}`" : "`}` or hexadecimal";
    const start = offset + end;
    throw syntaxError(`Invalid escape sequence, expected ${wanted} character.`, source, {
      start,
      end: start + 1,
      note: end === at + 9 ? "Too many hex-digits" : "Unexpected character",
    });
  }
  const code = Number.parseInt(raw.slice(at + 3, end) || "0", 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    const span = { start: offset + at, end: offset + end + 1, note: "Not a valid character code" };
    throw syntaxError("Invalid escape sequence, unicode escape character is not a valid unicode character.", source, span);
  }
  return { text: String.fromCodePoint(code), end: end + 1 };
}

export function isHexadecimal(character: string): boolean {
  return /^[0-9a-fA-F]$/u.test(character);
}
