import type { QueryError } from "../../../errors.ts";
import { syntaxError, type Span } from "../../../messages/syntax.ts";
import { scanToken } from "../lexer/scan.ts";
import { shownToken, type Token } from "../lexer/token.ts";

/** How deep expressions and blocks may nest. */
const deepest = 20;
/** How deep types may nest. */
const deepestKind = 128;

/** These are one token only where they are expected; elsewhere errors name their first character. */
const compound = new Set(["<-", "<->", "<~", "??"]);

function shortened(token: Token): Token {
  if (!compound.has(token.key)) return token;
  return { ...token, key: token.key.charAt(0), end: token.start + 1 };
}

export interface Mark {
  readonly ahead: readonly Token[];
  readonly last: Token;
}

/** A text being parsed: its tokens one after the other, looked at ahead of time without being taken. */
export class Cursor {
  readonly source: string;
  readonly #shown: string;
  #ahead: Token[] = [];
  #last: Token;
  #depth = 0;
  #kindDepth = 0;
  /** Whether a bare name is a table, as behind FROM, or a field of the current document. */
  #namesAreTables = false;

  /** `from`: where to begin. `shown`: the whole text, where `source` is only its beginning, for the lines that errors show. */
  constructor(source: string, from = 0, shown = source) {
    this.source = source;
    this.#shown = shown;
    this.#last = { type: "symbol", key: "", text: "", prefix: "", start: from, end: from };
  }

  /** A token that is not taken yet: the next one, or one further ahead. */
  peek(ahead = 0): Token {
    for (let known = this.#ahead.length; known <= ahead; known += 1) {
      const before = this.#ahead[known - 1] ?? this.#last;
      this.#ahead.push(scanToken(this.source, before.end));
    }
    return this.#ahead[ahead] as Token;
  }

  next(): Token {
    const token = this.peek();
    this.#ahead.shift();
    this.#last = token;
    return token;
  }

  /** The token taken last. */
  get last(): Token {
    return this.#last;
  }

  /** Takes the source from the next token's start to `end` as one token: numbers, regexes and record keys are read by rules of their own. */
  take(end: number): Token {
    const from = this.peek();
    this.#ahead = [];
    this.#last = { ...from, end };
    return this.#last;
  }

  /** Whether the next token is this keyword (in upper case) or symbol. */
  is(key: string): boolean {
    return this.peek().key === key;
  }

  /** Whether the tokens ahead are these keywords or symbols. */
  areNext(...keys: readonly string[]): boolean {
    return keys.every((key, index) => this.peek(index).key === key);
  }

  /** Takes the next token if it is this keyword or symbol. */
  eat(key: string): boolean {
    if (this.peek().key !== key) return false;
    this.next();
    return true;
  }

  /** Whether nothing, no blank either, stands between the token taken last and the next. */
  get glued(): boolean {
    return this.peek().start === this.#last.end;
  }

  expect(key: string): Token {
    if (this.peek().key !== key) throw this.unexpected(key);
    return this.next();
  }

  /** The delimiter that ends what `open` began. */
  expectClosing(key: string, open: Token): void {
    if (this.eat(key)) return;
    const found = shortened(this.peek());
    throw syntaxError(`Unexpected token \`${shownToken(found)}\` expected delimiter \`${key}\``, this.source, this.#spanOf(found), {
      start: open.start,
      end: open.end,
      note: "expected this delimiter to close",
    });
  }

  /** A name: any word but the few that only stand for values, or a name in quotes. */
  identifier(expected = "an identifier"): string {
    const token = this.peek();
    if (token.type === "word" || token.type === "quoted") return this.next().text;
    throw this.unexpected(expected);
  }

  /** The name of a parameter, without the `$`. */
  parameter(): string {
    if (this.peek().type !== "param") throw this.unexpected("a parameter");
    return this.next().text;
  }

  /** The next token stands where something else has to. */
  unexpected(expected: string, note?: string): QueryError {
    const token = shortened(this.peek());
    const found = token.type === "eof" ? "Unexpected end of file" : `Unexpected token \`${shownToken(token)}\``;
    return this.error(`${found}, expected ${expected}`, token, note);
  }

  error(text: string, at: { readonly start: number; readonly end: number }, note?: string): QueryError {
    const span = this.#spanOf(at);
    return syntaxError(text, this.#shown, note === undefined ? span : { ...span, note });
  }

  /** An error with several places. */
  errorAt(text: string, ...spans: readonly Span[]): QueryError {
    return syntaxError(text, this.#shown, ...spans);
  }

  /** Where the cursor stands, to come back with `reset`. */
  mark(): Mark {
    return { ahead: [...this.#ahead], last: this.#last };
  }

  reset(mark: Mark): void {
    this.#ahead = [...mark.ahead];
    this.#last = mark.last;
  }

  /** Parses something one level deeper; nesting is bounded, as each level takes room on the stack. */
  deeper<T>(parse: (cursor: Cursor) => T): T {
    if (this.#depth >= deepest) throw this.error("Exceeded query recursion depth limit", this.#last);
    this.#depth += 1;
    const result = parse(this);
    this.#depth -= 1;
    return result;
  }

  deeperKind<T>(parse: (cursor: Cursor) => T): T {
    if (this.#kindDepth >= deepestKind) throw this.error("Exceeded query recursion depth limit", this.#last);
    this.#kindDepth += 1;
    const result = parse(this);
    this.#kindDepth -= 1;
    return result;
  }

  get namesAreTables(): boolean {
    return this.#namesAreTables;
  }

  /** Parses something where bare names are tables, or fields; what follows reads them as before. */
  naming<T>(as: "tables" | "fields", parse: (cursor: Cursor) => T): T {
    const before = this.#namesAreTables;
    this.#namesAreTables = as === "tables";
    const result = parse(this);
    this.#namesAreTables = before;
    return result;
  }

  /** The end of the text has no character of its own: the last one of its last line is shown; a line feed ends that line and begins none. */
  #spanOf(at: { readonly start: number; readonly end: number }): { readonly start: number; readonly end: number } {
    const length = this.#shown.length;
    if (at.start < length || length === 0) return { start: at.start, end: Math.max(at.end, at.start + 1) };
    const end = length - (/\r?\n$/u.exec(this.#shown)?.[0].length ?? 0);
    const lineStart = this.#shown.lastIndexOf("\n", end - 1) + 1;
    return { start: Math.max(lineStart, end - 1), end };
  }
}
