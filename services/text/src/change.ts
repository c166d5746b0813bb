import { analyse } from "./analyse.ts";

/** How a sentence says that something is otherwise than before. */
export type Change = "ends" | "changes" | "corrects";

/** One of these phrases as whole words. */
const any = (...phrases: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join("|")})(?![\\p{L}\\p{N}])`, "u");

const ends = any(
  "no longer|any ?more|used to|quits?|resign(?:ed|s)|retire[ds]?|stop(?:s|ped)|ga?ve up|given up|sold|divorced|split up|broke up|broken up",
  "separated|died|passed away|goodbye|laid off|fired|dismissed|my notice|step(?:s|ped) down|dropped|cancel(?:l?ed|s)|closed|shut down|ended",
  "made redundant|expired|burned down|abandoned|scrapped|discontinued|ran out|stolen|bankrupt|double-booked|withdrawn|withdrew",
  // Things too are left somewhere, and lost.
  "(?:left|leaves|lost)(?! (?:her|his|my|their|our|its|an?|some|it|them)\\b(?! (?:job|husband|wife|team)))",
);
const changes = any(
  "now|from now on|from (?:this|next|\\d+|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|as of|new|newly|had to move|moved|moves|switch(?:ed|es)",
  "chang(?:ed|es)|replac(?:ed|es)|instead|extended|postponed|slipped|delayed|brought forward|pushed (?:back|to)|rescheduled|renamed|reassigned",
  "reopened|promoted|downgraded|upgraded|migrated|transferred|took over|taken over|takes over|hand(?:ed|s) (?:.* )?over|goes from|lowered",
  "raised|(?:went|gone) (?:up|down)|put .* (?:up|down)|rose|fell|increased|decreased|reduced|turned|turns|becomes?|became|back (?:to|in|at|from)",
  "start(?:ed|s)|began|joined|joins|updated?|successor|after all|finally|repaired|fixed|finished|completed",
);
/** As a sentence of its own begins; "I mean it" and "I'm sorry" correct nothing. */
const corrects =
  /^(?:(?:hm+|oh|no|wait|well|sorry|oops)[,.]? )*(?:correction|scratch that|no,? wait|wait,? no|i mean(?:t)?,? (?!it\b|that\b|you\b)|actually\b|errat(?:um|a)\b|my mistake|typo|oops|sorry,? (?:i was|i meant|it'?s|not)\b)|\b(?:was|were) (?:wrong|mistaken)\b|\bmisheard\b/u;
/** What stands beside what was before. */
const adds = any("also|too|as well|besides|additionally|in addition|second|another|part[- ]time|extra|still");
/** What holds for a while, or just this once. */
const passes = any(
  "meanwhile|for now|for the (?:day|week|time being)|temporar(?:y|ily)|acting|stand-?in|this week|on (?:holiday|vacation|leave)",
  "(?:is|are|am|i'm) .*(?:today|tonight)|(?<=^)(?:today|tonight) .*(?:is|are|am)",
);
/** What is not said to be so. */
const unsure = any(
  "if|would(?! rather\\b)|could|might|maybe|perhaps|wish|hopes?|wants? to|plans? to|planning|considering|thinking of|thinks about|dreams?|imagine",
  "pretends?|jokes?|oh sure|yeah right|supposedly|rumou?r|almost|nearly|should",
);

/** Characters of a sentence that are looked at: some phrases have a gap, and the time grows with the square of it. */
const longest = 1_000;

/**
 * How a sentence says so; undefined for one that says nothing of the kind, or says that it comes beside what was, holds for a while, or is
 * not sure.
 */
export function changeIn(sentence: string): Change | undefined {
  const plain = sentence.slice(0, longest).toLowerCase().replaceAll("\u2019", "'").trim();
  if (plain.endsWith("?") || unsure.test(plain)) return undefined;
  if (corrects.test(plain)) return "corrects";
  if (adds.test(plain) || passes.test(plain)) return undefined;
  if (ends.test(plain)) return "ends";
  return changes.test(plain) ? "changes" : undefined;
}

const changeTerms: ReadonlySet<string> = new Set(
  analyse(
    `longer quit resigned retired stopped sold divorced separated died goodbye fired dismissed notice stepped dropped cancelled closed ended
    expired abandoned scrapped discontinued left lost now new newly moved switched changed replaced instead extended postponed slipped delayed
    rescheduled renamed reassigned reopened promoted downgraded upgraded migrated transferred handed lowered raised went rose fell increased
    decreased reduced turned became back started began joined updated successor correction sorry wrong misheard mistaken typo erratum mean`,
  ),
);

/** Whether a text with these terms may have such a sentence. */
export function mayTellChange(terms: readonly string[]): boolean {
  return terms.some((term) => changeTerms.has(term));
}

/** Whether a sentence says that it comes beside what was before ("also", "as well"). */
export function comesBeside(sentence: string): boolean {
  return adds.test(sentence.toLowerCase());
}
