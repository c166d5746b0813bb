import { expect, it } from "@jest/globals";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { namesBehind } from "./names-behind.ts";

const fact = (key: string, value: string, score: number) =>
  ({
    ranked: { candidate: { id: key, class: "fact" }, score, parts: [] },
    record: { id: key, key, value, text: `user ${key}: ${value}`, entityName: "user" },
  }) as unknown as CheckedHit;

const first = (question: string) =>
  namesBehind(
    [fact("name", "Philippe Garnier", 3), fact("also_known_as", "Phil", 2), fact("owns", "bookshop", 1)],
    readQuestion(question, "2025-06-01T00:00:00Z"),
  )[0]?.record.key;

it("what somebody is called stands behind what they do and have", () => {
  expect(first("What do I own?")).toBe("owns");
  expect(first("Where does Phil work?")).toBe("owns");
});

it.each(["What is my name?", "Who has a bookshop?", "What is Philippe?", "What name do I have?"])("%s", (question) =>
  expect(first(question)).toBe("name"),
);
