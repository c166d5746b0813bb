import { describe, expect, it } from "@jest/globals";
import { chunkText, keyphrases, minHash } from "./index.ts";

const sentence = (n: number, words = 12) =>
  `Sentence ${n} ${Array.from({ length: words - 3 }, (_, i) => `word${i}`).join(" ")} end.`;
const paragraph = (from: number, n: number) => Array.from({ length: n }, (_, i) => sentence(from + i)).join(" ");
const whole = (text: string) => [{ start: 0, end: text.length }];
const chunksOf = (text: string) => [...chunkText(text, whole(text))];
const words = (text: string) => text.split(/\s+/).length;

describe("chunkText", () => {
  it("keeps a short text whole, its spans exact and without white space at the ends", () => {
    const text = "  \n Title\n\nOne line.\n ";
    const chunks = chunksOf(text);
    expect(chunks).toHaveLength(1);
    expect(chunks.map(({ start, end }) => text.slice(start, end))).toEqual(["Title\n\nOne line."]);
    expect(chunks[0]?.tokens).toBe(4);
    expect(chunksOf("")).toEqual([]);
  });

  it("puts paragraphs together up to the target and never over the limits, losing nothing", () => {
    const text = Array.from({ length: 40 }, (_, i) => paragraph(i * 10, 1 + (i % 9))).join("\n\n");
    const chunks = chunksOf(text).map(({ start, end }) => text.slice(start, end));
    for (const chunk of chunks) {
      expect(words(chunk)).toBeLessThanOrEqual(320);
      expect(chunk.length).toBeLessThanOrEqual(2_400);
      expect(chunk).toMatch(/^Sentence.*end\.$/s);
    }
    expect(chunks.slice(0, -1).every((chunk) => words(chunk) > 100)).toBe(true);
    expect(chunks.join(" ").replace(/\s+/g, " ")).toBe(text.replace(/\s+/g, " "));
  });

  it("cuts a long paragraph between sentences, not after an abbreviation or an initial", () => {
    const text = Array.from({ length: 120 }, () => "Dr. Ada B. Lovelace met Mr. Babbage, e.g. in London.").join(" ");
    for (const { start, end } of chunksOf(text)) {
      expect(text.slice(start, end)).toMatch(/^Dr\. .*London\.$/s);
    }
  });

  it("never crosses a section", () => {
    const text = "# One\n\nFirst.\n\n# Two\n\nSecond.";
    const cut = text.indexOf("# Two");
    const sections = [
      { start: 0, end: cut },
      { start: cut, end: text.length },
    ];
    expect([...chunkText(text, sections)].map(({ section, start, end }) => [section, text.slice(start, end)])).toEqual([
      [0, "# One\n\nFirst."],
      [1, "# Two\n\nSecond."],
    ]);
  });

  it("joins a tiny rest to the chunk before it", () => {
    const text = `${paragraph(0, 20)}\n\nThe end.`;
    expect(chunksOf(text)).toHaveLength(1);
  });

  it("cuts what has no sentences: endless words, one endless word, a script without spaces", () => {
    for (const text of ["word ".repeat(2_000), "x".repeat(10_000), "\u{20000}".repeat(5_000), "\u6771\u4EAC".repeat(3_000)]) {
      const parts = chunksOf(text).map(({ start, end }) => text.slice(start, end));
      expect(parts.every((part) => part.length <= 2_400 && part.isWellFormed())).toBe(true);
      expect(parts.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
    }
  });

  it("cuts one endless word of megabytes, beside a script without spaces too", () => {
    for (const text of ["a".repeat(12_000_000), `\u7684 ${"a".repeat(12_000_000)}`]) {
      const chunks = chunksOf(text);
      expect(chunks.at(-1)?.end).toBe(text.length);
      expect(chunks.every(({ start, end }) => end - start <= 2_400)).toBe(true);
    }
  });

  it("gives a paragraph of very many lines, or an endless one, chunk by chunk", () => {
    // Of some runs the best: a collection of garbage or a compilation may fall into any chunk of one.
    const longestShare = (text: string) => {
      const begun = process.threadCpuUsage();
      const spent = () => process.threadCpuUsage(begun).user;
      const at = [0];
      for (const _ of chunkText(text, whole(text))) at.push(spent());
      return Math.max(...at.slice(1).map((end, i) => end - (at[i] ?? 0))) / spent();
    };
    for (const text of ["x\n".repeat(100_000), "Ab cd. ".repeat(50_000), "word ".repeat(200_000)]) {
      expect(Math.min(...Array.from({ length: 5 }, () => longestShare(text)))).toBeLessThan(1 / 4);
    }
  });

  it("is fast, as are signatures and keywords", () => {
    const text = Array.from({ length: 400 }, (_, i) => paragraph(i * 20, 12)).join("\n\n");
    for (const work of [() => chunksOf(text), () => minHash(text), () => keyphrases(text, 20)]) {
      const start = performance.now();
      work();
      expect(performance.now() - start).toBeLessThan(15_000);
    }
  });
});
