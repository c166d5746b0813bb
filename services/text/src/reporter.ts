/** Whose words a sentence passes on: "According to the website, ...", "The baker says ...". */

const saying =
  "says?|said|told (?:me|us)|thinks|claims?|claimed|reckons|wrote|writes|reports?|reported|insists?|insisted|believes|maintains|swears|counted|measured|remembers|recalls|estimates|confirms?|confirmed|noted|notes|heard|guesses";
const who = "(?:(?:the|my|our|his|her|their|a|an) )?[\\p{L}'\u2019 .-]{1,50}?";
/** "Lotte disagrees with Karim, she says that …" */
const against =
  "(?:disagrees?|disagreed|contradicts?|contradicted|objects?|objected|counters?|countered|differs?)(?: [^,;:.]{1,60})?[,;:] (?:he|she|they|it)";
const reporter = new RegExp(`^(?:according to ([^,]{1,60}),\\s*|(${who})(?: ${against})? (?:${saying})(?: that)?,?\\s+)`, "iu");
const ownVoice = /^(?:i|we|you|and|but|so)$/i;

export interface Reporter {
  /** In lower case; "" for nobody but who speaks. */
  readonly name: string;
  /** Characters up to what is reported. */
  readonly end: number;
}

/** Who is said to say it. Linear in the text: its beginning alone is read. */
export function reporterOf(sentence: string): Reporter {
  const match = reporter.exec(sentence);
  const name = (match?.[1] ?? match?.[2] ?? "").trim().toLowerCase();
  return name === "" || ownVoice.test(name) ? { name: "", end: 0 } : { name, end: match?.[0].length ?? 0 };
}
