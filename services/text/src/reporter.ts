/** Whose words a sentence passes on: "According to the website, ...", "The baker says ...". */

const reporter =
  /^(?:according to ([^,]{1,60}),\s*|((?:(?:the|my|our|his|her|their|a|an) )?[\p{L}'\u2019 .-]{1,50}?) (?:says?|said|told (?:me|us)|thinks|claims?|claimed|reckons|wrote|writes|reports?|reported|insists?|believes)(?: that)?,?\s+)/iu;
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
