import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { createRecorder, parseRecording, readRecording } from "./recording.ts";

const clock = () => Date.parse("2026-03-01T12:00:00Z");
const newFile = async () => join(await mkdtemp(join(tmpdir(), "loci-recording-")), "session.jsonl");

describe("a recording", () => {
  it("gives back what was typed and what happened, in order", async () => {
    const file = await newFile();
    const recorder = await createRecorder(file, [], clock);
    await Promise.all([
      recorder.write({ input: "Where does Mina live?" }),
      recorder.write({ event: { type: "note", text: "line\nbreak" } }),
      recorder.write({ event: { type: "cancelled" } }),
    ]);
    await recorder.close();
    expect(await readRecording(file)).toEqual([
      { at: clock(), input: "Where does Mina live?" },
      { at: clock(), event: { type: "note", text: "line\nbreak" } },
      { at: clock(), event: { type: "cancelled" } },
    ]);
  });

  it("holds no key and is its owner's alone", async () => {
    const file = await newFile();
    const recorder = await createRecorder(file, ["pinned-secret-1"], clock);
    await recorder.write({ input: "keep loci_ck_0123456789abcdef and pinned-secret-1" });
    await recorder.close();
    expect(await readFile(file, "utf8")).toContain("keep [key] and [key]");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("holds no key after a line break or with signs that JSON escapes either", async () => {
    const file = await newFile();
    const recorder = await createRecorder(file, ['a"pinned\\key'], clock);
    await recorder.write({ event: { type: "note", text: 'keep\nloci_ck_0123456789abcdef and a"pinned\\key' } });
    await recorder.close();
    expect((await readRecording(file))[0]).toMatchObject({ event: { text: "keep\n[key] and [key]" } });
  });

  it("leaves a file alone that is there already", async () => {
    const file = await newFile();
    await writeFile(file, "mine");
    await expect(createRecorder(file, [], clock)).rejects.toThrow("is there already");
    expect(await readFile(file, "utf8")).toBe("mine");
  });

  const head = '{"at":"2026-03-01T12:00:00Z","loci":"recording","version":1}';
  const input = '{"at":"2026-03-01T12:00:00Z","input":"x"}';

  it("does without a last line that was cut off", () => {
    expect(parseRecording(`${head}\n${input}\n{"at":"2026-03-0`, "a.jsonl")).toHaveLength(1);
  });

  it.each([
    ["", "is not a recording"],
    ["not json\n", "is not a recording"],
    [`${input}\n`, "is not a recording"],
    [`${head}\n`, "holds nothing"],
    [`${head}\n{"at":"2026-03-01T12:00:00Z","event":{"type":"invented"}}\n${input}\n`, "line 2"],
    [`${head}\n{"at":"never","input":"x"}\n${input}\n`, "line 2"],
  ])("refuses %j with its reason", (text, reason) => {
    expect(() => parseRecording(text, "a.jsonl")).toThrow(reason);
  });
});
