import { normaliseKey } from "@loci/kernel";
import { standingTime } from "@loci/text";
import { namesLanguage } from "./languages.ts";
import { verbForm } from "./verbs.ts";
import { anyOf, words } from "./words.ts";

/** An instruction as it stands in a sentence, without its span. */
export interface ReadInstruction {
  readonly label: string;
  readonly description: string;
  readonly revokes: boolean;
  /** The name in "call me Ana", which is a fact as well. */
  readonly name?: string;
}

const doing = anyOf(`
  answer, reply, respond, write, speak, talk, use, give, keep, be, explain, format, include, add, show, start, begin,
  end, sign, refer, address, cite, translate, ask, tell, remind, mention, avoid, put, send, say, summari[sz]e,
  recommend, suggest, provide, make, call, greet, quote, round, convert, list, book, order, reserve, schedule, choose, pick, check,
  invite, email, message, notify, plan, buy
`);

const polite = new RegExp(
  "^" +
    String.raw`(?:(?:hey|hi|hello|ok|okay|also|and|so|but|oh|well)[,!]?\s+)*` +
    String.raw`(?:please[,]?\s+)?` +
    String.raw`(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?` +
    String.raw`(?:i(?:'d| would)\s+(?:like|prefer|want)\s+you\s+to\s+|i\s+(?:want|need)\s+you\s+to\s+|` +
    String.raw`make\s+sure\s+(?:to|you)\s+|remember\s+to\s+|please\s+)?`,
  "i",
);
const standing = new RegExp(
  String.raw`^(?:${standingTime}|in all (?:your )?(?:answers|replies|responses)|` +
    String.raw`whenever you (?:answer|reply|respond))[,:]?\s+(?:please\s+)?(?:you (?:should|must|will|can)\s+)?`,
  "i",
);
/** As models write it down: "The assistant should always …", "The user asked the assistant to …". */
const ofAssistant =
  /^(?:(?:the )?(?:assistant|ai|bot|chatbot) (?:should|must|needs? to|has to|is to|shall) |(?:the )?user (?:wants|asked|asks|told|would like|instructed) (?:the )?(?:assistant|ai|bot|chatbot) (?:to |that it (?:should |must )?))(?:please )?/i;
const standingTail = new RegExp(
  String.raw`(?:,|(?<!\s))\s+(?:${standingTime}|every time|(?:whenever|where|wherever) possible|whenever you can|in all (?:your )?(?:answers|replies|responses))(?:,? (?:please|thanks|thank you))?\s*[.!]*$`,
  "i",
);

const anyMore = String.raw`any(?:\s?more| longer)`;
const revoking = [
  /^stop\s+((?:\w+ing)\b.*)$/i,
  new RegExp(
    String.raw`^(?:you\s+)?(?:don't|do not|needn't)\s+(?:have to\s+|need to\s+)?(?:always\s+)?(${doing}\b.*?)\s+${anyMore}$`,
    "i",
  ),
  new RegExp(
    String.raw`^you\s+(?:don't|do not|no longer)\s+(?:have|need) to\s+(?:always\s+)?(${doing}\b.*?)(?:\s+(?:${anyMore}|now))?$`,
    "i",
  ),
  new RegExp(String.raw`^no longer\s+(${doing}\b.*)$`, "i"),
  /^(?:forget|ignore|drop|cancel)\s+(?:the|my)\s+(?:rule|instruction|request)s?\s+(?:about|to|on)\s+(\S.*)$/i,
];
const forbidding = [
  new RegExp(`^never\\s+(${doing}\\b.*)$`, "i"),
  new RegExp(`^(?:don't|do not)\\s+ever\\s+(${doing}\\b.*)$`, "i"),
];
/** "No meetings before 10 for me, please." */
const unwantedThing =
  /^(?:please,? )?no ((?!problem|worries|thanks|need|idea|way|rush|hurry|one\b|more\b)\p{Ll}{3,}.{0,100}?)(?: for me)?,? please[.!]*$/iu;
const softForbidding = new RegExp(`^(?:don't|do not)\\s+(${doing}\\b.*)$`, "i");
const demanding = new RegExp(`^always\\s+(${doing}\\b.*)$`, "i");
const plain = new RegExp(`^((?:${doing})\\b.*)$`, "i");
const answering = /\b(?:answer|reply|respond|speak|write|talk|be|use|(?:answer|reply|respond|speak|writ|talk|us)ing)\b/i;
const topics: readonly (readonly [RegExp, string])[] = [
  [/\b(?:call|calling)\s+me\b|\baddress(?:ing)?\s+me\b/i, "form_of_address"],
  [/\bbullet(?:s|\s+points?|ed lists?)\b/i, "bullet_points"],
  [/\bemojis?\b/i, "emojis"],
  [/\b(?:tables?)\b/i, "tables"],
  [/\b(?:short|brief|concise|terse|long|detailed|verbose)\b/i, "response_length"],
  [/\b(?:formal|informal|casual|polite|friendly)(?:ly)?\b/i, "tone"],
  [/\b(?:metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles)\b/i, "units"],
  [/\bmarkdown\b/i, "markdown"],
];
const callMe =
  /^(?:[Yy]ou (?:can|may|could) |[Jj]ust |[Pp]lease )?[Cc]all me\s+(\p{Lu}[\p{L}'-]*(?:\s+\p{Lu}[\p{L}'-]*){0,2})(?=\s*(?:[.,!]|please|from now on|instead|$))/u;
const stopWords = new Set(
  words(`
    a an the to of in on with and or any please me my your you i it this that always never ever when for be is
    are so at as by
  `),
);

/** What the author asks of the assistant for the time to come; undefined for everything else. Total, and linear in the text. */
export function readInstruction(sentence: string): ReadInstruction | undefined {
  if (sentence.length > 400) return undefined;
  const plainText = sentence.replace(/[\u2018\u2019]/g, "'").trim();
  const lead = polite.exec(plainText)?.[0] ?? "";
  // "Could you send them to Bo from now on?": asked for politely, and no question.
  const isAsked = /\b(?:can|could|would|will)\s+you\b/i.test(lead);
  const said = plainText.slice(lead.length);
  let text = isAsked && said.endsWith("?") ? said.slice(0, -1) : said;
  const isStanding = standing.test(text) || standingTail.test(text) || ofAssistant.test(text);
  text = text
    .replace(ofAssistant, "")
    .replace(/^not (?=\w)/i, "do not ")
    .replace(standing, "")
    .replace(standingTail, "")
    .replace(/^please\s+/i, "")
    .replace(/(?<![.!?\s])[.!?\s]+$/, "");
  const description = plainText.replace(/\s+/g, " ");
  const name = callMe.exec(text)?.[1];
  if (name) return { label: "form_of_address", description, revokes: false, name };
  const unwanted = unwantedThing.exec(plainText)?.[1];
  if (unwanted) return { label: `no_${labelOf(unwanted)}`, description, revokes: false };
  for (const pattern of revoking) {
    const match = pattern.exec(text);
    if (match?.[1] && (topicOf(match[1]) || mentionsDoing(match[1])))
      return { label: labelOf(match[1]), description, revokes: true };
  }
  for (const pattern of forbidding) {
    const match = pattern.exec(text);
    if (match?.[1]) return { label: `no_${labelOf(match[1])}`, description, revokes: false };
  }
  const demand = demanding.exec(text)?.[1];
  if (demand) return { label: labelOf(demand), description, revokes: false };
  const soft = softForbidding.exec(text)?.[1];
  if (soft && (isStanding || topicOf(soft))) return { label: `no_${labelOf(soft)}`, description, revokes: false };
  const wish = plain.exec(text)?.[1];
  if (wish && isStanding) return { label: labelOf(wish), description, revokes: false };
  // Without "always" or "from now on" only what clearly is about the answers themselves is a rule and no single request.
  if (wish && /^(?:answer|reply|respond|keep|be|use)\b/i.test(wish) && topicOf(wish) && wish.split(/\s+/).length <= 8)
    return { label: labelOf(wish), description, revokes: false };
  return undefined;
}

function topicOf(text: string): string | undefined {
  if (answering.test(text) && namesLanguage.test(text)) return "response_language";
  return topics.find(([pattern]) => pattern.test(text))?.[1];
}

const anyDoing = new RegExp(`^${doing}$`, "i");

function mentionsDoing(text: string): boolean {
  return anyDoing.test(lemma(text.split(/\s+/)[0] ?? ""));
}

/** The same label for "answer in German" and "answering in German": a topic, or the first content words in their base form. */
function labelOf(text: string): string {
  const topic = topicOf(text);
  if (topic) return topic;
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  const content = words.map(lemma).filter((word) => !stopWords.has(word));
  return normaliseKey(content.slice(0, 5).join(" ")) || "instruction";
}

function lemma(word: string): string {
  const known = verbForm(word.toLowerCase());
  if (known?.ing) return known.lemma;
  const stem = /^(\p{L}{3,})ing$/u.exec(word)?.[1];
  if (!stem) return word.toLowerCase();
  for (const base of [stem, `${stem}e`, stem.replace(/(\p{L})\1$/u, "$1")]) if (anyDoing.test(base)) return base.toLowerCase();
  return word.toLowerCase();
}
