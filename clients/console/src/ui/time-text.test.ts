import { describe, expect, it } from "@jest/globals";
import { instantOf, timeText } from "./time-text.ts";

const now = new Date("2026-03-10T12:00:00Z");
const ago = (seconds: number) => timeText(new Date(now.getTime() - seconds * 1_000), now);

describe("a time as one reads it", () => {
  it("is near, or a day", () => {
    expect([5, 120, 7_200, 2 * 86_400, 8 * 86_400].map(ago)).toEqual([
      ...["just now", "2 min. ago", "2 hr. ago", "2 days ago", "2 Mar 2026"],
    ]);
  });

  it("is now where another clock is a little ahead, and a day where it is to come", () => {
    expect([ago(-20), ago(-86_400)]).toEqual(["just now", "11 Mar 2026"]);
  });
});

describe("a time that was chosen", () => {
  it("is an instant, or none", () => {
    expect([instantOf("2026-01-01T00:00Z"), instantOf(""), instantOf("soon")]).toEqual([
      ...["2026-01-01T00:00:00.000Z", undefined, undefined],
    ]);
  });
});
