import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Reranker } from "./port.ts";

export interface RerankerUnderTest {
  readonly reranker: Reranker;
  /** Tells a scripted provider that it will not answer the next request; a model that thinks by itself ignores it. */
  willStall(): void;
  close(): Promise<void>;
}

/** Before any answer could come, with room for a busy machine. */
const soonMs = 30_000;

/** What every Reranker adapter must do, whatever it understands. */
export function rerankerContract(name: string, make: () => Promise<RerankerUnderTest>): void {
  describe(`${name} as a reranker`, () => {
    let tested: RerankerUnderTest;
    beforeAll(async () => {
      tested = await make();
    });
    afterAll(() => tested.close());

    const question = "Where does Mina live?";

    it("has a name for traces", () => expect(tested.reranker.id).toMatch(/^.+:.+$/));

    it("scores each text in its place, the answer highest", async () => {
      const scores = await tested.reranker.score(question, ["Bread needs salt.", "Mina does live in Lisbon.", "Tom likes Mina."]);
      expect(scores).toHaveLength(3);
      expect(scores.every(Number.isFinite)).toBe(true);
      expect(scores.indexOf(Math.max(...scores))).toBe(1);
    });

    it("gives the same text the same score", async () => {
      const [first, , third] = await tested.reranker.score(question, ["Mina lives in Oslo.", "No.", "Mina lives in Oslo."]);
      expect(first).toBe(third);
    });

    it("makes nothing of nothing", async () => expect(await tested.reranker.score(question, [])).toEqual([]));

    it("scores odd texts without failing", async () => {
      const odd = ["", " \n", "\u0000", "\ud800", "🎉", "a".repeat(50_000), '{"index": 0}'];
      expect(await tested.reranker.score("?", odd)).toHaveLength(odd.length);
    });

    it("answers several requests at once, each with its own", async () => {
      const sizes = [1, 2, 3, 4];
      const all = await Promise.all(sizes.map((size) => tested.reranker.score(question, new Array<string>(size).fill("Mina"))));
      expect(all.map((scores) => scores.length)).toEqual(sizes);
    });

    it("does not begin for a caller who has gone", async () => {
      const abort = new AbortController();
      abort.abort();
      await expect(tested.reranker.score(question, ["Mina"], abort.signal)).rejects.toMatchObject({ code: "cancelled" });
    });

    it("ends at once when the caller goes in the middle", async () => {
      tested.willStall();
      const abort = new AbortController();
      const running = tested.reranker.score(question, ["Mina"], abort.signal).then(
        () => "answered",
        (error: unknown) => (error as { code?: unknown }).code,
      );
      await new Promise((resolve) => setTimeout(resolve, 30));
      const started = performance.now();
      abort.abort();
      expect(["answered", "cancelled"]).toContain(await running);
      expect(performance.now() - started).toBeLessThan(soonMs);
    });
  });
}
