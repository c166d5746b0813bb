import type { ErrorCode } from "@loci/kernel";
import type { ParsedDocument } from "@loci/ports/document-parser";
import type { Declared } from "./detect.ts";

/** What the parsing process says: that it is there, then one answer for each file that it is sent. */
export type Said =
  | { readonly kind: "ready" }
  | { readonly kind: "parsed"; readonly document: ParsedDocument }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly message: string; readonly cause: string };

export type Asked = Declared;
