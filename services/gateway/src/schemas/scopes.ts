import {
  canonicalScopeSet,
  isVerb,
  normalisePath,
  normalisePattern,
  type Grants,
  type Region,
  type ScopeSet,
  type Verb,
} from "@loci/kernel";
import { z } from "zod";

export const maxClauses = 64;
export const maxPathsInClause = 16;

const shape = z.union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))], {
  error:
    "must be a path, an array of paths (any of them), or an array of arrays of paths (any of them, each needing all its paths)",
});

/** A selector in any accepted form; comes out canonical. An empty array names nothing and comes out as undefined. */
export const scopeSets = shape
  .meta({
    id: "ScopeSelector",
    description:
      "A scope path; paths of which any may hold; or arrays of paths of which any may hold with all its paths. At most 64 clauses of 16.",
    examples: [[["/team/support"]]],
  })
  .transform((given, context): ScopeSet | undefined => {
  const problem = (message: string, path: (string | number)[]) => context.addIssue({ code: "custom", message, path });
  const clauses = typeof given === "string" ? [given] : given;
  if (clauses.length > maxClauses) {
    problem(`must have at most ${maxClauses} clauses`, []);
    return z.NEVER;
  }
  const read = clauses.map((clause, i) => {
    const paths = typeof clause === "string" ? [clause] : clause;
    if (paths.length === 0) problem("must name a path", [i]);
    if (paths.length > maxPathsInClause) {
      problem(`must have at most ${maxPathsInClause} paths`, [i]);
      return [];
    }
    return paths.map((text, j) => {
      const result = normalisePath(text);
      if ("path" in result) return result.path;
      problem(result.problem, typeof given === "string" ? [] : typeof clause === "string" ? [i] : [i, j]);
      return text;
    });
  });
  return read.length === 0 ? undefined : canonicalScopeSet(read);
});

/** One scope path; comes out in normal form. */
export const scopePath = z
  .string()
  .meta({ description: "A scope path.", examples: ["/team/support"] })
  .transform((text, context) => {
    const result = normalisePath(text);
    if ("path" in result) return result.path;
    context.addIssue({ code: "custom", message: result.problem });
    return z.NEVER;
  });

const maxPatterns = 256;

/** Verbs with the patterns they are held over; comes out as the kernel's grants. */
export const grants = z.record(z.string(), z.array(z.string()).max(maxPatterns)).transform((given, context): Grants => {
  const read: Partial<Record<Verb, Region>> = {};
  for (const [verb, patterns] of Object.entries(given)) {
    if (!isVerb(verb)) {
      context.addIssue({ code: "custom", message: "is not a grant verb", path: [verb] });
      continue;
    }
    read[verb] = patterns.map((pattern, i) => {
      const result = normalisePattern(pattern);
      if ("path" in result) return result.path;
      context.addIssue({ code: "custom", message: result.problem, path: [verb, i] });
      return pattern;
    });
  }
  return read;
});
