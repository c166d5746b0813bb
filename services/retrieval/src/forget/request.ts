/** What a request to forget speaks of, apart from the words that ask: "please wipe everything you know about …". */
import { analyse } from "@loci/text";

export interface Request {
  /** What is left when the request's own words are taken away. */
  readonly subject: string;
  /** It asks for all there is about something ("anything about my health", "my health stuff"). */
  readonly isWide: boolean;
}

const containers = "memor(?:y|ies)|facts?|information|info|details?|things?|stuff|data|mentions?|statements?|records?|notes?";
const wideContainers = "things|stuff|data|information|info|details|facts|memories|everything";
const keeping = "remember|keep|store|save|retain|know|hold(?: on to)?|bring up|mention";
const keepingNow = "remembering|keeping|storing|saving|retaining|knowing|holding(?: on to)?|bringing up|mentioning";
/** Verbs that say something else too: they ask only before what can be forgotten ("clear my …", not "clear coat"). */
const looseVerbs = "clear|scrub|drop|discard|scratch|strike|lose|get rid of";
const object =
  "(?=(?:my|our|the|this|that|these|those|all|any|each|every|everything|anything|whatever|what|where|who|when|how)\\b)";
const speaker = "(?:i|we|you|user|the user)(?:['\u2019](?:ve|d))?";
const telling =
  "(?:said|told|gave|given|mentioned|shared|sent|wrote|know|knew|remember|remembered|learned|learnt|have|had|stored?|saved|recorded|noted)";

const openers: readonly RegExp[] = [
  /^(?:please|kindly|hey|hi|ok|okay|also|now|just|and|so|actually)[,!]?\s+/i,
  /^(?:(?:can|could|would|will) you|you (?:can|may|should|must)|go ahead and|make sure (?:that )?you|let['\u2019]s)\s+/i,
  /^i(?:['\u2019]d| would)? (?:like|want|need|prefer)(?: for)? you to\s+/i,
  new RegExp(`^i (?:do not|don['\u2019]t|no longer) (?:want|need|like) you to (?:${keeping})\\s+`, "i"),
  new RegExp(`^(?:(?:do not|don['\u2019]t|never|no longer|not) (?:${keeping})|(?:stop|no more) (?:${keepingNow}))\\s+`, "i"),
  /^(?:completely|permanently|fully)\s+/i,
  /^(?:forget|delete|erase|remove|purge|wipe|redact|unlearn)\s+(?:out\s+)?/i,
  new RegExp(`^(?:${looseVerbs})\\s+(?:out\\s+)?${object}`, "i"),
  /^(?:the fact that)\s+/i,
  /^(?:everything|anything|whatever|what|all)\s+(?:of\s+)?/i,
  new RegExp(
    `^(?:the |any |of |my |your )*(?:${containers})\\s+(?=(?:that|which|about|of|on|i|we|you|regarding|concerning)\\b)`,
    "i",
  ),
  new RegExp(
    `^(?:that\\s+|which\\s+)?${speaker}\\s+(?:(?:ever|just|once|have|had)\\s+)*${telling}\\s+(?:(?:to\\s+)?you\\s+)?`,
    "i",
  ),
  /^(?:about|regarding|concerning|related\s+to|to\s+do\s+with)\s+/i,
  new RegExp(`^(?:on|of)\\s+(?=\\S)`, "i"),
];

/** The text has one blank between two words by then. */
const closers: readonly RegExp[] = [
  /(?:, | )(?:please|thanks|thank you|for me|for good|again|any ?more|from now on|completely|entirely)$/i,
  / (?:from|in|out of) (?:your|the|its|my) (?:memory|memories|records?|notes?|database|system|mind|storage)$/i,
  new RegExp(
    ` (?:(?:that|which) )?${speaker} (?:(?:ever|just|once|have|had) ){0,2}${telling}(?: (?:to )?(?:you|me))?(?: (?:about|earlier|before|today|yesterday)){0,2}$`,
    "i",
  ),
  new RegExp(`(?<=[\\p{L}\\p{N}])(?:[- ]related)? (?:${wideContainers})$`, "iu"),
];
const wideFrame = new RegExp(
  `\\b(?:everything|anything|whatever|all|any(?=\\s+(?:${containers})\\b))\\b|\\b(?:${wideContainers})(?=\\s+(?:about|of|on|regarding|concerning)\\b|[.!?\\s]*$)`,
  "i",
);

/** Nobody asks with more words before the matter than these. */
const mostRounds = 6;

/** Takes the request's own words away, as long as something is left to look for. */
export function readRequest(text: string): Request {
  let subject = bare(text);
  let before = "";
  for (let round = 0; round < mostRounds && before !== subject; round++) {
    before = subject;
    for (const frame of [...openers, ...closers]) {
      const shorter = subject.replace(frame, "");
      if (shorter !== subject && analyse(shorter).length > 0) subject = bare(shorter);
    }
  }
  return { subject, isWide: wideFrame.test(text) };
}

/** With one blank between two words, and without the sign that ends it. */
function bare(text: string): string {
  const words = text
    .split(/\s+/u)
    .filter((word) => word !== "")
    .join(" ");
  let end = words.length;
  while (end > 0 && " .!?,;".includes(words[end - 1] ?? "")) end--;
  return words.slice(0, end);
}
