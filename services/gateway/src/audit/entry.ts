import { contextIdProblem, kindOf, normalisePath, toTimestamp, type ScopePath } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { askerOf, pathsOfRow, reachOf } from "@loci/platform/messages";
import type { auth } from "@loci/protos";
import type { Route } from "../route.ts";

/** A request that is over, as far as the audit has to know it. */
export interface Served {
  readonly route: Pick<Route, "operationId" | "path" | "plane" | "repetition" | "area">;
  readonly door: "rest" | "mcp";
  readonly traceId: string;
  /** When it came: milliseconds since the epoch. */
  readonly began: number;
  readonly address: string;
  /** Who asked; undefined where that is not known. */
  readonly call: Call | undefined;
  /** The context that the path names. */
  readonly contextId: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Query and body, where scope paths stand. */
  readonly given: readonly unknown[];
  readonly status: number;
}

/** Where a request names scope paths, in either spelling. */
const scopeFields: ReadonlySet<string> = new Set(["scopes", "scope", "lens", "path"]);

/** Whether the request may change something: its row is written before its answer. */
export function isMutation({ repetition }: Pick<Route, "repetition">): boolean {
  return repetition !== "none";
}

/** The row of a request. It says what was done by whom and to which records by their ids, and nothing of what they hold. */
export function entryOf(served: Served, id: string, now: number): auth.AuditEntry {
  const { route, door, traceId, began, call, status } = served;
  const isDenied = status === 401 || status === 403;
  const who = (call && askerOf(call)) ?? { contextId: "", principal: "", delegated: "", keyId: "" };
  return {
    id,
    at: toTimestamp(began),
    kind: isDenied ? "denied" : isMutation(route) ? "mutation" : "access",
    ...{ operation: route.operationId, door, traceId, status, ...who },
    contextId: who.contextId || (contextIdProblem(served.contextId) === undefined ? served.contextId : ""),
    path: pathOf(served),
    region: [...regionOf(served)],
    latencyMs: Math.max(0, Math.round(now - began)),
    address: call === undefined ? served.address : "",
    count: 1,
  };
}

/** The route's path with the ids in it. Names that users gave, such as an entity's, are content: they stand as they do in the route. */
function pathOf({ route, params, status }: Served): string {
  const isAdministrative = route.plane === "management" || route.area === "Access";
  return route.path.replace(/\{(\w+)\}/g, (field, name: string) => {
    const value = params[name];
    if (typeof value !== "string") return field;
    if (kindOf(value) !== undefined) return value;
    // What was refused may hold anything that somebody wrote there.
    return isAdministrative && status < 400 ? value : field;
  });
}

/** The scope paths that a request named, where it was taken; else those that its caller could reach. */
function regionOf({ given, call, status }: Served): readonly ScopePath[] {
  const named = status < 400 || status === 403 ? given.flatMap(pathsIn) : [];
  if (named.length > 0) return pathsOfRow(named);
  return call === undefined ? [] : reachOf(call);
}

function pathsIn(fields: unknown): ScopePath[] {
  if (typeof fields !== "object" || fields === null) return [];
  const values = Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
    scopeFields.has(name.replace(/\[\d*\]$/, "")) ? [value] : [],
  );
  return values.flat(3).flatMap((value: unknown) => {
    const read = typeof value === "string" ? normalisePath(value) : { problem: "" };
    return "path" in read ? [read.path] : [];
  });
}
