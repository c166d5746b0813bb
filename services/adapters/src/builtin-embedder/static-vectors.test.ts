import { describe, expect, it } from "@jest/globals";
import { cosine } from "@loci/kernel";
import { loadStaticVectors } from "./static-vectors.ts";

const vectors = loadStaticVectors();
const likeness = (a: string, b: string) => cosine(vectors.encode(a), vectors.encode(b));

describe("the static vectors", () => {
  it.each([
    ["Where does her daughter study?", "My kid is majoring in biology at college", "We repaired the car on Sunday"],
    ["What is his occupation?", "I got a new job as a nurse", "I baked sourdough bread"],
    ["Where did they go on holiday?", "Our vacation in Italy was lovely", "The printer is broken again"],
    ["Does she own any pets?", "I adopted a puppy", "My boss raised my salary"],
    ["When was she ill?", "I caught the flu and stayed in bed", "I painted the fence"],
    ["Is she married?", "My husband cooked for us", "The server crashed at night"],
  ])("bring %j nearer to %j than to %j", (text, alike, unlike) => {
    expect(likeness(text, alike)).toBeGreaterThan(likeness(text, unlike) + 0.1);
  });

  it("have length 1 and are the same each time", () => {
    const vector = vectors.encode("She bought a yellow kayak.");
    expect(vector).toHaveLength(vectors.dimension);
    expect(cosine(vector, vector)).toBeCloseTo(1, 6);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(vectors.encode("She bought a yellow kayak.")).toEqual(vector);
  });

  it("do not hear case, accents or punctuation", () => {
    expect(vectors.encode("  CAFÉ, Zürich!? ")).toEqual(vectors.encode("cafe zurich"));
  });

  it("cut a word they do not know into pieces they know", () => {
    expect(likeness("snowboarding", "a snowboard")).toBeGreaterThan(0.5);
  });

  it("give the zero vector where nothing is known", () => {
    for (const text of ["", " ...!? ", "日本語", "\u{1F600}", "x".repeat(500), "\ud800"]) {
      expect(vectors.encode(text).every((value) => value === 0)).toBe(true);
    }
  });

  it("leave unknown words out and keep the others", () => {
    expect(vectors.encode("bread 日本語")).toEqual(vectors.encode("bread"));
  });

  it("let rare words count for more than common ones", () => {
    expect(likeness("the bread of the baker", "bread baker")).toBeGreaterThan(0.9);
  });
});
