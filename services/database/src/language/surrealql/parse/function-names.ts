/**
 * The paths of the built-in functions: a call of any other is an error of syntax. A family by its name alone is a function of its own (`count`).
 */
const families: Readonly<Record<string, string>> = {
  api: "invoke req::body res::body res::header res::headers res::status timeout",
  array:
    "add all any append at boolean_and boolean_not boolean_or boolean_xor clump combine complement concat difference distinct every fill filter filter_index find find_index first flatten fold group includes index_of insert intersect is_empty join last len logical_and logical_or logical_xor map matches max min pop prepend push range reduce remove repeat reverse sequence shuffle slice some sort sort::asc sort::desc sort_lexical sort_natural sort_natural_lexical swap transpose union windows",
  bytes: "len",
  crypto:
    "argon2::compare argon2::generate bcrypt::compare bcrypt::generate blake3 joaat md5 pbkdf2::compare pbkdf2::generate scrypt::compare scrypt::generate sha1 sha256 sha512",
  duration:
    "days from::days from::hours from::micros from::millis from::mins from::nanos from::secs from::weeks from_days from_hours from_micros from_millis from_mins from_nanos from_secs from_weeks hours micros millis mins nanos secs set_day set_hour set_minute set_month set_nanosecond set_second set_year weeks years",
  encoding: "base64::decode base64::encode cbor::decode cbor::encode json::decode json::encode",
  file: "bucket copy copy_if_not_exists delete exists get head key list put put_if_not_exists rename rename_if_not_exists",
  geo: "area bearing centroid distance hash::decode hash::encode is_valid",
  http: "delete get head patch post put",
  math: "abs acos acot asin atan bottom ceil clamp cos cot deg2rad fixed floor interquartile lerp lerpangle ln log log10 log2 max mean median midhinge min mode nearestrank percentile pow product rad2deg round sign sin spread sqrt stddev sum tan top trimean variance",
  meta: "id tb",
  object: "entries extend from_entries is_empty keys len matches remove values",
  parse: "email::host email::user url::domain url::fragment url::host url::path url::port url::query url::scheme",
  rand: "bool duration enum float guid id int string time ulid uuid uuid::v4 uuid::v7",
  record: "exists id is_edge table tb",
  schema: "table::exists",
  search: "analyze highlight linear offsets rrf score",
  sequence: "nextval",
  session: "ac db id ip ns origin rd token",
  set: "add all any at complement contains difference filter find first flatten fold intersect is_empty join last len map max min reduce remove slice union",
  string:
    "capitalize concat contains distance::damerau_levenshtein distance::hamming distance::levenshtein distance::normalized_damerau_levenshtein distance::normalized_levenshtein distance::osa distance::osa_distance ends_with html::encode html::sanitize is::alpha is::alphanum is::ascii is::datetime is::domain is::email is::hexadecimal is::ip is::ipv4 is::ipv6 is::latitude is::longitude is::numeric is::record is::semver is::ulid is::url is::uuid is_alpha is_alphanum is_ascii is_datetime is_domain is_email is_hexadecimal is_ip is_ipv4 is_ipv6 is_latitude is_longitude is_numeric is_record is_semver is_ulid is_url is_uuid join len lowercase matches repeat replace reverse semver::compare semver::inc::major semver::inc::minor semver::inc::patch semver::major semver::minor semver::patch semver::set::major semver::set::minor semver::set::patch similarity::fuzzy similarity::jaro similarity::jaro_winkler similarity::smithwaterman similarity::sorensen_dice slice slug split starts_with trim uppercase words",
  time: "ceil day floor format from::micros from::millis from::nanos from::secs from::ulid from::unix from::uuid from_micros from_millis from_nanos from_secs from_ulid from_unix from_uuid group hour is::leap_year is_leap_year max micros millis min minute month nano now round second set_day set_hour set_minute set_month set_nanosecond set_second set_year timezone unix wday week yday year",
  type: "array bool bytes datetime decimal duration field fields file float geometry int is::array is::bool is::bytes is::collection is::datetime is::decimal is::duration is::float is::geometry is::int is::line is::multiline is::multipoint is::multipolygon is::none is::null is::number is::object is::point is::polygon is::range is::record is::string is::uuid is_array is_bool is_bytes is_collection is_datetime is_decimal is_duration is_float is_geometry is_int is_line is_multiline is_multipoint is_multipolygon is_none is_null is_number is_object is_point is_polygon is_range is_record is_set is_string is_uuid number of point range record set string string_lossy table thing uuid",
  value: "diff patch",
  vector:
    "add angle cross distance::chebyshev distance::euclidean distance::hamming distance::knn distance::mahalanobis distance::manhattan distance::minkowski divide dot magnitude multiply normalize project scale similarity::cosine similarity::jaccard similarity::pearson similarity::spearman subtract",
};

const alone = ["count", "not", "rand", "sleep"];

export const functionNames: ReadonlySet<string> = new Set([
  ...alone,
  ...Object.entries(families).flatMap(([family, names]) => names.split(" ").map((name) => `${family}::${name}`)),
]);
