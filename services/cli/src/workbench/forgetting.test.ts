import { expect, it } from "@jest/globals";
import type { WorkbenchEvent } from "./event.ts";
import { eventLines } from "./event-text.ts";
import { after, firstState } from "./state.ts";

const refs = Array.from({ length: 45 }, (_, i) => ({ id: `turn:${i}`, label: `text ${i}` }));
const forgetting = (from: number): WorkbenchEvent => ({ type: "forgetting", text: "boats", found: { count: 45, refs }, from });

it("lists what would be forgotten page by page until all of it was seen", () => {
  const pages = [0, 20, 40].map((from) => eventLines(forgetting(from)).map(({ text }) => text));
  const shown = pages.flatMap((lines) => lines.filter((line) => line.startsWith("- ")));
  expect(shown).toEqual(refs.map(({ label }) => `- ${label}`));
  expect(pages.map((lines) => lines.at(-2))).toEqual(["  and 25 more: m lists them", "  and 5 more: m lists them", "- text 44"]);
  expect(pages.every((lines) => lines.at(-1)?.startsWith("Forget 45 records?"))).toBe(true);
  const next = [0, 20, 40].map((from) => after(firstState(undefined), forgetting(from)).forgetting?.next);
  expect(next).toEqual([20, 40, undefined]);
});
