import { isOccupation } from "../complement.ts";
import { normal } from "../rule.ts";
import { roles } from "./names.ts";
import type { LineFact } from "./roster.ts";

const somebody =
  /^((?:(?:Dr|Mr|Mrs|Ms|Prof)\.?\s)?\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’-]{1,30}){0,2})\s\((\p{Lu}[\p{L} &-]{1,40})\)$/u;

/** "Marguerite (Accounts)": somebody, and where they work or as what. */
export function departmentOf(
  value: string,
  place: Pick<LineFact, "start" | "end">,
): { readonly name: string; readonly facts: LineFact[] } | undefined {
  const [, name = "", inner = ""] = somebody.exec(value) ?? [];
  if (name === "") return undefined;
  const key = isOccupation(inner) || roles.test(inner.toLowerCase()) ? "job_title" : "department";
  return { name, facts: [{ subject: { type: "Person", name }, key, value: inner, confidence: normal, ...place }] };
}
