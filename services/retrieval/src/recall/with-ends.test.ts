import { expect, it } from "@jest/globals";
import { withEnds } from "./with-ends.ts";

const part = (spanStart: number, spanEnd: number, until: string) => ({ spanStart, spanEnd, until: `${until}T00:00:00.000Z` });

it.each([
  ["I work at Acme. I like chess.", [part(0, 15, "2024-06-01")], "I work at Acme [until 2024-06-01]. I like chess."],
  ["I work at Acme", [part(0, 14, "2024-06-01"), part(2, 14, "2024-07-01")], "I work at Acme [until 2024-07-01]"],
  [
    "Acme, then Oslo!",
    [part(11, 16, "2024-02-02"), part(0, 4, "2024-01-01")],
    "Acme [until 2024-01-01], then Oslo [until 2024-02-02]!",
  ],
  ["nothing", [], "nothing"],
])("%j says until when its parts held", (text, parts, marked) => expect(withEnds(text, parts)).toBe(marked));
