import { describe, expect, test } from "@jest/globals";
import { QueryError } from "../../errors.ts";
import { KeyRange, RecordId, SetValue } from "../../values/value.ts";
import { parseConstantRecordId, parseValueText } from "./constant.ts";
import { parseIdiomText, parseKindText } from "./parse/index.ts";

describe("a text of one value", () => {
  test("is read without calculating anything", () => {
    expect(parseValueText('{ "a": [1, 2.5, null], b: person:tobie, c: {2, 1,} }')).toEqual(
      new Map<string, unknown>([
        ["a", [1n, 2.5, null]],
        ["b", new RecordId("person", "tobie")],
        ["c", new SetValue([1n, 2n])],
      ]),
    );
    expect(() => parseValueText("1 + 1")).toThrow(QueryError);
    expect(() => parseValueText("a:rand()")).toThrow(QueryError);
  });

  test("is a record id, or a range of them", () => {
    expect(parseConstantRecordId("a:[1, 'b']")).toEqual(new RecordId("a", [1n, "b"]));
    expect(parseConstantRecordId("a:1..")).toEqual(new RecordId("a", new KeyRange({ value: 1n, inclusive: true }, undefined)));
    expect(() => parseConstantRecordId("a")).toThrow("Parse error: Unexpected end of file, expected :");
  });

  test("is a path or a type", () => {
    expect(parseIdiomText("a.b[0]").parts).toHaveLength(3);
    expect(parseKindText("option<array<int | 'a', 3>>")).toEqual({
      kind: "either",
      options: [
        { kind: "none" },
        {
          kind: "array",
          of: {
            kind: "either",
            options: [{ kind: "int" }, { kind: "literal", literal: { of: "value", value: { kind: "literal", value: "a" } } }],
          },
          length: 3,
        },
      ],
    });
  });
});
