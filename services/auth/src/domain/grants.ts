import {
  canonicalRegion,
  intersectGrants,
  isVerb,
  LociError,
  normalisePattern,
  regionCovers,
  rootPath,
  verbs,
  type FieldError,
  type Grants,
  type Region,
  type Verb,
} from "@loci/kernel";
import type { common } from "@loci/protos";

export const maxPathsPerVerb = 64;
const maxProblems = 16;

/** Flat names that callers are known to send, with the verb that they most likely mean. */
const flatNames: Readonly<Record<string, Verb>> = {
  read: "memory:read",
  write: "memory:write",
  forget: "memory:forget",
  delete: "memory:forget",
  create: "scope:create",
  list: "scope:read",
  manage: "grant:manage",
  grant: "grant:manage",
  admin: "grant:manage",
};

/** All verbs over everything: what a context's administrator holds. */
export const allGrants: Grants = Object.fromEntries(verbs.map((verb) => [verb, [rootPath]]));

/**
 * Checks grants from outside and brings their patterns to paths.
 * @throws LociError `invalid` that names each wrong verb and path (the first 16)
 */
export function readGrants(message: common.Grants): Grants {
  const problems: FieldError[] = [];
  const grants: Partial<Record<Verb, Region>> = {};
  for (const [verb, region] of Object.entries(message.verbs)) {
    const pointer = `/grants/${pointerToken(verb)}`;
    if (isVerb(verb)) {
      const paths = readRegion(pointer, region.paths, problems);
      if (paths.length > 0) grants[verb] = paths;
    } else problems.push({ pointer, detail: verbProblem(verb) });
    if (problems.length >= maxProblems) break;
  }
  const [first] = problems;
  if (first) throw new LociError("invalid", `${first.pointer}: ${first.detail}`, { fields: problems.slice(0, maxProblems) });
  return grants;
}

function readRegion(pointer: string, patterns: readonly string[], problems: FieldError[]): Region {
  if (patterns.length > maxPathsPerVerb) {
    problems.push({ pointer, detail: `has more than ${maxPathsPerVerb} paths` });
    return [];
  }
  const paths: string[] = [];
  patterns.forEach((pattern, i) => {
    const result = normalisePattern(pattern);
    if ("path" in result) paths.push(result.path);
    else problems.push({ pointer: `${pointer}/${i}`, detail: result.problem });
  });
  return canonicalRegion(paths);
}

function verbProblem(verb: string): string {
  const meant = Object.hasOwn(flatNames, verb) ? flatNames[verb] : undefined;
  const said = `'${verb.slice(0, 64)}' is not a verb`;
  return meant === undefined ? `${said}; the verbs are ${verbs.join(", ")}` : `${said}; write '${meant}'`;
}

/** What a key may do: its principal's grants, narrowed by its own and by those of the principal on whose behalf it acts. */
export function effectiveGrants(principal: Grants, key: Grants | undefined, target: Grants | undefined): Grants {
  const own = key === undefined ? principal : intersectGrants(principal, key);
  return target === undefined ? own : intersectGrants(own, target);
}

/** @throws LociError `invalid` that names each verb by which `asked` is wider than `held`: a key's grants may only narrow. */
export function requireNarrowing(asked: Grants, held: Grants): void {
  const wider = verbs.filter((verb) => asked[verb]?.some((path) => !regionCovers(held[verb] ?? [], path)));
  if (wider.length === 0) return;
  throw new LociError("invalid", `A key's grants may only narrow; these are wider than what is held: ${wider.join(", ")}.`, {
    fields: wider.map((verb) => ({ pointer: `/grants/${verb}`, detail: `${verb} is wider than what is held` })),
  });
}

/** Whether these grants administer the whole context. */
export function isContextAdmin(grants: Grants): boolean {
  return regionCovers(grants["grant:manage"] ?? [], rootPath);
}

/** A text as one token of a JSON pointer (RFC 6901), cut to a length that can be shown. */
function pointerToken(text: string): string {
  return text.slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1");
}
