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
      tldr ap aps ai ais nb btw fyi eta rsvp id type key value tags labels options option task tasks problem solution`
    .trim()
    .split(/\s+/),
);

/** Whom or what a line of a form tells, in the singular: "Husband: Otis", "Owner: Katarzyna", "Wifi: Elchtest", "Decision: no more". */
const formNouns: ReadonlySet<string> = new Set(
  `husband wife partner spouse fiance fiancee boyfriend girlfriend son daughter kid child children brother sister sibling mother father
      parent grandma grandpa grandmother grandfather aunt uncle cousin niece nephew dog cat pet rabbit horse friend neighbour neighbor
      landlord landlady plumber electrician vet dentist cleaner childminder babysitter nanny physio therapist gp optician
      owner lead sponsor deadline due budget priority version release scope launch status contact client supplier vendor customer
      assignee reporter reviewer approver scribe chair attendee present apology absent decision decided agreed resolved todo errand chore
      blocker risk issue bug ticket order invoice room bed flight booking reservation shipment parcel table gate seat locker case policy
      contract claim account iban wifi password passcode pin code login username network serial model plate registration rent deposit
      salary price fee amount total subtotal balance discount quantity size colour color weight height dose dosage medication med meds allergy
      allergies diet diagnosis blood bp pulse temperature history complaint occupation job profession employer hobby hobbies
      hometown city country birthday anniversary nickname age gender nationality language languages school degree car bike phone mobile tel fax
      website venue room host guest menu theme dress parking check-in check-out checkin checkout departure arrival hotel train bus ferry
      workaround impact severity cause resolution environment stack database repo branch region headquarters hq founded industry revenue
      opening closing hours schedule shift rota bins recycling handover lunch dinner breakfast shopping groceries`
    .trim()
    .split(/\s+/),
);
/** Who may have a number for a name. */
const numbered =
  /^(?:speaker|person|user|agent|player|participant|interviewer|interviewee|caller|witness|student|patient|voice|guest|human)$/;

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
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (notNames.has(first) || notNames.has(last)) return true;
  if (words.length > 1 && /^\d+$/.test(last)) return !numbered.test(first);
  // "TCK-881" is a ticket.
  if (/-\d/.test(name)) return true;
  // "Rose:" is somebody; of two words the last one tells what it is ("Spare key").
  return [last, last.replace(/s$/, "")].some((word) => formNouns.has(word));
}
