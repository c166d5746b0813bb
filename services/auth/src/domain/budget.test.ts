import { describe, expect, it } from "@jest/globals";
import { decideReservation, monthOf, readMonth, readTokens } from "./budget.ts";

const now = Date.UTC(2030, 0, 31, 23, 59, 0);
const month = { limit: 100, enforced: true, used: 60, reserved: 30, firstLapse: now + 5_000 };

describe("a reservation of tokens", () => {
  it("is granted up to the limit, which it may reach and not pass", () => {
    expect(decideReservation(10, month, now)).toEqual({ granted: true });
    expect(decideReservation(11, month, now)).toMatchObject({ granted: false });
  });

  it("is granted without a limit, and where the limit only counts", () => {
    expect(decideReservation(1e6, { ...month, limit: undefined }, now)).toEqual({ granted: true });
    expect(decideReservation(1e6, { ...month, enforced: false }, now)).toEqual({ granted: true });
    expect(decideReservation(0, { ...month, limit: 0, used: 0, reserved: 0 }, now)).toEqual({ granted: true });
    expect(decideReservation(1, { ...month, limit: 0, used: 0, reserved: 0 }, now)).toMatchObject({ granted: false });
  });

  it("that waits for others' reservations waits until one lapses, and else until the next month", () => {
    expect(decideReservation(20, month, now)).toEqual({ granted: false, retryAfterSeconds: 5 });
    expect(decideReservation(50, month, now)).toEqual({ granted: false, retryAfterSeconds: 60 });
  });
});

describe("a month", () => {
  it("is that of UTC, and this one when none is named", () => {
    expect(monthOf(now)).toBe("2030-01-01");
    expect(readMonth("", now + 60_000)).toBe("2030-02-01");
    expect(readMonth("2029-12", now)).toBe("2029-12-01");
    for (const wrong of ["2029-13", "2029-1", "0000-01", "2029-01-01", "x"]) {
      expect(() => readMonth(wrong, now)).toThrow("YYYY-MM");
    }
  });

  it("counts whole tokens only", () => {
    expect(readTokens(0, "/tokens")).toBe(0);
    for (const wrong of [-1, 0.5, Number.NaN, 1e13]) expect(() => readTokens(wrong, "/tokens")).toThrow("/tokens");
  });
});
