import { LociError, type FieldError } from "@loci/kernel";
import { z } from "zod";
import { personScopes, userField } from "./schemas/person.ts";
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
  const place = placeOfPerson(schema);
  return (raw) => {
    const { value, problems, asSent } = respell(raw, spelling);
    const parsed = schema.safeParse(value, { error: inWords });
    if (parsed.success && problems.length === 0) return { value: placed(parsed.data, place) as z.output<S>, asSent };
    const wrong = parsed.success ? [] : parsed.error.issues.flatMap(fieldErrors);
    throw invalidFields([...problems, ...wrong.map(({ pointer, detail }) => ({ pointer: asSent(pointer), detail }))]);
  };
}

/** The field in whose place the `user` of a request stands; undefined where it takes none. */
function placeOfPerson(schema: z.core.$ZodType): string | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return placeOfPerson(schema.unwrap());
  if (!(schema instanceof z.ZodObject) || schema.shape.user !== userField) return undefined;
  return ["scopes", "lens"].find((field) => field in schema.shape);
}

/** @throws LociError `invalid` where an end user and another selector are named */
function placed(data: unknown, place: string | undefined): unknown {
  if (place === undefined || typeof data !== "object" || data === null || !("user" in data)) return data;
  const { user } = data;
  if (typeof user !== "string") return data;
  const given = new Map<string, unknown>(Object.entries(data)).get(place) ?? undefined;
  if (given !== undefined) throw invalidFields([{ pointer: "/user", detail: `stands in the place of ${place}; give one` }]);
  return { ...data, [place]: personScopes(user) };
}

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** What a value of the wrong kind should have been, where its schema does not say it itself; undefined for zod's own words. */
function inWords({ code, input, expected }: z.core.$ZodRawIssue): string | undefined {
  if (code !== "invalid_type") return undefined;
  if (input === undefined) return "is missing";
  const kind = kinds[String(expected)];
  return kind && `must be ${kind}`;
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
