import { describe, expect, it } from "@jest/globals";
import { createProgress, duration } from "./progress.ts";

function shown(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const screen = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  return { written, clock, progress: createProgress(screen, () => clock.now, "records") };
}

describe("progress", () => {
  it("is drawn over itself on a terminal, with rate and time left", () => {
    const { written, clock, progress } = shown(true);
    progress.begin("acme", 200);
    clock.now = 10_000;
    progress.add(100);
    expect(written.at(-1)).toBe("\r\x1b[2K[############------------] acme  100/200 records, 10/s, 10 s left");
    progress.end();
    expect(written.at(-1)).toBe("\r\x1b[2Kacme  100 records in 10 s\n");
  });

  it("is a plain line now and then elsewhere", () => {
    const { written, clock, progress } = shown(false);
    progress.begin("acme", 0);
    progress.add(1);
    clock.now = 10_000;
    progress.add(4);
    progress.end();
    expect(written).toEqual(["acme  5 records, 0.5/s\n", "acme  5 records in 10 s\n"]);
  });

  it.each([
    [0.4, "less than a second"],
    [59, "59 s"],
    [61, "1 min 1 s"],
    [7_320, "2 h 2 min"],
  ])("says %d seconds as %s", (seconds, text) => expect(duration(seconds)).toBe(text));
});
