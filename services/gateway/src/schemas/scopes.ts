import {
  canonicalScopeSet,
  verbs,
  isVerb,
  normalisePath,
  normalisePattern,
  type Grants,
  type Region,
  type ScopeSet,
  type Verb,
} from "@loci/kernel";
import { z } from "zod";
import { aliased } from "../spelling.ts";

export const maxClauses = 64;
export const maxPathsInClause = 16;

/** The rules of normalisePath and normalisePattern as the API document says them; the kernel checks them. */
const segment = "[^/\\u0000-\\u001f\\u007f-\\u009f]{1,128}";
const noOddSegment = "(?!(?:.*/)?(?:\\.\\.?|\\*)(?:/|$))";
const noOddPattern = "(?!(?:.*/)?\\.\\.?(?:/|$))(?!(?:.*/)?\\*/)(?!\\*$)";
const segments = `/?${segment}(?:/${segment}){0,31}/?`;

export const pathText = z.string().meta({
  id: "ScopePath",
  description: "A scope path.",
  examples: ["/team/support"],
  pattern: `^(?:/|${noOddSegment}${segments})$`,
});

const patternText = z.string().meta({
  id: "ScopePattern",
  description: "A scope path; `*` and `/` stand for everything, and a trailing `/*` means the path itself.",
  examples: ["/team/support/*"],
  pattern: `^(?:\\*|/\\*?|${noOddPattern}${segments}(?:/\\*)?)$`,
});

const clause = z.array(pathText).meta({ minItems: 1, maxItems: maxPathsInClause });

const shape = z.union([pathText, z.array(z.union([pathText, clause])).meta({ maxItems: maxClauses })], {
  error:
    "must be a path, an array of paths (any of them), or an array of arrays of paths (any of them, each needing all its paths)",
});

/** A selector in any accepted form; comes out canonical. An empty array names nothing and comes out as undefined. */
export const scopeSets = shape
  .meta({
    id: "ScopeSelector",
    description: "A scope path; paths of which any may hold; or arrays of paths of which any may hold with all its paths.",
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

/** What a read looks through. Where it means the same, a selector goes by the names of both reads and writes. */
export const lensField = aliased(scopeSets.nullish(), "scope", "scopes");
/** Where what is written belongs. */
export const scopesField = aliased(scopeSets.nullish(), "scope", "lens");

/** One scope path; comes out in normal form. */
export const scopePath = pathText.transform((text, context) => {
  const result = normalisePath(text);
  if ("path" in result) return result.path;
  context.addIssue({ code: "custom", message: result.problem });
  return z.NEVER;
});

/** A pattern as it was sent; the service that keeps it brings it to its normal form. */
export const scopePattern = patternText.refine(
  (text) => "path" in normalisePattern(text),
  "is no path: segments are divided by '/', not empty, not '.', '..' or '*', and without control characters",
);

export const verb = z.enum(verbs, { error: `must be one of ${verbs.join(", ")}` }).meta({ id: "Verb" });

const maxPatterns = 256;

/** Verbs with the patterns they are held over, in requests and answers. */
export const grantsText = z
  .record(z.string().meta({ enum: [...verbs] }), z.array(patternText))
  .meta({ id: "Grants", examples: [{ "memory:read": ["/team/support"] }] });

/** Verbs with the patterns they are held over; comes out as the kernel's grants. */
export const grants = grantsText.transform((given, context): Grants => {
  const read: Partial<Record<Verb, Region>> = {};
  for (const [verb, patterns] of Object.entries(given)) {
    if (!isVerb(verb)) {
      context.addIssue({ code: "custom", message: "is not a grant verb", path: [verb] });
      continue;
    }
    if (patterns.length > maxPatterns) {
      context.addIssue({ code: "custom", message: `must have at most ${maxPatterns} paths`, path: [verb] });
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
