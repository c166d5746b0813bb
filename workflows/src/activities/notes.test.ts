import { describe, expect, it } from "@jest/globals";
import type { Reached } from "../contracts.ts";
import { createNotes, type Noted, type NoteOptions } from "./notes.ts";

const first: Reached = { stage: "first", attemptsBefore: 0 };
const second: Reached = { stage: "second", attemptsBefore: 0 };
const third: Reached = { stage: "third", attemptsBefore: 0 };
const never = 3_600_000;

function notesOf(options: Partial<NoteOptions> & { readonly answer?: Noted }) {
  const { promise: sentOne, resolve } = Promise.withResolvers<undefined>();
  const sent: string[] = [];
  const send = async ({ stage }: Reached) => {
    sent.push(stage);
    resolve(undefined);
    return options.answer ?? "noted";
  };
  return { sent, sentOne, notes: createNotes(first, { afterMs: never, send, onUnwanted: () => undefined, ...options }) };
}

describe("what the server is told of an activity that goes on by itself", () => {
  it("is nothing about stages that are over soon", async () => {
    const { notes, sent } = notesOf({});
    for (const at of [first, second, third]) expect(await notes.during(at, async () => at.stage)).toBe(at.stage);
    expect(sent).toEqual([]);
  });

  it("is the stage that runs for longer, while it runs", async () => {
    const { notes, sent, sentOne } = notesOf({ afterMs: 1 });
    await notes.during(second, async () => sentOne);
    expect(sent).toEqual(["second"]);
  });

  it("is the stage that failed, before it is tried again; once", async () => {
    const { notes, sent } = notesOf({});
    await notes.during(second, async () => "fine");
    const failing = () => notes.during(third, () => Promise.reject(new Error("not yet")));
    await expect(failing()).rejects.toThrow("not yet");
    expect(sent).toEqual(["third"]);
    await expect(failing()).rejects.toThrow("not yet");
    expect(sent).toEqual(["third"]);
  });

  it("is each stage before it begins, where a process may have died of one", async () => {
    const { notes, sent } = notesOf({ afterMs: 0 });
    await notes.during(first, async () => "as the server knows");
    await notes.during(second, async () => expect(sent).toEqual(["second"]));
  });

  it("ends what nobody wants any more", async () => {
    const { promise: aborted, resolve: abort } = Promise.withResolvers<undefined>();
    const late = notesOf({ afterMs: 1, answer: "not wanted", onUnwanted: () => abort(undefined) });
    await late.notes.during(second, () => aborted);
    let begun = false;
    const early = notesOf({ afterMs: 0, answer: "not wanted" });
    await expect(early.notes.during(second, async () => void (begun = true))).rejects.toThrow(/cancelled/);
    expect(begun).toBe(false);
  });

  it("is not waited for where the server does not answer", async () => {
    const { notes } = notesOf({ afterMs: 0, answer: "no answer" });
    expect(await notes.during(second, async () => "done")).toBe("done");
  });
});
