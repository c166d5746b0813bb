import { describe, expect, it } from "@jest/globals";
import type { ChatEvent, ChatResponse, Citation } from "@loci/client";
import { advanced, asked, piecesOf } from "./exchange.ts";

const citation: Citation = { id: "attribute:1", kind: "attribute", snippet: "Mina lives in Porto", score: 1, marker: "S1" };
const nothing = { turnId: "", entities: [], attributes: [], relations: [], corrections: [], instructions: [] };
const response: ChatResponse = {
  ...{ reply: "In Porto [S1].", citations: [citation], traceId: "trace:1", sessionId: "session:1", stored: true, degraded: [] },
  ...{ userTurnId: "turn:1", replyTurnId: "turn:2" },
  memoryUpdates: {
    ...nothing,
    attributes: [{ id: "attribute:2", entityId: "entity:1", key: "favourite_dish", value: "soup", memoryCategory: "identity" }],
    uncertainties: [{ id: "uncertainty:1", about: "Mina's birth date", reason: "two days" }],
    decisions: [],
  },
};

describe("a reply as it comes", () => {
  it("grows, gets its sources, and ends with what the memory learned", () => {
    const events: ChatEvent[] = [
      { type: "trace", traceId: "trace:1", sessionId: "session:1" },
      { type: "delta", text: "In Por" },
      { type: "delta", text: "to [S1]." },
      { type: "citation", citation },
    ];
    const halfway = events.reduce(advanced, asked(1, "Where?"));
    expect(halfway).toMatchObject({ state: "asking", reply: "In Porto [S1].", traceId: "trace:1", citations: [citation] });
    expect(advanced(halfway, { type: "done", ...response })).toMatchObject({
      state: "done",
      updates: ["favourite dish: soup", "uncertain: Mina's birth date"],
    });
  });

  it("has its markers apart where they name a source", () => {
    expect(piecesOf("In Porto [S1], or so [S9].", new Set(["S1"]))).toEqual([
      ...[{ text: "In Porto " }, { marker: "S1" }, { text: ", or so " }, { text: "[S9]" }, { text: "." }],
    ]);
    expect(piecesOf("", new Set())).toEqual([]);
  });
});
