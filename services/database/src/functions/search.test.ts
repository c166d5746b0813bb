import { describeFunctions } from "./testing/table.ts";
import { obj, rec } from "./testing/values.ts";
import { search } from "./search.ts";

describeFunctions(search, [
  ["search::linear", [1n, [1n], 5n, "minmax"], "[]"],
  ["search::linear", [[1n], [1n], 5n, "minmax"], "[]"],
  [
    "search::linear",
    [[[obj({ id: rec("a", 1n), distance: 0n }), obj({ id: rec("a", 2n), distance: 0.5 })]], [1n], 5n, "minmax"],
    "[{ distance: 0, id: a:1, linear_score: 1f }, { distance: 0.5f, id: a:2, linear_score: 0f }]",
  ],
  [
    "search::linear",
    [[[obj({ id: rec("a", 1n), distance: 1n }), obj({ id: rec("a", 2n), distance: 0.5 })]], [1n], 5n, "zscore"],
    "[{ distance: 0.5f, id: a:2, linear_score: 1.0000000000000007f }, { distance: 1, id: a:1, linear_score: -0.9999999999999993f }]",
  ],
  [
    "search::linear",
    [[[obj({ id: rec("a", 1n), foo: 1n }), obj({ id: rec("a", 2n), foo: 3n })]], [1n], 5n, "minmax"],
    "[{ foo: 1, id: a:1, linear_score: 1f }, { foo: 3, id: a:2, linear_score: 0f }]",
  ],
  [
    "search::linear",
    [[[obj({ id: rec("a", 1n), ft_score: 1n }), obj({ id: rec("a", 2n), ft_score: 3n })]], [1n], 5n, "minmax"],
    "[{ ft_score: 3, id: a:2, linear_score: 1f }, { ft_score: 1, id: a:1, linear_score: 0f }]",
  ],
  [
    "search::linear",
    [[[obj({ id: rec("a", 1n), linear_score: 0.5 }), obj({ id: rec("a", 2n), linear_score: 0.25 })]], [1n], 5n, "minmax"],
    "[{ id: a:1, linear_score: 1f }, { id: a:2, linear_score: 0f }]",
  ],
  [
    "search::linear",
    [[[obj({ id: rec("a", 1n), rrf_score: 0.5 }), obj({ id: rec("a", 2n), rrf_score: 0.25 })]], [1n], 5n, "minmax"],
    "[{ id: a:1, linear_score: 1f, rrf_score: 0.5f }, { id: a:2, linear_score: 0f, rrf_score: 0.25f }]",
  ],
  [
    "search::linear",
    [[[obj({ id: rec("a", 1n), score: "a" })]], [1n], 5n, "minmax"],
    "[{ id: a:1, linear_score: 0f, score: 'a' }]",
  ],
  [
    "search::linear",
    [
      [[obj({ id: rec("a", 1n), score: 1n, distance: 9n }), obj({ id: rec("a", 2n), score: 3n, distance: 1n })]],
      [1n],
      5n,
      "minmax",
    ],
    "[{ distance: 1, id: a:2, linear_score: 1f, score: 3 }, { distance: 9, id: a:1, linear_score: 0f, score: 1 }]",
  ],
  [
    "search::linear",
    [
      [[obj({ id: rec("a", 1n), score: 1n }), obj({ id: rec("a", 2n), score: 3n }), obj({ id: rec("a", 3n), score: 2n })]],
      [0.5],
      5n,
      "minmax",
    ],
    "[{ id: a:2, linear_score: 0.5f, score: 3 }, { id: a:3, linear_score: 0.25f, score: 2 }, { id: a:1, linear_score: 0f, score: 1 }]",
  ],
  [
    "search::linear",
    [
      [[obj({ id: rec("a", 1n), score: 1n }), obj({ id: rec("a", 2n), score: 3n }), obj({ id: rec("a", 3n), score: 2n })]],
      [0.5],
      5n,
      "zscore",
    ],
    "[{ id: a:2, linear_score: 0.6123724356957945f, score: 3 }, { id: a:3, linear_score: 0f, score: 2 }, { id: a:1, linear_score: -0.6123724356957945f, score: 1 }]",
  ],
  [
    "search::linear",
    [
      [
        [obj({ id: rec("a", 1n), score: 1n }), obj({ id: rec("a", 2n), score: 3n })],
        [obj({ id: rec("a", 1n), distance: 2n }), obj({ id: rec("a", 2n), distance: 5n })],
      ],
      [1n, 2n],
      2n,
      "zscore",
    ],
    "[{ distance: 2, id: a:1, linear_score: 0.9999999999999996f, score: 1 }, { distance: 5, id: a:2, linear_score: -1.0000000000000004f, score: 3 }]",
  ],
  [
    "search::linear",
    [
      [
        [obj({ id: rec("a", 1n), score: 1n }), obj({ id: rec("a", 2n), score: 3n })],
        [obj({ id: rec("a", 1n), distance: 2n }), obj({ id: rec("a", 2n), distance: 5n })],
      ],
      [1n, 2n],
      5n,
      "minmax",
    ],
    "[{ distance: 2, id: a:1, linear_score: 2f, score: 1 }, { distance: 5, id: a:2, linear_score: 1f, score: 3 }]",
  ],
  [
    "search::linear",
    [
      [[obj({ id: rec("a", 1n), score: 1n })], [obj({ id: rec("a", 1n), distance: 2n }), obj({ id: rec("a", 2n), distance: 5n })]],
      [1n, 2n],
      2n,
      "minmax",
    ],
    "[{ distance: 2, id: a:1, linear_score: 2f, score: 1 }, { distance: 5, id: a:2, linear_score: 0f }]",
  ],
  [
    "search::linear",
    [[[obj({ id: rec("a", 1n), score: 1n })]], 1n, 5, "minmax"],
    "Internal: Incorrect arguments for function search::linear(). weights must be an array",
  ],
  ["search::rrf", [1n, 2n], "[]"],
  ["search::rrf", [[[1n], [obj({ id: rec("a", 1n) })]], 10n], "[{ id: a:1, rrf_score: 0.01639344262295082f }]"],
  [
    "search::rrf",
    [[[obj({ id: 1n }), obj({ id: "a" })]], 10n],
    "[{ id: 1, rrf_score: 0.01639344262295082f }, { id: 'a', rrf_score: 0.016129032258064516f }]",
  ],
  ["search::rrf", [[[obj({ id: rec("a", 1n), rrf_score: 5n })]], 10n], "[{ id: a:1, rrf_score: 0.01639344262295082f }]"],
  [
    "search::rrf",
    [[[obj({ id: rec("a", 1n), x: 1n })], [obj({ id: rec("a", 1n), y: 2n }), obj({ id: rec("a", 2n) })]], 0n],
    "Internal: Incorrect arguments for function search::rrf(). limit must be at least 1",
  ],
  [
    "search::rrf",
    [[[obj({ id: rec("a", 1n), x: 1n })], [obj({ id: rec("a", 1n), y: 2n }), obj({ id: rec("a", 2n) })]], 2n],
    "[{ id: a:1, rrf_score: 0.03278688524590164f, x: 1, y: 2 }, { id: a:2, rrf_score: 0.016129032258064516f }]",
  ],
  [
    "search::rrf",
    [[[obj({ id: rec("a", 1n), x: 1n })], [obj({ id: rec("a", 1n), y: 2n }), obj({ id: rec("a", 2n) })]], 2n, -1],
    "Internal: Incorrect arguments for function search::rrf(). RRF constant must be at least 0",
  ],
  [
    "search::rrf",
    [[[obj({ id: rec("a", 1n), x: 1n })], [obj({ id: rec("a", 1n), y: 2n }), obj({ id: rec("a", 2n) })]], 2n, 60n],
    "[{ id: a:1, rrf_score: 0.03278688524590164f, x: 1, y: 2 }, { id: a:2, rrf_score: 0.016129032258064516f }]",
  ],
  [
    "search::rrf",
    [[[obj({ id: rec("a", 1n), x: 1n })]]],
    "Internal: Incorrect arguments for function search::rrf(). limit must be a number",
  ],
  ["search::rrf", [[[obj({ id: rec("a", 1n) })], 1], 10n], "[{ id: a:1, rrf_score: 0.01639344262295082f }]"],
  [
    "search::rrf",
    [[[obj({ id: rec("a", 1n) })], [obj({ id: rec("a", 2n) }), obj({ id: rec("a", 1n) })]], 1n],
    "[{ id: a:1, rrf_score: 0.03252247488101534f }]",
  ],
  [
    "search::rrf",
    [[[obj({ id: rec("a", 1n) })], [obj({ id: rec("a", 2n) }), obj({ id: rec("a", 1n) })]], 10n, 60n],
    "[{ id: a:1, rrf_score: 0.03252247488101534f }, { id: a:2, rrf_score: 0.01639344262295082f }]",
  ],
  [
    "search::rrf",
    [[[obj({ id: rec("a", 1n) })]], "a"],
    "Internal: Incorrect arguments for function search::rrf(). limit must be a number",
  ],
  ["search::rrf", [[[obj({ id: rec("a", 1n) })]], 1n, "a"], "[{ id: a:1, rrf_score: 0.01639344262295082f }]"],
  ["search::rrf", [[[obj({ id: rec("a", 1n) })]], 1n, 0n], "[{ id: a:1, rrf_score: 1f }]"],
  ["search::rrf", [[[obj({ id: rec("a", 1n) })]], 1n, 1, 1n], "[{ id: a:1, rrf_score: 0.5f }]"],
]);
