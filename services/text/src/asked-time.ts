/** What a question says of the time of its answer, beside dates. */
export interface AskedTime {
  /** `former`: of what was and may have ended; `past`: of what happened; "": of what is. */
  readonly tense: "former" | "past" | "";
  /** Of several that answer the first is asked for, or the latest. */
  readonly wanted: "first" | "latest" | "";
  /** What happened before which the answer held, in the question's words ("he moved to Malmo"); "" where it says none. */
  readonly before: string;
}

const former = /\b(?:used to|formerly|former|previous(?:ly)?|originally|in the past|back (?:then|when)|no longer|any ?more)\b/i;
const past = /^(?:\S+ ){0,4}(?:did|was|were|had)\b/i;
// Case counts here: with the flag i \p{Lu} would match any letter.
const beforeThat = /\b[Bb]efore ((?:i|we|you|he|she|they|it|the|my|our|\p{Lu}\p{L}*)\b[^?!.]*)/u;
/** "Where did I live before?" */
const beforeNow = /\bbefore(?: (?:that|this|then|now))?\W*$/i;
const first = /\b(?:first|earliest|originally)\b(?! (?:names?|aid|floor|class|thing|of\b|language))/i;
const unit = "night|week|month|year|weekend|summer|winter|spring|autumn|fall|(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const latest = new RegExp(`\\b(?:latest|newest|most recent(?:ly)?|last(?! (?:names?|${unit}|few|\\d+|two|three)\\b))\\b`, "i");

/** @param namesPast whether it names a day or a time that is over */
export function askedTime(question: string, namesPast: boolean): AskedTime {
  const plain = question.trim();
  const before = beforeThat.exec(plain)?.[1]?.trim() ?? "";
  const isPast = past.test(plain);
  const wanted = latest.test(plain) ? "latest" : first.test(plain) ? "first" : "";
  const isFormer = former.test(plain) || (isPast && (before !== "" || namesPast || beforeNow.test(plain)));
  return { tense: isFormer ? "former" : isPast ? "past" : "", wanted, before };
}
