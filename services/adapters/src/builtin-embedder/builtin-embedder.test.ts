import { describe, expect, it } from "@jest/globals";
import { cosine } from "@loci/kernel";
import { embedderContract } from "@loci/ports/embedder/contract";
import { conceptTerms } from "@loci/text";
import { hash32 } from "./hash.ts";
import { createBuiltinEmbedder } from "./index.ts";

embedderContract("the builtin embedder", () => createBuiltinEmbedder(), {
  similar: [
    { text: "What does her daughter study?", alike: "My kid is majoring in biology", unlike: "We repaired the car on Sunday" },
    { text: "What is his occupation?", alike: "I got a new job as a nurse", unlike: "I baked sourdough bread" },
    { text: "Where did they go on holiday?", alike: "Our vacation in Italy was lovely", unlike: "The printer is broken again" },
    { text: "Does she own any pets?", alike: "I adopted a puppy", unlike: "My boss raised my salary" },
    { text: "When was she ill?", alike: "I caught the flu and stayed in bed", unlike: "I painted the fence" },
    { text: "What are his hobbies?", alike: "I enjoy pottery in my leisure time", unlike: "The invoice is due" },
    { text: "accomodation in Kyoto", alike: "The accommodation in Kyoto was small", unlike: "A small dinner in Rome" },
    { text: "Is she married?", alike: "My husband cooked for us", unlike: "The server crashed at night" },
  ],
});

describe("the builtin embedder", () => {
  const embed = (texts: string[], purpose: "query" | "passage" = "passage") => createBuiltinEmbedder().embed(texts, purpose);

  it("gives the zero vector where a text has no words", async () => {
    for (const vector of await embed(["", "the of and", "\u{1F600}"])) expect(vector.every((value) => value === 0)).toBe(true);
  });

  it("leaves the framing of a question out", async () => {
    const [asked, plain] = await embed(["What kind of bread did she bake?", "bread bake"], "query");
    expect(cosine(asked ?? new Float32Array(), plain ?? new Float32Array())).toBeCloseTo(1, 5);
  });

  it("takes a dimension", async () => {
    const [vector] = await createBuiltinEmbedder({ dimension: 64 }).embed(["bread"], "passage");
    expect(vector).toHaveLength(64);
    expect(() => createBuiltinEmbedder({ dimension: 0 })).toThrow("dimension");
  });

  it("keeps the vectors of its model's name: when this fails on purpose, the model gets a new name", async () => {
    const [vector] = await embed(["Caroline's daughter studies biology in Kyoto; they bought bread."]);
    expect(Array.from((vector ?? new Float32Array()).slice(0, 8), (value) => Math.round(value * 1000))).toEqual([
      131, 43, -26, -21, -27, -27, -39, -21,
    ]);
    expect(hash32(conceptTerms().join("|"), 0)).toBe(4006398206);
  });

  it("embeds 5,000 short texts in well under the time that an index run has for them", async () => {
    const texts = Array.from({ length: 5000 }, (_, i) => `Turn ${i}: we walked by the river and talked about her job and the kids`);
    const started = performance.now();
    await embed(texts);
    // A thousand a second is asked here, a fifth of what it does, as tests share their machine.
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
