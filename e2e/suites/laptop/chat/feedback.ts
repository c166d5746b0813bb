import { describe, expect, it } from "@jest/globals";
import type { Memory } from "@loci/e2e/parts/memory";
import type { World } from "../journeys/world.ts";
import { chat, turnsOf } from "./builtin.ts";

const question = "What does Signe do, and where?";
/** How what was returned comes back: as people paste it, and as agents do by accident. */
const wraps: readonly ((text: string) => object)[] = [
  (text) => ({ text }),
  (text) => ({ text, role: "assistant" }),
  (text) => ({ text: `You told me: "${text}"` }),
  (text) => ({ text: text.toUpperCase() }),
  (text) => ({ text: text.replaceAll(/^/gm, "> ") }),
  (text) => ({ text: JSON.stringify({ memory: text }), role: "tool" }),
  (text) => ({ text: text.replaceAll(" ", "\n") }),
  (text) => ({ text: `Thanks! My notes say:\n\n${text}\n\nLet's go on.` }),
];

async function told(memory: Memory, body: object): Promise<{ sessionId: string; extraction: unknown }> {
  const { status, body: answer } = await memory.post<{ sessionId: string; extraction: unknown }>("/facts", body);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(answer)}`);
  return answer;
}

interface Hit {
  readonly text: string;
  readonly source: string;
  readonly confidence?: number;
}

async function known(memory: Memory): Promise<{ hits: Hit[]; block: string; records: Record<string, number> }> {
  const { hits } = (await memory.post<{ hits: Hit[] }>("/query", { query: question, k: 50 })).body;
  const { context } = (await memory.post<{ context: string }>("/context", { query: question })).body;
  const { records } = (await memory.get<{ records: Record<string, number> }>("/inspect")).body;
  return { hits, block: context, records };
}

/** Loci's own words, told back to it. */
export function feedback(world: World): void {
  describe("what Loci returned, told back to it", () => {
    it("teaches nothing, is no passage again and makes nothing surer, however it comes back; its session shows it", async () => {
      const memory = await world().loci.tenant();
      await told(memory, { text: "Signe works as a glaciologist at the university of Tromsø." });
      await told(memory, { text: "Signe lives in Tromsø and has a dog called Balder." });
      await chat(memory, question);
      const before = await known(memory);
      expect(before.hits.length).toBeGreaterThan(3);
      for (const wrap of wraps) {
        const { hits, block } = await known(memory);
        for (const text of [...hits.map((hit) => hit.text), block, (await chat(memory, question)).reply]) {
          const body = wrap(text);
          const { sessionId } = await told(memory, body);
          expect((await turnsOf(memory, sessionId)).map(({ content }) => content)).toEqual([(body as { text: string }).text]);
        }
      }
      const after = await known(memory);
      const knowledge = ({ attribute, relation, entity, instruction, uncertainty }: Record<string, number>) => [
        attribute,
        relation,
        entity,
        instruction,
        uncertainty,
      ];
      expect(knowledge(after.records)).toEqual(knowledge(before.records));
      expect(after.block.length).toBeLessThanOrEqual(before.block.length * 1.1);
      const said = ({ hits }: typeof before) => hits.map(({ text, source, confidence }) => [source, text, confidence]).sort();
      expect(said(after)).toEqual(said(before));
    }, 60_000);

    it("and what is newly said around it is read, and found without it", async () => {
      const memory = await world().loci.tenant();
      await told(memory, { text: "Signe works as a glaciologist at the university of Tromsø." });
      const { block } = await known(memory);
      const { sessionId } = await told(memory, { text: `Here is what I have:\n${block}\n\nSigne lives in Hammerfest.` });
      const { hits } = (await memory.post<{ hits: Hit[] }>("/query", { query: "Where does Signe live?" })).body;
      expect(hits[0]?.text).toContain("Hammerfest");
      const passages = hits.filter(({ source, text }) => source === "memory_chunk" && text.includes("Hammerfest"));
      expect(passages.map(({ text }) => text)).toEqual([expect.not.stringContaining("glaciologist")]);
      expect((await turnsOf(memory, sessionId))[0]?.content).toContain("glaciologist");
    });

    it("a question is no knowledge, by whatever door it comes", async () => {
      const memory = await world().loci.tenant();
      await told(memory, { text: "Does Signe live in Bodø?" });
      await told(memory, { text: "Who knows whether Signe has a cat?" });
      await memory.post("/facts/batch", { messages: [{ role: "user", content: "Is Signe married to Ivar?" }] });
      const { hits, records } = await known(memory);
      expect(hits).toEqual([]);
      expect(records["entity"] ?? 0).toBe(0);
    });
  });
}
