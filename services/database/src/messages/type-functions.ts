import { QueryError } from "../errors.ts";

/** Where the language calls it a fault of validation; `<uuid> 'x'` has the same text. */
export const castRefused = (kind: string, input: string): QueryError =>
  new QueryError("Validation", `Could not cast into \`${kind}\` using input \`${input}\``);

/** `type::set` takes fewer kinds of values than `<set>` does. */
export const noSet = (input: string): QueryError =>
  new QueryError("Internal", `Could not cast into \`set\` using input \`${input}\``);

export const noPoint = (input: string): QueryError =>
  new QueryError("Internal", `Could not cast into \`point\` using input \`${input}\``);

export const invalidTable = (found: string): QueryError =>
  new QueryError("Internal", `Found ${found} for the Record ID but this is not a valid table name`);

export const invalidKey = (found: string): QueryError =>
  new QueryError("Internal", `Found ${found} for the Record ID but this is not a valid id`);
