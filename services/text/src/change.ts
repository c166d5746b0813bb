import { analyse } from "./analyse.ts";

/** How a sentence says that something is otherwise than before. */
export type Change = "ends" | "changes" | "corrects";

/** One of these phrases as whole words. */
const any = (...phrases: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join("|")})(?![\\p{L}\\p{N}])`, "u");

const ends = any(
  "no longer|any ?more|used to|quits?|resign(?:ed|s)|retire[ds]?|stop(?:s|ped)|ga?ve up|given up|sold|divorced|split up|broke up|broken up",
  "separated|died|passed away|goodbye|laid off|fired|dismissed|my notice|step(?:s|ped) down|dropped|cancel(?:l?ed|s)|closed(?! (?:on )?(?:\\p{L}+days?|weekends|holidays|for lunch))|shut down|ended",
  "expired|burned down|abandoned|scrapped|discontinued|ran out|stolen|bankrupt|double-booked|withdrawn|withdrew|redundant|sacked|lapsed",
  "let (?:me|him|her|us|them|(?:the )?\\p{L}+) go|hand(?:ed|s) in (?:my|his|her|their) (?:notice|resignation)|insolven(?:t|cy)|written off",
  "(?:went|gone) (?:under|bust|out of business)|(?:is|are) over|called off|phased out|decommissioned|terminated|revoked|disbanded|dissolved",
  "got rid of|g[ai]ven? away|threw away|thrown away|outgr[eo]wn?|gave out|w[eo]rn? out|broke(?:n)? down|put down|moved out|no more|axed",
  "any longer|ceased|called it quits|packed (?:it )?in|ditched|dumped|unsubscribed|opted out|uninstalled|deleted|removed|sent back|parted ways",
  "br(?:oke|oken) off|moved away|evicted|vacated|discharged|sworn off|hung up (?:my|his|her|their)|stepped back|went off|lapses|history now",
  "(?:i'm|we're|they're|he's|she's|am|is|are) (?:now )?(?:leaving|quitting|retiring|resigning|stopping|selling|cancelling|canceling|closing|dropping|giving up)",
  "roll(?:ed|s) back|reverted|deactivated|switched off|turned off|suspended|(?:is|are|was|were|got) (?:now )?disabled",
  "(?:finished|done|through) with|kicked out|cleared out|emptied|(?:has|have|had) had enough of|crashed|wrecked|totall?ed",
  "(?:gave|lent) (?:(?:my|our|the|his|her|their|its) )?\\p{L}+(?: \\p{L}+)? to",
  "(?:gone|went|going) (?:our|their) separate ways|a lifetime ago|(?:is|are) (?:long )?forgotten|powered (?:down|off)|taken offline|went offline",
  // What breaks, sinks or burns is not used any more.
  "drown(?:ed|s)|shattered|smashed|bricked|perished|snapped in (?:two|half)|bit the dust|(?:gave|given) up the ghost|(?:went|gone) missing|burnt down",
  "demolished|(?:torn|knocked|pulled) down|beyond repair|(?:at|on) the bottom of the|in part exchange|(?:is|are|go(?:es)?|went|put) up (?:on|for) (?:sale|auction|ebay|vinted)",
  "signed off from|(?:(?:took|taken) (?:me|us|him|her|them|\\p{L}+)|came|come|weaned|is|are) off (?:the|my|our|his|her) (?!(?:menu|record|clock|ground|hook)\\b)",
  "handed (?:in |back )?(?:my|his|her|their) (?:badge|keys?|laptop|uniform|pass)(?: in| back| over)?",
  "(?:is|are|was|were) off(?=[,.;!]|$| (?:the table|because|since|due)\\b)|pull(?:ed|s) the plug|(?:ha(?:s|ve|d)) split|divorce (?:came through|went through|is final)",
  "(?:ga?ve|given|gives) notice|(?:got|fetched|made) (?:[^\\s]{0,3}\\d[\\d.,]*[^\\s]{0,3}|\\d[\\d.,]* \\p{L}+) for (?:it|them|her|him)(?=[,.;!]|$| )",
  "(?:is|are|stands|stood) (?:now )?(?:empty|vacant)|shaved (?:off )?(?:my|his|her|their)",
  // Things too are left somewhere, and lost.
  "(?:left|leaves|lost)(?! (?:her|his|my|their|our|its|an?|some|it|them)\\b(?! (?:job|husband|wife|team)))",
);
const changes = any(
  "now|from now on|from (?:this|next|today|tonight|tomorrow|then|\\d+|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|as of|new|newly|had to move",
  "moved|moves|switch(?:ed|es)|these days|nowadays|effective|relocat(?:ed|es)|emigrated|went over to|gone over to|swapped|traded|exchanged",
  "cut (?:to|by|down|back|from|(?:my|his|her|their) hair)|slashed|trimmed|halved|doubled|tripled|(?:dropped|bumped|grew|shrank) .*to",
  "dyed|repainted|converted|revised|amended|adjusted|deferred|put (?:back|off)|pulled (?:in|forward)|moved (?:up|forward)|supersed(?:ed|es)",
  "succeed(?:ed|s)|elected|appointed|recovered|healed|arrived|delivered|turned up|(?:got|were|was) (?:married|engaged)|tied the knot|graduated",
  "(?:fine|well|better|healthy|fit|open|works?|working|running|runs|allowed|ok|okay|normal|available|free|up|in stock) again",
  // "Since half term Kit cycles": a time since when, not a reason.
  "(?<=^)since (?:half[ -]term|then|(?:last|this) \\p{L}+|\\p{L}+day|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|easter|christmas|lent|new year|\\d{4}|the (?:new year|summer|spring|autumn|winter|holidays?|move|reorg|merger|weekend|break|flood|fire|update|upgrade|relaunch)\\b(?! (?:\\p{L}+ )?(?:is|was|are|were|has|had)\\b))",
  "(?:took|taken) (?:me|us|him|her|them|\\p{L}+) off|(?:came|come|weaned) off|put (?:me|us|him|her|them|\\p{Lu}?\\p{L}+) on(?:to)? (?!hold|the spot|ice|notice|leave|weight)",
  "chang(?:ed|es)|replac(?:ed|es)|instead|extended|extends|postpone[ds]|slip(?:s|ped)|delay(?:s|ed)|brought forward|pushed (?:back|to)|rescheduled|renamed|reassigned",
  "reopened|promoted|downgraded|upgraded|migrated|transferred|took over|taken over|takes over|hand(?:ed|s) (?:(?:.* )?over|(?:.* )?(?:on )?to)|goes from|lowered",
  "(?:got|landed|found) (?:an?|the|his|her|my|their) (?:\\p{L}+ )?(?:job|post|position|role|place|flat|house)|hired as|taken on as|(?:is|are) enough",
  "down to|passed (?:on )?to|went over to|found (?:another|someone else)|ha(?:s|ve) since|by now|in the meantime|an? different|as from|no more than",
  "raised|(?:went|gone) (?:up|down)|put .* (?:up|down)|rose|fell|increased|decreased|reduced|turned|turns|becomes?|became|back (?:to|in|at|from)",
  "start(?:ed|s)|began|joined|joins|updated?|successor|after all|finally|repaired|fixed|finished|completed",
  "(?:had|has|have|needed|decided|agreed|forced) to (?:postpone|move|change|delay|reschedule|extend|shift|push|bring|switch|swap|replace|rename|raise|lower)",
  "shift(?:ed|s)|scratched|rebooked|relaunched|resumed|restarted|returned to|back on|stepped (?:in|up)|filled by|sworn in|demoted|transformed",
  "first (?:day|week|month|night|morning|shift|term) (?:at|in|with|as)|from here on|going forward|henceforth",
  "(?:gone|went|going) (?:(?:fully|completely|totally|entirely) )?(?:vegan|vegetarian|veggie|freelance|remote|digital|electric|solo|independent|private|public)",
  "modified|tightened|loosened|widened|narrowed|shortened|lengthened|expanded|climbed|jumped|sank|soared|settled on|decided (?:on|for)|went (?:for|with)",
  "out of (?:the )?(?:hospital|clinic|prison|jail|rehab|surgery|coma|bed|quarantine)|opted for|ended up|picked (?:out )?(?:an?|the)|chose|remarried|found out",
  "(?:was|were|is|been|got) (?:bought|acquired|taken over) by|(?:was|is|were|are) born|baby (?:is here|came|has arrived)",
  "(?:i'm|we're|they're|he's|she's|am|is|are) (?:now )?(?:moving|switching|changing|replacing|taking over|stepping (?:in|down|up)|becoming|joining|starting|handing)",
);
/** As a sentence of its own begins; "I mean it", "sorry for that" and "I'm sorry" correct nothing. */
const corrects = new RegExp(
  [
    "^(?:(?:hm+|oh|no|wait|well|sorry|oops)[,.]? )*(?:",
    "corrections?|scratch that|no, (?!thank|still\\b|not\\b|(?:\\p{L}+ ){1,4}still\\b)|no,? wait|wait,? no|i mean(?:t)?,? (?!it\\b|that\\b|you\\b)|actually\\b|errat(?:um|a)\\b|my mistake|my bad|typo|oops",
    "|(?:the )?other way (?:a)?round|no, wait|rather|make (?:that|it) |strike that|i (?:mis(?:spoke|typed|read|remembered)|mixed)",
    "|sorry,? (?!(?:for|about|to|that|i'?m|i am|but|if|we|you|can|could)\\b))",
    "|\\b(?:was|were|got (?:that|it|this)|had (?:that|it|this)) (?:wrong|mistaken|mixed up|the wrong way round)\\b",
    "|\\b(?:misheard|misspoke|mistyped|misread)\\b|\\bmix(?:ed)? (?:them|it|that|those|these|the two|the \\p{L}+) up\\b",
    "|\\b(?:ignore|disregard|forget) (?:my|our|the|that) (?:(?:last|previous|earlier|first) )?(?:e-?mail|mail|message|note|announcement|memo|post)\\b",
    "|\\bturns out (?:i|we|it|that|he|she|they)\\b",
  ].join(""),
  "u",
);
/** What stands beside what was before. */
const adds = any(
  "also|too(?=[^\\p{L}]*$|[,.;:!)]| (?:and|but|now|since|because|as|in|on|at|these)\\b)|as well|besides|additionally|in addition|second|another(?! (?:hour|day|week|fortnight|month|year|few (?:hours|days|weeks|months|years))\\b)|part[- ]time|extra|still|one more(?! (?:hour|day|week|fortnight|month|year)\\b)|on the side|on top of|alongside",
  // Of these one has several.
  "(?:made|has|have|had|found|got|is|with|met) an? (?:(?:very|really) )?new (?:(?:best|good|dear|pen|close) )?(?:friend|colleague|neighbou?r|client|customer|hobby|member|teammate|pupil|student|recipe|idea|song)",
);
/** What holds for a while, or just this once. */
const passes = any(
  "meanwhile|for now|for the (?:day|week|time being)|temporar(?:y|ily)|acting|stand-?in|this week|on (?:\\p{L}+ )?(?:holiday|vacation|leave)",
  "(?:fills?|filling|stands?|standing|stood) in|cover(?:s|ing) for|substitut(?:e|es|ing) for",
  "(?:is|are|am|i'm) .*(?<!(?:as of|as from|from|since) )(?:today|tonight)|(?<=^)(?:today|tonight) .*(?:is|are|am)",
);
/** What is not said to be so. */
const unsure = any(
  "if|would(?! rather\\b)|could|might|maybe|perhaps|wish|hopes?|wants? to|plans? to|planning|considering|thinking of|thinks about|dreams?|dreamt|dreamed|imagine",
  "pretends?|jokes?|joked|joking|proposes?|oh sure|yeah right|supposedly|rumou?r|almost|nearly|should",
);

/** Characters of a sentence that are looked at: some phrases have a gap, and the time grows with the square of it. */
const longest = 1_000;

/**
 * How a sentence says so; undefined for one that says nothing of the kind, or says that it comes beside what was, holds for a while, or is
 * not sure.
 */
export function changeIn(sentence: string): Change | undefined {
  const plain = sentence.slice(0, longest).toLowerCase().replaceAll("\u2019", "'").trim();
  if (plain.endsWith("?")) return undefined;
  // "No, it starts at five, we want to see the sunrise": what is only wished comes behind what is corrected.
  if (corrects.test(plain) && !unsure.test(plain.split(",", 2).join(","))) return "corrects";
  if (unsure.test(plain)) return undefined;
  if (adds.test(plain) || passes.test(plain)) return undefined;
  if (ends.test(plain)) return "ends";
  return changes.test(plain) ? "changes" : undefined;
}

const changeTerms: ReadonlySet<string> = new Set(
  analyse(
    `longer quit resigned retired stopped sold divorced separated died goodbye fired dismissed notice stepped dropped cancelled closed ended
    expired abandoned scrapped discontinued left lost now new newly moved switched changed replaced instead extended postponed slipped delayed
    rescheduled renamed reassigned reopened promoted downgraded upgraded migrated transferred handed lowered raised went rose fell increased
    decreased reduced turned became back started began joined updated successor correction sorry wrong misheard mistaken typo erratum mean
    redundant sacked lapsed go insolvent insolvency over terminated revoked disbanded dissolved rid gave outgrown worn broke crashed wrecked
    nowadays effective relocated emigrated swapped traded exchanged cut slashed trimmed halved doubled tripled bumped dyed repainted converted
    revised amended adjusted deferred superseded succeeded handed cleared emptied landed hired post enough passed since elected appointed recovered healed arrived delivered graduated again mixed pushed slips taken
    ceased ditched dumped unsubscribed opted uninstalled deleted removed parted vacated discharged sworn retiring leaving quitting resigning
    resumed restarted returned demoted modified expanded climbed jumped settled chose rolled disabled shifted postpone remarried split off plug empty vacant shaved bought acquired born divorce out drowned shattered smashed bricked
    perished missing demolished since took taken put first unpack`,
  ),
);

/** Whether a text with these terms may have such a sentence. */
export function mayTellChange(terms: readonly string[]): boolean {
  return terms.some((term) => changeTerms.has(term));
}

/** Whether a sentence says what is so, lastingly and surely, and of nothing that it comes beside it. */
export function saysPlainly(sentence: string): boolean {
  const plain = sentence.slice(0, longest).toLowerCase().replaceAll("\u2019", "'").trim();
  return !plain.endsWith("?") && !unsure.test(plain) && !adds.test(plain) && !passes.test(plain);
}

/** Whether a sentence says that it comes beside what was before ("also", "as well"). */
export function comesBeside(sentence: string): boolean {
  return adds.test(sentence.toLowerCase());
}
