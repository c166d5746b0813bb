/** Older spellings: `string::is::url`, `time::from::unix`, `type::thing`. */
const checks: Readonly<Record<string, string>> = {
  string:
    "alpha alphanum ascii datetime domain email hexadecimal ip ipv4 ipv6 latitude longitude numeric record semver ulid url uuid",
  time: "leap_year",
  type: "array bool bytes collection datetime decimal duration float geometry int line multiline multipoint multipolygon none null number object point polygon range record string uuid",
};

const conversions: Readonly<Record<string, string>> = {
  duration: "days hours micros millis mins nanos secs weeks",
  time: "micros millis nanos secs ulid unix uuid",
};

function* spellings(families: Readonly<Record<string, string>>, word: string): Generator<readonly [string, string], void> {
  for (const [family, names] of Object.entries(families)) {
    for (const name of names.split(" ")) yield [`${family}::${word}::${name}`, `${family}::${word}_${name}`];
  }
}

/** The name that a function has now, by one that it had. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ...spellings(checks, "is"),
  ...spellings(conversions, "from"),
  ["type::thing", "type::record"],
]);
