import { methodOfOthers, noSuchMethod, WrongArguments, wrongMethodArguments } from "../messages/functions.ts";
import { kindOf, type ValueKind } from "../values/kind-of.ts";
import type { Value } from "../values/value.ts";
import { kindName } from "./type/kind-name.ts";

/** Which functions of a family are methods of a kind of values; `_` stands for the `::` behind the family too. */
const ofKinds: Partial<Record<ValueKind, Readonly<Record<string, string>>>> = {
  array: {
    array:
      "add all any append at boolean_and boolean_not boolean_or boolean_xor clump combine complement concat difference distinct every fill filter filter_index find find_index first flatten fold group includes index_of insert intersect is_empty join last len logical_and logical_or logical_xor map matches max min pop prepend push reduce remove reverse shuffle slice some sort sort_asc sort_desc sort_lexical sort_natural sort_natural_lexical swap transpose union windows",
    vector:
      "add angle cross distance_chebyshev distance_euclidean distance_hamming distance_mahalanobis distance_manhattan distance_minkowski divide dot magnitude multiply normalize project scale similarity_cosine similarity_jaccard similarity_pearson similarity_spearman subtract",
  },
  bytes: { bytes: "len" },
  datetime: {
    time: "ceil day floor format group hour is_leap_year micros millis minute month nano round second set_day set_hour set_minute set_month set_nanosecond set_second set_year unix wday week yday year",
  },
  duration: { duration: "days hours micros millis mins nanos secs weeks years" },
  // Each is refused by its name, as files are left out.
  file: {
    file: "bucket copy copy_if_not_exists delete exists get head key list put put_if_not_exists rename rename_if_not_exists",
  },
  geometry: { geo: "area bearing centroid distance hash_decode hash_encode is_valid" },
  number: { math: "abs acos acot asin atan ceil cos cot deg2rad floor ln log log10 log2 rad2deg round sign sin tan" },
  object: { object: "entries extend is_empty keys len remove values" },
  record: { record: "exists id is_edge table tb" },
  set: {
    set: "add at complement contains difference filter find first flatten fold intersect is_empty join last len map max min reduce remove slice union",
  },
  string: {
    string:
      "capitalize concat contains distance_damerau_levenshtein distance_hamming distance_levenshtein distance_normalized_damerau_levenshtein distance_normalized_levenshtein distance_osa ends_with html_encode html_sanitize is_alpha is_alphanum is_ascii is_datetime is_domain is_email is_hexadecimal is_ip is_ipv4 is_ipv6 is_latitude is_longitude is_numeric is_record is_semver is_ulid is_url is_uuid join len lowercase matches repeat replace reverse semver_compare semver_inc_major semver_inc_minor semver_inc_patch semver_major semver_minor semver_patch semver_set_major semver_set_minor semver_set_patch similarity_fuzzy similarity_jaro similarity_jaro_winkler similarity_smithwaterman similarity_sorensen_dice slice slug split starts_with trim uppercase words",
  },
};

const checks =
  "array bool bytes collection datetime decimal duration float geometry int line multiline multipoint multipolygon none null number object point polygon range record set string uuid";
const casts =
  "array bool bytes datetime decimal duration float geometry int number point range record set string string_lossy uuid";

/** Methods of all values. */
const ofAll: ReadonlyMap<string, string> = new Map([
  ...checks.split(" ").map((kind) => [`is_${kind}`, `type::is_${kind}`] as const),
  ...casts.split(" ").map((kind) => [`to_${kind}`, `type::${kind}`] as const),
  ["diff", "value::diff"],
  ["patch", "value::patch"],
  ["repeat", "array::repeat"],
  ["type_of", "type::of"],
]);

/** Groups of functions whose names have a `::` of their own. */
const groups = ["distance", "hash", "html", "semver::inc", "semver::set", "semver", "similarity"];

function functionPath(family: string, method: string): string {
  const group = groups.find((name) => method.startsWith(`${name.replace("::", "_")}_`));
  if (group !== undefined) return `${family}::${group}::${method.slice(group.replace("::", "_").length + 1)}`;
  return /^sort_(?:asc|desc)$/.test(method) ? `${family}::${method.replace("_", "::")}` : `${family}::${method}`;
}

const byKind: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(ofKinds).map(([kind, families]) => [
    kind,
    new Map(
      Object.entries(families).flatMap(([family, methods]) =>
        methods
          .split(" ")
          .map((method) => [family === "vector" ? `vector_${method}` : method, functionPath(family, method)] as const),
      ),
    ),
  ]),
);

/** The name of the built-in function that a method of this value is, if it is one. */
export function findMethod(value: Value, method: string): string | undefined {
  return byKind.get(kindOf(value))?.get(method) ?? ofAll.get(method);
}

/** The name of the built-in function that `value.method(…)` calls, with the value as its first argument. `chain` is the interpreter's own. */
export function functionOfMethod(value: Value, method: string): string {
  const found = findMethod(value, method);
  if (found !== undefined) return found;
  const isKnown = [...byKind.values()].some((methods) => methods.has(method));
  throw isKnown ? methodOfOthers(method, kindName(value)) : noSuchMethod(method, kindName(value));
}

/** What went wrong in a function, said of the method that it was called as; also of a function that was called within. */
export function asMethodFailure(failure: unknown, method: string): unknown {
  return failure instanceof WrongArguments ? wrongMethodArguments(method, failure.problem) : failure;
}
