import { describe, expect, it } from "@jest/globals";
import { createPlaces, CutShort, NotWanted, type Place } from "./places.ts";

const place = (unwanted = new AbortController().signal): Place => ({
  ...{ pipeline: "walk", work: { contextId: "acme", id: "d1" }, name: "only", seconds: 60 },
  unwanted,
});
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

describe("what runs in this process", () => {
  it("does not begin where it is not wanted any more, also when that was known before", async () => {
    const places = createPlaces();
    let begun = false;
    const held = places.hold(place(AbortSignal.abort()), async () => void (begun = true));
    await expect(held).rejects.toBeInstanceOf(NotWanted);
    expect(begun).toBe(false);
    expect(places.count("walk")).toBe(0);
  });

  it("is ended when it is not wanted any more", async () => {
    const places = createPlaces();
    const unwanted = new AbortController();
    const held = places.hold(place(unwanted.signal), untilAborted);
    expect(places.count("walk")).toBe(1);
    unwanted.abort();
    await expect(held).rejects.toBeInstanceOf(NotWanted);
  });

  it("is cut at the close after its grace, and begins no more", async () => {
    const places = createPlaces();
    const held = places.hold(place(), untilAborted);
    const cut = expect(held).rejects.toBeInstanceOf(CutShort);
    await places.close(1);
    await cut;
    await expect(places.hold(place(), async () => undefined)).rejects.toBeInstanceOf(CutShort);
  });
});
