import { describe, expect, it } from "@jest/globals";
import { termsOf } from "./kinds.ts";

describe("the terms of a document", () => {
  const chunk = (text: string) =>
    termsOf({
      ...{ id: "c", class: "chunk", text, speaker: "", sessionId: "", seq: 0, documentId: "d", labels: [], scopes: [[]] },
      ...{ knownAt: "2026-01-01T00:00:00.000Z", knownUntil: "", embedding: new Float32Array() },
    });

  it("are all of a long text that says the same words again", () => {
    expect(chunk("heron lake ".repeat(30_000))).toHaveLength(60_000);
  });

  it("end with the 20,000th different one", () => {
    const terms = chunk(Array.from({ length: 30_000 }, (_, i) => `w${i}`).join(" "));
    expect([new Set(terms).size, terms[0], terms.at(-1)]).toEqual([20_000, "w0", "w19999"]);
  });
});
