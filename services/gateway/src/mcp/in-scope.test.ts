import { describe, expect, it } from "@jest/globals";
import { serviceCall, type Call } from "@loci/platform/call";
import { inScope, requestedScope } from "./in-scope.ts";

/** Of who may read what belongs to team a. */
const identity = {
  ...{ contextId: "acme", principalId: "ann", keyId: "key:1", delegatedPrincipalId: "" },
  grants: { "memory:read": ["org/a"] },
};
const call: Call = { ...serviceCall("acme", "trace:test", 1), caller: { kind: "principal", identity } };

describe("the scope of a tool's call", () => {
  it("is told apart from the other arguments, and ends where the caller's grants do", () => {
    expect(requestedScope({ ref: "x" }, call)).toEqual({ scope: undefined, left: { ref: "x" } });
    expect(requestedScope({ ref: "x", scope: ["org/a/b/"] }, call)).toEqual({ scope: [["org/a/b"]], left: { ref: "x" } });
    expect(requestedScope({ lens: "org" }, call).scope).toEqual([["org/a"]]);
  });

  it("is refused where it is no path, or nothing of it may be read", () => {
    expect(() => requestedScope({ scope: ["a//b"] }, call)).toThrow("/scope/0: ");
    expect(() => requestedScope({ scope: ["org/b"] }, call)).toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});

describe("an answer in a scope", () => {
  const fact = (id: string, path: string) => ({ id, scopes: [[path]] });
  const decided = (recordId: string) => ({ id: `decision:${recordId}`, recordId });

  it("leaves out the records of others, and what was decided about them", () => {
    const body = {
      kind: "attribute",
      current: fact("new", "org/b"),
      history: [fact("new", "org/b"), fact("old", "org/a")],
      decisions: [decided("new"), decided("old")],
    };
    expect(inScope(body, [["org/a"]])).toEqual({
      kind: "attribute",
      current: null,
      history: [fact("old", "org/a")],
      decisions: [decided("old")],
    });
    expect(inScope(body, undefined)).toBe(body);
  });

  it("is none where nothing of it belongs there, or it belongs to no scope", () => {
    const document = { kind: "document", document: fact("d", "org/b"), decisions: [decided("d")] };
    expect(() => inScope(document, [["org/a"]])).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => inScope({ kind: "health" }, [["org/a"]])).toThrow("/scope: ");
  });
});
