import { aliases } from "./aliases.ts";
import { array } from "./array/index.ts";
import { crypto } from "./crypto.ts";
import { duration } from "./duration.ts";
import { encoding } from "./encoding.ts";
import type { BuiltinFunction } from "./function.ts";
import { geo } from "./geo/index.ts";
import { math } from "./math/index.ts";
import { object } from "./object.ts";
import { others } from "./single.ts";
import { parse } from "./parse.ts";
import { password } from "./password.ts";
import { rand } from "./rand/index.ts";
import { search } from "./search.ts";
import { session } from "./session.ts";
import { set } from "./set.ts";
import { string } from "./string/index.ts";
import { time } from "./time/index.ts";
import { type } from "./type/index.ts";
import { vector } from "./vector/index.ts";

const families = [
  array,
  crypto,
  duration,
  encoding,
  geo,
  math,
  object,
  others,
  parse,
  password,
  rand,
  search,
  session,
  set,
  string,
  time,
  type,
  vector,
];

const functions: ReadonlyMap<string, BuiltinFunction> = new Map(families.flatMap((family) => Object.entries(family)));

/** The names of the functions that stand here, without aliases; those that need the database or a document stand with the interpreter. */
export const functionNames: readonly string[] = [...functions.keys()];

/** A built-in function by its name in lower case, or by an older spelling of it. */
export function functionNamed(name: string): BuiltinFunction | undefined {
  return functions.get(name) ?? functions.get(aliases.get(name) ?? "");
}
