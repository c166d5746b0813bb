import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { cosine, LociError } from "@loci/kernel";
import type { Embedder } from "./port.ts";

export interface EmbedderContractOptions {
  /**
   * Whether the model knows that texts are alike: then these must hold, one a line, "text" nearer to "alike" than to "unlike".
   */
  readonly similar?: readonly { readonly text: string; readonly alike: string; readonly unlike: string }[];
}

/** What every Embedder adapter must do. */
export function embedderContract(
  name: string,
  make: () => Embedder | Promise<Embedder>,
  options: EmbedderContractOptions = {},
): void {
  describe(`${name} as an embedder`, () => {
    let embedder: Embedder;

    beforeAll(async () => {
      embedder = await make();
    });
    afterAll(() => embedder.close());

    const one = async (text: string, purpose: "query" | "passage" = "passage") => {
      const [vector] = await embedder.embed([text], purpose);
      if (!vector) throw new Error("no vector came back");
      return vector;
    };

    it("says what it is", () => {
      expect(embedder.spec.provider).not.toBe("");
      expect(embedder.spec.model).not.toBe("");
      expect(Number.isInteger(embedder.spec.dimension) && embedder.spec.dimension > 0).toBe(true);
    });

    it("gives one vector for each text, in order", async () => {
      const texts = ["the cat sleeps", "a long walk along the river with friends and their dogs", "bread", "the cat sleeps"];
      const together = await embedder.embed(texts, "passage");
      expect(together).toHaveLength(texts.length);
      for (const [i, text] of texts.entries()) expect(distance(together[i], await one(text))).toBeLessThan(1e-4);
    });

    it("gives as many as there are texts, many or none", async () => {
      expect(await embedder.embed([], "passage")).toEqual([]);
      const texts = Array.from({ length: 230 }, (_, i) => `note ${i} about the garden`);
      expect(await embedder.embed(texts, "passage")).toHaveLength(230);
    });

    it("gives finite numbers of the dimension and length it promises, whatever the text", async () => {
      const odd = "naïve café \u{1F600} 東京都 हिन्दी \u0000 \uD800";
      const texts = ["plain words", odd, "x".repeat(300_000), "many words ".repeat(20_000), "don't"];
      for (const vector of await embedder.embed(texts, "passage")) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(embedder.spec.dimension);
        expect(vector.every(Number.isFinite)).toBe(true);
        if (embedder.spec.normalised) expectUnitOrZero(vector);
      }
    });

    it("takes empty texts among others", async () => {
      const vectors = await embedder.embed(["", "bread", " \n"], "passage");
      expect(vectors).toHaveLength(3);
      for (const vector of vectors) expect(vector.length === embedder.spec.dimension && vector.every(Number.isFinite)).toBe(true);
      expect(distance(vectors[1], await one("bread"))).toBeLessThan(1e-4);
    });

    it("gives the same vector for the same text", async () => {
      expect(distance(await one("a walk by the sea"), await one("a walk by the sea"))).toBeLessThan(1e-6);
    });

    it("embeds a question too", async () => {
      const vector = await one("Where did she walk?", "query");
      expect(vector).toHaveLength(embedder.spec.dimension);
    });

    it("refuses with `cancelled` where the caller has gone", async () => {
      const refused = await embedder.embed(["bread"], "passage", AbortSignal.abort()).catch((thrown: unknown) => thrown);
      expect(refused).toBeInstanceOf(LociError);
      expect(LociError.from(refused).code).toBe("cancelled");
    });

    for (const { text, alike, unlike } of options.similar ?? []) {
      it(`puts "${text}" nearer to "${alike}" than to "${unlike}"`, async () => {
        const asked = await one(text, "query");
        expect(cosine(asked, await one(alike))).toBeGreaterThan(cosine(asked, await one(unlike)));
      });
    }
  });
}

function distance(a: Float32Array | undefined, b: Float32Array): number {
  return a ? Math.sqrt(b.reduce((sum, value, i) => sum + (value - (a[i] ?? 0)) ** 2, 0)) : Infinity;
}

function expectUnitOrZero(vector: Float32Array): void {
  const length = Math.hypot(...vector);
  if (length !== 0) expect(length).toBeCloseTo(1, 4);
}
