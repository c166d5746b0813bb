import { describe, expect, it } from "@jest/globals";
import { filtered, filterIn, neighbourOf, searchOf, type Uncertainty } from "./filter.ts";
import { resolutionOf } from "./resolution.ts";

const one = (id: string, about: string, owner: string | null = null) => ({ id, about, owner, reason: "" }) as Uncertainty;
const inbox = [one("a", "Person/Mina birth_date"), one("b", "Team/Reds captain", "me"), one("c", "Person/Tom role", "ana")];

describe("the inbox", () => {
  it("shows what a filter lets through", () => {
    const shown = (search: string) => filtered(inbox, filterIn(new URLSearchParams(search)), "me").map(({ id }) => id);
    expect(shown("")).toEqual(["a", "b", "c"]);
    expect(shown("owner=me")).toEqual(["b"]);
    expect(shown("owner=nobody")).toEqual(["a"]);
    expect(shown("about=person")).toEqual(["a", "c"]);
  });

  it("keeps its filter in the address, and the usual one out of it", () => {
    expect(searchOf(filterIn(new URLSearchParams("status=resolved&about=x")))).toBe("?status=resolved&about=x");
    expect(searchOf(filterIn(new URLSearchParams("status=moon")))).toBe("");
  });

  it("is walked through from end to end, and begins with the first", () => {
    expect(neighbourOf(inbox, undefined, 1)?.id).toBe("a");
    expect(neighbourOf(inbox, "a", 1)?.id).toBe("b");
    expect(neighbourOf(inbox, "c", 1)?.id).toBe("c");
    expect(neighbourOf(inbox, "a", -1)?.id).toBe("a");
    expect(neighbourOf([], "a", 1)).toBeUndefined();
  });
});

describe("a resolution", () => {
  const sides = {
    candidates: [
      { id: "x", sources: [] },
      { id: "y", sources: [] },
    ],
  };

  it("names what stands, or what is right, or that nothing of it is", () => {
    expect(resolutionOf(sides, "candidate:x", "", "passport")).toEqual({ chosen: ["x"], reason: "passport" });
    expect(resolutionOf(sides, "all", "", "both")).toEqual({ chosen: ["x", "y"], reason: "both" });
    expect(resolutionOf(sides, "other", " z ", "asked")).toEqual({ value: "z", reason: "asked" });
    expect(resolutionOf(sides, "none", "", "a joke")).toEqual({ chosen: [], reason: "a joke" });
  });

  it("says of two whether they are the same", () => {
    expect(resolutionOf(sides, "same", "", "asked her")).toEqual({ same: true, reason: "asked her" });
    expect(resolutionOf(sides, "different", "", "asked her")).toEqual({ same: false, reason: "asked her" });
  });

  it("waits for a choice, a value where another is right, and always a reason", () => {
    expect(resolutionOf(sides, "", "", "why")).toBeUndefined();
    expect(resolutionOf(sides, "other", " ", "why")).toBeUndefined();
    expect(resolutionOf(sides, "candidate:x", "", " ")).toBeUndefined();
  });
});
