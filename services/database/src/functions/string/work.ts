import { wrongArguments } from "../../messages/functions.ts";

/** Comparing two texts costs the product of their lengths; this many steps take about a second. */
const mostSteps = 50_000_000;

/** The characters of two texts that are to be compared all with all. */
export function limitWork(name: string, a: string, b: string): readonly [readonly string[], readonly string[]] {
  if (a.length * b.length > mostSteps) throw wrongArguments(name, "The strings are too long to be compared.");
  return [[...a], [...b]];
}
