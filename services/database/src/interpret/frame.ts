import type { Value } from "../values/value.ts";

/** The variables of a block, above those of the blocks around it. */
export class Frame {
  private readonly values: Map<string, Value>;
  private readonly outer: Frame | undefined;

  constructor(outer?: Frame, values: ReadonlyMap<string, Value> = new Map()) {
    this.outer = outer;
    this.values = new Map(values);
  }

  /** The nearest variable of that name, wrapped, as a variable may hold NONE. */
  find(name: string): { readonly value: Value } | undefined {
    if (this.values.has(name)) return { value: this.values.get(name) };
    return this.outer?.find(name);
  }

  set(name: string, value: Value): void {
    this.values.set(name, value);
  }

  /** A frame in which no variable is named as documents are, which have these names where there is one. */
  withoutDocuments(): Frame {
    const isNamed = this.find("this") !== undefined || this.find("self") !== undefined;
    return isNamed
      ? new Frame(
          this,
          new Map([
            ["this", undefined],
            ["self", undefined],
          ]),
        )
      : this;
  }

  /** All that is visible, as an anonymous function keeps it. */
  snapshot(): ReadonlyMap<string, Value> {
    return new Map([...(this.outer?.snapshot() ?? []), ...this.values]);
  }
}
