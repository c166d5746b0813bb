import type { Parser, Sentence as ParsedSentence } from "@loci/parser";
import { words } from "./words.ts";

/**
 * Parses text and cuts its sentences where one thought ends: "Minutes: Ola drafts it; Beth books the hall" is three. A small parser
 * does better on what stands alone, and a label in front takes the place of the subject.
 */
export function parseSegments(parser: Parser, text: string): ParsedSentence[] {
  return parser.parse(text).flatMap((sentence) => segmentsOf(parser, sentence, text, maxCuts));
}

/** Longer sentences, and further marks, are left as they are: each trial is a parse. */
const maxTokens = 80;
const maxCuts = 4;

function segmentsOf(parser: Parser, sentence: ParsedSentence, text: string, cuts: number): ParsedSentence[] {
  const { tokens } = sentence;
  if (cuts === 0) return [sentence];
  const first = tokens[0];
  const last = tokens.at(-1);
  if (!first || !last || tokens.length > maxTokens) return [sentence];
  const said = text.slice(first.start, last.end);
  const asked = asksToKeep.exec(said);
  if (asked) return parsedAt(parser, said.slice(asked[0].length).replace(/\?$/, ""), first.start + asked[0].length);
  const marks = tokens.map((_, i) => i).filter((i) => isCut(sentence, i));
  const cut = marks.slice(0, 2).find((i) => standsAlone(parser, tokens, i, text));
  const at = cut === undefined ? undefined : tokens[cut];
  if (!at) return [sentence];
  return [
    // With the full stop of a sentence the parser takes it for one.
    ...parsedAt(parser, `${text.slice(first.start, at.start)}.`, first.start),
    ...parsedAt(parser, text.slice(at.end, last.end), at.end).flatMap((one) => segmentsOf(parser, one, text, cuts - 1)),
  ];
}

/** "Could you remember that my locker is 212?": what is to be remembered is said, not asked. */
const asksToKeep =
  /^(?:(?:hi|hey|hello)[,!]?\s+)?(?:please\s+)?(?:can|could|would|will)\s+you\s+(?:please\s+)?(?:remember|note(?: down)?|keep in mind|bear in mind|make a note|save|store)\s+that\s+/i;

/** A mark between two thoughts: a semicolon, a dash between blanks, or the colon behind a label without a verb. */
function isCut({ tokens }: ParsedSentence, i: number): boolean {
  const mark = tokens[i];
  const next = tokens[i + 1];
  if (!mark || !next || i === 0) return false;
  if (mark.text === ";") return true;
  // Two dashes stand around an aside.
  if (isDash(tokens, i)) return tokens.filter((_, at) => isDash(tokens, at)).length === 1;
  if (mark.text !== ":" || mark.end === next.start || i > maxLabel) return false;
  const label = tokens.slice(0, i);
  // "Sorry, I mixed that up: the viewing is at 15:30."
  if (label.some(({ text }) => /^(?:mixed|wrong|mistake|mistaken|misspoke|correct|confused)$/i.test(text))) return true;
  return !label.some(({ tag, text }) => /^(?:VB[ZDP]|MD)$/.test(tag) || imagined.has(text.toLowerCase()));
}

function isDash(tokens: ParsedSentence["tokens"], i: number): boolean {
  const [before, mark, next] = [tokens[i - 1], tokens[i], tokens[i + 1]];
  if (!before || !mark || !next || !/^(?:[\u2013\u2014-]|--)$/.test(mark.text)) return false;
  return before.end < mark.start && mark.end < next.start;
}

/** Tokens of a label. */
const maxLabel = 7;

/** What is told behind these is no statement, or one that says more with its label. */
const imagined = new Set(
  words(`
    example examples eg e.g. question questions hypothesis hypothetically scenario joke rumour rumor idea ideas suggestion proposal option
    options story plot fiction test template quote lyrics correction translate imagine pretend suppose goal title headline prompt subject
    if when unless
  `),
);

/** Whether what stands behind a mark is a clause with a subject, or an assignment ("Beth to book the hall"). */
function standsAlone(parser: Parser, tokens: ParsedSentence["tokens"], at: number, text: string): boolean {
  const rest = text.slice(tokens[at]?.end, tokens.at(-1)?.end);
  if (assignment.test(rest)) return true;
  const [one] = parser.parse(rest.trimStart());
  if (!one) return false;
  const root = one.tokens.findIndex((token, i) => token.head === i);
  const tag = one.tokens[root]?.tag ?? "";
  const hasSubject = one.tokens.some(({ head, label }) => head === root && /^(?:nsubj|nsubjpass|expl)$/.test(label));
  const isFinite = tag !== "VBG" || one.tokens.some(({ head, label }) => head === root && label === "aux");
  return hasSubject && isFinite && /^(?:VB|MD)/.test(tag);
}

/** "Ola to draft the release". */
const assignment = /^\s*\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+)?\sto\s\p{Ll}/u;

function parsedAt(parser: Parser, text: string, start: number): ParsedSentence[] {
  const lead = /^\s*/.exec(text)?.[0].length ?? 0;
  const by = start + lead;
  return parser.parse(text.slice(lead)).map(({ tokens, names, ...rest }) => ({
    ...rest,
    tokens: tokens.map((token) => ({ ...token, start: token.start + by, end: token.end + by })),
    names: names.map((name) => ({ ...name, start: name.start + by, end: name.end + by })),
  }));
}
