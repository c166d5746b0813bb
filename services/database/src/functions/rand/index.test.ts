import { describeFunctions } from "../testing/table.ts";
import { at, span } from "../testing/values.ts";
import { rand } from "./index.ts";

describeFunctions(rand, [
  ["rand", [1n], "Internal: Incorrect arguments for function rand(). Expected no arguments"],
  ["rand", ["a"], "Internal: Incorrect arguments for function rand(). Expected no arguments"],
  ["rand", [1n, 2n], "Internal: Incorrect arguments for function rand(). Expected no arguments"],
  ["rand::bool", [1n], "Internal: Incorrect arguments for function rand::bool(). Expected no arguments"],
  ["rand::bool", ["a"], "Internal: Incorrect arguments for function rand::bool(). Expected no arguments"],
  ["rand::bool", [1n, 2n], "Internal: Incorrect arguments for function rand::bool(). Expected no arguments"],
  ["rand::duration", [span(1n), span(1n)], "1ns"],
  ["rand::duration", [1n], "Internal: Incorrect arguments for function rand::duration(). Expected 2 arguments"],
  [
    "rand::duration",
    [span(1n), 1n],
    "Internal: Incorrect arguments for function rand::duration(). Argument 2 was the wrong type. Expected `duration` but found `1`",
  ],
  ["rand::enum", [], "NONE"],
  ["rand::enum", [1n], "1"],
  ["rand::enum", [[1n]], "1"],
  ["rand::enum", [[]], "NONE"],
  ["rand::enum", ["a", "a"], "'a'"],
  ["rand::float", [1n], "Internal: Incorrect arguments for function rand::float(). Expected 0 or 2 arguments"],
  ["rand::float", [1n, 1n], "1f"],
  [
    "rand::float",
    ["a", 1n],
    "Internal: Incorrect arguments for function rand::float(). Argument 1 was the wrong type. Expected `float` but found `'a'`",
  ],
  ["rand::float", [1n, 2n, 3n], "Internal: Incorrect arguments for function rand::float(). Expected 0 to 2 arguments"],
  [
    "rand::id",
    [65n],
    "Internal: Incorrect arguments for function rand::id(). To generate a string of X characters in length, the argument must be a positive number and no higher than 64.",
  ],
  [
    "rand::id",
    [6n, 5n],
    "Internal: Incorrect arguments for function rand::id(). Lowerbound of number of characters must be less then the upperbound.",
  ],
  [
    "rand::id",
    [1n, 65n],
    "Internal: Incorrect arguments for function rand::id(). To generate a string of X characters in length, the argument must be a positive number and no higher than 64.",
  ],
  ["rand::id", [0n], "''"],
  ["rand::int", [1n], "Internal: Incorrect arguments for function rand::int(). Expected 0 or 2 arguments"],
  ["rand::int", [1n, 1n], "1"],
  [
    "rand::int",
    [1.5, 3n],
    "Internal: Incorrect arguments for function rand::int(). Argument 1 was the wrong type. Expected `int` but found `1.5f`",
  ],
  [
    "rand::string",
    [65537n],
    "Internal: Incorrect arguments for function rand::string(). To generate a string of X characters in length, the argument must be a positive number and no higher than 65536.",
  ],
  ["rand::string", [0n], "''"],
  [
    "rand::string",
    [3n, 2n],
    "Internal: Incorrect arguments for function rand::string(). Lowerbound of number of characters must be less then the upperbound.",
  ],
  [
    "rand::string",
    [1n, 65537n],
    "Internal: Incorrect arguments for function rand::string(). To generate a string of X characters in length, the argument must be a positive number and no higher than 65536.",
  ],
  [
    "rand::string",
    ["a"],
    "Internal: Incorrect arguments for function rand::string(). Argument 1 was the wrong type. Expected `int` but found `'a'`",
  ],
  ["rand::time", [1n], "Internal: Incorrect arguments for function rand::time(). Expected 0 or 2 arguments"],
  ["rand::time", [1n, 1n], "d'1970-01-01T00:00:01Z'"],
  ["rand::time", [at("2020-01-01T00:00:00Z"), at("2020-01-01T00:00:00Z")], "d'2020-01-01T00:00:00Z'"],
  [
    "rand::time",
    ["a", "b"],
    "Internal: Incorrect arguments for function rand::time(). Expected two arguments of type datetime or int",
  ],
  [
    "rand::time",
    [1n, 9223372036854775807n],
    "Internal: Incorrect arguments for function rand::time(). To generate a random time, the 2 arguments must be numbers between -8334601228800 and 8210266876799 seconds from the UNIX epoch or a 'datetime' within the range d'-262143-01-01T00:00:00Z' and +262142-12-31T23:59:59Z'.",
  ],
  [
    "rand::ulid",
    [1n],
    "Internal: Incorrect arguments for function rand::ulid(). Argument 1 was the wrong type. Expected `datetime` but found `1`",
  ],
  ["rand::ulid", [1n, 2n], "Internal: Incorrect arguments for function rand::ulid(). Expected 0 to 1 arguments"],
  [
    "rand::ulid",
    ["a"],
    "Internal: Incorrect arguments for function rand::ulid(). Argument 1 was the wrong type. Expected `datetime` but found `'a'`",
  ],
  [
    "rand::ulid",
    [at("2024-01-15T12:34:56.789Z"), 2n],
    "Internal: Incorrect arguments for function rand::ulid(). Expected 0 to 1 arguments",
  ],
  [
    "rand::uuid",
    [1n],
    "Internal: Incorrect arguments for function rand::uuid(). Argument 1 was the wrong type. Expected `datetime` but found `1`",
  ],
  [
    "rand::uuid",
    ["a"],
    "Internal: Incorrect arguments for function rand::uuid(). Argument 1 was the wrong type. Expected `datetime` but found `'a'`",
  ],
  [
    "rand::uuid",
    [at("2024-01-15T12:34:56.789Z"), 2n],
    "Internal: Incorrect arguments for function rand::uuid(). Expected 0 to 1 arguments",
  ],
  ["rand::uuid::v4", [1n], "Internal: Incorrect arguments for function rand::uuid::v4(). Expected no arguments"],
  ["rand::uuid::v4", ["a"], "Internal: Incorrect arguments for function rand::uuid::v4(). Expected no arguments"],
  ["rand::uuid::v4", [1n, 2n], "Internal: Incorrect arguments for function rand::uuid::v4(). Expected no arguments"],
  [
    "rand::uuid::v7",
    [1n],
    "Internal: Incorrect arguments for function rand::uuid::v7(). Argument 1 was the wrong type. Expected `datetime` but found `1`",
  ],
  [
    "rand::uuid::v7",
    ["a"],
    "Internal: Incorrect arguments for function rand::uuid::v7(). Argument 1 was the wrong type. Expected `datetime` but found `'a'`",
  ],
  [
    "rand::uuid::v7",
    [at("2024-01-15T12:34:56.789Z"), 2n],
    "Internal: Incorrect arguments for function rand::uuid::v7(). Expected 0 to 1 arguments",
  ],
]);
