import { expect, test } from "@jest/globals";
import { loadFamilies, loadStories } from "./load.ts";
import { halves, kinds, storiesOf } from "./story.ts";

test("every story is well-formed; there are 300 at least, half of each kind held out", async () => {
  const stories = await loadStories(await loadFamilies());
  const counts = kinds.map((kind) => ({ kind, tune: stories.tune[kind].length, heldout: stories.heldout[kind].length }));
  for (const { kind, tune, heldout } of counts) expect([kind, Math.abs(tune - heldout) <= 4]).toEqual([kind, true]);
  expect(counts.reduce((sum, { tune, heldout }) => sum + tune + heldout, 0)).toBeGreaterThanOrEqual(300);
  const sentences = halves.flatMap((half) => stories[half].reading.filter(({ reads }) => reads.length > 0));
  expect(sentences.length).toBeGreaterThanOrEqual(100);
});

test("a story that is not well-formed is refused, and told why", () => {
  const story = { name: "a", tell: [{ "2025-01-01": "x" }], ask: [{ q: "?", is: ["x"] }] };
  expect(storiesOf("questions", [story]).questions[0]?.tell).toEqual([
    { at: "2025-01-01", text: "x", role: "user", session: "", user: "" },
  ]);
  expect(() => storiesOf("questions", [{ ...story, tell: [{ "1 May": "x" }] }])).toThrow("a telling is one");
  expect(() => storiesOf("questions", [{ ...story, tell: [{ "2025-01-01 rôle=user": "x" }] }])).toThrow("a telling is one");
  expect(() => storiesOf("questions", [{ ...story, asks: [] }])).toThrow("asks");
  expect(() => storiesOf("identity", [{ name: "a", tell: story.tell }])).toThrow("needs one of");
});
