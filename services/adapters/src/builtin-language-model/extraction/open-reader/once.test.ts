import { describe, expect, it } from "@jest/globals";
import { askedOnce } from "./once.ts";
import { treeOf } from "./tree.ts";

describe("whom a word stands for", () => {
  it("is found through few others, so that a long chain of owners takes time in proportion to its length", () => {
    const tree = treeOf("", []);
    const links = 400;
    let asked = 0;
    const ask = (i: number): ReturnType<typeof askedOnce> =>
      askedOnce(tree, i, () => {
        asked++;
        return i < links ? ask(i + 1) : undefined;
      });
    for (let i = 0; i < links; i++) ask(i);
    expect(asked).toBeLessThan(20 * links);
  });
});
