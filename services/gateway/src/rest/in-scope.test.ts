import { describe, expect, it } from "@jest/globals";
import { serviceCall, type Call } from "@loci/platform/call";
import { inScope, readableScope } from "./in-scope.ts";

/** Of who may read what belongs to team a. */
const identity = {
  ...{ contextId: "acme", principalId: "ann", keyId: "key:1", delegatedPrincipalId: "" },
  grants: { "memory:read": ["org/a"] },
};
const call: Call = { ...serviceCall("acme", "trace:test", 1), caller: { kind: "principal", identity } };

describe("a scope that is asked for", () => {
  it("ends where the caller's grants do", () => {
    expect(readableScope(undefined, call)).toBeUndefined();
    expect(readableScope([["org/a/b"]], call)).toEqual([["org/a/b"]]);
    expect(readableScope([["org"]], call)).toEqual([["org/a"]]);
  });

  it("is refused where nothing of it may be read", () => {
    expect(() => readableScope([["org/b"]], call)).toThrow(expect.objectContaining({ code: "forbidden" }));
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
    expect(() => inScope({ kind: "trace" }, [["org/a"]])).toThrow("/scope: ");
  });
});
