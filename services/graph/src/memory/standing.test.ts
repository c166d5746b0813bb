import { describe, expect, it } from "@jest/globals";
import { endOf, factStanding, momentOf, passageStanding, type ReadPart } from "./standing.ts";

const d = (month: number) => `2024-${String(month).padStart(2, "0")}-01T00:00:00.000Z`;
const open = { knownUntil: "", validUntil: "", closedValidUntil: "" };
const now = momentOf({ asOf: "", atInstant: "", validFrom: "" }, d(6));
const replaced = { ...open, knownUntil: d(3), closedValidUntil: d(3) };

describe("the end of a fact", () => {
  it.each([
    ["nothing ended it", open, ""],
    ["something took its place", replaced, d(3)],
    ["it was mistaken: its time in the world is not known", { ...open, knownUntil: d(3) }, d(3)],
    ["its time is over", { ...open, validUntil: d(5) }, d(5)],
    ["its time is not over yet", { ...open, validUntil: d(7) }, ""],
    ["its time was over before it was denied", { ...open, validUntil: d(2), knownUntil: d(3) }, d(2)],
    ["it was told to end later", { ...open, knownUntil: d(3), closedValidUntil: d(8) }, ""],
  ])("%s", (_what, ends, until) => expect(endOf(ends, now)).toBe(until));

  it("is compared with the time that is asked for", () => {
    const at = (view: object) => endOf(replaced, momentOf({ asOf: "", atInstant: "", validFrom: "", ...view }, d(6)));
    expect(at({ asOf: d(2) })).toBe("");
    expect(at({ asOf: d(4) })).toBe(d(3));
    expect(at({ atInstant: d(2) })).toBe("");
    expect(at({ atInstant: d(4) })).toBe(d(3));
  });

  it("names what ended it; a dispute is told of what holds", () => {
    expect(factStanding(replaced, "attribute:new", true, now)).toMatchObject({ kind: "ended", endedBy: ["attribute:new"] });
    expect(factStanding(open, "", true, now).kind).toBe("disputed");
    expect(factStanding(open, "", false, now).kind).toBe("current");
  });
});

describe("a passage", () => {
  const text = "I work at Acme. I like chess.";
  const work = { spanStart: 0, spanEnd: 15 };
  const chess = { spanStart: 16, spanEnd: 29 };
  const part = (over: Partial<ReadPart>): ReadPart => ({
    ...{ factId: "attribute:1", text: "user employer: Acme", ...work, ends: open, endedBy: "", uncertaintyIds: [] },
    ...over,
  });
  const kind = (said: string, ...parts: ReadPart[]) => passageStanding(said, parts, now).kind;

  it("from which nothing was read is unread", () => expect(kind(text)).toBe("unread"));

  it("has ended where all that was read from it has", () => {
    const parts = [part({ ends: replaced, endedBy: "attribute:2" }), part({ ...chess, ends: { ...open, validUntil: d(5) } })];
    expect(passageStanding(text, parts, now)).toMatchObject({ kind: "ended", endedBy: ["attribute:2"], until: d(5) });
  });

  it("of which some holds is current, and names what does not", () => {
    const standing = passageStanding(text, [part({ ends: replaced }), part({ ...chess, factId: "attribute:3" })], now);
    expect(standing).toMatchObject({ kind: "current", until: "", endedBy: [] });
    expect(standing.endedParts).toEqual([
      { factId: "attribute:1", text: "user employer: Acme", ...work, until: d(3), endedBy: "" },
    ]);
  });

  it("with a sentence that nobody read stays, but not for a question or a word of thanks", () => {
    const ended = part({ ends: replaced });
    expect(kind(text, ended)).toBe("current");
    expect(kind("I work at Acme. Where do you work?", ended)).toBe("ended");
    expect(kind("I work at Acme. Thanks!", ended)).toBe("ended");
    expect(kind(text, part({ ends: replaced, spanStart: -1, spanEnd: -1 }))).toBe("ended");
  });

  it("whose time ran out says more in a clause that no fact tells", () => {
    const said = "First talk with Anselm as my manager today, Colette runs the Lyon site.";
    const lapsed = part({ text: "Colette runs: Lyon site", spanEnd: said.length, ends: { ...open, validUntil: d(5) } });
    expect(kind(said, lapsed)).toBe("current");
    expect(kind("Colette runs the Lyon site this week.", lapsed)).toBe("ended");
    expect(kind(said, { ...lapsed, endedBy: "attribute:2" })).toBe("ended");
  });

  it("that denies something says what holds", () => expect(kind(text, part({ ends: undefined }))).toBe("current"));

  it("is disputed where something that it says is, and has not ended", () => {
    expect(kind(text, part({ uncertaintyIds: ["uncertainty:1"] }))).toBe("disputed");
    expect(kind("I work at Acme.", part({ uncertaintyIds: ["uncertainty:1"], ends: replaced }))).toBe("ended");
  });
});
