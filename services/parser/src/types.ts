/** A word or a mark, as spaCy's English pipeline cuts and labels them. */
export interface Token {
  /** `text.slice(start, end)` of what was parsed. */
  readonly text: string;
  /** Where it stands in the text, in UTF-16 code units; `end` is the first that no longer belongs to it. */
  readonly start: number;
  readonly end: number;
  readonly lemma: string;
  /** Part of speech in the Penn Treebank's tag set: "NNP", "VBD". */
  readonly tag: string;
  /** Universal part of speech: "PROPN", "VERB". */
  readonly pos: string;
  /** Universal features: "Number=Sing|Person=3", or "". */
  readonly morph: string;
  /** Index of its head among the tokens of the sentence; a root's is its own. */
  readonly head: number;
  /** Its relation to the head, a ClearNLP label: "nsubj", "dobj", "appos"; a root's is "ROOT". */
  readonly label: string;
}

/** A name, a date or an amount. */
export interface Name {
  readonly start: number;
  readonly end: number;
  /** Its tokens: the index of the first, and of the first that no longer belongs to it. */
  readonly firstToken: number;
  readonly endToken: number;
  /** An OntoNotes type: "PERSON", "ORG", "GPE", "DATE", "MONEY", … */
  readonly type: string;
}

export interface Sentence {
  readonly start: number;
  readonly end: number;
  /** White space is none of them. */
  readonly tokens: readonly Token[];
  /** In their order; they do not overlap. */
  readonly names: readonly Name[];
}

export interface Parser {
  /** All sentences of a text. */
  parse(text: string): Sentence[];
  /**
   * The same sentences piece by piece, each after some 20 ms of work at most (2,000 characters), so that the caller can do something else
   * in between. A text that is longer than one piece is cut where a paragraph, a sentence or at least a word ends.
   */
  parseInPieces(text: string): Generator<Sentence[], void, undefined>;
  /** Whether a word in lower case is the base form of an English noun, verb, adjective or adverb. */
  readonly isWord: (lower: string) => boolean;
}
