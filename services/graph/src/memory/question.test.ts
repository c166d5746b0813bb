import { describe, expect, it } from "@jest/globals";
import { suggestedQuestion } from "./question.ts";

describe("the question that would settle an uncertainty", () => {
  it.each([
    ["residence", ["Porto", "Lisbon"], "Is Mina's residence Porto or Lisbon?"],
    ["job_title", ["cook", "nurse", "cook", "pilot"], "Is Mina's job title cook, nurse or pilot?"],
    ["works_at", ["Acme", "Globex"], "Which is right: Mina works at Acme or Globex?"],
    ["employer", ["Acme"], "Is Mina's employer Acme?"],
    ["employer", [], "What is Mina's employer?"],
  ])("about %s", (key, values, question) => {
    expect(suggestedQuestion("Mina", key, values)).toBe(question);
  });
});
