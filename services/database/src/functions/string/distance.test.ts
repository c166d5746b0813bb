import { describeFunctions } from "../testing/table.ts";
import { distances } from "./distance.ts";

describeFunctions(distances, [
  ["string::distance::damerau_levenshtein", ["a cat", "an abct"], "3"],
  ["string::distance::damerau_levenshtein", ["ab", "ba"], "1"],
  ["string::distance::damerau_levenshtein", ["ca", "abc"], "2"],
  ["string::distance::damerau_levenshtein", ["kitten", "sitting"], "3"],
  ["string::distance::hamming", ["", ""], "0"],
  [
    "string::distance::hamming",
    ["ab", "a"],
    "Internal: Incorrect arguments for function string::distance::hamming(). Strings must be of equal length.",
  ],
  ["string::distance::hamming", ["ab", "ac"], "1"],
  ["string::distance::hamming", ["😀a", "😀b"], "1"],
  ["string::distance::levenshtein", ["", ""], "0"],
  ["string::distance::levenshtein", ["kitten", "sitting"], "3"],
  ["string::distance::levenshtein", ["ähex(", ")ab"], "5"],
  ["string::distance::normalized_damerau_levenshtein", ["", ""], "1f"],
  ["string::distance::normalized_damerau_levenshtein", ["ab", "ba"], "0.5f"],
  ["string::distance::normalized_damerau_levenshtein", ["kitten", "sitting"], "0.5714285714285714f"],
  ["string::distance::normalized_levenshtein", ["", ""], "1f"],
  ["string::distance::normalized_levenshtein", ["abc", ""], "0f"],
  ["string::distance::normalized_levenshtein", ["kitten", "sitting"], "0.5714285714285714f"],
  ["string::distance::osa", ["a cat", "an abct"], "4"],
  ["string::distance::osa", ["ca", "abc"], "3"],
  ["string::distance::osa", ["kitten", "sitting"], "3"],
]);
