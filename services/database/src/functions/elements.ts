import { largestOutput, tooLargeOutput, wrongArguments } from "../messages/functions.ts";

/** What a value costs in a list, by the language's own count. */
const bytesOfElement = 56;

/** Refuses a list that would be longer than the language lets a function make. */
export function limitElements(name: string, count: bigint): void {
  if (count * BigInt(bytesOfElement) > BigInt(largestOutput)) throw wrongArguments(name, tooLargeOutput);
}

/** Refuses a text that would have more bytes than the language lets a function make. */
export function limitBytes(name: string, count: bigint): void {
  if (count > BigInt(largestOutput)) throw wrongArguments(name, tooLargeOutput);
}
