import { describeFunctions } from "./testing/table.ts";
import { obj, rec } from "./testing/values.ts";
import { object } from "./object.ts";

describeFunctions(object, [
  ["object::extend", [obj({}), obj({})], "{  }"],
  ["object::extend", [obj({ b: 1n, a: 2n }), obj({ a: 3n })], "{ a: 3, b: 1 }"],
  [
    "object::extend",
    [obj({ b: 1n, a: 2n }), 1n],
    "Internal: Incorrect arguments for function object::extend(). Argument 2 was the wrong type. Expected `object` but found `1`",
  ],
  [
    "object::from_entries",
    [[obj({ a: 1n })]],
    "Internal: Incorrect arguments for function object::from_entries(). Expected entries, found object",
  ],
  [
    "object::from_entries",
    [obj({ a: 1n })],
    "Internal: Incorrect arguments for function object::from_entries(). Argument 1 was the wrong type. Expected `array` but found `{ a: 1 }`",
  ],
  [
    "object::from_entries",
    [
      [
        ["a", 1n],
        ["b", 2n],
      ],
    ],
    "{ a: 1, b: 2 }",
  ],
  [
    "object::from_entries",
    [
      [
        ["a", 1n],
        ["a", 2n],
      ],
    ],
    "{ a: 2 }",
  ],
  [
    "object::from_entries",
    [[["a", 1n], ["b"]]],
    "Internal: Incorrect arguments for function object::from_entries(). Expected entries, found array",
  ],
  [
    "object::from_entries",
    [[1n]],
    "Internal: Incorrect arguments for function object::from_entries(). Expected entries, found int",
  ],
  [
    "object::from_entries",
    [
      [
        [undefined, 1n],
        [1.5, 3n],
        [rec("a", 1n), 2n],
      ],
    ],
    '{ "1.5f": 3, NONE: 1, "a:1": 2 }',
  ],
  ["object::is_empty", [obj({ a: 1n })], "false"],
  ["object::is_empty", [obj({})], "true"],
  [
    "object::is_empty",
    [1n],
    "Internal: Incorrect arguments for function object::is_empty(). Argument 1 was the wrong type. Expected `object` but found `1`",
  ],
  ["object::keys", [obj({})], "[]"],
  ["object::keys", [obj({ b: 1n, a: 2n })], "['a', 'b']"],
  [
    "object::keys",
    ["a"],
    "Internal: Incorrect arguments for function object::keys(). Argument 1 was the wrong type. Expected `object` but found `'a'`",
  ],
  ["object::remove", [obj({ a: 1n }), "z"], "{ a: 1 }"],
  [
    "object::remove",
    [obj({ a: 1n }), undefined],
    "Internal: Incorrect arguments for function object::remove(). 'NONE' cannot be used as a key. Please use a string instead.",
  ],
  ["object::remove", [obj({ a: 1n }), []], "{ a: 1 }"],
  ["object::remove", [obj({ b: 1n, a: 2n }), "a"], "{ b: 1 }"],
  ["object::remove", [obj({ b: 1n, a: 2n }), ["a", "b", "c"]], "{  }"],
  [
    "object::remove",
    [obj({ b: 1n, a: 2n }), 1n],
    "Internal: Incorrect arguments for function object::remove(). '1' cannot be used as a key. Please use a string instead.",
  ],
  [
    "object::remove",
    [obj({ b: 1n, a: 2n }), [1n]],
    "Internal: Incorrect arguments for function object::remove(). '1' cannot be used as a key. Please use a string instead.",
  ],
  ["object::entries", [obj({ b: 1n, a: 2n })], "[['a', 2], ['b', 1]]"],
  [
    "object::entries",
    [[]],
    "Internal: Incorrect arguments for function object::entries(). Argument 1 was the wrong type. Expected `object` but found `[]`",
  ],
  [
    "object::entries",
    ["a"],
    "Internal: Incorrect arguments for function object::entries(). Argument 1 was the wrong type. Expected `object` but found `'a'`",
  ],
  ["object::entries", [obj({})], "[]"],
  ["object::len", [obj({ b: 1n, a: 2n })], "2"],
  [
    "object::len",
    [[]],
    "Internal: Incorrect arguments for function object::len(). Argument 1 was the wrong type. Expected `object` but found `[]`",
  ],
  [
    "object::len",
    ["a"],
    "Internal: Incorrect arguments for function object::len(). Argument 1 was the wrong type. Expected `object` but found `'a'`",
  ],
  ["object::len", [obj({})], "0"],
  ["object::values", [obj({ b: 1n, a: 2n })], "[2, 1]"],
  [
    "object::values",
    [1n],
    "Internal: Incorrect arguments for function object::values(). Argument 1 was the wrong type. Expected `object` but found `1`",
  ],
  ["object::values", [obj({})], "[]"],
]);
