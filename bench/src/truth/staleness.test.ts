import { describe, expect, test } from "@jest/globals";
import { staleSentence } from "./staleness.ts";

describe("a text is stale where a sentence shows what no longer holds as if it did", () => {
  test.each([
    ["I live in Lisbon and work at Acme.", "I live in Lisbon and work at Acme."],
    ["user employer: Acme", "user employer: Acme"],
    ["I quit Acme. I work at Globex now.", undefined],
    ["user former employer: Acme (known since 2025-03-05)", undefined],
    ["He went from Acme to Globex.", undefined],
    ["Do you still work at Acme?", undefined],
    ['Your employer is Globex [S1]. You said: "I work at Acme." [S2]', 'You said: "I work at Acme."'],
    ["Acme (until 2025-03-01)", undefined],
    ["- [2024-05-01, ended] user: I am new here. I work at Acme.", undefined],
    ["No longer so:\n- user: I am new here. I work at Acme.", undefined],
    ["What was said:\n- [2024-05-01] user: I am new here. I work at Acme.", "I work at Acme."],
    ["No longer so:\n- user pet: Moka\nFacts:\n- user employer: Acme", "- user employer: Acme"],
  ])("%s", (text, sentence) => {
    expect(staleSentence(text, ["Globex"], ["Acme"])).toBe(sentence);
  });
});
