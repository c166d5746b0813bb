import { describe, expect, it } from "@jest/globals";
import { conditionsOf, no, yes } from "./conditions.ts";
import { durationMs } from "./duration.ts";
import { grantTable, sameGrants } from "./grants.ts";
import { makeKeyText, readKeyText } from "./key-text.ts";

describe("a condition", () => {
  it("keeps its time until its status changes", () => {
    const first = conditionsOf(undefined, { Ready: no("Waiting", "for x") }, { generation: 1, now: Date.UTC(2030, 0, 1) });
    const second = conditionsOf(first, { Ready: no("Failing") }, { generation: 2, now: Date.UTC(2030, 0, 2) });
    const third = conditionsOf(second, { Ready: yes("Done") }, { generation: 2, now: Date.UTC(2030, 0, 3) });
    expect([first, second, third].map(([one]) => [one?.reason, one?.lastTransitionTime, one?.observedGeneration])).toEqual([
      ["Waiting", "2030-01-01T00:00:00Z", 1],
      ["Failing", "2030-01-01T00:00:00Z", 2],
      ["Done", "2030-01-03T00:00:00Z", 2],
    ]);
  });
});

it("a duration is read as Go writes it", () => {
  expect(["90m", "1h30m", "36h", "1.5s", "0s", "250ms"].map(durationMs)).toEqual([
    5_400_000, 5_400_000, 129_600_000, 1_500, 0, 250,
  ]);
});

it("grants are compared by what they give", () => {
  const table = grantTable([
    { verb: "memory:read", region: "/team/a/*" },
    { verb: "memory:read", region: "/team" },
    { verb: "memory:write", region: "/" },
  ]);
  expect(sameGrants(table, { "memory:write": ["*"], "memory:read": ["team"], "scope:read": [] })).toBe(true);
  expect(sameGrants(table, { "memory:read": ["team"] })).toBe(false);
  expect([sameGrants(null, null), sameGrants(null, {})]).toEqual([true, false]);
});

describe("a key's text", () => {
  it("is read back as it was made, and not when a character is wrong", () => {
    let next = 0;
    const text = makeKeyText((length) => Uint8Array.from({ length }, () => (next = (next * 31 + 7) % 256)));
    expect(readKeyText(text)?.keyId).toBe(text.split("_")[2]);
    const wrong = text.slice(0, 40) + (text[40] === "a" ? "b" : "a") + text.slice(41);
    expect([readKeyText(wrong), readKeyText("mine"), readKeyText("")]).toEqual([undefined, undefined, undefined]);
  });
});
