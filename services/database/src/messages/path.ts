import { QueryError } from "../errors.ts";

/** Texts of failures on paths. What a value prints as is given by the caller, already printed. */

export function repeatOutside(): QueryError {
  return new QueryError("Internal", "Tried to use a `@` repeat recurse symbol in a position where it is not supported");
}

export function invalidFieldPath(path: string, problem: string): QueryError {
  return new QueryError("Internal", `Invalid field path '${path}': ${problem}`);
}

export function badSlice(printed: string): QueryError {
  return new QueryError(
    "Internal",
    `Invalid range: Expected \`int\` but found \`${printed}\` when coercing an element of \`range<int>\``,
  );
}

export function recursionOverNoRecord(printed: string): QueryError {
  return new QueryError("Internal", `Expected a record ID during recursive graph traversal, but found \`${printed}\``);
}

export function recursionEndless(limit: number): QueryError {
  return new QueryError("Internal", `Exceeded the idiom recursion limit of ${limit}.`);
}

export function fetchOfNoPath(name: string): QueryError {
  return new QueryError("Internal", `Invalid query: Projection function '${name}' argument could not be resolved to a field path`);
}
