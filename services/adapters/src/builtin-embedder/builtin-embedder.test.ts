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

  it("lets others work while it embeds very many texts, and ends where nobody waits any more", async () => {
    const texts = Array.from({ length: 400 }, (_, i) => `Ana${i} moved to Town${i} with her dog Rex${i} in 2024.`);
    let turns = 0;
    const looks = setInterval(() => turns++, 0);
    await embed(texts);
    clearInterval(looks);
    expect(turns).toBeGreaterThan(3);
    const ending = new AbortController();
    const ended = createBuiltinEmbedder().embed(texts, "passage", ending.signal);
    setTimeout(() => ending.abort(), 1);
    await expect(ended).rejects.toMatchObject({ code: "cancelled" });
  });

  it("hears little of the framing of a question", async () => {
    const [asked, plain] = await embed(["What kind of bread did she bake?", "bread bake"], "query");
    expect(cosine(asked ?? new Float32Array(), plain ?? new Float32Array())).toBeGreaterThan(0.8);
  });

  it("keeps the vectors of its model's name: when this fails on purpose, the model gets a new name", async () => {
    const [vector] = await embed(["Caroline's daughter studies biology in Kyoto; they bought bread."]);
    expect(Array.from((vector ?? new Float32Array()).slice(0, 8), (value) => Math.round(value * 1000))).toEqual([
      81, -17, -105, -35, 24, -8, 67, -44,
    ]);
    expect(hash32(conceptTerms().join("|"), 0)).toBe(785420881);
    const [lives] = await embed(["Ana lives in Oslo."]);
    expect(Array.from((lives ?? new Float32Array()).slice(-6), (value) => Math.round(value * 1000))).toEqual([
      -36, -30, -32, 118, -6, 33,
    ]);
  });
});
