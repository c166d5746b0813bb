/** Which facts of a sentence were read, and which were read that nobody said. */
import { covers, type FactPattern, type KeyFamilies, type ReadFact } from "./fact-pattern.ts";
import type { ReadingStory } from "./story.ts";
import type { Verdict } from "./verdict.ts";

export function judgeReading(story: ReadingStory, read: readonly ReadFact[], families: KeyFamilies): Verdict[] {
  const isOf = (patterns: readonly FactPattern[], fact: ReadFact) => patterns.some((pattern) => covers(pattern, fact, families));
  const right = [...story.reads.flat(), ...(story.fine ?? [])];
  return [
    ...story.reads.map((ways): Verdict => {
      if (read.some((fact) => isOf(ways, fact))) return { measure: "readRecall", yes: true };
      return { measure: "readRecall", yes: false, reason: `not read: ${patternText(ways[0])}` };
    }),
    ...read.map((fact): Verdict => {
      if (isOf(right, fact)) return { measure: "readPrecision", yes: true };
      return { measure: "readPrecision", yes: false, reason: `read, not said: ${fact.entity} | ${fact.key} | ${fact.value}` };
    }),
  ];
}

function patternText(pattern: FactPattern | undefined): string {
  return [pattern?.entities, pattern?.keys, pattern?.values].map((part) => part?.join(" / ")).join(" | ");
}
