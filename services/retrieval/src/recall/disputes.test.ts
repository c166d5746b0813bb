import { describe, expect, it } from "@jest/globals";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { withDisputes } from "./disputes.ts";

/** What was said, on which day of June, and where else than in the first scope. */
type SaidOn = readonly [day: number, text: string, scope?: string];

function standing(question: string, ...said: SaidOn[]): (string | undefined)[] {
  const hits = said.map(([day, text, scope = "a"], i) => ({
    ranked: { candidate: { id: text, class: "passage" }, score: said.length - i, parts: [] },
    record: {
      ...{
        id: text,
        kind: "turn",
        text,
        turnId: text,
        sessionId: "",
        seq: 0,
        role: "user",
        speaker: "",
        entityName: "",
        validFrom: "",
      },
      ...{ knownAt: `2025-06-${String(day).padStart(2, "0")}T09:00:00Z`, scopes: { clauses: [{ paths: [scope] }] } },
      standing: { kind: "unread", endedBy: [], until: "", endedParts: [] },
    },
  })) as unknown as CheckedHit[];
  return withDisputes(hits, readQuestion(question, "2025-07-01T00:00:00Z")).map(({ record }) => record.standing?.kind);
}

describe("sources that cannot both be right are disputed", () => {
  it.each([
    ["two speakers", "Where is the kiln?", "Pia: the kiln is in Ghent.", "Bo: the kiln is in Bruges."],
    [
      "who is told of",
      "How many guests does the fair have?",
      "According to the mayor, the fair has 80 guests.",
      "The baker says the fair has 95 guests.",
    ],
    ["two who name no place by its name", "Where is the safe?", "Pia: the safe is in the cellar.", "Bo: the safe is in the attic."],
    ["two who saw it", "What colour was the cart?", "The baker says the cart was red.", "The smith says the cart was blue."],
    [
      "two papers",
      "How much is the fee?",
      "According to the contract, the fee is 1,400 euros.",
      "According to the invoice, the fee is 1,650 euros.",
    ],
    ["one denies it", "Is the well dry?", "Pia: the well in the yard is dry.", "Bo: the well in the yard is not dry."],
  ])("%s", (_what, question, one, other) => {
    expect(standing(question, [1, one], [2, other])).toEqual(["disputed", "disputed"]);
  });

  it("under two scopes, whenever they said it", () => {
    const said = ["The firm Kvarn is based in Lund.", "The firm Kvarn is based in Lugo."] as const;
    expect(standing("Where is the firm Kvarn based?", [1, said[0]], [28, said[1], "b"])).toEqual(["disputed", "disputed"]);
    expect(standing("Where is the firm Kvarn based?", [1, said[0]], [2, said[1]])).toEqual(["unread", "unread"]);
  });

  it.each([
    ["one who changes their mind", 1, "Where is the kiln?", "Pia: the kiln is in Ghent.", "Pia: the kiln is in Bruges."],
    ["news", 1, "Where is the kiln?", "Pia: the kiln is in Ghent.", "Bo: the kiln is in Bruges now."],
    ["what another says weeks later", 20, "Where is the kiln?", "Pia: the kiln is in Ghent.", "Bo: the kiln is in Bruges."],
    ["each of themselves", 1, "Where is the house?", "Pia: my own house is in Ghent.", "Bo: my own house is in Bruges."],
    [
      "one of several",
      1,
      "Which instrument does Timo play?",
      "Pia: Timo plays an instrument, the Oboe.",
      "Bo: Timo plays an instrument, the Viola.",
    ],
  ])("but not %s", (_what, days, question, one, other) => {
    expect(standing(question, [1, one], [1 + days, other])).toEqual(["unread", "unread"]);
  });
});
