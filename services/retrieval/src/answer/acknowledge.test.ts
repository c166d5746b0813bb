import { describe, expect, it } from "@jest/globals";
import type { graph } from "@loci/protos";
import { acknowledgement, onlyTells } from "./acknowledge.ts";
import type { Remembering } from "./remember.ts";

const nothing: graph.ExtractionResult = {
  ...{ turnId: "turn:1", entities: [], attributes: [], relations: [], corrections: [] },
  ...{ instructions: [], uncertainties: [], decisions: [] },
};
const entity = (id: string, name: string) => ({ id, name, entityType: "Person", memoryCategory: "identity", isNew: true });
const attribute = (entityId: string, key: string, value: string) => ({
  ...{ id: "attribute:1", entityId, key, value },
  memoryCategory: "identity",
});
const written = (extraction: graph.ExtractionResult | null, deferred = false): Remembering =>
  Promise.resolve({
    written: { mode: "full", sessionId: "s", turnId: "turn:1", chunkId: "", extraction, deferred, replayed: false },
  });

describe("what is answered to a message that only tells", () => {
  it("says what was read, of whom, and what it replaces", async () => {
    const read: graph.ExtractionResult = {
      ...nothing,
      entities: [entity("e1", "user"), entity("e2", "Ana")],
      attributes: [attribute("e1", "residence", "Vienna"), attribute("e2", "job_title", "nurse.")],
      corrections: [{ entityId: "e1", key: "residence", oldValue: "Graz", newValue: "Vienna" }],
    };
    expect(await acknowledgement(written(read))).toBe("Noted: residence Vienna (before: Graz); Ana's job title nurse.");
  });

  it("says what somebody does as it is said, and what somebody has as theirs", async () => {
    const keys = ["likes", "is_a", "looks_after", "status", "pets", "address", "lives_close_to", "allergies"];
    const read = { ...nothing, entities: [entity("e2", "Ana")], attributes: keys.map((key) => attribute("e2", key, "x")) };
    expect(await acknowledgement(written(read))).toBe(
      "Noted: Ana likes x; Ana is a x; Ana looks after x; Ana's status x; Ana's pets x; Ana's address x; Ana lives close to x; Ana's allergies x.",
    );
  });

  it("says that something has ended, where that is all that was told", async () => {
    const decisions = [{ id: "decision:1", kind: "update", rule: "negation", recordId: "attribute:1" }];
    expect(await acknowledgement(written({ ...nothing, decisions }))).toBe("Noted: what was known of it has ended.");
  });

  it("says that nothing was read, or that it is read later, and nothing where it was not stored", async () => {
    expect(await acknowledgement(written(nothing))).toContain("kept as text");
    expect(await acknowledgement(written(null, true))).toContain("later");
    expect(await acknowledgement(Promise.resolve({ error: new Error("no") as never }))).toBe("");
  });

  it("is told from what asks", () => {
    expect(["I live in Vienna.", "Hello!"].map(onlyTells)).toEqual([true, true]);
    expect(["Where do I live", "I live in Vienna. Where did I live before?"].map(onlyTells)).toEqual([false, false]);
  });
});
