import type { Assets } from "./assets.ts";
import { createAttributeRuler, type Attributes } from "./attributes.ts";
import { createEncoder } from "./encoder.ts";
import { isSpace } from "./features.ts";
import { createHasher } from "./hasher.ts";
import { createHeadFinder } from "./heads.ts";
import { loadKernels } from "./kernels.ts";
import { createLemmatiser, createWordList } from "./lemmas.ts";
import { createNameFinder } from "./names.ts";
import { createScorer } from "./scorer.ts";
import { sentencesOf } from "./sentences.ts";
import { createTagger } from "./tagger.ts";
import { createTokenizer, type Word } from "./tokenizer.ts";
import { sentenceStarts } from "./trees.ts";
import type { Sentence } from "./types.ts";

/** Words that are looked at together; 2,000 characters of English have some 400. */
const maxWords = 640;
const memoryBytes = 16 * 1024 * 1024;

/** The sentences of text[start, end), in parts of which each is one step of work. */
export interface Analyser {
  readonly analyse: (text: string, start: number, end: number) => Generator<Sentence[], void, undefined>;
  /** See `Parser.isWord`. */
  readonly isWord: (lower: string) => boolean;
}

/** spaCy's pipeline: tokenizer, encoder, tagger, parser, attribute ruler, lemmatiser, and the name finder with an encoder of its own. */
export async function createAnalyser(assets: Assets): Promise<Analyser> {
  const { tables } = assets;
  const kernels = await loadKernels(assets, memoryBytes);
  const hasher = createHasher(kernels, tables.symbols);
  const tokenize = createTokenizer(tables.tokenizer);
  const parts = { assets, kernels, hasher, norms: new Map(Object.entries(tables.norms)), maxWords };
  const encode = createEncoder("words", parts);
  const encodeForNames = createEncoder("names", parts);
  const tag = createTagger(tables.tags, kernels, maxWords);
  const findHeads = createHeadFinder(tables.moves.heads, createScorer("heads", kernels, tables.moves.heads.length, maxWords));
  const findNames = createNameFinder(tables.moves.names, createScorer("names", kernels, tables.moves.names.length, maxWords));
  const ruleAttributes = createAttributeRuler(tables.attributes);
  const lemmaOf = createLemmatiser(assets, hasher);

  function analyse(words: readonly Word[]): Sentence[] {
    const spaces = words.map(isSpace);
    const vectors = encode(words);
    const tags = tag(vectors, words.length);
    const { heads, labels } = findHeads(vectors, spaces);
    const starts = sentenceStarts(heads);
    const attributes = words.map(({ text }, i): Attributes => {
      const [isSpace = false, tag = "", label = ""] = [spaces[i], tags[i], labels[i]];
      return { lower: text.toLowerCase(), isSpace, tag, label, pos: "", morph: "", lemma: undefined };
    });
    ruleAttributes(attributes);
    words.forEach(({ text }, i) => {
      const one = attributes[i];
      if (one) one.lemma ??= lemmaOf(text, one.pos, one.morph);
    });
    const names = findNames(encodeForNames(words), spaces, starts);
    return sentencesOf({ words, attributes, heads, starts, names });
  }

  function* analyseText(text: string, start: number, end: number): Generator<Sentence[], void, undefined> {
    const words = tokenize(text, start, end);
    for (let first = 0; first < words.length; first += maxWords) yield analyse(words.slice(first, first + maxWords));
  }
  return { analyse: analyseText, isWord: createWordList(assets, hasher) };
}
