import { describe, expect, it } from "@jest/globals";
import { loggableError } from "./error.ts";

describe("what is logged of an error", () => {
  it("is its name, message, code and frames, and the same of its causes", () => {
    const logged = loggableError(new TypeError("outer", { cause: Object.assign(new Error("inner"), { code: "ECONNRESET" }) }));
    expect(logged).toMatchObject({ type: "TypeError", message: "outer", cause: { message: "inner", code: "ECONNRESET" } });
    expect(logged.stack?.split("\n").every((line) => line.startsWith("    at "))).toBe(true);
  });

  it("holds no row that a database reports beside its message", () => {
    const error = Object.assign(new Error("violates check"), {
      code: "23514",
      detail: "Failing row contains (Ann lives in Boston).",
    });
    expect(JSON.stringify(loggableError(error))).not.toContain("Boston");
  });

  it("holds no value that a database quotes in its message", () => {
    const error = Object.assign(new Error('invalid input syntax for type json: "Ann "lives"\nin Boston"'), { code: "22P02" });
    expect(loggableError(error).message).toBe('invalid input syntax for type json: "…"');
    expect(JSON.stringify(loggableError(error))).not.toContain("Boston");
  });

  it("tells nothing of what is no error, and ends where causes go round", () => {
    expect(loggableError("Ann lives in Boston")).toEqual({ type: "string", message: "" });
    const round = new Error("round");
    round.cause = round;
    expect(JSON.stringify(loggableError(round)).match(/round/g)?.length).toBeLessThan(20);
  });
});
