import { QueryError } from "../errors.ts";

/** Texts for what the language has and this database has not, or not there. */

export function unsupported(what: string): QueryError {
  return new QueryError("NotAllowed", `${what} is not supported here`);
}

export function scriptingUnsupported(): QueryError {
  return new QueryError("NotAllowed", "Scripting is not supported here", { details: { kind: "Scripting" } });
}

/** A function that the language has. */
export function functionUnsupported(name: string): QueryError {
  return unsupported(`The function ${name}()`);
}
