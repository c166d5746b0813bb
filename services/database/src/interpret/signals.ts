import type { Value } from "../values/value.ts";

/**
 * RETURN, BREAK and CONTINUE on their way to the function, statement or loop that they end. Thrown, as they may start in the depth of an expression
 * (`[1, { RETURN 2 }]`); they are no failures and never leave a statement.
 */
export class Signal extends Error {}

export class ReturnSignal extends Signal {
  readonly value: Value;
  constructor(value: Value) {
    super("RETURN");
    this.value = value;
  }
}

export class LoopSignal extends Signal {
  readonly ends: "loop" | "round";
  constructor(ends: "loop" | "round") {
    super(ends === "loop" ? "BREAK" : "CONTINUE");
    this.ends = ends;
  }
}
