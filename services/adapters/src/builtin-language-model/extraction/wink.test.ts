import { describe, expect, it } from "@jest/globals";
import { loadTokenizer } from "./wink.ts";

describe("the tokenizer", () => {
  it("reads on, however much it has read: a fresh instance of its library costs no more than the ones before", async () => {
    const tokenize = await loadTokenizer(1);
    // The library's own state doubles with each instance: the twentieth is longer than a string may be.
    for (let i = 0; i < 24; i++) {
      const [words = []] = tokenize(`Mina lives in Lisbon ${i}.`, 0);
      expect(words.map(({ text }) => text)).toEqual(["Mina", "lives", "in", "Lisbon", String(i), "."]);
    }
  });
});
