import type { BodyOf } from "@loci/client";
import { instantOf } from "../ui/time-text.ts";

export const modes = ["auto", "hybrid", "vector", "bm25", "graph"] as const;
export type Mode = (typeof modes)[number];
const usualK = 10;
export const mostHits = 50;

/** What is asked, as it stands in the page's address. */
export interface Question {
  readonly text: string;
  readonly mode: Mode;
  readonly k: number;
  readonly scopes: readonly string[];
  readonly labels: readonly string[];
  readonly facts: boolean;
  readonly passages: boolean;
  /** As `datetime-local` writes it; "" for now. */
  readonly asOf: string;
  /** A second time to compare with; "" for none. */
  readonly compareAt: string;
}

/** Reads a question from an address. What makes no sense there is taken as if it were left out. */
export function questionIn(params: URLSearchParams): Question {
  const include = params.get("include");
  const k = Number(params.get("k"));
  const mode = params.get("mode");
  return {
    text: params.get("q") ?? "",
    mode: modes.find((known) => known === mode) ?? "auto",
    k: Number.isInteger(k) && k >= 1 && k <= mostHits ? k : usualK,
    scopes: params.getAll("scope"),
    labels: params.getAll("label"),
    facts: include !== "passages",
    passages: include !== "facts",
    asOf: timeIn(params, "asOf"),
    compareAt: timeIn(params, "compareAt"),
  };
}

function timeIn(params: URLSearchParams, name: string): string {
  const time = params.get(name) ?? "";
  return instantOf(time) === undefined ? "" : time;
}

/** The address of a question: what is as usual stands nowhere. */
export function paramsOf(question: Question): URLSearchParams {
  const { text, mode, k, scopes, labels, facts, passages, asOf, compareAt } = question;
  const params = new URLSearchParams();
  if (text !== "") params.set("q", text);
  if (mode !== "auto") params.set("mode", mode);
  if (k !== usualK) params.set("k", String(k));
  for (const scope of scopes) params.append("scope", scope);
  for (const label of labels) params.append("label", label);
  if (facts !== passages) params.set("include", facts ? "facts" : "passages");
  if (asOf !== "") params.set("asOf", asOf);
  if (compareAt !== "") params.set("compareAt", compareAt);
  return params;
}

/** The request that asks it, as of one of its times. */
export function requestOf(question: Question, asOf: string): BodyOf<"recall"> {
  const { text, mode, k, scopes, labels, facts, passages } = question;
  return {
    query: text,
    k,
    mode: mode === "auto" ? undefined : mode,
    // Any of the paths: each is a clause of its own.
    lens: scopes.length > 0 ? scopes.map((path) => [path]) : undefined,
    labels: labels.length > 0 ? [...labels] : undefined,
    include: facts === passages ? undefined : [facts ? "facts" : "passages"],
    asOf: instantOf(asOf),
    source: "console",
  };
}

/** How many of the options differ from the usual ones. */
export function chosenOptions(question: Question): number {
  const { q: _text, ...options } = Object.fromEntries(paramsOf(question));
  return Object.keys(options).length;
}
