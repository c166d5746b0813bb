import { describe, expect, it } from "@jest/globals";
import { disputedElsewhere } from "./elsewhere.ts";

type Named = Parameters<typeof disputedElsewhere>[0][number];
const moment = { known: "", world: "2025-06-01T00:00:00Z" };

function fact(value: string, over: Partial<Named> = {}): Named {
  return {
    ...{
      id: value,
      entityId: value,
      key: "birth_date",
      stream: "experiential",
      scopeSet: value,
      value,
      valueNorm: value,
      targetType: "",
    },
    ...{ subjectType: "Person", subjectName: "Bo", knownUntil: "", closedValidUntil: "", validFrom: "", validUntil: "" },
    ...{ quarantined: false, derived: false },
    ...over,
  } as Named;
}

const disputed = (...facts: Named[]) => [...disputedElsewhere(facts, moment)];

describe("what is told of one under two scopes", () => {
  it("is disputed where it cannot both be so", () => {
    expect(disputed(fact("1980-04-02"), fact("1980-02-04"))).toEqual(["1980-04-02", "1980-02-04"]);
    expect(disputed(fact("1980-04-02", { subjectName: "bo" }), fact("1980-02-04"))).toHaveLength(2);
  });

  it.each([
    ["of another name", { subjectName: "Orla" }],
    ["in the same scope: there the truth decides", { scopeSet: "1980-04-02" }],
    ["of another key", { key: "died_on" }],
    ["that has ended", { knownUntil: "2025-01-01T00:00:00Z" }],
    ["that is the same", { valueNorm: "1980-04-02" }],
  ])("is not by what is %s", (_what, over) => {
    expect(disputed(fact("1980-04-02"), fact("1980-02-04", over))).toEqual([]);
  });

  it("is not where several values stand together, nor what each user says of themselves", () => {
    const likes = { key: "likes" };
    expect(disputed(fact("tea", likes), fact("cake", likes))).toEqual([]);
    const own = { subjectName: "user" };
    expect(disputed(fact("a", own), fact("b", own))).toEqual([]);
  });
});
