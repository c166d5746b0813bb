import { describe, expect, it } from "@jest/globals";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { withoutRivals } from "./rivals.ts";

function shown(question: string, ...texts: readonly string[]): string[] {
  const hits = texts.map((text) => ({
    ranked: { candidate: { id: text, class: "passage" }, score: 1, parts: [] },
    record: { id: text, turnId: text, text, entityName: "", speaker: "", standing: { kind: "current" } },
  })) as unknown as CheckedHit[];
  return withoutRivals(hits, readQuestion(question, "2025-06-01T00:00:00Z")).map(({ record }) => record.text);
}

describe("what answers of another is left out where something answers of the one that is named", () => {
  it.each([
    ["Which instrument does Paloma play?", "Our daughter Paloma plays the harp.", "Our daughter Ximena plays the bassoon."],
    ["Who is our contact at Osprey Bank?", "Our contact at Osprey Bank is Henrik.", "Our contact at Meridian Tiles is Fatou."],
    ["How fast did I run the Hamburg marathon?", "I ran the Hamburg marathon in 3:41.", "Tadeo ran the marathon in Basel in 1:38."],
    [
      "On which port does the mail service listen?",
      "The mail service listens on port 7443.",
      "The image service listens on port 9900.",
    ],
  ])("%s", (question, answer, rival) => expect(shown(question, answer, rival)).toEqual([answer]));

  it.each([
    ["it may be the answer", "Where is Ida's boat?", "Ida bought a boat.", "The boat lies in Kiel."],
    ["it is named too", "Do Paloma and Ximena play the harp?", "Paloma plays the harp.", "Ximena plays the harp."],
    [
      "it tells more of what is asked",
      "Which hotel in Bergen did you suggest?",
      "I want a hotel in Bergen.",
      "I'd suggest the Skostredet Hotel.",
    ],
    ["nothing answers of the one", "What does Bo play?", "Bo is nine.", "Ximena plays the bassoon."],
    ["a fact is of the user", "What does my best friend do?", "My best friend is Folake.", "user friend: Folake"],
    ["nobody is named", "Who plays?", "Paloma plays the harp.", "Ximena plays the bassoon."],
    [
      "only the far end of a long text answers",
      "What does Paloma play?",
      `${"Well. ".repeat(800)}Paloma plays the harp.`,
      "Ximena plays the bassoon.",
    ],
  ])("but not where %s", (_why, question, ...texts) => expect(shown(question, ...texts)).toEqual(texts));
});
