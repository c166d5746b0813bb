import { expect, it } from "@jest/globals";
import { openParser } from "@loci/parser";
import { keepingParses } from "./kept-parses.ts";

async function counting() {
  const real = await openParser();
  const asked: string[] = [];
  const parser = keepingParses({
    ...real,
    parse(text) {
      asked.push(text);
      return real.parse(text);
    },
  });
  return { parser, asked, real };
}

it("parses the same words once", async () => {
  const { parser, asked, real } = await counting();
  expect([parser.parse("Dana leads Falcon."), parser.parse("Dana leads Falcon.")]).toEqual([
    real.parse("Dana leads Falcon."),
    real.parse("Dana leads Falcon."),
  ]);
  expect(asked).toEqual(["Dana leads Falcon."]);
});

it("keeps the last texts only, and no long ones", async () => {
  const { parser, asked } = await counting();
  parser.parse("one two");
  for (let i = 0; i < 64; i++) parser.parse(`line ${String(i)}`);
  parser.parse("one two");
  expect(asked.filter((text) => text === "one two")).toHaveLength(2);
  const long = "word ".repeat(500);
  parser.parse(long);
  parser.parse(long);
  expect(asked.filter((text) => text === long)).toHaveLength(2);
});
