import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { openParser, type Parser, type Sentence } from "./index.ts";

/** What spaCy's pipeline says of a text; `scripts/golden.py` writes it. */
interface Golden {
  readonly text: string;
  readonly sentences: readonly string[];
  readonly tokens: readonly (readonly [start: number, headStart: number, ...columns: string[]])[];
  readonly names: readonly (readonly [number, number, string])[];
}

const columns = ["start", "head", "text", "lemma", "tag", "pos", "morph", "label"] as const;

/** The weights are stored with fewer bits than spaCy has: so few words of all may differ. */
const maxShareThatDiffers = 0.002;

describe("the parser beside spaCy's own pipeline", () => {
  let parser: Parser;
  let golden: Golden[];
  beforeAll(async () => {
    parser = await openParser();
    golden = JSON.parse(await readFile(new URL("./testing/golden.json", import.meta.url), "utf8")) as Golden[];
  });

  it("cuts the same words", () => {
    expect(golden.length).toBeGreaterThan(150);
    for (const { text, tokens } of golden) expect(wordsOf(parser.parse(text))).toEqual(tokens.map(([, , word]) => word));
  });

  it("finds the same sentences and names", () => {
    const ours = golden.map(({ text }) => {
      const sentences = parser.parse(text);
      return {
        sentences: sentences.map(({ start, end }) => text.slice(start, end)),
        names: sentences.flatMap(({ names }) => names.map(({ start, end, type }) => [start, end, type])),
      };
    });
    expect(ours).toEqual(golden.map(({ sentences, names }) => ({ sentences, names })));
  });

  it("gives the words the same lemmas, tags, features, heads and labels", () => {
    const differences: string[] = [];
    let words = 0;
    for (const { text, tokens } of golden) {
      const ours = rowsOf(parser.parse(text));
      words += tokens.length;
      tokens.forEach((token, i) => {
        const wrong = columns.filter((_, column) => token[column] !== ours[i]?.[column]);
        if (wrong.length > 0) differences.push(`${token[2]} in ${JSON.stringify(text)}: ${wrong.join(", ")}`);
      });
    }
    expect(differences.length / words > maxShareThatDiffers ? differences : []).toEqual([]);
  });
});

const wordsOf = (sentences: readonly Sentence[]) => sentences.flatMap(({ tokens }) => tokens.map(({ text }) => text));

function rowsOf(sentences: readonly Sentence[]): (string | number | undefined)[][] {
  return sentences.flatMap(({ tokens }) =>
    tokens.map(({ start, head, text, lemma, tag, pos, morph, label }) => [
      start,
      tokens[head]?.start,
      text,
      lemma,
      tag,
      pos,
      morph,
      label,
    ]),
  );
}
