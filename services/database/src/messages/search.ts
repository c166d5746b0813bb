import { QueryError } from "../errors.ts";

/** Texts of full-text search and nearest neighbours. */

export function analyzerMissing(name: string): QueryError {
  return new QueryError("Internal", `The analyzer '${name}' does not exist`);
}

export function analyzerNotFound(name: string): QueryError {
  return new QueryError("Internal", `Analyzer '${name}' not found: ${analyzerMissing(name).message}`);
}

export function analyzerFunctionMissing(name: string): QueryError {
  return new QueryError("Internal", `The function 'fn::${name}' does not exist`);
}

export function analyzerFunctionResult(name: string): QueryError {
  return new QueryError("Internal", `There was a problem running the ${name}() function. The function should return a string.`);
}

/** Of the functions that tell of a match: `search::score`, `search::highlight`, `search::offsets`. */
export function matchMissing(name: string): QueryError {
  return new QueryError("Internal", `Invalid query: Index function '${name}': no MATCHES clause found in WHERE condition`);
}

export function referenceMissing(name: string, reference: number, available: readonly number[]): QueryError {
  const list = available.join(", ");
  const text = `no MATCHES clause found for match_ref ${reference} (available: [${list}])`;
  return new QueryError("Internal", `Invalid query: Index function '${name}': ${text}`);
}

export function referenceNotLiteral(name: string): QueryError {
  const text = "index_ref argument must be a literal integer in range 0..255";
  return new QueryError("Internal", `Invalid query: Index function '${name}': ${text}`);
}

export function argumentsMissing(name: string, least: number): QueryError {
  return new QueryError("Internal", `Invalid query: Index function '${name}' requires at least ${least} arguments`);
}

export function distanceWithoutSearch(name: string): QueryError {
  return new QueryError("Internal", `Invalid query: Index function '${name}': no KNN operator found in WHERE condition`);
}

export function nearestMisplaced(): QueryError {
  return new QueryError(
    "Internal",
    "Invalid query: KNN operators nested in OR/NOT expressions or mixed with unsupported KNN variants are not supported",
  );
}

/** @param field as `describeField` has it */
export function fullTextIndexMissing(field: string, table: string): QueryError {
  return new QueryError("Internal", `No full-text index found for field ${field} on table ${table}`);
}

export function matchUnsupported(expression: string): QueryError {
  return new QueryError("Internal", `There was no suitable index supporting the expression: ${expression}`);
}

export function vectorDimension(found: number, expected: number): QueryError {
  return new QueryError("Internal", `Incorrect vector dimension (${found}). Expected a vector of ${expected} dimension.`);
}

export function notAVector(value: string): QueryError {
  return new QueryError("Internal", `The value cannot be converted to a vector: ${value}`);
}

export function notAVectorNumber(value: string, type: string): QueryError {
  return new QueryError("Validation", `Cannot convert from '${value}' to '${type}'`);
}

export function vectorExpected(found: string): QueryError {
  return new QueryError("Internal", `Expected \`array<number>\` but found \`${found}\``);
}
