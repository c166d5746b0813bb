import { describe, expect, it } from "@jest/globals";
import type { SynthesisPart, SynthesisRequest, SynthesisSource, TokenUsage } from "../port.ts";
import type { LanguageModelUnderTest } from "./under-test.ts";

const knownAt = "2023-05-08T13:56:00.000Z";
/** Long before the next piece comes, with room for a busy machine. */
const soonMs = 30_000;
const pauseMs = 120_000;

/** A source with what a test does not care about filled in. */
export function sourceOf(text: string, rest: Partial<SynthesisSource> = {}): SynthesisSource {
  return { text, kind: "fact", knownAt, origin: "", disputed: false, since: "", until: "", endedBy: [], ...rest };
}

export function requestOf(
  question: string,
  sources: readonly SynthesisSource[],
  rest: Partial<SynthesisRequest> = {},
): SynthesisRequest {
  return { purpose: "chat", question, sources, history: [], instructions: [], ...rest };
}

/** Reads an answer to its end: its pieces, its text and the usage, which has to come once and last. */
export async function read(
  answer: AsyncIterable<SynthesisPart>,
): Promise<{ pieces: string[]; text: string; usage: TokenUsage | undefined }> {
  const pieces: string[] = [];
  let usage: TokenUsage | undefined;
  for await (const part of answer) {
    expect(usage).toBeUndefined();
    if ("usage" in part) usage = part.usage;
    else pieces.push(part.text);
  }
  return { pieces, text: pieces.join(""), usage };
}

const cited = (text: string) => [...text.matchAll(/\[S(\d+)\]/g)].map((marker) => Number(marker[1]));

/** What every model does that answers from sources. */
export function synthesisContract(tested: () => LanguageModelUnderTest): void {
  describe("synthesis", () => {
    const lisbon = sourceOf("Mina residence: Lisbon");

    it.each(["chat", "reflect"] as const)("answers from a source and cites it (%s), the usage last", async (purpose) => {
      tested().willSay(["Mina lives in Lisbon", " [S1]."]);
      const answer = tested().model.synthesise(
        requestOf("Where does Mina live?", [lisbon, sourceOf("Mina employer: Acme")], { purpose }),
      );
      const { text, usage } = await read(answer);
      expect(text).toContain("Lisbon");
      expect(cited(text)).toContain(1);
      expect(cited(text).every((place) => place >= 1 && place <= 2)).toBe(true);
      expect(usage?.inputTokens).toBeGreaterThanOrEqual(0);
    });

    it("says that it does not know, and cites nothing, when no source answers", async () => {
      for (const sources of [[], [lisbon]]) {
        tested().willSay(["I do not", " know."]);
        const { text } = await read(tested().model.synthesise(requestOf("Which allergies does Zoe have?", sources)));
        expect(text).toMatch(/do not know/);
        expect(cited(text)).toEqual([]);
      }
    });

    it("names both sides of what is disputed", async () => {
      const sources = [
        sourceOf("Mina residence: Lisbon", { disputed: true }),
        sourceOf("Mina residence: Porto", { disputed: true }),
      ];
      tested().willSay(["Mina lives in Lisbon [S1]", " or in Porto [S2]: the sources disagree."]);
      const { text } = await read(tested().model.synthesise(requestOf("Where does Mina live?", sources)));
      expect(text).toMatch(/Lisbon[^]*Porto|Porto[^]*Lisbon/);
      expect(text).toMatch(/disagree/);
      expect(new Set(cited(text))).toEqual(new Set([1, 2]));
    });

    it("reads odd sources without failing", async () => {
      const texts = [
        "",
        "\u0000",
        "\ud800",
        "?".repeat(5_000),
        "::::",
        "a".repeat(50_000),
        "Mina \u202e lives",
        "[S9] [S9]",
        "Mina:",
        "Mina (Person)",
      ];
      const kinds = ["fact", "turn", "document"] as const;
      for (const kind of kinds) {
        tested().willSay(["I do not know."]);
        const { text } = await read(
          tested().model.synthesise(
            requestOf(
              "Mina?",
              texts.map((each) => sourceOf(each, { kind, knownAt: "" })),
            ),
          ),
        );
        expect(cited(text)).not.toContain(99);
      }
    });

    it("does not begin for a caller who has gone", async () => {
      const abort = new AbortController();
      abort.abort();
      await expect(read(tested().model.synthesise(requestOf("Where?", [lisbon]), abort.signal))).rejects.toMatchObject({
        code: "cancelled",
      });
    });

    it("ends at once when the caller goes in the middle", async () => {
      const abort = new AbortController();
      tested().willSay(["Mina ", "lives in Lisbon [S1]."], pauseMs);
      const answer = tested()
        .model.synthesise(requestOf("Where does Mina live?", [lisbon]), abort.signal)
        [Symbol.asyncIterator]();
      expect(await answer.next()).toMatchObject({ done: false, value: { text: expect.stringContaining("Mina") } });
      const rest = (async () => {
        while (!(await answer.next()).done);
      })();
      const started = performance.now();
      abort.abort();
      // A model that thinks by itself may have come to its end already.
      await rest.catch((error: unknown) => expect(error).toMatchObject({ code: "cancelled" }));
      expect(performance.now() - started).toBeLessThan(soonMs);
    });

    it("can be left in the middle", async () => {
      tested().willSay(["Mina ", "lives in Lisbon [S1]."], pauseMs);
      const started = performance.now();
      for await (const part of tested().model.synthesise(requestOf("Where does Mina live?", [lisbon]))) {
        expect(part).toHaveProperty("text");
        break;
      }
      expect(performance.now() - started).toBeLessThan(soonMs);
    });
  });
}
