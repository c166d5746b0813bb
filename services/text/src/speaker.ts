export interface ParsedSpeaker {
  /** The name as written, or "" where the content has no such prefix. */
  readonly speaker: string;
  /** Where the text after the prefix starts, in UTF-16 units. */
  readonly start: number;
}

const capitalised = "\\p{Lu}[\\p{L}\\p{M}\\p{N}]*(?:['\u2019.-][\\p{L}\\p{M}\\p{N}]+)*\\.?";
const prefix = new RegExp(
  `^\\s*(user|assistant|system|tool|human|${capitalised}(?: (?:${capitalised}|\\d{1,4})){0,3}):(?=\\s)\\s*`,
  "u",
);
const maxNameLength = 60;

/** What stands before a colon without being anybody's name. */
const notNames: ReadonlySet<string> = new Set(
  `note notes subject re fw fwd todo fixme warning warn caution tip tips ps update edit summary title date time from to cc
      bcc sent example question answer q a faq http https ftp mailto error info debug hint important attention reminder result
      results conclusion abstract introduction background source sources reference references author authors topic agenda
      action actions step steps chapter section part figure table appendix page url link links email phone address name
      location place where when who what why how price cost total status version description details input output ingredients
      instructions directions method goal goals plan pros cons yes no ok first second third finally also however remember
      disclaimer spoiler breaking news fact fun monday tuesday wednesday thursday friday saturday sunday january february
      march april may june july august september october november december today tomorrow yesterday morning afternoon evening
      correction corrections corrigendum erratum errata typo oops sorry announcement announcements news memo minutes heads
      tldr nb btw fyi eta rsvp id type key value tags labels options option task tasks problem solution`
    .trim()
    .split(/\s+/),
);

/**
 * Reads "Caroline: Hey!" as speaker "Caroline" and the offset of "Hey!". A name has one to four capitalised words (or is a role
 * such as "user") and at most 60 characters; labels such as "Note:" are none.
 */
export function parseSpeaker(content: string): ParsedSpeaker {
  const match = prefix.exec(content);
  const speaker = match?.[1] ?? "";
  if (!match || speaker === "" || speaker.length > maxNameLength || isLabel(speaker)) return { speaker: "", start: 0 };
  return { speaker, start: match[0].length };
}

function isLabel(name: string): boolean {
  const words = name.toLowerCase().replace(/\./g, "").split(" ");
  // "Step 2:" and "Important Note:" are labels as their first or last word says.
  return notNames.has(words[0] ?? "") || notNames.has(words.at(-1) ?? "");
}
