import { QueryError } from "../errors.ts";

/** A function was called with what it does not take. Where the call was written as a method, `callMethod` says so in the text. */
export class WrongArguments extends QueryError {
  readonly problem: string;
  constructor(callee: string, problem: string) {
    super("Internal", `Incorrect arguments for ${callee}(). ${problem}`);
    this.problem = problem;
  }
}

export const wrongArguments = (name: string, problem: string): WrongArguments => new WrongArguments(`function ${name}`, problem);

export const wrongMethodArguments = (method: string, problem: string): WrongArguments =>
  new WrongArguments(`method ${method}`, problem);

/** How many arguments a function takes; `most` is Infinity where there is no limit. */
export function expectedCount(least: number, most: number): string {
  if (most === 0) return "Expected no arguments";
  if (least === most) return `Expected ${least} argument${least === 1 ? "" : "s"}`;
  return most === Infinity ? `Expected at least ${least} arguments` : `Expected ${least} to ${most} arguments`;
}

export const wrongType = (position: number, problem: string): string => `Argument ${position} was the wrong type. ${problem}`;

export const expectedType = (kind: string, found: string): string => `Expected \`${kind}\` but found \`${found}\``;

export const expectedElement = (kind: string, found: string, whole: string): string =>
  `${expectedType(kind, found)} when coercing an element of \`${whole}\``;

export const overflow = (computation: string): QueryError =>
  new QueryError("Internal", `Failed to compute: "${computation}", as the operation results in an arithmetic overflow.`);

/** Results larger than this many bytes are refused by the functions that could make one from a few arguments. */
export const largestOutput = 1_048_576;
export const tooLargeOutput = `Output must not exceed ${largestOutput} bytes.`;

export const unimplemented = (name: string): QueryError =>
  new QueryError("Internal", `Unimplemented functionality: ${name}() function`);

/** Functions that hash passwords check their arguments on their own. */
export const functionExpects = (name: string, what: string): QueryError =>
  new QueryError("Internal", `Function '${name}' expects ${what}`);

export const unknownFunction = (name: string): QueryError =>
  new QueryError("Internal", `Unknown function '${name}' - not found in function registry`);

/** The name belongs to no method of any kind of value. */
export const noSuchMethod = (method: string, kind: string): QueryError =>
  new QueryError("Internal", `There was a problem running the ${method}() function. no such method found for the ${kind} type`);

/** The name is a method of other kinds of values. */
export const methodOfOthers = (method: string, kind: string): QueryError =>
  new QueryError("Internal", `Method '${method}' cannot be called on value of type '${kind}'`);

export const closureWithoutForm = (): QueryError =>
  new QueryError("Internal", "Closure values cannot be converted to public value");
