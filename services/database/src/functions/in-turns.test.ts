import { expect, it } from "@jest/globals";
import { coerceInTurns } from "../kinds/coerce.ts";
import { castInTurns } from "../kinds/cast.ts";
import type { Kind } from "../language/surrealql/tree/index.ts";
import { encodeCbor } from "../values/codec/cbor.ts";
import { Datetime, type Value } from "../values/value.ts";
import { encoding } from "./encoding.ts";
import { search } from "./search.ts";
import { context } from "./testing/values.ts";
import { reading } from "./time/read.ts";
import { casting } from "./type/cast.ts";

const numbers: readonly Value[] = Array.from({ length: 30_000 }, (_, at) => BigInt(at));
const records = numbers.map((id): Value => new Map([["id", id]]));

it.each<[string, readonly Value[]]>([
  ["encoding::json::decode", [JSON.stringify(numbers.map(Number))]],
  ["encoding::json::encode", [numbers]],
  ["encoding::cbor::decode", [encodeCbor(numbers)]],
  ["encoding::cbor::encode", [records]],
  ["time::format", [new Datetime(0n), "%c".repeat(10_000)]],
  ["search::rrf", [[records, records], 10n]],
  ["search::linear", [[records, records], [1n, 2n], 10n, "minmax"]],
  ["type::set", [numbers]],
])("%s of something long lets others have their turns", (name, args) => {
  let turns = 0;
  const called = { ...encoding, ...search, ...reading, ...casting }[name];
  if (called === undefined || "pure" in called) throw new Error("it takes no turns");
  const work = called.effect(args, {
    ...context,
    *turn() {
      turns += 1;
    },
  });
  expect(work.next().done).toBe(true);
  expect(turns).toBeGreaterThan(7);
});

it("a long array that is held against many kinds lets others have their turns", () => {
  const literal = (value: Value): Kind => ({ kind: "literal", literal: { of: "value", value: { kind: "literal", value } } });
  const of: Kind = { kind: "either", options: Array.from({ length: 200 }, (_, at) => literal(BigInt(at))) };
  const kind: Kind = { kind: "array", of, length: undefined };
  const values = numbers.slice(0, 1_000).map(() => 199n);
  const works = [coerceInTurns(values, kind), castInTurns(values, kind, () => undefined)];
  for (const work of works) {
    const pauses = [...work].length;
    expect(pauses).toBeGreaterThan(50);
  }
});
