import { describe, expect, it } from "@jest/globals";
import type { QueryError } from "../errors.ts";
import { printValue } from "../values/print.ts";
import { TableName, type Value } from "../values/value.ts";
import { aliases } from "./aliases.ts";
import { constants } from "./constants.ts";
import type { BuiltinFunction, FunctionContext } from "./function.ts";
import { functionNamed, functionNames } from "./index.ts";
import { asMethodFailure, functionOfMethod } from "./methods.ts";
import { at, context, dec, obj, rec, setFrom, shape, span } from "./testing/values.ts";

/** These stand for what the interpreter reads, and so stand there. */
const contextual = ["value::diff", "value::patch", "record::exists", "record::is_edge"];

describe("the registry", () => {
  it("knows every function by its name", () => {
    for (const name of functionNames) expect([name, functionNamed(name) === undefined]).toEqual([name, false]);
    expect(functionNamed("string::nothing")).toBeUndefined();
  });

  it("knows older names as those of functions that there are", () => {
    for (const [older, name] of aliases) expect([older, functionNamed(older)]).toEqual([older, functionNamed(name)]);
    expect(functionNamed("string::is::url")).toBe(functionNamed("string::is_url"));
    expect(functionNamed("type::thing")).toBe(functionNamed("type::record"));
  });

  it.each([
    ["array::every", "array::all"],
    ["array::some", "array::any"],
    ["array::includes", "array::any"],
    ["array::index_of", "array::find_index"],
    ["string::distance::osa_distance", "string::distance::osa"],
  ])("takes %s as another name of %s", async (name, other) => {
    expect(await refusal(functionNamed(name))).toBe((await refusal(functionNamed(other))).replaceAll(other, name));
  });

  it.each([
    ["math::pi", "3.141592653589793f"],
    ["math::neg_inf", "-Infinity"],
    ["time::epoch", "d'1970-01-01T00:00:00Z'"],
    ["time::maximum", "d'+262142-12-31T23:59:59.999999999Z'"],
    ["duration::max", "584942417355y3w5d7h15s999ms999µs999ns"],
  ])("has the constant %s", (name, printed) => expect(printValue(constants.get(name))).toBe(printed));
});

describe("a method", () => {
  it.each<readonly [Value, string, string]>([
    ["a", "len", "string::len"],
    ["a", "is_datetime", "string::is_datetime"],
    ["a", "is_array", "type::is_array"],
    ["a", "semver_inc_major", "string::semver::inc::major"],
    ["a", "semver_major", "string::semver::major"],
    ["a", "html_encode", "string::html::encode"],
    ["a", "similarity_jaro_winkler", "string::similarity::jaro_winkler"],
    ["a", "repeat", "string::repeat"],
    ["a", "to_int", "type::int"],
    [1n, "abs", "math::abs"],
    [1.5, "repeat", "array::repeat"],
    [dec("1"), "type_of", "type::of"],
    [[1n], "sort_desc", "array::sort::desc"],
    [[1n], "sort_natural_lexical", "array::sort_natural_lexical"],
    [[1n], "is_empty", "array::is_empty"],
    [[1n], "vector_distance_knn", ""],
    [[1n], "vector_distance_euclidean", "vector::distance::euclidean"],
    [[1n], "index_of", "array::index_of"],
    [setFrom(1n), "contains", "set::contains"],
    [obj({ a: 1n }), "keys", "object::keys"],
    [rec("a", 1n), "id", "record::id"],
    [at("2024-01-01T00:00:00Z"), "year", "time::year"],
    [span(1n), "mins", "duration::mins"],
    [shape({ type: "Point", coordinates: [1, 2] }), "hash_encode", "geo::hash::encode"],
    [undefined, "is_none", "type::is_none"],
  ])("of %p, %s, is the function %s", (value, method, name) => {
    if (name === "") expect(() => functionOfMethod(value, method)).toThrow("no such method found");
    else expect(functionOfMethod(value, method)).toBe(name);
  });

  it.each<readonly [Value, string, string]>([
    [1n, "foo", "There was a problem running the foo() function. no such method found for the int type"],
    ["a", "of", "There was a problem running the of() function. no such method found for the string type"],
    [2n, "sqrt", "There was a problem running the sqrt() function. no such method found for the int type"],
    [undefined, "len", "Method 'len' cannot be called on value of type 'none'"],
    [1.5, "max", "Method 'max' cannot be called on value of type 'float'"],
    [new TableName("a"), "exists", "Method 'exists' cannot be called on value of type 'table'"],
    [[1n], "contains", "Method 'contains' cannot be called on value of type 'array'"],
  ])("that %p has not, %s, is refused", (value, method, text) => expect(() => functionOfMethod(value, method)).toThrow(text));

  it("stands for a function that there is", () => {
    const values: readonly Value[] = ["a", 1n, [], setFrom(), obj({}), rec("a", 1n), at("2024-01-01"), span(1n), new Uint8Array()];
    for (const value of values) {
      for (const method of ["len", "is_empty", "repeat", "to_string", "is_none", "first", "abs", "id", "year", "hours"]) {
        const name = nameOf(value, method);
        if (name !== undefined && !contextual.includes(name))
          expect([name, functionNamed(name) === undefined]).toEqual([name, false]);
      }
    }
  });

  it("is named in what its function says of wrong arguments", async () => {
    const called = functionNamed("array::join");
    const failure = await run(called, [[1n], 1n]).catch((error: unknown) => asMethodFailure(error, "join"));
    expect((failure as QueryError).message).toBe(
      "Incorrect arguments for method join(). Argument 2 was the wrong type. Expected `string` but found `1`",
    );
    expect(asMethodFailure("another failure", "join")).toBe("another failure");
  });
});

describe("chance", () => {
  /** All 256 bytes in a row, again and again. */
  function counting(): FunctionContext {
    let next = 0;
    return { ...context, randomBytes: (size) => Uint8Array.from({ length: size }, () => (next = (next + 97) % 256)) };
  }
  const draw = (name: string, args: readonly Value[], times = 200): Promise<readonly Value[]> => {
    const chance = counting();
    return Promise.all(Array.from({ length: times }, async () => run(functionNamed(name), args, chance)));
  };

  it("stays between the bounds, whichever is smaller", async () => {
    expect((await draw("rand::int", [3n, -2n])).every((value) => typeof value === "bigint" && value >= -2n && value <= 3n)).toBe(
      true,
    );
    expect((await draw("rand::float", [2n, 1.5])).every((value) => typeof value === "number" && value >= 1.5 && value <= 2)).toBe(
      true,
    );
    expect(new Set(await draw("rand::enum", ["a", "b", "c"]))).toEqual(new Set(["a", "b", "c"]));
  });

  it("makes texts and identifiers of their form", async () => {
    const ids = await draw("rand::id", [], 20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{20}$/);
    expect(new Set(ids).size).toBe(20);
    for (const text of await draw("rand::string", [3n, 5n], 20)) expect(text).toMatch(/^[0-9A-Za-z]{3,5}$/);
    for (const text of await draw("rand::ulid", [at("2020-01-01T00:00:00Z")], 5))
      expect(text).toMatch(/^01DXF6DT00[0-9A-HJKMNP-TV-Z]{16}$/);
    const uuids = await draw("rand::uuid", [at("2020-01-01T00:00:00Z")], 5);
    for (const uuid of uuids) expect(printValue(uuid)).toMatch(/^u'016f5e66-e800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'$/);
    for (const uuid of await draw("rand::uuid::v4", [], 5))
      expect(printValue(uuid)).toMatch(/^u'[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
  });

  it("mixes an array without losing anything of it", async () => {
    const [mixed] = await draw("array::shuffle", [[1n, 2n, 3n, 4n]], 1);
    expect((mixed as readonly bigint[]).toSorted((a, b) => Number(a - b))).toEqual([1n, 2n, 3n, 4n]);
  });
});

function nameOf(value: Value, method: string): string | undefined {
  try {
    return functionOfMethod(value, method);
  } catch {
    return undefined;
  }
}

async function run(called: BuiltinFunction | undefined, args: readonly Value[], within = context): Promise<Value> {
  if (called === undefined) throw new Error("no such function");
  if ("pure" in called) return called.pure(args, within);
  const step = called.effect(args, within).next();
  if (step.done !== true) throw new Error("asks the store");
  return Promise.resolve(step.value);
}

async function refusal(called: BuiltinFunction | undefined): Promise<string> {
  return run(called, [1n, 2n, 3n, 4n, 5n]).then(
    (value) => printValue(value),
    (error: unknown) => (error as Error).message,
  );
}
