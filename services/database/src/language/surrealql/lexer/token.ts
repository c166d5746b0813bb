import { shownKeyword } from "./keywords.ts";

/**
 * - `word`: a name without quotes; it may be a keyword
 * - `quoted`: a name in backticks or ⟨⟩
 * - `digits`: digits and underscores; the number or duration that begins there is read by `readNumber`
 * - `string`: text in quotes; `prefix` tells what it stands for
 */
export type TokenType = "word" | "quoted" | "param" | "digits" | "string" | "symbol" | "eof";

export type StringPrefix = "" | "s" | "r" | "u" | "d" | "f" | "b";

export interface Token {
  readonly type: TokenType;
  /** What the grammar compares: a word in upper case (`NS` is `NAMESPACE`), a symbol as it is, empty for all else. */
  readonly key: string;
  /** A word as written, a quoted name or parameter without its quotes, the raw text of a string between its quotes. */
  readonly text: string;
  readonly prefix: StringPrefix;
  /** Offsets in the source, `end` excluded. */
  readonly start: number;
  readonly end: number;
}

const shownStrings: Readonly<Record<StringPrefix, string>> = {
  "": "a strand",
  s: "a strand",
  r: "a record-id strand",
  u: "a uuid",
  d: "a datetime",
  f: "a file",
  b: "a bytestring",
};

/** A token as errors name it. */
export function shownToken(token: Token): string {
  switch (token.type) {
    case "word":
      if (token.text === "NaN" || token.text === "Infinity") return token.text;
      return shownKeyword(token.key) ?? "an identifier";
    case "quoted":
      return "an identifier";
    case "param":
      return "a parameter";
    case "digits":
      return "a number";
    case "string":
      return shownStrings[token.prefix];
    case "symbol":
      return token.key;
    case "eof":
      return "Eof";
  }
}
