import { status } from "@grpc/grpc-js";
import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { ServiceError } from "@temporalio/client";
import { explained } from "./failure.ts";

/** As the library throws it. */
const grpcError = (code: status, details = "") => Object.assign(new Error(`${code} ${details}`), { code, details, metadata: {} });
const told = (thrown: unknown, fault?: { code: status; details: string }) => explained(thrown, { namespace: "loci", fault });

describe("an error of the workflow service", () => {
  it.each([
    [status.NOT_FOUND, "Namespace loci is not found.", /has no namespace loci\. Make it there/],
    [status.UNAUTHENTICATED, "", /refuses Loci in the namespace loci\. Check SERVICE_RUNNER_API_KEY/],
    [status.PERMISSION_DENIED, "", /refuses Loci/],
    [status.RESOURCE_EXHAUSTED, "", /is busy/],
    [status.UNIMPLEMENTED, "", /is not Temporal 1\.29 or later/],
    [status.UNAVAILABLE, "Last error: connect ECONNREFUSED 10.0.0.7:7233", /nothing listens at its address/],
    [status.UNAVAILABLE, "Name resolution failed for target dns:temporal:7233", /its name is not known/],
    [status.UNAVAILABLE, "SSL routines:tls_validate_record_header:wrong version number", /temporal:\/\/ is plain/],
    [status.UNAVAILABLE, "unable to verify the first certificate", /a certificate is not accepted/],
    [status.UNAVAILABLE, "Protocol error", /does not answer\. Is it up/],
  ])("of the kind %i (%s) is unavailable, and says what to do", (code, details, message) => {
    const thrown = grpcError(code, details);
    expect(told(thrown)).toMatchObject({ code: "unavailable", message: expect.stringMatching(message), cause: thrown });
    // Addresses are for the log.
    expect(told(thrown).message).not.toMatch(/10\.0\.0\.7|7233/);
  });

  it("is told as what kept failing until the time was over", () => {
    const late = new ServiceError("Failed to count workflows", { cause: grpcError(status.DEADLINE_EXCEEDED, "waiting") });
    const fault = { code: status.UNAVAILABLE, details: "connect ECONNREFUSED 10.0.0.7:7233" };
    const { message, cause } = told(late, fault);
    expect(message).toMatch(/nothing listens/);
    expect(cause).toMatchObject({ message: "UNAVAILABLE: connect ECONNREFUSED 10.0.0.7:7233" });
    expect(told(late)).toMatchObject({ code: "unavailable", cause: late });
    // What it answered at last counts for more than what failed before.
    expect(told(grpcError(status.UNAUTHENTICATED), fault).message).toMatch(/refuses/);
  });

  it("is Loci's own where the question was wrong, or nothing was asked", () => {
    expect(told(grpcError(status.INVALID_ARGUMENT))).toMatchObject({
      code: "internal",
      message: expect.stringMatching(/INVALID/),
    });
    const own = new TypeError("x is not a function");
    expect(told(own)).toMatchObject({ code: "internal", cause: own });
    const known = new LociError("conflict", "It is there already.");
    expect(told(known)).toBe(known);
  });
});
