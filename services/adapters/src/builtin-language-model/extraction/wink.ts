import { tameRuns } from "./tame-runs.ts";
import type { SpanItsFunction, TokenItsFunction, WinkMethods } from "wink-nlp";

/** One word or mark, with its span in the turn's content (UTF-16 code units). */
export interface Token {
  readonly text: string;
  readonly lower: string;
  /** Universal part of speech (universaldependencies.org/u/pos), as wink-nlp tags it: right most of the time, never certain. */
  readonly pos: string;
  readonly start: number;
  readonly end: number;
}

/** Cuts text into sentences of tokens. `offset` is where the text lies in the turn's content. */
export type Tokenizer = (text: string, offset: number) => Token[][];

// wink-nlp keeps every word it has ever seen; a fresh instance (some 60 ms) after so many characters bounds its memory.
const charactersPerInstance = 1_500_000;
const instanceFeatures = ["sbd", "pos"];

/** Loads the language model (some 300 ms, once for a process) and returns a tokenizer over it. */
export async function loadTokenizer(perInstance = charactersPerInstance): Promise<Tokenizer> {
  const [{ default: winkNlp }, { default: model }] = await Promise.all([import("wink-nlp"), import("wink-eng-lite-web-model")]);
  // Each call of metaCER makes JSON of what the call before gave, which doubles it: the 20th instance could not be made. Unused here.
  const metaCER = (model.metaCER as () => unknown)();
  const stable = { ...model, metaCER: () => metaCER };
  return tokenizerOver(() => winkNlp(stable, instanceFeatures), perInstance);
}

/** The two of wink-nlp's functions that are used here; they are pure and the same for every instance. */
interface Its {
  readonly pos: TokenItsFunction<string>;
  readonly span: SpanItsFunction<number[]>;
}

function tokenizerOver(create: () => WinkMethods, perInstance: number): Tokenizer {
  let nlp = create();
  const its: Its = nlp.its;
  let seen = 0;
  return (text, offset) => {
    if (seen > perInstance) {
      nlp = create();
      seen = 0;
    }
    // The tokenizer knows straight apostrophes and plain spaces only; each replacement keeps its length.
    const plain = text.replace(/[\u2018\u2019\u02bc]/g, "'").replace(/[\s\u0000-\u001f]/g, " ");
    const tame = tameRuns(plain);
    const document = nlp.readDoc(tame);
    const words = document.tokens().out();
    const tags = document.tokens().out(its.pos);
    const spans = document.sentences().out(its.span) as unknown as readonly (readonly [number, number])[];
    seen += text.length;
    const tokens = place(words, tags, tame, plain, offset);
    if (tokens === undefined) return [];
    return spans.map(([from, to]) => tokens.slice(from, to + 1).flatMap(splitContraction));
  };
}

/** Finds each word's place in the text that was tokenized; undefined where it is not there. What it reads stands in `plain`. */
function place(
  words: readonly string[],
  tags: readonly string[],
  tame: string,
  plain: string,
  offset: number,
): Token[] | undefined {
  const tokens: Token[] = [];
  let cursor = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    const at = tame.indexOf(word, cursor);
    if (at < 0) return undefined;
    cursor = at + word.length;
    const text = plain.slice(at, cursor);
    tokens.push({ text, lower: text.toLowerCase(), pos: tags[i] ?? "X", start: offset + at, end: offset + cursor });
  }
  return tokens;
}

const contraction = /^(i|you|we|they|he|she|it|who|that|there)('m|'ve|'re|'ll|'d|'s)$/i;

/** "I'm" comes as one token; the reader wants its subject and its auxiliary. */
function splitContraction(token: Token): Token[] {
  const match = token.text.includes("'") ? contraction.exec(token.text) : null;
  if (!match) return [token];
  const [, head = "", tail = ""] = match;
  const middle = token.start + head.length;
  return [
    { text: head, lower: head.toLowerCase(), pos: "PRON", start: token.start, end: middle },
    { text: tail, lower: tail.toLowerCase(), pos: "AUX", start: middle, end: token.end },
  ];
}
