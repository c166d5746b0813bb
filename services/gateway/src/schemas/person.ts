import { canonicalScopeSet, normalisePath, type ScopeSet } from "@loci/kernel";
import { z } from "zod";

/** The scope of an end user, as the `user` of a request means it. */
export function personPath(user: string): string {
  return `user/${user}`;
}

/** The selector that stands for an end user. */
export function personScopes(user: string): ScopeSet {
  return canonicalScopeSet([[personPath(user)]]);
}

function isSegment(user: string): boolean {
  const read = normalisePath(personPath(user));
  return !user.includes("/") && "path" in read && read.path === personPath(user);
}

/**
 * An end user by the caller's own id for them, in the place of a selector: what is written belongs to `/user/<id>`, what is read is seen
 * through that lens, and "I" is that person.
 */
export const userField = z
  .string()
  .refine(isSegment, "must be an id of 1 to 128 characters, without '/' and control characters, and not '.', '..' or '*'")
  .meta({
    id: "EndUserId",
    description:
      "An end user, by your own id for them: stands for the scope /user/<id>, which needs no registration, and for who says I.",
    examples: ["ana-4711"],
    pattern: "^(?!\\.{1,2}$)(?!\\*$)[^/\\u0000-\\u001f\\u007f-\\u009f]{1,128}$",
  })
  .nullish();
