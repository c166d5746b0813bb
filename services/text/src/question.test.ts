import { describe, expect, it } from "@jest/globals";
import { questionFocus } from "./index.ts";

describe("questionFocus", () => {
  it("drops question words and light verbs", () => {
    expect(questionFocus("What kind of art does Caroline make?").terms).toEqual(["art", "carolin", "make"]);
    expect(questionFocus("Can you tell me how many cats Bob has?").terms).toEqual(["cat", "bob"]);
  });

  it("does not take a request for a month, nor a living for a home", () => {
    expect(questionFocus("May I swim in the lake?").terms).toEqual(["swim", "lake"]);
    expect(questionFocus("What does Bob do for a living?").terms).toEqual(["bob", "job"]);
  });

  it("keeps the terms of a question that is nothing but framing", () => {
    expect(questionFocus("What type of?").terms).toEqual(["type"]);
  });

  it.each<[string, string[]]>([
    ["What did Caroline's sister say to Dr. Anna Lee?", ["Caroline", "Dr. Anna Lee"]],
    ["Caroline went where?", ["Caroline"]],
    ["Did Melanie and Bob-Jones see Lord of the Rings in May?", ["Melanie", "Bob-Jones", "Lord of the Rings"]],
    ["Tell me about Will.", ["Will"]],
    ["When did I go to New York City on Monday?", ["New York City"]],
    ["who is she?", []],
    ["Who lives in flat 3B?", []],
  ])("finds the names in %j", (question, names) => {
    expect(questionFocus(question).names).toEqual(names);
  });

  it.each<[string, string[]]>([
    ["What does my sister do?", ["sister", "job"]],
    ["What does Pia Berg do now?", ["pia", "berg", "job"]],
    ["What does the script do?", ["script"]],
  ])("reads %j as people mean it", (question, terms) => expect(questionFocus(question).terms).toEqual(terms));

  it.each<[string, string[]]>([
    ["When did she go?", ["when"]],
    ["What date was it?", ["when"]],
    ["Who came and when?", ["who", "when"]],
    ["Which city does he live in?", ["where"]],
    ["How many kids?", ["how_many"]],
    ["How long has she known him?", ["how_long"]],
    ["What did he eat?", ["what"]],
    ["Did he eat?", ["yes_no"]],
    ["his food", []],
  ])("tells what %j asks for", (question, kinds) => {
    expect(questionFocus(question).kinds).toEqual(kinds);
  });
});

it("an office is apart from where it is held", () => {
  expect(questionFocus("Who is the CEO of Calder Shipping?").names).toEqual(["CEO", "Calder Shipping"]);
});
