import { casted } from "../../kinds/cast.ts";
import { Refusal } from "../../kinds/refusal.ts";
import { QueryError } from "../../errors.ts";
import { parseKindText, type Expression, type Kind } from "../../language/surrealql/index.ts";
import { printKind } from "../../language/surrealql/print/index.ts";
import { apiNameExpected, invalidApiPath } from "../../messages/api.ts";
import { printValue } from "../../values/print.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { readRecordId } from "../read-record-id.ts";
import type { Scope } from "../scope.ts";

type Segment =
  | { readonly segment: "fixed"; readonly text: string }
  /** `:name`, or `:name<kind>`. */
  | { readonly segment: "named"; readonly name: string; readonly kind: Kind | undefined }
  /** `*name`: all that is left. */
  | { readonly segment: "rest"; readonly name: string };

export interface ApiPath {
  readonly segments: readonly Segment[];
  /** As the path is kept and shown. */
  readonly text: string;
}

/** The path of a DEFINE API, which must be a text. */
export function* apiNameOf(name: Expression, scope: Scope): Effect<string> {
  const value = yield* evaluate(name, scope);
  if (typeof value !== "string") throw apiNameExpected(printValue(value));
  return value;
}

/** @throws QueryError where the text is no path */
export function parseApiPath(text: string): ApiPath {
  const segments = textsOf(text).map(segmentOf);
  if (segments.slice(0, -1).some(({ segment }) => segment === "rest")) throw invalidApiPath("Path not finished");
  return { segments, text: `/${segments.map(printSegment).join("/")}` };
}

/** The segments of a path, without the empty ones. */
function textsOf(path: string): readonly string[] {
  if (path === "") throw invalidApiPath("Path cannot be empty");
  if (!path.startsWith("/")) throw invalidApiPath("Segment should start with /");
  return path.split("/").filter((text) => text !== "");
}

function segmentOf(text: string): Segment {
  const named = /^([:*])([^<]*)(?:<(.*)>)?$/su.exec(text);
  if (named === null) return { segment: "fixed", text };
  const [, sign, name = "", kind] = named;
  if (name === "") throw invalidApiPath("Expected a name or content for this segment");
  return sign === "*" ? { segment: "rest", name } : { segment: "named", name, kind: kind === undefined ? undefined : kindOf(kind) };
}

function kindOf(text: string): Kind {
  try {
    return parseKindText(text);
  } catch (error) {
    throw error instanceof QueryError ? invalidApiPath(error.message) : error;
  }
}

function printSegment(segment: Segment): string {
  if (segment.segment === "fixed") return segment.text;
  if (segment.segment === "rest") return `*${segment.name}`;
  return `:${segment.name}${segment.kind === undefined ? "" : `<${printKind(segment.kind)}>`}`;
}

export interface ApiMatch {
  readonly params: ObjectValue;
  /** Of two paths the one whose segments are plainer, compared from the left, goes first. */
  readonly rank: string;
}

/** How a path that is called meets one that is defined; undefined where it does not. */
export function matchApiPath({ segments }: ApiPath, called: string): ApiMatch | undefined {
  const texts = textsOf(called);
  const params = new Map<string, Value>();
  let rank = "";
  for (const [index, segment] of segments.entries()) {
    const text = texts[index];
    if (text === undefined) return undefined;
    if (segment.segment === "rest") {
      params.set(segment.name, texts.slice(index));
      return { params, rank: `${rank}2` };
    }
    if (segment.segment === "fixed") {
      if (segment.text !== text) return undefined;
      rank += "0";
      continue;
    }
    const value = segment.kind === undefined ? text : casted(text, segment.kind, readRecordId);
    if (value instanceof Refusal) return undefined;
    params.set(segment.name, value);
    rank += "1";
  }
  return texts.length === segments.length ? { params, rank } : undefined;
}
