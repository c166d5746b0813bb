import { describe, expect, it } from "@jest/globals";
import { minHash, signatureBytes } from "@loci/text";
import { mostInBand, nearDuplicates } from "./duplicates.ts";

describe("chunks that say nearly the same", () => {
  it("name the first of them, each once", () => {
    const words = (from: number) => Array.from({ length: 80 }, (_, i) => `subject${from + i} matter${from + i}`).join(" ");
    const signed = (id: string, text: string) => ({ id, signature: minHash(text) });
    const chunks = [
      signed("a", words(0)),
      signed("b", words(500)),
      signed("c", `${words(0)} appendix`),
      signed("d", words(0)),
      signed("e", ""),
      signed("f", ""),
    ];
    expect([...nearDuplicates(chunks, [])]).toEqual([
      ["c", "a"],
      ["d", "a"],
    ]);
  });

  it("are each compared with few others, where very many are somewhat alike", () => {
    let looks = 0;
    // The first band is the same in all of them, and nothing else is.
    const chunks = Array.from({ length: 1_000 }, (_, i) => {
      const minima = Uint32Array.from({ length: signatureBytes / 4 }, (_value, at) => (at < 4 ? 7 : i * 64 + at));
      const signature = new Uint8Array(minima.buffer);
      return {
        id: `c${i}`,
        get signature() {
          looks++;
          return signature;
        },
      };
    });
    expect(nearDuplicates(chunks, []).size).toBe(0);
    expect(looks / chunks.length).toBeLessThan(3 * mostInBand);
  });
});
