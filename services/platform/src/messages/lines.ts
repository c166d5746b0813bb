import { LociError, type FieldError } from "@loci/kernel";
import type { z } from "zod";

/** One line of an export as it was read: the JSON object in it, and its type. */
export interface LineObject {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Reads a line of an export.
 * @param number the line's number in its file, from 1
 * @throws LociError `invalid` that names the number
 */
export function lineObject(text: string, number: number): LineObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrongLine(number, [{ pointer: "", detail: "is not JSON" }]);
  }
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  if (typeof type !== "string") throw wrongLine(number, [{ pointer: "/type", detail: "a line is a JSON object with a type" }]);
  return { type, fields: value as Readonly<Record<string, unknown>> };
}

/** What is wrong with a line. Each pointer begins with the line's number. */
export function wrongLine(number: number, fields: readonly FieldError[]): LociError {
  const placed = fields.map(({ pointer, detail }) => ({ pointer: `/${number}${pointer}`, detail }));
  const [first] = fields;
  const field = first === undefined || first.pointer === "" ? "" : ` ${first.pointer.slice(1)}`;
  return new LociError("invalid", `line ${number}:${field} ${first?.detail ?? "is not valid"}`, { fields: placed });
}

/** What a schema finds wrong with a line. */
export function lineProblems(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const place = issue.path.map((part) => `/${String(part)}`).join("");
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ pointer: `${place}/${key.slice(0, 64)}`, detail: "is not a known field" }))
      : [{ pointer: place, detail: issue.message }];
  });
}
