import { describe, expect, it } from "@jest/globals";
import { normaliseValue } from "./values.ts";

describe("two values are the same", () => {
  it.each([
    ["Oslo", " OSLO "],
    ["Oslo", "oslo."],
    ["New York", "new\t york"],
    ["1000", "1,000.00"],
    ["-2.50", "-2.5"],
    ["5 km", "5km"],
    ["30 %", "30%"],
    ["2020-05-01", "1 May 2020"],
    ["2020-05-01", "May 1st, 2020"],
    ["2020-05-01", "the 1st of May 2020"],
    ["2020-05-01", "2020-05-01T00:00:00Z"],
    ["Sept 2020", "September, 2020"],
    ["O’Neill", "o'neill"],
  ])("%j and %j", (a, b) => expect(normaliseValue(a)).toBe(normaliseValue(b)));
});

describe("two values differ", () => {
  it.each([
    ["007", "7"],
    ["12345678901234567", "12345678901234568"],
    ["03/04/2020", "04/03/2020"],
    ["2020-05-01", "May 2020"],
    ["31 February 2020", "2 March 2020"],
    ["5 km", "5 miles"],
    ["1", "1st"],
    ["24 Main Street", "24"],
    ["?", "!"],
    ["May", "March"],
  ])("%j and %j", (a, b) => expect(normaliseValue(a)).not.toBe(normaliseValue(b)));
});
