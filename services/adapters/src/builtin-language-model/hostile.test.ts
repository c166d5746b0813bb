import { describe, expect, it } from "@jest/globals";
import { addressThatStops, harmlessText, hostileStrings } from "@loci/e2e/parts/hostile-strings";
import { turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "./index.ts";

const length = 4_000;
/** How much longer than a harmless text of its length a text may take. */
const factor = 20;
/** Below this a time says nothing on a machine that does other things as well. */
const noiseMs = 20;

const model = createBuiltinLanguageModel();
const extract = (text: string) => model.extract({ turns: [turnOf(text)] });
const readers: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  extract,
  decompose: (text) => model.decompose(text),
  hypothesise: (text) => model.hypothesise(text),
};

async function millis(read: (text: string) => Promise<unknown>, text: string): Promise<number> {
  const start = performance.now();
  await read(text);
  return performance.now() - start;
}

describe("a text that is made to take long", () => {
  it("is read although its address has many parts, and what stands beside it is read too", async () => {
    const { facts } = await extract(`${addressThatStops} I live in Boston.`);
    expect(facts.map(({ key, value }) => [key, value])).toEqual([["residence", "Boston"]]);
  });

  it("keeps the words of an address", async () => {
    const { facts } = await extract("My address is https://mina.example.org/about/me/and/my/garden.");
    expect(facts.map(({ value }) => value)).toEqual([expect.stringContaining("mina.example.org/about/me/and/my/garden")]);
  });

  it.each(Object.entries(readers))("is read by %s in about the time of a harmless one", async (_, read) => {
    await read(harmlessText(length));
    const most = factor * Math.max(noiseMs, await millis(read, harmlessText(length)));
    const slow: string[] = [];
    for (const [name, text] of hostileStrings(length)) {
      // A slow moment of the machine does not come three times.
      let tries = 0;
      while (tries < 3) {
        if ((await millis(read, text)) <= most) break;
        tries++;
      }
      if (tries === 3) slow.push(name);
    }
    expect(slow).toEqual([]);
  });
});
