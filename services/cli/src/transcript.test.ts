import { describe, expect, it } from "@jest/globals";
import { Failure } from "./failure.ts";
import { inBatches, parseTranscript } from "./transcript.ts";

describe("a transcript", () => {
  it("of spoken lines keeps who spoke in front of what was said", () => {
    expect(parseTranscript("Mina: I moved.\nAli: Where to?\n")).toEqual([
      { role: "user", content: "Mina: I moved." },
      { role: "user", content: "Ali: Where to?" },
    ]);
  });

  it("gives a speaker that is a role that role", () => {
    expect(parseTranscript("User: hello\nassistant: hi")).toEqual([
      { role: "user", content: "hello" },
      { role: "assistant", content: "hi" },
    ]);
  });

  it("goes on with the last speaker on a line without one", () => {
    expect(parseTranscript("Mina: first\nand more\n\nAli: next")).toEqual([
      { role: "user", content: "Mina: first\nand more" },
      { role: "user", content: "Ali: next" },
    ]);
  });

  it("reads the time in brackets before a line", () => {
    expect(parseTranscript("[2024-05-01T10:00:00Z] Mina: now")).toEqual([
      { role: "user", content: "Mina: now", ts: "2024-05-01T10:00:00Z" },
    ]);
  });

  it("may be JSON Lines", () => {
    const lines = '{"role": "assistant", "content": "hi", "ts": "2024-05-01T10:00:00Z"}\n\n{"content": "hello"}\n';
    expect(parseTranscript(lines)).toEqual([
      { role: "assistant", content: "hi", ts: "2024-05-01T10:00:00Z" },
      { role: "user", content: "hello" },
    ]);
  });

  it.each([
    ["", /empty/],
    ["{not json", /line 1 .* is not JSON/],
    ['{"content": "a"}\n{"role": "boss", "content": "b"}', /line 2 .*'role'/],
    ['{"role": "user"}', /line 1 .*'content'/],
  ])("that cannot be read is refused with its place: %j", (text, message) => {
    expect(() => parseTranscript(text)).toThrow(message);
    expect(() => parseTranscript(text)).toThrow(Failure);
  });

  it("goes out in batches, in order", () => {
    const messages = Array.from({ length: 5 }, (_, i) => ({ role: "user" as const, content: String(i) }));
    expect(inBatches(messages, 2).map((batch) => batch.map((message) => message.content))).toEqual([["0", "1"], ["2", "3"], ["4"]]);
  });
});
