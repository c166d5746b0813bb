import { describe, expect, it } from "@jest/globals";
import { recallText } from "./commands/recall.ts";
import { jsonText, shortened, showsColours, undriven, wrap } from "./terminal.ts";
import { recorded } from "./testing/recorded.ts";

const narrowTerminal = () => recorded({ columns: 60 });

describe("output on a terminal of 60 columns", () => {
  it("breaks texts at spaces", () => {
    const text = "Mina moved from Porto to Lisbon in March because the new office of her company lies there.";
    for (const line of wrap(text, 60, "    ").split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    expect(wrap(text, 60).replaceAll("\n", " ")).toBe(text);
  });

  it("never lets stored text drive the terminal", () => {
    expect(wrap("a\u001b[2Jb\u0007c\r", 60)).toBe("a[2Jbc");
  });

  it("keeps of control characters only its own colours, whatever a text that nobody cleaned holds", () => {
    expect(undriven("\u001b[1mhead\u001b[22m\n\ta\u001b]52;c;eA==\u0007b\u001b[2Jc\u009b3Jd\r")).toBe(
      "\u001b[1mhead\u001b[22m\n\ta]52;c;eA==b[2Jc3Jd",
    );
  });

  it("never lets stored text turn the direction of writing, of which a terminal shows what follows", () => {
    const text = "of \u202eevil\u2066 Mina\u2069\u202c.\u200f";
    expect([wrap(text, 60), undriven(text), shortened(text, 60)]).toEqual(Array(3).fill("of evil Mina."));
    expect(JSON.parse(jsonText(text))).toBe(text);
    expect(jsonText(text)).toBe('"of \\u202eevil\\u2066 Mina\\u2069\\u202c.\\u200f"');
  });

  it("cuts no character in half", () => {
    expect(shortened("ab😀cd", 4)).toBe("ab…");
    expect(shortened("ab😀cd", 5)).toBe("ab😀…");
  });

  it("spells control characters out in JSON, which means the same", () => {
    const value = { text: "a\u009b2J\u007f\u001b\u00e9" };
    expect(jsonText(value)).toBe('{"text":"a\\u009b2J\\u007f\\u001b\u00e9"}');
    expect(JSON.parse(jsonText(value, 2))).toEqual(value);
  });

  it("shows hits with their source and date, and which of them are disputed or have ended", () => {
    const shown = recallText(
      {
        tier: "hybrid",
        queryMs: 4.2,
        trace: { traceId: "trace:01jq3m9c7v5k2x8d4b6n0r1t9w" },
        hits: [
          {
            id: "turn:1",
            source: "memory_chunk",
            text: "Mina: I moved to Lisbon.",
            score: 0.81,
            occurredAt: "2024-03-02T00:00:00.000Z",
          },
          {
            id: "attribute:1",
            source: "attribute",
            text: "Mina residence: Porto",
            score: 0.4,
            disagreement: { uncertaintyIds: ["uncertainty:1"] },
          },
          {
            ...{ id: "turn:2", source: "memory_chunk", text: "I work at Acme. I like chess.", score: 0.3, standing: "current" },
            endedParts: [{ text: "Mina employer: Acme", validUntil: "2024-03-02T00:00:00.000Z" }],
          },
          {
            ...{ id: "turn:3", source: "memory_chunk", text: "I live in Porto.", score: 0.2, standing: "ended" },
            validUntil: "2024-03-02T00:00:00.000Z",
          },
        ],
      },
      narrowTerminal(),
    );
    expect(shown.split("\n")).toEqual([
      "1.  Mina: I moved to Lisbon.",
      "    memory_chunk · 2024-03-02 · 0.81",
      "2.  Mina residence: Porto",
      "    attribute · 0.40",
      "    disputed: another source says otherwise",
      "3.  I work at Acme. I like chess.",
      "    memory_chunk · 0.30",
      "    until 2024-03-02: Mina employer: Acme",
      "4.  I live in Porto.",
      "    memory_chunk · 0.20",
      "    ended 2024-03-02",
      "hybrid, 4 ms",
      "trace:01jq3m9c7v5k2x8d4b6n0r1t9w",
    ]);
  });
});

describe("colours", () => {
  const wish = { refused: false, noColour: false, forceColour: false };

  it("are for a terminal, unless NO_COLOR or --no-color is there", () => {
    expect(showsColours(wish, true)).toBe(true);
    expect(showsColours(wish, false)).toBe(false);
    expect(showsColours({ ...wish, noColour: true }, true)).toBe(false);
    expect(showsColours({ ...wish, refused: true }, true)).toBe(false);
  });

  it("are elsewhere too under FORCE_COLOR, but not against the flag", () => {
    expect(showsColours({ ...wish, forceColour: true }, false)).toBe(true);
    expect(showsColours({ ...wish, forceColour: true, refused: true }, true)).toBe(false);
  });
});
