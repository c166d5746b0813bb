import { describe, expect, it } from "@jest/globals";
import { analyse, analysePassage, parseSpeaker } from "./index.ts";

describe("parseSpeaker", () => {
  it.each([
    ["Caroline: Hey!", "Caroline"],
    ["Dr. Anna Lee: hello", "Dr. Anna Lee"],
    ["user: hi", "user"],
    ["Assistant: hi", "Assistant"],
    ["Speaker 2: hi", "Speaker 2"],
    ["Jean-Luc O'Neil \u00C1vila: hi", "Jean-Luc O'Neil \u00C1vila"],
    ["J. R. R. Tolkien: hi", "J. R. R. Tolkien"],
  ])("reads the speaker of %j", (content, speaker) => {
    const parsed = parseSpeaker(content);
    expect(parsed.speaker).toBe(speaker);
    expect(content.slice(parsed.start)).toMatch(/^(?:Hey!|hello|hi)$/);
  });

  it.each([
    "Note: x",
    "Correction: x",
    "Org announcement: x",
    "Important Note: x",
    "http://x",
    "Subject: x",
    "Re: x",
    "TODO: x",
    "Warning: x",
    "Tip: x",
    "PS: x",
    "Update: x",
    "Step 2: x",
    "Husband: x",
    "Dogs: x",
    "Spare Key: x",
    "Order 5519: x",
    "TCK-881: x",
    "Hello there: x",
    "One Two Three Four Five: x",
    "No colon",
    "",
    "12:30 we met",
    "Ratio 3:4",
    `${"Abcdefghij".repeat(7)}: x`,
  ])("reads no speaker in %j", (content) => {
    expect(parseSpeaker(content)).toEqual({ speaker: "", start: 0 });
  });
});

describe("analysePassage", () => {
  it("puts the date and the speaker in front and does not double the prefix", () => {
    const passage = { speaker: "Caroline", knownAt: "2024-05-07T10:00:00.000Z", text: "Caroline: Painting helps." };
    expect(analysePassage(passage)).toEqual(["2024", "may", "7", "carolin", "paint", "help"]);
  });

  it("gives the date the terms that a question about it gives", () => {
    const terms = new Set(analysePassage({ speaker: "", knownAt: "2023-10-21T00:00:00.000Z", text: "" }));
    expect(analyse("on 21st October 2023").every((term) => terms.has(term))).toBe(true);
  });

  it("takes the speaker from the text where none is given, and needs neither", () => {
    expect(analysePassage({ speaker: "", knownAt: "", text: "Bob: Cars" })).toEqual(["bob", "car"]);
    expect(analysePassage({ speaker: "", knownAt: "", text: "cars" })).toEqual(["car"]);
  });

  it("keeps a prefix that names somebody else", () => {
    expect(analysePassage({ speaker: "Anna", knownAt: "", text: "Bob: Cars" })).toEqual(["anna", "bob", "car"]);
  });
});
