import { wrongArguments } from "../../messages/functions.ts";
import { smallestInt, largestInt } from "../../values/numbers.ts";
import { isArray } from "../../values/kind-of.ts";
import { Datetime, Duration, Uuid } from "../../values/value.ts";
import { any, datetime, duration, float, int, optional, rest } from "../arguments.ts";
import { family, pure, type Definition, type Family, type FunctionContext } from "../function.ts";
import { chanceBelow, chanceBetween, chanceFraction } from "./chance.ts";
import { randomTime } from "./time.ts";
import { ulidAt, uuid4, uuid7At } from "./identifiers.ts";

const lower = "0123456789abcdefghijklmnopqrstuvwxyz";
const mixed = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Between two, both included, whichever is smaller. */
function chanceWithin(one: bigint, other: bigint, context: FunctionContext): bigint {
  return one <= other ? chanceBetween(one, other, context) : chanceBetween(other, one, context);
}

/** A text of random characters: of usual, given, or any length between two. */
const randomText = (characters: string, usual: bigint, longest: bigint): Definition =>
  pure([optional(int), optional(int)], ([least, most], context, name) => {
    for (const length of [least, most]) {
      if (length === undefined || (length >= 0n && length <= longest)) continue;
      throw wrongArguments(
        name,
        `To generate a string of X characters in length, the argument must be a positive number and no higher than ${longest}.`,
      );
    }
    if (least !== undefined && most !== undefined && least > most) {
      throw wrongArguments(name, "Lowerbound of number of characters must be less then the upperbound.");
    }
    const length = most === undefined ? (least ?? usual) : chanceBetween(least ?? 0n, most, context);
    return Array.from({ length: Number(length) }, () => characters[Number(chanceBelow(BigInt(characters.length), context))]).join(
      "",
    );
  });

/** With both bounds or none. */
function requireBoth(name: string, args: readonly unknown[]): void {
  if (args.length === 1) throw wrongArguments(name, "Expected 0 or 2 arguments");
}

const uuid7 = pure([optional(datetime)], ([moment], context) => new Uuid(uuid7At(moment ?? context.now(), context)));
const randomId = randomText(lower, 20n, 64n);

/** `rand` and `rand::…` */
export const rand: Family = {
  ...family("", { rand: pure([], (_args, context) => chanceFraction(context)) }),
  ...family("rand", {
    bool: pure([], (_args, context) => chanceBelow(2n, context) === 1n),
    duration: pure([duration, duration], ([one, other], context) => new Duration(chanceWithin(one.nanos, other.nanos, context))),
    enum: pure([rest(any)], ([values], context) => {
      const [first] = values;
      const choices = values.length === 1 && isArray(first) ? first : values;
      return choices.length === 0 ? undefined : choices[Number(chanceBelow(BigInt(choices.length), context))];
    }),
    float: pure([optional(float), optional(float)], (args, context, name) => {
      requireBoth(name, args);
      const [one = 0, other = 1] = args;
      return Math.min(one, other) + chanceFraction(context) * Math.abs(other - one);
    }),
    guid: randomId,
    id: randomId,
    int: pure([optional(int), optional(int)], (args, context, name) => {
      requireBoth(name, args);
      const [one = smallestInt, other = largestInt] = args;
      return chanceWithin(one, other, context);
    }),
    string: randomText(mixed, 32n, 65_536n),
    time: pure([optional(any), optional(any)], (args, context, name) => {
      requireBoth(name, args);
      const bounds = randomTime(name, args);
      return new Datetime(chanceWithin(...bounds, context));
    }),
    ulid: pure([optional(datetime)], ([moment], context) => ulidAt(moment ?? context.now(), context)),
    uuid: uuid7,
    "uuid::v4": pure([], (_args, context) => new Uuid(uuid4(context))),
    "uuid::v7": uuid7,
  }),
};
