import type { ErrorCode } from "@loci/kernel";
import type { LanguageModel } from "@loci/ports/language-model";

export type Method = Exclude<keyof LanguageModel, "id">;

/** What the reading process is asked for; each question has a number of its own. */
export type Asked =
  | { readonly kind: "read"; readonly id: number; readonly method: Method; readonly request: unknown }
  | { readonly kind: "cancel"; readonly id: number };

/** What it says: that it is there, then one answer to each question. The parts of a streamed answer come as one array. */
export type Said =
  | { readonly kind: "ready" }
  | { readonly kind: "read"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly code: ErrorCode; readonly message: string; readonly cause: string };
