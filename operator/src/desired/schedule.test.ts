import { describe, expect, it } from "@jest/globals";
import { startsOf } from "./schedule.ts";

const at = (text: string) => Date.parse(text);
const daily = { schedule: "30 3 * * *", timeZone: "Etc/UTC" };
const starts = (spec: Parameters<typeof startsOf>[0], since: string, now: string) => {
  const found = startsOf(spec, { since: at(since), now: at(now) });
  if ("problem" in found) throw new Error(found.problem);
  const text = (millis: number | undefined) => (millis === undefined ? undefined : new Date(millis).toISOString());
  return { due: text(found.due), next: text(found.next) };
};

describe("a schedule", () => {
  it("is due from its very second on, once", () => {
    const next = "2025-01-02T03:30:00.000Z";
    expect(starts(daily, "2025-01-01T12:00:00Z", "2025-01-02T03:29:59Z")).toEqual({ due: undefined, next });
    expect(starts(daily, "2025-01-01T12:00:00Z", next)).toEqual({ due: next, next: "2025-01-03T03:30:00.000Z" });
    expect(starts(daily, next, "2025-01-02T03:30:01Z").due).toBeUndefined();
  });

  it("makes up for the newest start that was missed, and for none that it is too late for", () => {
    const missed = (spec: object) => starts({ ...daily, ...spec }, "2025-01-01T03:30:00Z", "2025-01-09T05:30:00Z").due;
    expect(missed({})).toBe("2025-01-09T03:30:00.000Z");
    expect(missed({ startingDeadline: "2h" })).toBe("2025-01-09T03:30:00.000Z");
    expect(missed({ startingDeadline: "1h59m" })).toBeUndefined();
  });

  it("goes by its zone's clock, also on the days on which that is changed", () => {
    const lisbon = { schedule: "30 1 * * *", timeZone: "Europe/Lisbon" };
    expect(starts(lisbon, "2025-01-01T12:00:00Z", "2025-01-02T12:00:00Z").due).toBe("2025-01-02T01:30:00.000Z");
    expect(starts(lisbon, "2025-07-01T12:00:00Z", "2025-07-02T12:00:00Z").due).toBe("2025-07-02T00:30:00.000Z");
    // The hour from 1 to 2 is left out.
    expect(starts(lisbon, "2025-03-29T12:00:00Z", "2025-03-30T12:00:00Z").due).toBeDefined();
  });

  it("of what never comes is never due", () => {
    expect(starts({ ...daily, schedule: "0 0 30 2 *" }, "2020-01-01T00:00:00Z", "2025-01-01T00:00:00Z")).toEqual({});
    expect(starts({ schedule: undefined, timeZone: "Etc/UTC" }, "2020-01-01T00:00:00Z", "2025-01-01T00:00:00Z")).toEqual({});
  });

  it.each([
    [{ ...daily, schedule: "61 * * * *" }, "minute"],
    [{ ...daily, schedule: "0 0 3 * * *" }, "5 parts"],
    [{ ...daily, timeZone: "Nowhere/Else" }, "Nowhere/Else"],
  ])("that is none is told of: %j", (spec, said) => {
    expect(startsOf(spec, { since: 0, now: at("2025-01-01T00:00:00Z") })).toMatchObject({
      problem: expect.stringContaining(said) as unknown,
    });
  });
});
