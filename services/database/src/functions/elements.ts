import { usualLimits } from "../limits.ts";
import { tooLarge } from "../messages/interpret.ts";
import { largestOutput, tooLargeOutput, wrongArguments } from "../messages/functions.ts";

/** What a value costs in a list, by the language's own count. */
const bytesOfElement = 56;

/** Refuses a list that would be longer than the language lets a function make. */
export function limitElements(name: string, count: bigint): void {
  if (count * BigInt(bytesOfElement) > BigInt(largestOutput)) throw wrongArguments(name, tooLargeOutput);
}

/** Refuses to make so many values of far fewer. It is a limit of ours, where the language has none. */
export function limitMade(count: number): void {
  if (count > usualLimits.values) throw tooLarge();
}

/** Refuses a text that would have more bytes than the language lets a function make. */
export function limitBytes(name: string, count: bigint): void {
  if (count > BigInt(largestOutput)) throw wrongArguments(name, tooLargeOutput);
}
