import { describe, expect, it } from "@jest/globals";
import { csvOf, deedOf, filterIn, keptTraces, type AuditRow } from "./rows.ts";

const row = (over: Partial<AuditRow>): AuditRow => ({
  ...{ cost: 0, createdAt: "2026-01-01T00:00:00Z", kind: "retrieval", latencyMs: 5, model: null, principal: "admin" },
  ...{ delegatedPrincipal: null, key: null, rowsTouched: 2, traceId: "trace:1" },
  ...over,
});
const decided = row({ kind: "decision", traceId: "trace:2", decision: "create", rule: "new_value", recordId: "attribute:1" });

describe("the audit as a file", () => {
  it("is CSV with a head", () => {
    const [head, first] = csvOf([decided]).split("\r\n");
    expect(head).toMatch(/^createdAt,kind,principal,/);
    expect(first).toBe("2026-01-01T00:00:00Z,decision,admin,,,create,new_value,attribute:1,2,5,0,,,trace:2,,,,");
  });

  it("quotes what needs it, and is no formula to a spreadsheet", () => {
    const csv = csvOf([row({ principal: '=HYPERLINK("x")', source: "a,b" }), row({ principal: "@me", latencyMs: -1 })]);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv).toContain('"a,b"');
    expect(csv).toContain("'@me");
    expect(csv).toContain(",-1,");
  });
});

describe("a row of the audit", () => {
  it("says what was done", () => {
    expect([decided, row({ rowsTouched: 1, source: "console" }), row({ kind: "response" })].map(deedOf)).toEqual([
      ...["create: new value", "Recalled 1 record (console)", "Replied"],
    ]);
    expect(deedOf(row({ kind: "denied", operation: "whoami", status: 401, count: 30 }))).toBe("whoami: 401, 30 times");
  });

  it("leads to its trace where that is kept", () => {
    const looked = row({ kind: "access", traceId: "trace:3", operation: "whoami" });
    expect([...keptTraces([decided, row({}), looked])]).toEqual(["trace:2", "trace:1"]);
  });
});

describe("the audit's filter", () => {
  it("stands in the address", () => {
    expect(filterIn(new URLSearchParams("kind=decision&principal=ann&since=2026-01-01T00:00"))).toEqual({
      ...{ kind: "decision", principal: "ann", since: "2026-01-01T00:00", until: "" },
    });
    expect(filterIn(new URLSearchParams("kind=moon")).kind).toBeUndefined();
  });
});
