import type { BodyOf } from "@loci/client";

export const modes = ["hybrid", "vector", "bm25", "hybrid_graph"] as const;
export type Mode = (typeof modes)[number];
export const switches = ["useHyde", "decomposeQuery", "useReranker", "expandGraph"] as const;
export type Switch = (typeof switches)[number];

/** A search in documents, as it stands in the page's address. */
export interface DocumentSearch {
  readonly text: string;
  readonly mode: Mode;
  readonly on: readonly Switch[];
}

export function searchIn(params: URLSearchParams): DocumentSearch {
  return {
    text: params.get("q") ?? "",
    mode: modes.find((mode) => mode === params.get("mode")) ?? "hybrid",
    on: switches.filter((name) => params.getAll("with").includes(name)),
  };
}

export function paramsOf({ text, mode, on }: DocumentSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (text !== "") params.set("q", text);
  if (mode !== "hybrid") params.set("mode", mode);
  for (const name of on) params.append("with", name);
  return params;
}

export function requestOf({ text, mode, on }: DocumentSearch): BodyOf<"queryDocuments"> {
  return { query: text, mode, ...Object.fromEntries(on.map((name) => [name, true])) };
}
