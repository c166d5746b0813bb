import { Steps, type Pausing } from "../../turns.ts";
import { isArray } from "../kind-of.ts";
import { sortedEntries } from "../order.ts";
import { SetValue, type ObjectValue, type Value } from "../value.ts";

/** Values that are written without a pause: a millisecond. */
const valuesOfPause = 2_048;
/** Pieces that become one text at once: a million of them would take as long as they took to make. */
const piecesOfText = 4_096;

/** A value as JSON text, in which others may have their turns. @param scalar what writes values that hold no others */
export function* writeLongJson(value: Value, scalar: (value: Value) => string): Pausing<string> {
  const writer = new Writer(scalar);
  yield* writer.value(value);
  return writer.text();
}

class Writer {
  readonly #scalar: (value: Value) => string;
  readonly #texts: string[] = [];
  #pieces: string[] = [];
  readonly #steps = new Steps(valuesOfPause);

  constructor(scalar: (value: Value) => string) {
    this.#scalar = scalar;
  }

  text(): string {
    this.#gather();
    return this.#texts.join("");
  }

  *value(value: Value): Pausing<void> {
    if (value instanceof Map) return yield* this.#object(value);
    if (isArray(value)) return yield* this.#array(value);
    if (value instanceof SetValue) return yield* this.#array(value.members);
    this.#add(this.#scalar(value));
  }

  *#array(values: readonly Value[]): Pausing<void> {
    this.#add("[");
    let isFirst = true;
    for (const value of values) {
      if (!isFirst) this.#add(",");
      isFirst = false;
      // A generator for each number would take longer than the number itself.
      if (typeof value === "object" && value !== null) yield* this.value(value);
      else this.#add(this.#scalar(value));
      if (this.#steps.pauseIsDue()) yield;
    }
    this.#add("]");
  }

  *#object(object: ObjectValue): Pausing<void> {
    this.#add("{");
    let isFirst = true;
    for (const [key, value] of sortedEntries(object)) {
      this.#add(isFirst ? "" : ",");
      isFirst = false;
      this.#add(`${JSON.stringify(key)}:`);
      // A generator for each number would take longer than the number itself.
      if (typeof value === "object" && value !== null) yield* this.value(value);
      else this.#add(this.#scalar(value));
      if (this.#steps.pauseIsDue()) yield;
    }
    this.#add("}");
  }

  #add(piece: string): void {
    this.#pieces.push(piece);
    if (this.#pieces.length >= piecesOfText) this.#gather();
  }

  #gather(): void {
    this.#texts.push(this.#pieces.join(""));
    this.#pieces = [];
  }
}
