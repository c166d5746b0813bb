/**
 * Scope paths and regions. A path in normal form has no leading and no trailing slash; the root is "/".
 * A region is a set of paths; each covers itself and everything below it.
 */
export type ScopePath = string;
export type Region = readonly ScopePath[];

export const rootPath: ScopePath = "/";
const maxSegments = 32;
const maxSegmentLength = 128;

export type PathResult = { readonly path: ScopePath } | { readonly problem: string };

/** Brings a path to its normal form, or says why it is none. */
export function normalisePath(text: string): PathResult {
  const trimmed = text.replace(/^\//, "").replace(/\/$/, "");
  if (text === "") return { problem: "must not be empty" };
  if (trimmed === "") return text === "/" ? { path: rootPath } : { problem: "has an empty segment" };
  const segments = trimmed.split("/");
  if (segments.length > maxSegments) return { problem: `has more than ${maxSegments} segments` };
  for (const segment of segments) {
    if (segment === "") return { problem: "has an empty segment" };
    if ([...segment].length > maxSegmentLength) return { problem: `has a segment of more than ${maxSegmentLength} characters` };
    if (segment === "." || segment === ".." || segment === "*")
      return { problem: `has the segment '${segment}', which is not allowed` };
    if (/[\p{Cc}\p{Cs}]/u.test(segment)) return { problem: "has a control character" };
  }
  return { path: trimmed };
}

/** Brings a grant's pattern to a path: `*`, `/*` and `/` are the root, a trailing `/*` means the path itself. */
export function normalisePattern(text: string): PathResult {
  if (text === "*" || text === "/*" || text === "/") return { path: rootPath };
  return normalisePath(text.replace(/\/\*$/, ""));
}

/** Whether `outer` equals `inner` or lies above it, by whole segments. */
export function pathCovers(outer: ScopePath, inner: ScopePath): boolean {
  return outer === rootPath || outer === inner || inner.startsWith(`${outer}/`);
}

export function regionCovers(region: Region, path: ScopePath): boolean {
  return region.some((outer) => pathCovers(outer, path));
}

/** The region without paths that another of its paths covers, sorted. */
export function canonicalRegion(paths: readonly ScopePath[]): Region {
  const unique = [...new Set(paths)].sort();
  return unique.filter((path) => !unique.some((other) => other !== path && pathCovers(other, path)));
}

/** What lies in both regions. */
export function intersectRegions(a: Region, b: Region): Region {
  const shared: ScopePath[] = [];
  for (const left of a) {
    for (const right of b) {
      if (pathCovers(left, right)) shared.push(right);
      else if (pathCovers(right, left)) shared.push(left);
    }
  }
  return canonicalRegion(shared);
}

/** The ancestors of a path, nearest first, without the root. */
export function ancestors(path: ScopePath): ScopePath[] {
  const segments = path === rootPath ? [] : path.split("/");
  return segments.slice(0, -1).map((_, index) => segments.slice(0, segments.length - 1 - index).join("/"));
}
