import { expect, it } from "@jest/globals";
import type { graph } from "@loci/protos";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { formerFirst } from "./former.ts";

type SaidOn = readonly [day: string, text: string, over?: Partial<graph.MemoryRecord>];

function hits(...said: readonly SaidOn[]): CheckedHit[] {
  return said.map(([day, text, over], i) => ({
    ranked: { candidate: { id: text, class: over?.key ? "fact" : "passage" }, score: said.length - i, parts: [] },
    record: {
      ...{ id: text, kind: "turn", text, turnId: text, sessionId: "", seq: 0, role: "user", speaker: "", entityName: "", key: "" },
      ...{ knownAt: `${day}T09:00:00Z`, validFrom: "", value: "" },
      ...{ standing: { kind: "current", endedBy: [], until: "", endedParts: [] }, ...over },
    },
  })) as unknown as CheckedHit[];
}

const shown = (question: string, ...given: readonly SaidOn[]) =>
  formerFirst(hits(...given), readQuestion(question, "2025-06-01T00:00:00Z")).map(({ record }) => record.text);

const [old, now] = ["Ilias goes to the Linden school.", "Ilias has changed schools, he goes to the Hilltop school now."];

it("what newer words replaced answers what was before", () => {
  expect(shown("Which school did Ilias go to before?", ["2025-03-01", now], ["2024-09-01", old])).toEqual([old, now]);
  expect(shown("Which school does Ilias go to?", ["2025-03-01", now], ["2024-09-01", old])).toEqual([now, old]);
});

it("what only happened was no state before another", () => {
  const over = { key: "event", standing: { kind: "ended", endedBy: [], until: "2025-03-02", endedParts: [] } };
  const event = "Ilias event: changed schools";
  expect(
    shown("Which school did Ilias go to before?", ["2025-03-01", event, over], ["2024-09-01", old], ["2025-03-01", now])[0],
  ).toBe(old);
});
