import { QueryError } from "../errors.ts";

/** Texts about APIs of a database's own. */

export function invalidApiPath(problem: string): QueryError {
  return new QueryError("Internal", `The string could not be parsed into a path: ${problem}`);
}

export function apiNameExpected(found: string): QueryError {
  return new QueryError("Internal", `Expected \`string\` but found \`${found}\``);
}

export function objectExpected(found: string): QueryError {
  return new QueryError("Internal", `Expected object, got ${found}`);
}

export function requestField(field: string, problem: string): QueryError {
  return new QueryError("Internal", `Failed to deserialize field '${field}' on type 'ApiRequest': ${problem}`);
}

export const unknownMethod = "Failed to decode ApiMethod, no variants matched";

/** What answers say where they are no success. */
export const apiAnswers = {
  notFound: "Not found",
  notAllowed: "You are not allowed to access this resource",
  notAResponse: "Failed to convert public value to ApiResponse",
  notARequest: "Failed to parse request in final action handler",
  tooLate: "deadline has elapsed",
  undecodable: "Failed to decode the request body",
  contentTypeExpected: (type: string): string => `Expected Content-Type to be ${type}`,
  invalidStatus: (status: bigint): string => `Invalid HTTP status code: ${status}. Must be between 100 and 599`,
} as const;
