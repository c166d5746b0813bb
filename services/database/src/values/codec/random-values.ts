import { Decimal } from "decimal.js";
import { fitDecimal } from "../decimal.ts";
import { setOf } from "../order.ts";
import {
  Datetime,
  Duration,
  FilePointer,
  Geometry,
  KeyRange,
  Range,
  RecordId,
  Regex,
  TableName,
  Uuid,
  type Bound,
  type RecordKey,
  type Shape,
  type Value,
} from "../value.ts";

/** Chance that is the same each time for one seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Values of all kinds but functions for tests, with a taste for what is near a border. */
export class RandomValues {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = chance(seed);
  }

  value(depth = 2): Value {
    const makers: readonly (() => Value)[] = [
      ...[() => undefined, () => null, () => this.below(2) === 0],
      ...[() => this.int(), () => this.float(), () => this.decimal(), () => this.text()],
      ...[() => this.duration(), () => this.datetime(), () => this.uuid(), () => this.bytes()],
      ...[
        () => new TableName(this.text()),
        () => new Regex(this.text()),
        () => new FilePointer(this.text(), this.text()),
        () => this.recordId(depth),
      ],
      ...[() => new Geometry(this.shape()), () => this.range(depth)],
    ];
    const nested = [() => this.list(depth - 1), () => setOf(this.list(depth - 1)), () => this.object(depth - 1)];
    return this.pick(depth > 0 ? [...makers, ...nested, ...nested] : makers)();
  }

  object(depth: number): ReadonlyMap<string, Value> {
    return new Map(this.list(depth).map((value) => [this.text(), value]));
  }

  recordKey(depth = 1): RecordKey {
    return this.pick<() => RecordKey>([
      () => this.int(),
      () => this.text(),
      () => this.uuid(),
      () => this.list(depth - 1),
      () => this.object(depth - 1),
    ])();
  }

  recordId(depth: number): RecordId {
    const key = () => this.recordKey(depth - 1);
    return new RecordId(this.text(), this.below(5) === 0 ? new KeyRange(this.bound(key), this.bound(key)) : key());
  }

  int(): bigint {
    const small = BigInt(this.below(9) - 4);
    return this.pick([
      small,
      small,
      2n ** 53n + small,
      -(2n ** 53n) + small,
      2n ** 63n - 5n + small,
      -(2n ** 63n) + 4n + small,
      BigInt(this.below(1e9)),
    ]);
  }

  float(): number {
    const special = [0, -0, 1, 0.1, 0.5, -1.5, Number.NaN, Infinity, -Infinity, 2 ** 53, 2 ** 63, 1e300, 5e-324, -1e-7, 123456.789];
    return this.pick([this.pick(special), (this.#random() - 0.5) * 10 ** (this.below(40) - 20), this.below(9) - 4]);
  }

  decimal(): Decimal {
    const digits = Array.from({ length: 1 + this.below(27) }, () => this.below(10)).join("");
    const number = this.pick([
      new Decimal(this.below(9) - 4),
      new Decimal("0.1"),
      new Decimal(digits).div(new Decimal(10).pow(this.below(28))),
    ]);
    return fitDecimal(this.below(2) === 0 ? number : number.negated(), this.below(4)) ?? new Decimal(0);
  }

  text(): string {
    const letters = ["a", "b", "B", "é", "🎉", "｡", "\0", "\u0001", "ÿ", "1", "$", "\\", "0", "'", "\n"];
    return Array.from({ length: this.below(4) }, () => this.pick(letters)).join("") + this.pick(["", "", "$none", "$object", "x"]);
  }

  duration(): Duration {
    return new Duration(this.pick([0n, 1n, BigInt(this.below(1e9)), 2n ** 64n * 1_000_000_000n - 1n]));
  }

  datetime(): Datetime {
    return new Datetime(this.pick([0n, -1n, BigInt(this.below(1e9)) * 1_234_567_891n, -BigInt(this.below(1e9)) * 98_765_432_101n]));
  }

  uuid(): Uuid {
    return new Uuid(`018f2b3c-0000-7000-8000-0000000000${String(this.below(90) + 10)}`);
  }

  bytes(): Uint8Array {
    return Uint8Array.from({ length: this.below(4) }, () => this.pick([0, 1, 255, this.below(256)]));
  }

  shape(): Shape {
    const at = (): [number, number] => [this.below(5) - 2, this.below(5) - 2.5];
    const line = () => [at(), at(), at()];
    return this.pick<Shape>([
      { type: "Point", coordinates: at() },
      { type: "LineString", coordinates: line() },
      { type: "Polygon", coordinates: [line(), line()].slice(this.below(2)) },
      { type: "MultiPoint", coordinates: line().slice(this.below(3)) },
      { type: "MultiPolygon", coordinates: [[line()]] },
      { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: at() }] },
    ]);
  }

  range(depth: number): Range {
    const value = () => this.value(depth - 1);
    return new Range(this.bound(value), this.bound(value));
  }

  bound<T>(value: () => T): Bound<T> | undefined {
    return this.below(4) === 0 ? undefined : { value: value(), inclusive: this.below(2) === 0 };
  }

  list(depth: number): Value[] {
    return Array.from({ length: this.below(4) }, () => this.value(depth));
  }

  /** A whole number from 0 up to, but without, `limit`. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}
