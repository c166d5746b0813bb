import { describe, expect, it } from "@jest/globals";
import { APIConnectionError, APIError } from "openai";
import { loggableCause } from "./cause.ts";

describe("what is logged of a provider's failure", () => {
  it("is its status and codes, without a word of its own", () => {
    const error = { message: "cannot read: 'Ann lives in Boston'", type: "invalid_request_error", code: "Ann lives in Boston" };
    const cause = loggableCause(new APIError(400, error, error.message, new Headers({ "x-request-id": "req-1" })));
    expect(cause.message).toBe("APIError, status 400, type invalid_request_error, request req-1");
    expect(cause.cause).toBeUndefined();
  });

  it("is the system's code where there was no answer", () => {
    const system = Object.assign(new Error("connect to secret.example"), { code: "ECONNREFUSED" });
    const cause = loggableCause(new APIConnectionError({ cause: new Error("fetch failed", { cause: system }) }));
    expect(cause.message).toBe("APIConnectionError, ECONNREFUSED");
  });

  it("is the kind alone of what nobody expected", () => {
    expect(loggableCause(new SyntaxError('Unexpected token in "Ann lives"')).message).toBe("SyntaxError");
    expect(loggableCause("Ann lives").message).toBe("string");
  });
});
