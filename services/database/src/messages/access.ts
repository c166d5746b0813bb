import { QueryError } from "../errors.ts";

/** Texts of ACCESS statements; `named` is "the database 'name'", "the namespace 'name'" or "the root". */

export const accessMissing = (name: string, named: string): QueryError =>
  new QueryError("NotFound", `The access method '${name}' does not exist in ${named}`);

export const accessUnusable = (): QueryError =>
  new QueryError("Internal", "The access method cannot be used in the requested operation");

export const grantsUnimplemented = (level: string): QueryError =>
  new QueryError("Internal", `Unimplemented functionality: Grants for JWT on ${level.toUpperCase()}`);

export const grantMissing = (id: string, access: string, named: string): QueryError =>
  new QueryError("NotFound", `The access grant '${id}' does not exist for '${access}' in ${named}`);

export const grantSubjectInvalid = (): QueryError => new QueryError("Internal", "This access grant has an invalid subject");

export const userMissingFor = (name: string, named: string): QueryError =>
  new QueryError("NotFound", `The user '${name}' does not exist in ${named}`);

export const keyLeftOut = (): QueryError =>
  new QueryError("Validation", "The key [REDACTED] stands for one that an export left out: write the key itself");
