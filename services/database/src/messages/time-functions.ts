import { QueryError } from "../errors.ts";
import { wrongArguments, type WrongArguments } from "./functions.ts";

export const outOfNanoseconds = (name: string): WrongArguments =>
  wrongArguments(name, "The second argument must be a duration, and must be able to be represented as nanoseconds.");

export const unknownGroup = (name: string): WrongArguments =>
  wrongArguments(
    name,
    "The second argument must be a string, and can be one of 'year', 'month', 'day', 'hour', 'minute', or 'second'.",
  );

export const outOfCalendar = (name: string, unit: string): WrongArguments =>
  wrongArguments(
    name,
    `The argument must be a number of ${unit} relative to January 1, 1970 0:00:00 UTC that produces a datetime between -262143-01-01T00:00:00Z and +262142-12-31T23:59:59Z.`,
  );

export const invalidUlid = (name: string): WrongArguments =>
  wrongArguments(name, "The first argument must be a string, containing a valid ULID.");

export const uuidWithoutTime = (name: string): WrongArguments =>
  wrongArguments(name, "The first argument must be a v1, v6 or v7 UUID.");

/** The peer has no text for this: it ends there. */
export const invalidFormat = (name: string): WrongArguments =>
  wrongArguments(name, "The second argument must be a valid format of a datetime.");

export const outOfRangeInteger = (): QueryError => new QueryError("Internal", "out of range integral type conversion attempted");

export const unsettable = (what: string): QueryError => new QueryError("Internal", `Unable to set datetime to ${what}`);
