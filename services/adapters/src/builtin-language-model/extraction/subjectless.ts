import type { Parser, Sentence as ParsedSentence } from "@loci/parser";
import { irregularForms } from "@loci/text";
import { words } from "./words.ts";

/**
 * "Prefers dark mode.", "Allergic to bees", "Moved in with Sara": notes leave the subject out, and the parser takes their verb for a noun.
 * Such a sentence is parsed with the pronoun that was meant; its word is empty and stands where the sentence begins.
 */
export function withSubject(parser: Parser, sentence: ParsedSentence, text: string): ParsedSentence {
  const { tokens } = sentence;
  const [first, second] = tokens;
  if (!first || !second || tokens.length > maxTokens || text.slice(tokens.at(-1)?.start).includes("?")) return sentence;
  // "Just booked flights to Oslo"
  const skip = /^(?:just|finally|already|recently)$/i.test(first.text) ? 1 : 0;
  const lead = leadOf(
    (skip === 1 ? second : first).text.toLowerCase(),
    tokens.slice(1 + skip, 4 + skip).map((token) => token.text.toLowerCase()),
  );
  if (skip === 1 && lead !== "I") return sentence;
  // "Born in Daegu in 1991, she moved to Norway"; "Speaks French, first-aid trained" has no such main clause.
  const main = tokens[first.head];
  if (
    first.label === "advcl" &&
    first.tag !== "VBZ" &&
    main &&
    tokens.some(({ head, label }) => head === first.head && /^nsubj/.test(label))
  )
    return sentence;
  const said = lead !== "" ? lead : isOwnDeed(tokens) || isOwnEnd(first, second) ? "I" : "";
  if (said === "") return sentence;
  return parsedWith(isOfAuthor(text, first.start) ? said : said.replace(/^I am$/, "He is").replace(/^I$/, "He"));

  function parsedWith(left: string): ParsedSentence {
    if (!first) return sentence;
    const end = tokens.at(-1)?.end ?? first.end;
    const said = `${first.text.toLowerCase()}${text.slice(first.end, end)}`;
    const [whole, ...others] = parser.parse(`${left} ${said}`);
    if (!whole || others.length > 0 || !isSubject(whole.tokens[0]) || isOfNext(whole.tokens)) return sentence;
    const shift = left.length + 1 - first.start;
    const added = left.split(" ").length;
    return {
      ...whole,
      tokens: whole.tokens.map((token, i) =>
        i < added
          ? { ...token, start: first.start, end: first.start }
          : { ...token, start: token.start - shift, end: token.end - shift },
      ),
      names: whole.names,
    };
  }
}

/** "Ayodele joined Finance in May. Based in Cork.": what a text says that never speaks of its author is said of whom it named before. */
export function isOfAuthor(text: string, at: number): boolean {
  return at === 0 || text.length > maxNote || firstPerson.test(text);
}

const firstPerson = /\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Ww]e|[Uu]s|[Oo]urs?|[Mm]yself)\b/;
const maxNote = 2_000;

/** "Sprained my wrist", "Painted the kitchen green": a past verb at the head, with its object right behind it. */
function isOwnDeed(tokens: ParsedSentence["tokens"]): boolean {
  const [first, second] = tokens;
  if (!first || !second || !isPast(first) || first.label !== "ROOT" || ambiguous.has(first.text.toLowerCase())) return false;
  if (tokens.some(({ head, label }) => head === 0 && /^(?:nsubj|nsubjpass|csubj|aux|auxpass|agent)$/.test(label))) return false;
  return /^(?:DT|PRP\$|CD|NNP)$/.test(second.tag) && tokens.some(({ head, label }) => head === 0 && label === "dobj");
}

/** "Cancelled Netflix, too expensive": the parser takes it for what Netflix is like. */
function isOwnEnd(first: ParsedSentence["tokens"][number], { tag, text }: ParsedSentence["tokens"][number]): boolean {
  return /^(?:cancel?led|ditched)$/i.test(first.text) && tag === "NNP" && /^\p{Lu}/u.test(text);
}

/** The tagger takes "Took" at the head of a sentence for an order. */
function isPast({ tag, text }: ParsedSentence["tokens"][number]): boolean {
  return /^VB[DN]$/.test(tag) || (tag === "VB" && irregularForms.has(text.toLowerCase()));
}

/** Orders look the same. */
const ambiguous = new Set(words("put set cut hit let shut read bet cost spread split quit run come become beat"));

const maxTokens = 40;

function isSubject(token: ParsedSentence["tokens"][number] | undefined): boolean {
  return token !== undefined && /^nsubj/.test(token.label);
}

/** "Based in Delft, Bluefin builds software": the main clause says who is. */
function isOfNext(tokens: ParsedSentence["tokens"]): boolean {
  const verb = tokens[0]?.head ?? 0;
  const main = tokens[verb]?.head ?? verb;
  const subject = tokens.findIndex(({ head, label }, i) => i > verb && head === main && /^nsubj/.test(label));
  const isClause = tokens[verb]?.label === "ccomp" && tokens[main]?.label === "ROOT" && main > verb && subject > 0;
  return (
    isClause && tokens[subject - 1]?.text === "," && tokens[subject]?.tag === "NNP" && /^VB[NG]$/.test(tokens[verb]?.tag ?? "")
  );
}

/** The words left out before the first one; "" where nothing is, or it is only a way of speaking. */
function leadOf(first: string, next: readonly string[]): string {
  const [second = "", third = ""] = next;
  if (
    /^(?:is|was|are|were|has|have|will|can|me|out|well|fine|great|now|again|like|:|\(|-|!|\.|,)$/.test(second) ||
    (second === "for" && third === "me")
  )
    return "";
  if (habits.has(first)) return "He";
  // "can't stand coriander", "didn't sleep at all"
  if (
    /^(?:ca|could|did|wo|have)$/.test(first) &&
    /^n(?:'t|ot)$/.test(second) &&
    /^\p{Ll}+$/u.test(third) &&
    !/^(?:you|we|i|he|she|it|they|the|my|this|that)$/.test(third)
  )
    return "I";
  if (undergone.has(first) && /^(?:with|to|from|by|on|in|for|at|as|an?|the|\p{Ll}{4,})$/u.test(second))
    return first === "started" && second !== "on" ? "I" : "He was";
  if (treated.has(first) && /^(?:to|by|on|in|for|at|from|until|with)$/.test(second)) return "It is";
  if (states.has(first)) return /^(?:\p{L}+ing)$/u.test(first) || second !== "," ? "I am" : "";
  if (deeds.has(first) && !/^(?:to|on|at|by|from)$/.test(second)) return "I";
  return deeds.has(first) &&
    second === "to" &&
    !/\d|^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|the)$/.test(third)
    ? "I"
    : "";
}

const habits = new Set(
  words(`
    lives works prefers likes loves enjoys hates dislikes drives rides owns speaks plays studies teaches uses wants needs eats drinks
    collects practices practises volunteers wears attends leads manages avoids trains travels sleeps commutes sings paints cooks has knows
  `),
);
/** What is done to a patient, as notes put it: "Prescribed ibuprofen", "Started on amlodipine". */
const undergone = new Set(words("diagnosed prescribed referred admitted discharged hospitalised hospitalized vaccinated started"));
/** What is done with a ticket or an order: "Assigned to Lwazi", "Due on Friday". */
const treated = new Set(
  words(
    "assigned blocked due fixed scheduled deployed closed resolved merged escalated delivered shipped reported cancelled owned hosted",
  ),
);
const states = new Set(
  words(`
    living working training studying learning planning moving starting reading playing using saving preparing expecting allergic
    vegetarian vegan married divorced engaged retired fluent pregnant based born responsible lactose-intolerant afraid
  `),
);
const deeds = new Set(
  words(`
    moved bought sold got started quit joined finished graduated adopted switched signed booked passed broke met visited hired lost ordered
    applied accepted
  `),
);
