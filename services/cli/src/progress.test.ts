import { describe, expect, it } from "@jest/globals";
import { bytesText, startProgress } from "./progress.ts";
import { recorded } from "./testing/recorded.ts";

describe("progress", () => {
  it("is a line now and then where there is no terminal", async () => {
    const terminal = recorded();
    let now = 0;
    const progress = await startProgress(terminal, { label: "Uploading", total: 10, unit: "files", now: () => now });
    progress.to(1);
    now = 6_000;
    progress.to(4, "1.2 MB");
    now = 7_000;
    progress.to(5);
    progress.stop();
    expect(terminal.err).toEqual(["Uploading: 4/10 files 1.2 MB\n"]);
  });

  it("is nothing under --json", async () => {
    const terminal = recorded();
    let now = 0;
    const progress = await startProgress(terminal, { label: "x", total: 1, unit: "files", quiet: true, now: () => now });
    now = 60_000;
    progress.to(1);
    progress.stop();
    expect(terminal.err).toEqual([]);
  });

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_500, "1.5 KB"],
    [12_345_678, "12 MB"],
    [2_147_483_648, "2.1 GB"],
  ])("shows %i bytes as %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));
});
