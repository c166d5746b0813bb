import { describe, expect, it } from "@jest/globals";
import { headlineOf, type FirstTurn } from "./headline.ts";

const user = (content: string): FirstTurn => ({ role: "user", content });
const assistant = (content: string): FirstTurn => ({ role: "assistant", content });

describe("the title and preview of a session", () => {
  it.each<[string, readonly FirstTurn[], string, string]>([
    ["nothing was said", [], "", ""],
    [
      "its first sentence, and how it goes on",
      [user("I moved to Lisbon. I like the hills."), assistant("Noted.")],
      "I moved to Lisbon.",
      "I like the hills. · Noted.",
    ],
    [
      "greetings are passed over",
      [user("Hi!"), assistant("Hello."), user("Hey there, where does Mina live?")],
      "where does Mina live?",
      "",
    ],
    ["and whom they greet", [user("Dear Ms. Park, the invoice of May is missing.")], "the invoice of May is missing.", ""],
    ["what says nothing is passed over", [user("Thanks. I need help with my tax return.")], "I need help with my tax return.", ""],
    ["unless all of it says nothing", [user("Hello!"), assistant("Hi.")], "Hello!", "Hi."],
    [
      "a user's words stand before what was told to the model",
      [{ role: "system", content: "Be brief." }, user("Plan a trip to Bergen")],
      "Plan a trip to Bergen",
      "",
    ],
    ["without a user another's", [assistant("The report is done.")], "The report is done.", ""],
    ["marks of layout are left out", [user("## Plan\n\n- visit   the fjords\u202E")], "Plan - visit the fjords", ""],
    ["what is withheld is no title", [user("[forgotten]         I sold the boat.")], "[forgotten] I sold the boat.", ""],
    ["nor is it all of one", [user("[forgotten]   "), user("I sold the boat.")], "I sold the boat.", ""],
    [
      "unspaced text",
      [user("\u79C1\u306F\u6771\u4EAC\u306B\u4F4F\u3093\u3067\u3044\u307E\u3059\u3002")],
      "\u79C1\u306F\u6771\u4EAC\u306B\u4F4F\u3093\u3067\u3044\u307E\u3059\u3002",
      "",
    ],
  ])("%s", (_, turns, title, preview) => {
    expect(headlineOf(turns)).toEqual({ title, preview });
  });

  it("have at most 60 and 160 characters, ended at a word, and lose none between them", () => {
    const text =
      "The third quarter's budget for the northern offices was raised by twelve percent after long talks with the board in Oslo";
    const { title, preview } = headlineOf([user(text)]);
    expect([title, preview]).toEqual([
      "The third quarter's budget for the northern offices was\u2026",
      "raised by twelve percent after long talks with the board in Oslo",
    ]);
    const long = headlineOf([user(`${text}. `.repeat(9))]);
    expect([...long.preview].length).toBeLessThanOrEqual(160);
    expect(long.preview).toMatch(/\p{L}\u2026$/u);
    expect([...headlineOf([user("\u{1F600}".repeat(500))]).title].length).toBeLessThanOrEqual(60);
  });
});
