import { describe, expect, it } from "@jest/globals";
import { chosenOptions, paramsOf, questionIn, requestOf } from "./question.ts";

const read = (text: string) => questionIn(new URLSearchParams(text));

describe("a question in an address", () => {
  it("comes back as it was", () => {
    const address = "q=Where%3F&mode=graph&k=5&scope=%2Facme&scope=%2Fme&label=x&include=facts&asOf=2024-06-01T00%3A00";
    expect(paramsOf(read(address)).toString()).toBe(new URLSearchParams(address).toString());
    expect(chosenOptions(read(address))).toBe(6);
  });

  it("has the usual options where it names none, or ones that make no sense", () => {
    expect(read("q=a&mode=moon&k=900&asOf=soon&compareAt=x")).toEqual(read("q=a"));
    expect(paramsOf(read("q=a")).toString()).toBe("q=a");
    expect(chosenOptions(read("q=a"))).toBe(0);
  });

  it("becomes a request that names only what was chosen", () => {
    expect(requestOf(read("q=a"), "")).toEqual({ query: "a", k: 10, source: "console" });
    expect(requestOf(read("q=a&scope=/x&include=passages"), "2024-06-01T00:00Z")).toMatchObject({
      ...{ lens: [["/x"]], include: ["passages"], asOf: "2024-06-01T00:00:00.000Z" },
    });
  });
});
