import { isHexadecimal, unescape } from "../lexer/escape.ts";
import type { Token } from "../lexer/token.ts";
import { FilePointer, Uuid, type Value } from "../../../values/value.ts";
import type { Cursor } from "./cursor.ts";
import { readDatetime } from "./datetime.ts";

/** A string with no prefix but `s`. */
export function parseStringText(cursor: Cursor, expected = "a strand"): string {
  const token = cursor.peek();
  if (token.type !== "string" || (token.prefix !== "" && token.prefix !== "s")) throw cursor.unexpected(expected);
  return unescape(token.text, cursor.source, rawStart(cursor.next()));
}

/** What a string token stands for; record ids (prefix `r`) are expressions and read elsewhere. */
export function valueOfString(cursor: Cursor, token: Token): Value {
  switch (token.prefix) {
    case "u":
      return readUuid(cursor, token.text, rawStart(token));
    case "d":
      return readDatetime(cursor, token.text, rawStart(token));
    case "b":
      return readBytes(cursor, token.text, rawStart(token));
    case "f":
      return readFile(cursor, token);
    case "":
    case "s":
    case "r":
      return unescape(token.text, cursor.source, rawStart(token));
  }
}

/** Where the text within the quotes begins. */
export function rawStart(token: Token): number {
  return token.end - token.text.length - 1;
}

const uuidGroups = [8, 4, 4, 4, 12];

function readUuid(cursor: Cursor, text: string, offset: number): Uuid {
  let at = 0;
  for (const [index, length] of uuidGroups.entries()) {
    if (index > 0) {
      if (at >= text.length) throw endOfUuid(cursor, offset + at);
      if (text.charAt(at) !== "-") {
        throw cursor.error(`Unexpected character \`${text.charAt(at)}\`, expected byte seperator \`-\``, one(offset + at));
      }
      at += 1;
    }
    for (const groupEnd = at + length; at < groupEnd; at += 1) {
      if (at >= text.length) throw endOfUuid(cursor, offset + at);
      if (!isHexadecimal(text.charAt(at))) {
        throw cursor.error(`Unexpected character \`${text.charAt(at)}\` expected hexidecimal digit`, one(offset + at));
      }
    }
  }
  return new Uuid(text.slice(0, 36).toLowerCase());
}

function endOfUuid(cursor: Cursor, at: number): Error {
  return cursor.error("Unexpected end of string, expected UUID token to finish", one(at));
}

function readBytes(cursor: Cursor, text: string, offset: number): Uint8Array {
  for (let at = 0; at < text.length; at += 1) {
    if (isHexadecimal(text.charAt(at))) continue;
    throw cursor.error(`Unexpected character \`${text.charAt(at)}\`, expected a hexidecimal digit`, one(offset + at));
  }
  if (text.length % 2 === 1) {
    throw cursor.error("Unexpected end of byte-string, expected a hexidecimal digit", one(offset + text.length));
  }
  return new Uint8Array(Buffer.from(text, "hex"));
}

/** `f"bucket:/key"`. */
function readFile(cursor: Cursor, token: Token): FilePointer {
  const text = unescape(token.text, cursor.source, rawStart(token));
  const colon = text.indexOf(":");
  if (colon < 1 || text.charAt(colon + 1) !== "/") {
    throw cursor.error("Unexpected end of file string, expected a bucket, `:` and a key that begins with `/`", token);
  }
  return new FilePointer(text.slice(0, colon), text.slice(colon + 1));
}

function one(start: number): { readonly start: number; readonly end: number } {
  return { start, end: start + 1 };
}
