import { describe, expect, it } from "@jest/globals";
import { presentTime } from "@loci/platform/messages";
import type { retrieval } from "@loci/protos";
import { labelFilters, looksBack, mayHaveEnded, readQuestion, requestKey } from "./question.ts";

const now = "2024-06-15T12:00:00.000Z";

describe("reading a question", () => {
  it("weighs its own words 1 and related words less", () => {
    const { terms } = readQuestion("What do the kids paint?", now);
    expect(terms.get("kid")).toBe(1);
    expect(terms.get("child")).toBeLessThan(1);
  });

  it("leaves names out of what is embedded, as they match every line of a speaker", () => {
    expect(readQuestion("When did Caroline adopt a greyhound?", now).dense).not.toContain("Caroline");
  });

  it("keeps the name where nothing else is left", () => {
    expect(readQuestion("Who is Caroline?", now).dense).toContain("Caroline");
  });

  it("looks for names that are written in lower case too", () => {
    expect(readQuestion("where does caroline live", now).names).toContain("caroline");
  });

  it("reads the beginning and the end of one that nobody asks", () => {
    const words = Array.from({ length: 2_000 }, (_, n) => `w${n.toString(36)}ord`);
    const long = `Where did Anna go in May 2023? ${words.join(" ")} And what did Berta do in June 2022?`;
    const { text, names, during, terms } = readQuestion(long, now);
    expect(text.length).toBeLessThanOrEqual(4_001);
    expect([names.includes("Anna"), names.includes("Berta")]).toEqual([true, true]);
    expect(during.map(({ from }) => from.slice(0, 7))).toEqual(["2023-05", "2022-06"]);
    expect([...terms.values()].filter((weight) => weight === 1).length).toBeLessThanOrEqual(256);
    const cut = readQuestion(`${"a".repeat(1_999)}${"\u{1f600}".repeat(3_000)}`, now);
    expect(cut.text.isWellFormed()).toBe(true);
  });

  it("hears the names of speakers through a possessive", () => {
    expect(readQuestion("What is Caroline's dog called?", now).words).toContain("caroline");
  });

  it("finds the time that it names", () => {
    expect(readQuestion("What did Ann do in May 2023?", now).during).toContainEqual({
      from: "2023-05-01T00:00:00.000Z",
      until: "2023-06-01T00:00:00.000Z",
    });
  });
});

describe("a request", () => {
  const request = { query: "a  b", labels: ["y=2", "x=1"], k: 10, time: null, source: "one" } as retrieval.QueryRequest;

  it("has the same key however its words are spaced, its labels ordered and its source named", () => {
    expect(requestKey(request, ["/"], undefined)).toBe(
      requestKey({ ...request, query: " a b ", labels: ["x=1", "y=2"], source: "two" }, ["/"], undefined),
    );
  });

  it("has the same key for no time as for the present, and another one for what has ended", () => {
    const key = (over: Partial<retrieval.QueryRequest>) => requestKey({ ...request, ...over }, ["/"], undefined);
    expect(key({ time: presentTime })).toBe(key({}));
    expect(key({ time: { ...presentTime, asOf: now } })).not.toBe(key({}));
    expect(key({ includeEnded: true })).not.toBe(key({ includeEnded: false }));
  });

  it("has another key for another region", () => {
    expect(requestKey(request, ["/"], undefined)).not.toBe(requestKey(request, ["org/a"], undefined));
  });

  it("reads labels of one key as alternatives", () => {
    expect(labelFilters(["team=x", "kind=a=b", "team=y"])).toEqual([
      { key: "team", values: ["x", "y"] },
      { key: "kind", values: ["a=b"] },
    ]);
  });

  it("looks back when any time is given", () => {
    const time = { asOf: "", atInstant: "", validFrom: "", validUntil: "", recordedAsOf: "" };
    expect([looksBack(null), looksBack(time), looksBack({ ...time, validUntil: now })]).toEqual([false, false, true]);
  });

  it("may want what has ended when it asks for another time than the known one", () => {
    const time = { asOf: "", atInstant: "", validFrom: "", validUntil: "", recordedAsOf: "" };
    expect(mayHaveEnded(null)).toBe(false);
    expect(mayHaveEnded({ ...time, asOf: now })).toBe(false);
    expect(mayHaveEnded({ ...time, atInstant: now })).toBe(true);
    expect(mayHaveEnded({ ...time, asOf: now, recordedAsOf: now })).toBe(true);
  });
});
