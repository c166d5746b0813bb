import { QueryError } from "../errors.ts";
import { printDuration } from "../values/duration.ts";
import type { Duration } from "../values/value.ts";
import { wrongArguments } from "./functions.ts";

/** Texts of failures of statements and expressions. What a value prints as is given by the caller, already printed. */

export function letCoercion(name: string, cause: string): QueryError {
  return new QueryError("Internal", `Tried to set \`$${name}\`, but couldn't coerce value: ${cause}`, { reason: "coerce" });
}

export function protectedVariable(name: string): QueryError {
  return new QueryError("Validation", `'${name}' is a protected variable and cannot be set`, {
    details: { kind: "InvalidParameter", details: { name } },
  });
}

export function thrown(text: string): QueryError {
  return new QueryError("Thrown", `An error occurred: ${text}`);
}

export function outsideOfLoop(): QueryError {
  return new QueryError("Internal", "Invalid control flow statement, break or continue statement found outside of loop.");
}

/** `reason`: why a bound of a range that FOR counts through is no int. */
export function rangeNotOfInts(reason: string): QueryError {
  return new QueryError("Internal", `${reason} when coercing an element of \`range<int>\``);
}

export function notIterable(printed: string): QueryError {
  return new QueryError("Internal", `Cannot execute statement using value: ${printed}`);
}

export function stampOutOfRange(printed: string): QueryError {
  return new QueryError(
    "Validation",
    `Invalid query: Invalid versionstamp \`${printed}\`, outside of range for kv-store timestamps`,
  );
}

export function invalidTimeout(): QueryError {
  return new QueryError("Internal", "Invalid timeout value");
}

export function mockUnbounded(): QueryError {
  return new QueryError("Internal", "Mock range exceeds allocation limit");
}

export function tooDeep(): QueryError {
  return new QueryError("Internal", "Reached excessive computation depth due to functions, subqueries, or computed values");
}

/** A limit of ours, which the language knows nothing of: the memory is everybody's. */
export function tooLarge(): QueryError {
  return new QueryError("Internal", "The result is too large: it has more values than a statement may make");
}

/** A limit of ours, which the language's own engine has not. */
export function patternTooLong(): QueryError {
  return new QueryError(
    "Internal",
    "The pattern is too long for a text of this length: shorten its counted repetitions, or the text",
  );
}

/** A limit of ours, too: a function looks at a whole text before anybody else has a turn. */
export function tooLongText(most: number): QueryError {
  return new QueryError("Internal", `The text is too long: a function takes ${most} characters or bytes at most`);
}

/** A function of the database that cannot be called. */
class FunctionRefused extends QueryError {
  /** All that a statement that writes says of it. */
  readonly plain: string;
  constructor(message: string, plain: string) {
    super("Internal", message);
    this.plain = plain;
  }
}

export function functionMissing(name: string): QueryError {
  const plain = `The function 'fn::${name}' does not exist`;
  return new FunctionRefused(`Function 'fn::${name}' not found: ${plain}`, plain);
}

/** Statements that write say of a function that is missing, or of an argument that is of another type, only that. */
export function saidPlainly<Thrown>(error: Thrown): Thrown | QueryError {
  return error instanceof FunctionRefused ? new QueryError("Internal", error.plain) : error;
}

export function argumentCount(name: string, least: number, most: number): QueryError {
  const expected = least === most ? `${most} argument${most === 1 ? "" : "s"}` : `${least} to ${most} arguments`;
  return new QueryError("Internal", `Incorrect arguments for function fn::${name}(). The function expects ${expected}.`);
}

export function argumentCoercion(name: string, parameter: string, cause: string): QueryError {
  const said = `Incorrect arguments for function fn::${name}(). Failed to coerce argument \`$${parameter}\`: ${cause}`;
  return new FunctionRefused(said, cause);
}

export function closureArgument(parameter: string, kind: string): QueryError {
  return wrongArguments("ANONYMOUS", `Expected a value of type '${kind}' for argument $${parameter}`);
}

export function returnCoercion(name: string, cause: string): QueryError {
  return new QueryError("Internal", `Couldn't coerce return value from function \`${name}\`: ${cause}`, { reason: "coerce" });
}

export function notAFunction(kind: string): QueryError {
  return new QueryError("Internal", `There was a problem running the ANONYMOUS() function. '${kind}' is not a function`);
}

export function expectedSingle(): QueryError {
  return new QueryError("Internal", "Expected a single result output when using the ONLY keyword");
}

export function badTarget(statement: string, printed: string): QueryError {
  return new QueryError("Internal", `Cannot execute ${statement} statement using value: ${printed}`);
}

export function badProperty(statement: string, property: string, printed: string): QueryError {
  return new QueryError("Internal", `Cannot execute ${statement} statement where property '${property}' is: ${printed}`);
}

export function badClause(clause: string, printed: string): QueryError {
  const kind = { CONTENT: "InvalidContent", MERGE: "InvalidMerge" }[clause];
  const details = kind === undefined ? {} : { details: { kind, details: { value: printed } } };
  return new QueryError("Validation", `Cannot use ${printed} in a ${clause} clause`, details);
}

export function limitNotInteger(clause: "LIMIT" | "START", kind: string): QueryError {
  return clause === "LIMIT"
    ? new QueryError("Internal", `LIMIT/START must be an integer, got ${kind}`)
    : new QueryError("Internal", `START must be a non-negative integer: expected integer, got ${kind}`);
}

export function limitNegative(clause: "LIMIT" | "START", value: string): QueryError {
  return clause === "LIMIT"
    ? new QueryError("Internal", `LIMIT/START must be a non-negative integer, got ${value}`)
    : new QueryError("Internal", `START must be a non-negative integer: expected non-negative integer, got ${value}`);
}

export function idMismatch(printed: string): QueryError {
  return new QueryError("Internal", `Found ${printed} for the \`id\` field, but a specific record has been specified`);
}

export function badFetch(printed: string): QueryError {
  return new QueryError("Internal", `Found ${printed} on FETCH CLAUSE, but FETCH expects an idiom, a string or fields`);
}

export function recursionTooLong(bound: number): QueryError {
  return new QueryError("Internal", `Found ${bound} for bound but expected 256 at most.`);
}

export function recursionTooShort(bound: number): QueryError {
  return new QueryError("Internal", `Found ${bound} for bound but expected at least 1.`);
}

export function groupedThis(): QueryError {
  return new QueryError(
    "Internal",
    "Invalid query: Found a `$this` parameter refering to the document of a group by select statement\n" +
      "Select statements with a group by currently have no defined document to refer to",
  );
}

export function groupedParent(): QueryError {
  return new QueryError(
    "Internal",
    "Invalid query: Found a `$parent` parameter refering to the document of a GROUP select statement\n" +
      "Select statements with a GROUP BY or GROUP ALL currently have no defined document to refer to",
  );
}

export function groupedStar(): QueryError {
  return new QueryError(
    "Internal",
    "Invalid query: Incorrect selector for aggregate selection, expression `*` within in selector cannot be aggregated in a group.",
  );
}

export function statementTimeout(limit: Duration): QueryError {
  const duration = { secs: Number(limit.nanos / 1_000_000_000n), nanos: Number(limit.nanos % 1_000_000_000n) };
  return new QueryError("Query", `The query was not executed because it exceeded the timeout: ${printDuration(limit)}`, {
    reason: "timeout",
    details: { kind: "TimedOut", details: { duration } },
  });
}

export function notAllowed(): QueryError {
  return new QueryError("NotAllowed", "IAM error: Not enough permissions to perform this action");
}

export function functionNotAllowed(name: string): QueryError {
  return new QueryError("Internal", `You don't have permission to run the fn::fn::${name} function`);
}

export function parameterNotAllowed(name: string): QueryError {
  return new QueryError("Internal", `You don't have permission to view the $${name} parameter`);
}

export function namespaceNeeded(): QueryError {
  return new QueryError("Validation", "Specify a namespace to use", { details: { kind: "NamespaceEmpty" } });
}

export function databaseNeeded(): QueryError {
  return new QueryError("Validation", "Specify a database to use", { details: { kind: "DatabaseEmpty" } });
}

export function explainNotSupported(): QueryError {
  return new QueryError("Internal", "Invalid statement: EXPLAIN is only supported with the new execution model");
}

export function mayNotUse(what: "namespace" | "database", name: string): QueryError {
  return new QueryError("NotAllowed", `You don't have permission to change to the ${name} ${what}`);
}
