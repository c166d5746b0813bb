import type { FunctionContext } from "../function.ts";

/** A whole number from 0 up to, and without, `limit`, each as likely: draws beyond the last whole multiple of it are thrown away. */
export function chanceBelow(limit: bigint, context: FunctionContext): bigint {
  const size = Math.ceil(limit.toString(16).length / 2) + 1;
  const span = 256n ** BigInt(size);
  const usable = span - (span % limit);
  for (;;) {
    const drawn = BigInt(`0x${Buffer.from(context.randomBytes(size)).toString("hex")}`);
    if (drawn < usable) return drawn % limit;
  }
}

/** A whole number between two, both included. */
export function chanceBetween(least: bigint, most: bigint, context: FunctionContext): bigint {
  return least + chanceBelow(most - least + 1n, context);
}

/** From 0 up to, and without, 1: the 53 bits that a float holds. */
export function chanceFraction(context: FunctionContext): number {
  return Number(chanceBelow(2n ** 53n, context)) / 2 ** 53;
}

/** The elements in any order, each as likely. */
export function shuffled<T>(list: readonly T[], context: FunctionContext): readonly T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Number(chanceBelow(BigInt(last) + 1n, context));
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}
