import { describeFunctions } from "../testing/table.ts";
import { dec } from "../testing/values.ts";
import { vector } from "./index.ts";

describeFunctions(vector, [
  [
    "vector::add",
    [
      [1n, 2n],
      [3n, 4n],
    ],
    "[4, 6]",
  ],
  [
    "vector::add",
    [
      [1n, 2.5],
      [3n, 4n],
    ],
    "[4, 6.5f]",
  ],
  [
    "vector::add",
    [[1n, 2n], [3n]],
    "Internal: Incorrect arguments for function vector::add(). The two vectors must be of the same dimension.",
  ],
  [
    "vector::angle",
    [
      [1n, 0n],
      [0n, 1n],
    ],
    "1.5707963267948966f",
  ],
  [
    "vector::angle",
    [
      [0n, 0n],
      [0n, 1n],
    ],
    "NaN",
  ],
  ["vector::angle", [[], []], "NaN"],
  [
    "vector::cross",
    [
      [1n, 2n, 3n],
      [4n, 5n, 6n],
    ],
    "[-3, 6, -3]",
  ],
  [
    "vector::cross",
    [
      [1n, 2n],
      [4n, 5n],
    ],
    "Internal: Incorrect arguments for function vector::cross(). Both vectors must have a dimension of 3.",
  ],
  [
    "vector::cross",
    [
      [1.5, 2n, 3n],
      [4n, 5n, 6n],
    ],
    "[-3, 3f, -0.5f]",
  ],
  [
    "vector::distance::chebyshev",
    [
      [1n, 2n],
      [3n, 5n],
    ],
    "3f",
  ],
  [
    "vector::distance::chebyshev",
    [
      [1n, 2.5],
      [3n, 5n],
    ],
    "2.5f",
  ],
  [
    "vector::distance::chebyshev",
    [[], []],
    "-179769313486231570000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000f",
  ],
  [
    "vector::distance::euclidean",
    [
      [1n, 2n],
      [4n, 6n],
    ],
    "5f",
  ],
  ["vector::distance::euclidean", [[], []], "-0f"],
  [
    "vector::distance::euclidean",
    [
      [dec("1"), 2n],
      [4n, 6n],
    ],
    "5f",
  ],
  [
    "vector::distance::hamming",
    [
      [1n, 2n],
      [1n, 3n],
    ],
    "1",
  ],
  [
    "vector::distance::hamming",
    [
      [1n, 2n],
      [1.0, 3n],
    ],
    "1",
  ],
  [
    "vector::distance::hamming",
    [
      [4n, 7n, 9n],
      [0.79, 1n, 6.19],
    ],
    "3",
  ],
  [
    "vector::distance::mahalanobis",
    [[1n], [2n]],
    "Internal: Unimplemented functionality: vector::distance::mahalanobis() function",
  ],
  [
    "vector::distance::mahalanobis",
    [[1n]],
    "Internal: Incorrect arguments for function vector::distance::mahalanobis(). Expected 2 arguments",
  ],
  [
    "vector::distance::mahalanobis",
    [[1n], [2n]],
    "Internal: Unimplemented functionality: vector::distance::mahalanobis() function",
  ],
  [
    "vector::distance::manhattan",
    [
      [1n, 2n],
      [3n, 5n],
    ],
    "5",
  ],
  [
    "vector::distance::manhattan",
    [
      [1n, 2n],
      [3.5, 5n],
    ],
    "5.5f",
  ],
  [
    "vector::distance::manhattan",
    [
      [dec("1"), 2n],
      [3.5, 5n],
    ],
    "5.5dec",
  ],
  ["vector::distance::minkowski", [[1n, 2n], [3n, 5n], 3n], "3.2710663101885897f"],
  ["vector::distance::minkowski", [[1n, 2n], [3n, 5n], 1.5], "4.008188992688178f"],
  ["vector::distance::minkowski", [[1n, 2n], [3n, 5n], 0n], "Infinity"],
  [
    "vector::divide",
    [
      [1n, 2n],
      [3n, 5n],
    ],
    "[0, 0]",
  ],
  [
    "vector::divide",
    [
      [6n, 2n],
      [3n, 5n],
    ],
    "[2, 0]",
  ],
  [
    "vector::divide",
    [
      [1n, 2n],
      [0n, 5n],
    ],
    "[NaN, 0]",
  ],
  [
    "vector::dot",
    [
      [1n, 2n],
      [3n, 4n],
    ],
    "11",
  ],
  [
    "vector::dot",
    [
      [1.5, 2n],
      [3n, 4n],
    ],
    "12.5f",
  ],
  ["vector::dot", [[], []], "0"],
  ["vector::magnitude", [[3n, 4n]], "5f"],
  ["vector::magnitude", [[]], "-0f"],
  ["vector::magnitude", [[dec("3"), 4n]], "5f"],
  [
    "vector::multiply",
    [
      [1n, 2n],
      [3n, 4n],
    ],
    "[3, 8]",
  ],
  [
    "vector::multiply",
    [
      [6.31, 2.12, 7.19],
      [6.46, 1.99, 2.76],
    ],
    "[40.7626f, 4.2188f, 19.8444f]",
  ],
  [
    "vector::multiply",
    [
      [4.53, 0n, 5n],
      [-4n, 2.33, 9.64],
    ],
    "[-18.12f, 0f, 48.2f]",
  ],
  ["vector::normalize", [[3n, 4n]], "[0.6f, 0.8f]"],
  ["vector::normalize", [[0n, 0n]], "[NaN, NaN]"],
  ["vector::normalize", [[]], "[]"],
  [
    "vector::project",
    [
      [1n, 2n],
      [3n, 4n],
    ],
    "[1.32f, 1.76f]",
  ],
  [
    "vector::project",
    [
      [1n, 2n],
      [0n, 0n],
    ],
    "[NaN, NaN]",
  ],
  [
    "vector::project",
    [
      [1n, 2n, 3n],
      [4n, 5n, 6n],
    ],
    "[1.6623376623376624f, 2.077922077922078f, 2.4935064935064934f]",
  ],
  ["vector::scale", [[1n, 2n], 2n], "[2, 4]"],
  ["vector::scale", [[1n, 2n], 2.5], "[2.5f, 5f]"],
  ["vector::scale", [[1.5, 2n], 2n], "[3f, 4]"],
  [
    "vector::similarity::cosine",
    [
      [1n, 2n],
      [3n, 4n],
    ],
    "0.9838699100999074f",
  ],
  [
    "vector::similarity::cosine",
    [
      [0n, 0n],
      [3n, 4n],
    ],
    "NaN",
  ],
  ["vector::similarity::cosine", [[], []], "NaN"],
  [
    "vector::similarity::jaccard",
    [
      [1n, 2n],
      [2n, 3n],
    ],
    "0.3333333333333333f",
  ],
  [
    "vector::similarity::jaccard",
    [
      [1n, 2n, 2n],
      [2n, 3n],
    ],
    "0.3333333333333333f",
  ],
  ["vector::similarity::jaccard", [[], []], "NaN"],
  [
    "vector::similarity::pearson",
    [
      [1n, 2n, 3n],
      [1n, 5n, 7n],
    ],
    "0.9819805060619659f",
  ],
  [
    "vector::similarity::pearson",
    [
      [1n, 1n, 1n],
      [1n, 5n, 7n],
    ],
    "NaN",
  ],
  [
    "vector::similarity::pearson",
    [[1n, 2n], [1n]],
    "Internal: Incorrect arguments for function vector::similarity::pearson(). The two vectors must be of the same dimension.",
  ],
  [
    "vector::similarity::spearman",
    [
      [1n, 2n, 3n],
      [1n, 5n, 7n],
    ],
    "Internal: Unimplemented functionality: vector::similarity::spearman() function",
  ],
  [
    "vector::similarity::spearman",
    [
      [1n, 1n, 2n],
      [1n, 5n, 7n],
    ],
    "Internal: Unimplemented functionality: vector::similarity::spearman() function",
  ],
  [
    "vector::subtract",
    [
      [1n, 2n],
      [3n, 4.5],
    ],
    "[-2, -2.5f]",
  ],
  [
    "vector::subtract",
    [
      [9.06, 1.19, 2n],
      [9.02, 2.36, 2.99],
    ],
    "[0.040000000000000924f, -1.17f, -0.9900000000000002f]",
  ],
  [
    "vector::subtract",
    [
      [1n, 4.32, 2.78],
      [3.91, -1n, 2.88],
    ],
    "[-2.91f, 5.32f, -0.10000000000000009f]",
  ],
]);
