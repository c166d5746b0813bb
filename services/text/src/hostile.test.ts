import { describe, expect, it } from "@jest/globals";
import { hostileStrings } from "@loci/e2e/parts/hostile-strings";
import { normaliseKey, normaliseName, normaliseType } from "@loci/kernel";
import {
  analysePassage,
  analyse,
  chunkText,
  clausesOf,
  datesIn,
  keyphrases,
  minHash,
  parseSpeaker,
  questionFocus,
  sentencesOf,
  stemOf,
} from "./index.ts";

const now = "2025-03-01T00:00:00Z";
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  analyse,
  analysePassage: (text) => analysePassage({ speaker: "", knownAt: now, text }),
  clausesOf,
  chunkText: (text) => [...chunkText(text, [{ start: 0, end: text.length }])],
  datesIn: (text) => datesIn(text, now),
  keyphrases: (text) => keyphrases(text, 20),
  minHash,
  normaliseKey,
  normaliseName,
  normaliseType,
  parseSpeaker,
  questionFocus,
  sentencesOf,
  stemOf,
};

const short = 2_500;
const times = 8;
/** Twice what is linear, and half of what grows with the square. */
const allowedGrowth = times * 3;
/** Below this a time says nothing on a machine that does other things as well. */
const noiseMs = 8;

function millis(read: (text: string) => unknown, text: string): number {
  const start = performance.now();
  read(text);
  return performance.now() - start;
}

/** Whether eight times the text takes much more than eight times as long. A slow moment of the machine does not come three times. */
function grows(read: (text: string) => unknown, few: string, many: string): boolean {
  return [1, 2, 3].every(() => millis(read, many) > allowedGrowth * Math.max(noiseMs, millis(read, few)));
}

describe("a text that is made to take long", () => {
  it.each(Object.entries(readers))("takes %s a time that grows as the text does", (_, read) => {
    const many = new Map(hostileStrings(short * times));
    const slow = hostileStrings(short).filter(([name, text]) => grows(read, text, many.get(name) ?? ""));
    expect(slow.map(([name]) => name)).toEqual([]);
  });

  it("has words that are found again, however long they are", () => {
    const word = "q".repeat(20_000);
    expect(analyse(word)).toEqual(analyse(`A ${word}.`));
    expect(analyse(word)).toHaveLength(1);
  });
});
