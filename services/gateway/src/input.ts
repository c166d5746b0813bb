import { LociError, type FieldError } from "@loci/kernel";
import type { z } from "zod";
import { escapePointer, respell, spellingOf } from "./spelling.ts";

/** A part of a request, checked, with the way back to the names that the caller used. */
export interface Input<T> {
  readonly value: T;
  readonly asSent: (pointer: string) => string;
}

export type InputReader<T> = (raw: unknown) => Input<T>;

/**
 * A reader for one part of a request. It takes every accepted spelling, names every bad field at once and throws `invalid` with
 * their pointers as the caller spelt them.
 */
export function inputReader<S extends z.ZodType>(schema: S): InputReader<z.output<S>> {
  const spelling = spellingOf(schema);
  return (raw) => {
    const { value, problems, asSent } = respell(raw, spelling);
    const parsed = schema.safeParse(value);
    if (parsed.success && problems.length === 0) return { value: parsed.data, asSent };
    const wrong = parsed.success ? [] : parsed.error.issues.flatMap(fieldErrors);
    throw invalidFields([...problems, ...wrong.map(({ pointer, detail }) => ({ pointer: asSent(pointer), detail }))]);
  };
}

/** A 400 that names each bad field. */
export function invalidFields(fields: readonly FieldError[]): LociError {
  const [first] = fields;
  const message = first === undefined ? "The request is not valid." : sentence(first, fields.length);
  return new LociError("invalid", message, { fields });
}

function sentence({ pointer, detail }: FieldError, count: number): string {
  const more = count > 1 ? ` (and ${count - 1} more)` : "";
  return `${pointer === "" ? "The request body" : pointer}: ${detail}${more}`;
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const pointer = issue.path.map((part) => `/${escapePointer(String(part))}`).join("");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ pointer: `${pointer}/${escapePointer(key)}`, detail: "is not a known field" }));
  }
  return [{ pointer, detail: issue.message }];
}
