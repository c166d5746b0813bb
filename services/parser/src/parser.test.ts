import { beforeAll, describe, expect, it } from "@jest/globals";
import { openParser, type Parser, type Sentence } from "./index.ts";

describe("the parser", () => {
  let parser: Parser;
  beforeAll(async () => {
    parser = await openParser();
  });

  it("says who does what to whom, and what is a name", () => {
    const [sentence] = parser.parse("Dana White moved to Vienna with two cats.");
    const { tokens = [], names = [] } = sentence ?? {};
    expect(tokens.map(({ text, lemma, tag, label, head }) => [text, lemma, tag, label, tokens[head]?.text])).toEqual([
      ["Dana", "Dana", "NNP", "compound", "White"],
      ["White", "White", "NNP", "nsubj", "moved"],
      ["moved", "move", "VBD", "ROOT", "moved"],
      ["to", "to", "IN", "prep", "moved"],
      ["Vienna", "Vienna", "NNP", "pobj", "to"],
      ["with", "with", "IN", "prep", "moved"],
      ["two", "two", "CD", "nummod", "cats"],
      ["cats", "cat", "NNS", "pobj", "with"],
      [".", ".", ".", "punct", "moved"],
    ]);
    expect(tokens[2]).toMatchObject({ start: 11, end: 16, pos: "VERB", morph: "Tense=Past|VerbForm=Fin" });
    expect(names).toEqual([
      { start: 0, end: 10, firstToken: 0, endToken: 2, type: "PERSON" },
      { start: 20, end: 26, firstToken: 4, endToken: 5, type: "GPE" },
      { start: 32, end: 35, firstToken: 6, endToken: 7, type: "CARDINAL" },
    ]);
  });

  it("gives nothing for a text without words", () => {
    for (const text of ["", " ", "\n\n \t", "\u00a0"]) expect(parser.parse(text)).toEqual([]);
  });

  it("places each token where it stands", () => {
    for (const text of [...strange, long]) expectPlaces(text, parser.parse(text));
  });

  // More words than it keeps.
  it("says the same of a text whatever it has read before", () => {
    const text = "Our CFO, Priya Raman, told the board on 3 May that revenue grew by 12%.";
    const first = parser.parse(text);
    for (let i = 0; i < 22; i++) parser.parse(Array.from({ length: 200 }, (_, word) => `w${i}x${word}`).join(" "));
    expect(parser.parse(text)).toEqual(first);
    expect(parser.parse(strange.join("\n\n"))).toEqual(parser.parse(strange.join("\n\n")));
  });

  it("reads a long text in pieces, and all of it", () => {
    const pieces = [...parser.parseInPieces(long)];
    expect(pieces.length).toBeGreaterThan(long.length / 2_500);
    for (const piece of pieces) expect((piece.at(-1)?.end ?? 0) - (piece[0]?.start ?? 0)).toBeLessThanOrEqual(2_000);
    expect(pieces.flat()).toEqual(parser.parse(long));
    const alone = parser.parse(paragraph).map(({ tokens }) => tokens.map(({ text }) => text));
    const sentences = parser.parse(long).map(({ tokens }) => tokens.map(({ text }) => text));
    expect(sentences.slice(0, alone.length)).toEqual(alone);
  });

  // Each takes less than half a second on a quiet machine; what is not linear would take minutes.
  it.each(Object.entries(hostile()))("is not held up by %s", (_, text) => {
    const before = process.cpuUsage();
    const sentences = parser.parse(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(20_000);
    expectPlaces(text, sentences);
  });
});

const paragraph =
  "Ana moved from Porto to Lisbon in March 2024, since her company opened an office there. She lives with two cats. " +
  "Her manager, Tom, isn't sure that he will stay!\n\n";
const long = paragraph.repeat(60);

const strange = [
  "I love 🍕 and ☕, said 👩‍👩‍👧!",
  "\ud800 lone \udfff surrogates\ud83d.",
  "a\0b \0 c",
  "مرحبا، اسمي علي وأعيش في القاهرة.",
  "\u202eright to left\u202c and back",
  "  lead,  two   spaces\u00a0and\u2003others  ",
  "can't won't o'clock 'tis rock'n'roll :-) (:",
  "e\u0301a\u0308 Å 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﬁn",
  "x\r\ny\r\n\r\nz\u2028w",
];

function hostile(): Record<string, string> {
  const fill = (part: string, size = 100_000) => part.repeat(Math.ceil(size / part.length));
  const words = (part: string) => fill(part, 8_000);
  return {
    "one word of 100,000 letters": fill("a"),
    "100,000 dots": fill("."),
    "digits with dots": `See //${fill("111.")}`,
    "an address that never ends": `http://${fill("a.")}`,
    "a row of at signs": fill("a@"),
    "nested brackets": `${"(".repeat(50_000)}${")".repeat(50_000)}`,
    "quotes and hyphens": fill(`"a-'b`),
    emoji: fill("👩‍👧"),
    "lone surrogates": fill("\ud83d"),
    "white space": fill(" \n\t"),
    exceptions: fill("can't've:)):"),
    "nested brackets with spaces": words("( "),
    "brackets in words": words("((((((((((((((((a)))))))))))))))) "),
    "long words of brackets": words(`${"(".repeat(900)} `),
    "long words of hyphens": words(`${"-a".repeat(450)} `),
    "long words of at signs": words(`${"a@".repeat(450)} `),
    "long words of dots": words(`${".".repeat(900)} `),
    "long words of smileys": words(`${"8)".repeat(450)} `),
    "right to left": words("سلام "),
    "zero bytes": words("\0 \0"),
    "words that never come twice": Array.from({ length: 1_300 }, (_, i) => i.toString(36).padStart(5, "q")).join(" "),
    "one sentence": words("and then "),
    commas: words("a, "),
  };
}

function expectPlaces(text: string, sentences: readonly Sentence[]): void {
  let end = 0;
  const wrong = sentences.flatMap((sentence) => {
    const problems = sentence.tokens.filter((token) => {
      const fine =
        token.start >= end &&
        token.end > token.start &&
        text.slice(token.start, token.end) === token.text &&
        token.text.trim() !== "";
      end = token.end;
      return !fine || sentence.tokens[token.head] === undefined;
    });
    const names = sentence.names.filter(({ start, end, firstToken, endToken }) => {
      return sentence.tokens[firstToken]?.start !== start || sentence.tokens[endToken - 1]?.end !== end;
    });
    return [...problems, ...names];
  });
  expect(wrong).toEqual([]);
}
