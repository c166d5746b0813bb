import type { Effect } from "../../interpret/effect.ts";
import { wrongArguments } from "../../messages/functions.ts";
import type { FunctionContext } from "../function.ts";

/** Lets others have a turn. */
export type Turn = FunctionContext["turn"];

/** Comparing two texts costs the product of their lengths; this many steps take seconds, in which others have their turns. */
const mostSteps = 50_000_000;

/** What compares the characters of two texts, row by row: after each row others may have a turn. */
export type Comparison = (a: readonly string[], b: readonly string[], turn: Turn) => Effect<number>;

/** Compares two texts by their characters. @throws QueryError where that were too many steps */
export function* compareTexts(name: string, a: string, b: string, compare: Comparison, turn: Turn): Effect<number> {
  if (a.length * b.length > mostSteps) throw wrongArguments(name, "The strings are too long to be compared.");
  return yield* compare([...a], [...b], turn);
}
