/** How a sentence takes back what its speaker said before. */
export interface Correction {
  /** Nothing but the words that take something back: what follows is the right thing. */
  readonly bare: boolean;
  /**
   * The right thing where the sentence names no subject ("Scratch that, 60 chairs"), with its place in the text; `opener` is where the words before it
   * begin that take something back, if there are any.
   */
  readonly value:
    | { readonly text: string; readonly opener: number | undefined; readonly start: number; readonly end: number }
    | undefined;
  /** The wrong thing, where it is named ("Tom, not Dana"). */
  readonly insteadOf: string | undefined;
}

const lead = String.raw`(?:oh|oops|hmm?|ah|ok|okay|hey|well|and|but|sorry|whoops|apologies|ugh|erm|um|uh|so|yes|my apologies|pardon)`;
const cue = [
  String.raw`actually`,
  String.raw`correction(?: to [^:,.]{1,60})?`,
  String.raw`errat(?:um|a)(?: to [^:.]{1,60})?`,
  String.raw`typo(?: (?:above|there|earlier|in my last message))?`,
  String.raw`(?:scratch|strike|forget|ignore) that`,
  String.raw`i (?:was|got (?:it|that)|had (?:it|that)) (?:wrong|mistaken)(?: (?:about|on|there|with) [^,.:;]{1,60})?`,
  String.raw`i (?:misspoke|misheard|misremembered|mistyped|miscounted|misread(?: (?:it|that))?)`,
  String.raw`i made a mistake(?: (?:about|with|in) [^,.:;]{1,60})?`,
  String.raw`(?:my mistake|my bad|mea culpa|i stand corrected)`,
  String.raw`i(?: have to|'d like to| need to| must) correct (?:myself|that)`,
  String.raw`let me correct (?:myself|that)`,
  String.raw`(?:that(?:'s| is| was)|what i said (?:is|was)) (?:wrong|not right|incorrect|a mistake)`,
  String.raw`i (?:meant to (?:say|write)|meant|mean)`,
  String.raw`make (?:that|it)`,
  String.raw`(?:no,? )?wait(?:,? no)?`,
  String.raw`i mixed (?:that|it|them) up`,
  String.raw`rather`,
].join("|");
const opening = new RegExp(String.raw`^(?:${lead}[\s,.!:–—-]{1,4}){0,3}(?:${cue})(?![\p{L}\d'’])[\s,.;:!–—-]{0,4}`, "iu");
const inside = new RegExp(
  String.raw`[–—,;.…-] {0,2}(?:${lead},? ){0,2}(?:no,? wait|wait,? no|scratch that|i (?:meant|mean)|make (?:that|it)|or rather|correction|actually)[,:]? `,
  "iu",
);
const pointing = new RegExp(
  [
    "^(?:(?:it|that|this|he|she|they)(?:'s| is| was| should be| should have been| are| were|'re)|should be|the) ",
    // "Actually, his number is 555 1234": whose, only what was said before tells. A name may be that of another thing of theirs.
    String.raw`^(?:his|her|their|its) (?:\p{L}{1,20} ){1,3}(?:is|was|should be) (?=[^,;]*[\d@])`,
  ].join("|"),
  "iu",
);
const denial = /,? (?:and |but )?not (?:the |a |an )?/iu;
const reversed =
  /^not (?:the |a |an |on |at |in )?([^,.;!?]{1,40}), (?:but |it(?:'s| is) )?(?:on |at |in )?([^,.;!?]{1,40})[.!]?$/iu;
/** It tells of a change in the world, not of a slip of the tongue. */
const changing = /\b(?:now|no longer|any ?more|moved|used to|switched|since then|these days)\b/i;

/**
 * Reads how a sentence corrects; undefined where it does not.
 * @param follows it comes right behind one that only says that something was wrong
 */
export function readCorrection(text: string, follows = false): Correction | undefined {
  const start = opening.exec(text)?.[0] ?? "";
  if (start !== "") {
    // "Sorry, I was wrong, I mean Thursday"
    let at = start.length;
    for (let i = 0; i < 2; i++) at += opening.exec(text.slice(at))?.[0].length ?? 0;
    const rest = withoutEnd(text.slice(at));
    if (rest === "") return { bare: true, value: undefined, insteadOf: undefined };
    if (/^actually\b/i.test(text) && changing.test(rest)) return undefined;
    return { bare: false, ...valueIn(text, at, 0) };
  }
  if (follows) return { bare: false, ...valueIn(text, 0) };
  const later = inside.exec(text);
  if (later) {
    const found = valueIn(text, later.index + later[0].length, later.index);
    if (found.value) return { bare: false, ...found };
  }
  const swapped = reversed.exec(text);
  if (swapped?.[1] !== undefined && swapped[2] !== undefined) {
    const at = text.lastIndexOf(swapped[2]);
    return {
      bare: false,
      value: { text: swapped[2], opener: undefined, start: at, end: at + swapped[2].length },
      insteadOf: swapped[1],
    };
  }
  if (!/, (?:and |but )?not /i.test(text)) return undefined;
  const found = valueIn(text, 0);
  return found.insteadOf === undefined ? undefined : { bare: false, ...found };
}

/** The right thing, where a correction is no sentence of its own; and the wrong one, where it names it. */
function valueIn(text: string, from: number, opener?: number): Pick<Correction, "value" | "insteadOf"> {
  const rest = text.slice(from);
  const against = denial.exec(rest);
  const wrong = against ? withoutEnd(rest.slice(against.index + against[0].length)) : "";
  const insteadOf =
    against && against.index > 0 && wrong.length <= 60 && !/[,.;!?]/.test(wrong.replace(titles, "")) && wrong !== ""
      ? wrong
      : undefined;
  const clause =
    (against && insteadOf !== undefined ? rest.slice(0, against.index) : undefined) ??
    /^(?:[^,;!?–—]|(?<=\d),(?=\d))+/u.exec(rest)?.[0] ??
    "";
  const skipped = pointing.exec(clause)?.[0].length ?? 0;
  const right = withoutEnd(clause.slice(skipped));
  const isValue =
    right !== "" &&
    !/^(?:as|if|when|while|because|although|though|unless|with|without|of|like)\b/i.test(right) &&
    right.split(/\s+/).length <= 6 &&
    !verbs.test(right) &&
    (insteadOf !== undefined || kinds.test(right));
  // "Her manager is Tom, not Dana" has a subject of its own.
  const isAlone = skipped > 0 || !/\s(?:is|are|was|were|has|have|had|'s)\s/i.test(clause);
  if (!isValue || !isAlone) return { value: undefined, insteadOf };
  const start = from + skipped;
  return { value: { text: right, opener, start, end: start + right.length }, insteadOf };
}

/** "Dr. Vael": its dot ends nothing. */
const titles = /\b(?:Dr|Mr|Mrs|Ms|Prof|St)\./g;

/** A text without the marks and spaces at its end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.!,]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A clause, and no value. */
const verbs =
  /(?:^|\s)(?:i|we|you|he|she|they|is|are|was|were|am|has|have|had|will|would|can|could|do|does|did|don't|doesn't|didn't|won't|(?:is|are|was|were|has|have|had|ca|could|should|would)n['’]t|lives?|works?|likes?|prefers?|uses?|drinks?|drives?|eats?|speaks?|plays?|loves?|hates?|owns?|takes?|wants?|reports?|manages?|teaches|studies|moved|need|needs)(?:\s|$)|'(?:m|re|ve|ll|d)\b/i;
/** Something that may stand for a value by itself: a number, a day, a code, a name. */
const kinds =
  /\d|\p{Lu}|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|noon|midnight|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)\b/iu;
