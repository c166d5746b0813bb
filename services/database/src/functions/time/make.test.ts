import { describeFunctions } from "../testing/table.ts";
import { at, id } from "../testing/values.ts";
import { making } from "./make.ts";

describeFunctions(making, [
  [
    "time::from_micros",
    [-8334601228800000001n],
    "Internal: Incorrect arguments for function time::from_micros(). The argument must be a number of microseconds relative to January 1, 1970 0:00:00 UTC that produces a datetime between -262143-01-01T00:00:00Z and +262142-12-31T23:59:59Z.",
  ],
  ["time::from_micros", [1000000n], "d'1970-01-01T00:00:01Z'"],
  ["time::from_micros", [8210266876799999999n], "d'+262142-12-31T23:59:59.999999Z'"],
  [
    "time::from_micros",
    [9223372036854775807n],
    "Internal: Incorrect arguments for function time::from_micros(). The argument must be a number of microseconds relative to January 1, 1970 0:00:00 UTC that produces a datetime between -262143-01-01T00:00:00Z and +262142-12-31T23:59:59Z.",
  ],
  ["time::from_millis", [-1n], "d'1969-12-31T23:59:59.999Z'"],
  ["time::from_millis", [8210266876799999n], "d'+262142-12-31T23:59:59.999Z'"],
  [
    "time::from_millis",
    [8210266876800000n],
    "Internal: Incorrect arguments for function time::from_millis(). The argument must be a number of milliseconds relative to January 1, 1970 0:00:00 UTC that produces a datetime between -262143-01-01T00:00:00Z and +262142-12-31T23:59:59Z.",
  ],
  [
    "time::from_millis",
    [9223372036854775807n],
    "Internal: Incorrect arguments for function time::from_millis(). The argument must be a number of milliseconds relative to January 1, 1970 0:00:00 UTC that produces a datetime between -262143-01-01T00:00:00Z and +262142-12-31T23:59:59Z.",
  ],
  ["time::from_nanos", [-1n], "d'1969-12-31T23:59:59.999999999Z'"],
  ["time::from_nanos", [-9223372036854775808n], "d'1677-09-21T00:12:43.145224192Z'"],
  ["time::from_nanos", [9223372036854775807n], "d'2262-04-11T23:47:16.854775807Z'"],
  ["time::from_secs", [-8334601228800n], "d'-262143-01-01T00:00:00Z'"],
  [
    "time::from_secs",
    [-8334601228801n],
    "Internal: Incorrect arguments for function time::from_secs(). The argument must be a number of seconds relative to January 1, 1970 0:00:00 UTC that produces a datetime between -262143-01-01T00:00:00Z and +262142-12-31T23:59:59Z.",
  ],
  ["time::from_secs", [1n], "d'1970-01-01T00:00:01Z'"],
  ["time::from_secs", [8210266876799n], "d'+262142-12-31T23:59:59Z'"],
  [
    "time::from_secs",
    [8210266876800n],
    "Internal: Incorrect arguments for function time::from_secs(). The argument must be a number of seconds relative to January 1, 1970 0:00:00 UTC that produces a datetime between -262143-01-01T00:00:00Z and +262142-12-31T23:59:59Z.",
  ],
  [
    "time::from_secs",
    [9223372036854775807n],
    "Internal: Incorrect arguments for function time::from_secs(). The argument must be a number of seconds relative to January 1, 1970 0:00:00 UTC that produces a datetime between -262143-01-01T00:00:00Z and +262142-12-31T23:59:59Z.",
  ],
  [
    "time::from_ulid",
    ["01H9QDG81Q7SB33RXB7BEZBK7"],
    "Internal: Incorrect arguments for function time::from_ulid(). The first argument must be a string, containing a valid ULID.",
  ],
  ["time::from_ulid", ["01H9QDG81Q7SB33RXB7BEZBK7G"], "d'2023-09-07T08:52:52.407Z'"],
  [
    "time::from_ulid",
    ["01H9QDG81Q7SB33RXB7BEZBK7U"],
    "Internal: Incorrect arguments for function time::from_ulid(). The first argument must be a string, containing a valid ULID.",
  ],
  ["time::from_ulid", ["01h9qdg81q7sb33rxb7bezbk7g"], "d'2023-09-07T08:52:52.407Z'"],
  ["time::from_ulid", ["7ZZZZZZZZZZZZZZZZZZZZZZZZZ"], "d'+10889-08-02T05:31:50.655Z'"],
  ["time::from_ulid", ["8ZZZZZZZZZZZZZZZZZZZZZZZZZ"], "d'3084-12-12T12:41:28.831Z'"],
  [
    "time::from_ulid",
    ["x"],
    "Internal: Incorrect arguments for function time::from_ulid(). The first argument must be a string, containing a valid ULID.",
  ],
  [
    "time::from_ulid",
    [1n],
    "Internal: Incorrect arguments for function time::from_ulid(). Argument 1 was the wrong type. Expected `string` but found `1`",
  ],
  ["time::from_unix", [1n], "d'1970-01-01T00:00:01Z'"],
  [
    "time::from_unix",
    [1.5],
    "Internal: Incorrect arguments for function time::from_unix(). Argument 1 was the wrong type. Expected `int` but found `1.5f`",
  ],
  [
    "time::from_unix",
    [9223372036854775807n],
    "Internal: Incorrect arguments for function time::from_unix(). The argument must be a number of seconds relative to January 1, 1970 0:00:00 UTC that produces a datetime between -262143-01-01T00:00:00Z and +262142-12-31T23:59:59Z.",
  ],
  [
    "time::from_uuid",
    ["018e1111-1111-7111-8111-111111111111"],
    "Internal: Incorrect arguments for function time::from_uuid(). Argument 1 was the wrong type. Expected `uuid` but found `'018e1111-1111-7111-8111-111111111111'`",
  ],
  [
    "time::from_uuid",
    ["x"],
    "Internal: Incorrect arguments for function time::from_uuid(). Argument 1 was the wrong type. Expected `uuid` but found `'x'`",
  ],
  [
    "time::from_uuid",
    [id("00000000-0000-0000-0000-000000000000")],
    "Internal: Incorrect arguments for function time::from_uuid(). The first argument must be a v1, v6 or v7 UUID.",
  ],
  ["time::from_uuid", [id("018c2bb9-a5c5-7e3f-9e2f-1a2b3c4d5e6f")], "d'2023-12-02T18:10:36.101Z'"],
  ["time::from_uuid", [id("018e1111-1111-7111-8111-111111111111")], "d'2024-03-06T00:01:54.961Z'"],
  ["time::from_uuid", [id("1ee9b5a0-ce7f-6b2e-9f3c-0242ac120002")], "d'2023-12-15T14:55:56.095569400Z'"],
  [
    "time::from_uuid",
    [id("49912a51-576e-46e3-9061-88f9f0d36840")],
    "Internal: Incorrect arguments for function time::from_uuid(). The first argument must be a v1, v6 or v7 UUID.",
  ],
  ["time::from_uuid", [id("e4eaaaf2-d142-11e1-b3e4-080027620cdd")], "d'2012-07-19T01:41:43.645669Z'"],
  ["time::max", [[]], "NONE"],
  ["time::max", [[at("2024-01-05T02:04:06Z"), at("2025-01-05T02:04:06Z")]], "d'2025-01-05T02:04:06Z'"],
  [
    "time::max",
    [1n],
    "Internal: Incorrect arguments for function time::max(). Argument 1 was the wrong type. Expected `array<datetime>` but found `1`",
  ],
  [
    "time::max",
    [[1n]],
    "Internal: Incorrect arguments for function time::max(). Argument 1 was the wrong type. Expected `datetime` but found `1` when coercing an element of `array<datetime>`",
  ],
  ["time::max", [[at("2024-01-15T12:34:56.789Z"), at("1960-02-29T23:59:59Z")]], "d'2024-01-15T12:34:56.789Z'"],
  [
    "time::min",
    [1n],
    "Internal: Incorrect arguments for function time::min(). Argument 1 was the wrong type. Expected `array<datetime>` but found `1`",
  ],
  [
    "time::min",
    [[1n]],
    "Internal: Incorrect arguments for function time::min(). Argument 1 was the wrong type. Expected `datetime` but found `1` when coercing an element of `array<datetime>`",
  ],
  ["time::min", [[]], "NONE"],
  ["time::min", [[at("2024-01-05T02:04:06Z"), at("2025-01-05T02:04:06Z")]], "d'2024-01-05T02:04:06Z'"],
  [
    "time::min",
    [[at("2024-01-15T12:34:56.789Z"), at("1960-02-29T23:59:59Z"), at("-0005-12-31T00:00:00Z")]],
    "d'-0005-12-31T00:00:00Z'",
  ],
  ["time::now", [1n], "Internal: Incorrect arguments for function time::now(). Expected no arguments"],
]);
