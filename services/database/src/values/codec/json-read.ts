import { invalidJson } from "../../messages/codec.ts";
import type { Pausing } from "../../turns.ts";
import { isInt64 } from "../numbers.ts";
import type { Value } from "../value.ts";
import { ValueBudget, valuesOfObject } from "./value-budget.ts";

/** Arrays and objects within one another, at most: about as many as JSON.parse takes with a function for each value. */
const deepestJson = 2_000;

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words: Readonly<Record<string, readonly [text: string, value: Value]>> = {
  t: ["true", true],
  f: ["false", false],
  n: ["null", null],
};

/** An array or object whose end was not read yet. */
type Open = { readonly list: Value[] } | { readonly object: Map<string, Value>; key: string };

/** A long JSON text as a value, in which others may have their turns: JSON.parse takes none. @throws QueryError where it is no JSON, or has more than `most` values */
export function* readLongJson(text: string, most: number): Pausing<Value> {
  const reader = new Reader(text, most);
  while (!reader.step()) if (reader.budget.pauseIsDue()) yield;
  return reader.value;
}

class Reader {
  readonly budget: ValueBudget;
  value: Value;
  readonly #text: string;
  readonly #open: Open[] = [];
  #at = 0;
  /** Whether a value ended just now, behind which a comma or an end stands. */
  #hasEnded = false;

  constructor(text: string, most: number) {
    this.#text = text;
    this.budget = new ValueBudget(most);
  }

  /** Reads one value, the beginning of one, or an end. @returns whether it was the last */
  step(): boolean {
    const next = this.#next();
    if (this.#hasEnded) return this.#goOn(next);
    this.budget.make(next === "{" ? valuesOfObject : 1);
    if (next === "[") return this.#begin({ list: [] }, "]");
    if (next === "{") return this.#begin({ object: new Map(), key: "" }, "}");
    return this.#end(this.#scalar(next));
  }

  #next(): string {
    space.lastIndex = this.#at;
    space.test(this.#text);
    this.#at = space.lastIndex;
    return this.#text.charAt(this.#at);
  }

  #begin(open: Open, end: string): boolean {
    if (this.#open.length >= deepestJson) throw invalidJson();
    this.#at += 1;
    this.#open.push(open);
    const next = this.#next();
    if (next === end) return this.#close();
    if ("object" in open) this.#key(open, next);
    return false;
  }

  /** Behind a value: the next of its list, or the list's end. */
  #goOn(next: string): boolean {
    const open = this.#open.at(-1);
    if (open === undefined) {
      if (next !== "") throw invalidJson();
      return true;
    }
    if (next === ("list" in open ? "]" : "}")) return this.#close();
    if (next !== ",") throw invalidJson();
    this.#at += 1;
    this.#hasEnded = false;
    if ("object" in open) this.#key(open, this.#next());
    return false;
  }

  #close(): boolean {
    this.#at += 1;
    const open = this.#open.pop();
    if (open === undefined) throw invalidJson();
    return this.#end("list" in open ? open.list : open.object);
  }

  #end(value: Value): boolean {
    const open = this.#open.at(-1);
    if (open === undefined) this.value = value;
    else if ("list" in open) open.list.push(value);
    else open.object.set(open.key, value);
    this.#hasEnded = true;
    return false;
  }

  #key(open: { key: string }, next: string): void {
    if (next !== '"') throw invalidJson();
    open.key = this.#string();
    if (this.#next() !== ":") throw invalidJson();
    this.#at += 1;
  }

  #scalar(next: string): Value {
    if (next === '"') return this.#string();
    const word = words[next];
    if (word === undefined) return this.#number();
    const [text, value] = word;
    if (!this.#text.startsWith(text, this.#at)) throw invalidJson();
    this.#at += text.length;
    return value;
  }

  #number(): Value {
    number.lastIndex = this.#at;
    if (!number.test(this.#text)) throw invalidJson();
    const source = this.#text.slice(this.#at, number.lastIndex);
    this.#at = number.lastIndex;
    return numberFromJson(Number(source), source);
  }

  /** Its escapes are JSON.parse's matter, as is what must not stand in it. */
  #string(): string {
    const end = this.#endOfString();
    const source = this.#text.slice(this.#at, end);
    this.#at = end;
    try {
      return JSON.parse(source) as string;
    } catch {
      throw invalidJson();
    }
  }

  /** Behind the first quote before which backslashes stand in pairs. */
  #endOfString(): number {
    for (let at = this.#text.indexOf('"', this.#at + 1); at >= 0; at = this.#text.indexOf('"', at + 1)) {
      let slashes = 0;
      while (this.#text[at - 1 - slashes] === "\\") slashes += 1;
      if (slashes % 2 === 0) return at + 1;
    }
    throw invalidJson();
  }
}

/** Digits of an int, and its sign, at most. */
const longestInt = 20;

/** A number by how it is written: an int without a point and an exponent, where it fits. */
export function numberFromJson(float: number, source: string): Value {
  if (source.length > longestInt || !/^-?\d+$/.test(source)) return float;
  const int = BigInt(source);
  return isInt64(int) ? int : float;
}
