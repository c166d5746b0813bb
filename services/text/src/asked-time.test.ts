import { describe, expect, it } from "@jest/globals";
import { askedTime } from "./asked-time.ts";

describe("the time that a question asks for", () => {
  it.each([
    ["Where does Pia live?", ""],
    ["What did Pia paint?", "past"],
    ["Where did Pia use to live before she moved to Bonn?", "former"],
    ["Where did Pia live before?", "former"],
    ["What was Pia's previous job?", "former"],
  ])("is told by its tense: %s", (question, tense) => expect(askedTime(question, false).tense).toBe(tense));

  it("is what was, where a day that is over is named", () => {
    expect(askedTime("Where did Pia live in 2019?", true).tense).toBe("former");
    expect(askedTime("Where does Pia live?", true).tense).toBe("");
  });

  it.each([
    ["Which race did Pia run first?", "first"],
    ["What is Pia's latest book?", "latest"],
    ["When did I last see Pia?", "latest"],
    ["What is Pia's first name?", ""],
    ["What is Pia's last name?", ""],
    ["What did Pia do last week?", ""],
  ])("may be the first or the latest: %s", (question, wanted) => expect(askedTime(question, false).wanted).toBe(wanted));

  it("may lie before something", () => {
    expect(askedTime("Where did I work before I joined the circus?", false).before).toBe("I joined the circus");
    expect(askedTime("What did I do before lunch?", false).before).toBe("");
  });
});
