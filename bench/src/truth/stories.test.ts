import { expect, test } from "@jest/globals";
import { loadFamilies, loadStories } from "./load.ts";
import { halves, kinds, storiesOf, type Kind } from "./story.ts";

/** Stories that a half has at least, so that one wrong story moves a share by a few hundredths and no more. */
const least: Readonly<Record<Kind, number>> = { reading: 80, questions: 80, forgetting: 20, feedback: 10, identity: 20 };

test("every story is well-formed, and each half has enough of each kind", async () => {
  const stories = await loadStories(await loadFamilies());
  for (const half of halves)
    for (const kind of kinds) expect([half, kind, stories[half][kind].length >= least[kind]]).toEqual([half, kind, true]);
  const sentences = stories.heldout.reading.filter(({ reads }) => reads.length > 0);
  expect(sentences.length).toBeGreaterThanOrEqual(70);
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
