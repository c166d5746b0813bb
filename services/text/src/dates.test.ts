import { describe, expect, it } from "@jest/globals";
import { datesIn } from "./index.ts";

/** A Wednesday. */
const now = "2024-02-14T12:00:00.000Z";
const days = (question: string) => datesIn(question, now).map(({ from, until }) => `${from.slice(0, 10)}..${until.slice(0, 10)}`);

describe("datesIn", () => {
  it.each([
    ["What happened in May 2023?", "2023-05-01..2023-06-01"],
    ["on 7 May 2023", "2023-05-07..2023-05-08"],
    ["on May 7th, 2023 at 5pm", "2023-05-07..2023-05-08"],
    ["on 2023-05-07", "2023-05-07..2023-05-08"],
    ["last week", "2024-02-05..2024-02-12"],
    ["yesterday", "2024-02-13..2024-02-14"],
    ["two weeks ago", "2024-01-29..2024-02-05"],
    ["the past three months", "2023-11-14..2024-02-15"],
    ["last Friday", "2024-02-09..2024-02-10"],
    ["in 2022", "2022-01-01..2023-01-01"],
    ["late 2021", "2021-09-01..2022-01-01"],
    ["mid-July 2023", "2023-07-11..2023-07-21"],
    ["summer 2023", "2023-06-01..2023-09-01"],
    ["last summer", "2023-06-01..2023-09-01"],
    ["between 3 May 2023 and 9 May 2023", "2023-05-03..2023-05-10"],
    ["the week before 9 June 2023", "2023-06-02..2023-06-09"],
    ["the week after 9 June 2023", "2023-06-10..2023-06-17"],
    ["the day after 9 June 2023", "2023-06-10..2023-06-11"],
    ["two weeks before 9 June 2023", "2023-05-26..2023-05-27"],
    ["a month after 9 June 2023", "2023-07-09..2023-07-10"],
    ["since 2020", "2020-01-01..2024-02-14"],
    ["before June 2023", "0001-01-01..2023-06-01"],
  ])("reads %j", (question, span) => {
    expect(days(question)).toEqual([span]);
  });

  it("gives a month or day without a year its five latest occurrences", () => {
    expect(days("in early June")).toEqual(["2023", "2022", "2021", "2020", "2019"].map((year) => `${year}-06-01..${year}-06-11`));
    expect(days("on 7 January")[0]).toBe("2024-01-07..2024-01-08");
  });

  it("gives winter of a year both winters that touch it", () => {
    expect(days("winter 2023")).toEqual(["2023-12-01..2024-03-01", "2022-12-01..2023-03-01"]);
  });

  it("reads several dates", () => {
    expect(days("in January 2023 and March 2023")).toEqual(["2023-01-01..2023-02-01", "2023-03-01..2023-04-01"]);
  });

  it.each(["May I march on?", "Did she fall?", "What may the second child do now at 5?", "room 2301", "who sat in the sun?"])(
    "reads no date in %j",
    (question) => {
      expect(days(question)).toEqual([]);
    },
  );

  it("gives RFC 3339 in UTC", () => {
    expect(datesIn("on 7 May 2023", now)).toEqual([{ from: "2023-05-07T00:00:00.000Z", until: "2023-05-08T00:00:00.000Z" }]);
  });
});
