import { QueryError } from "../errors.ts";

const verbs = {
  "+": "perform addition with",
  "-": "perform subtraction with",
  "*": "perform multiplication with",
  "%": "perform remainder with",
  "**": "raise the value",
} as const;

/** Two values that an operator cannot take, printed. */
export function cannotCalculate(operator: keyof typeof verbs, left: string, right: string): QueryError {
  return new QueryError("Validation", `Cannot ${verbs[operator]} '${left}' ${operator === "**" ? "with" : "and"} '${right}'`);
}

export function cannotNegate(value: string): QueryError {
  return new QueryError("Validation", `Cannot negate the value '${value}'`);
}

export function negativeResult(calculation: string): QueryError {
  return new QueryError("Internal", `Failed to compute: "${calculation}", as the operation results in a negative value.`);
}

export function overflow(calculation: string): QueryError {
  return new QueryError("Internal", `Failed to compute: "${calculation}", as the operation results in an arithmetic overflow.`);
}

export function negativeDurationFactor(): QueryError {
  return new QueryError("Internal", "Cannot multiply a duration with a negative number");
}

export function unusableDurationFactor(): QueryError {
  return new QueryError("Internal", "Cannot multiply a duration with a non-finite or negative number");
}

export function durationOutOfRange(): QueryError {
  return new QueryError("Internal", "out of range integral type conversion attempted");
}
