import { expect, it } from "@jest/globals";
import type { Value } from "../values/value.ts";
import { formats } from "./format.ts";

const rows = Array.from({ length: 50_000 }, (_, at): Value => new Map<string, Value>([["n", BigInt(at)]]));
const numbers = Array.from({ length: 100_000 }, (_, at) => BigInt(at));

it.each(formats.flatMap((format) => [["rows", format, rows] as const, ["numbers", format, numbers] as const]))(
  "others may have their turns while many %s are written: %j",
  (_, format, value) => {
    let pauses = 0;
    const work = format.write(value);
    while (work.next().done !== true) pauses += 1;
    expect(pauses).toBeGreaterThan(20);
  },
);
