import { expectedType, wrongArguments, wrongType, type WrongArguments } from "../../messages/functions.ts";
import { printValue } from "../../values/print.ts";
import { Range } from "../../values/value.ts";
import type { Part } from "../positions.ts";

/** A range stands where only an int may. */
export function expectedInt(callee: string, part: Part): WrongArguments {
  return wrongArguments(callee, wrongType(1, expectedType("int", printValue(new Range(part.begin, part.end)))));
}
