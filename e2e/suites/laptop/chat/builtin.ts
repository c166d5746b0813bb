import { describe, expect, it } from "@jest/globals";
import { library, textFile } from "@loci/e2e/parts/documents";
import type { Extraction, Memory } from "@loci/e2e/parts/memory";
import { stream } from "@loci/e2e/parts/stream";
import type { World } from "../journeys/world.ts";

export interface ChatAnswer {
  readonly reply: string;
  readonly sessionId: string;
  readonly traceId: string;
  readonly stored: boolean;
  readonly userTurnId?: string;
  readonly replyTurnId?: string;
  readonly memoryUpdates: Extraction;
  readonly citations: readonly {
    readonly id: string;
    readonly kind: string;
    readonly snippet: string;
    readonly marker: string;
    readonly role?: string;
    readonly documentTitle?: string;
    readonly positionPercent?: number;
  }[];
  readonly degraded: readonly string[];
}

export async function chat(memory: Memory, message: string, fields: object = {}): Promise<ChatAnswer> {
  const { status, body } = await memory.post<ChatAnswer>("/chat", { message, ...fields });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function turnsOf(memory: Memory, sessionId: string): Promise<{ id: string; role: string; content: string }[]> {
  return (await memory.get<{ turns: { id: string; role: string; content: string }[] }>(`/sessions/${sessionId}/turns`)).body.turns;
}

/** What a laptop without any provider answers: sentences that it has, cited. */
export function builtinChat(world: World): void {
  describe("a chat without a provider", () => {
    it("answers from what is remembered, and cites it", async () => {
      const tenant = await world().loci.tenant();
      await tenant.remember("Mina lives in Lisbon. She works as an architect at Acme.");
      await library(tenant).keep(
        textFile("tides.md", "# Harbour\n\nBoats moor at the pier.\n\n## Tides\n\nThe spring tide reaches four metres."),
        { title: "Harbour handbook" },
      );
      const told = await chat(tenant, "Where does Mina live?");
      expect(told.reply).toMatch(/Lisbon.*\[S1\]/);
      expect(told.citations[0]).toMatchObject({ marker: "S1", snippet: expect.stringContaining("Lisbon") });
      const read = await chat(tenant, "How high is the spring tide?");
      expect(read.reply).toMatch(/four metres.*\[S\d\]/);
      expect(read.citations[0]).toMatchObject({
        kind: "chunk",
        documentTitle: "Harbour handbook",
        positionPercent: expect.any(Number),
      });
      // Every marker in a reply is a citation, and every citation a marker.
      for (const { reply, citations } of [told, read]) {
        expect([...new Set(reply.match(/S\d+/g))].sort()).toEqual(citations.map(({ marker }) => marker).sort());
      }
    });

    it("says what it understood of a message that asks nothing, tells all it knows of somebody, and follows a relation", async () => {
      const tenant = await world().loci.tenant();
      expect((await chat(tenant, "I live in Vienna.")).reply).toBe("Noted: residence Vienna.");
      expect((await chat(tenant, "Well well well.")).reply).toContain("kept as text");
      await tenant.remember("My manager is Dario. Dario lives in Ghent.");
      expect((await chat(tenant, "What do you know about me?")).reply).toMatch(/Vienna.*\[S\d\]/);
      expect((await chat(tenant, "Where does my manager live?")).reply).toMatch(/Ghent.*\[S\d\]/);
    });

    it("says that it does not know, and cites nothing", async () => {
      const tenant = await world().loci.tenant();
      await tenant.remember("Mina lives in Lisbon.");
      const { reply, citations } = await chat(tenant, "What is the capital of Mongolia?");
      expect(reply).toMatch(/do not know/i);
      expect(citations).toEqual([]);
      expect((await chat(await world().loci.tenant(), "Who am I?")).reply).toMatch(/do not know/i);
    });

    it("stores both turns, learns from the user's and never from its own", async () => {
      const tenant = await world().loci.tenant();
      const first = await chat(tenant, "My sister Ida lives in Oslo.");
      expect(first.stored).toBe(true);
      const second = await chat(tenant, "Where does Ida live?", { sessionId: first.sessionId });
      expect(second.reply).toContain("Oslo");
      const turns = await turnsOf(tenant, first.sessionId);
      expect(turns.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
      expect(turns[3]).toMatchObject({ id: second.replyTurnId, content: second.reply });
      expect((await tenant.history("Person/Ida", "residence")).map(({ sources }) => sources.length)).toEqual([1]);
      expect((await tenant.get<{ turns: number }>(`/sessions/${first.sessionId}`)).body.turns).toBe(4);
    });

    it("gives no questions as hits, nor what it said itself", async () => {
      const tenant = await world().loci.tenant();
      await tenant.remember("Mina keeps nine herons.");
      const { reply } = await chat(tenant, "How many herons does Mina keep?");
      await chat(tenant, "Does anybody know about herons?");
      for (const mode of [undefined, "hybrid", "vector", "bm25"]) {
        const { hits } = await tenant.recall("How many herons does Mina keep?", { mode, includeDuplicates: true, k: 50 });
        expect(hits.length).toBeGreaterThan(0);
        expect(
          hits.map(({ text }) => text).filter((text) => text.includes("?") || text === reply || text.includes("[S1]")),
        ).toEqual([]);
      }
    });

    it("is never told back to itself: a reply or a context block that comes as a turn adds no fact", async () => {
      const tenant = await world().loci.tenant();
      await tenant.remember("Mina lives in Lisbon.");
      await tenant.remember("Mina works as an architect.");
      const facts = async () => {
        const { attributes } = await tenant.entity("Person/Mina");
        return {
          names: (await tenant.entities()).entities.map(({ name }) => name),
          facts: attributes.map(({ key, value }) => [key, value]).sort(),
        };
      };
      const before = await facts();
      const { reply, sessionId } = await chat(tenant, "Where does Mina live, and what does she do?");
      const { body: block } = await tenant.post<{ context: string }>("/context", { query: "What do you know about Mina?" });
      expect(block.context).toContain("Lisbon");
      const passages = (await tenant.recall("Where does Mina live?")).hits.filter(({ source }) => source === "memory_chunk");
      expect(passages.length).toBeGreaterThan(0);
      // What recall returned is noted behind its answer; whoever writes it back has thought about it for longer.
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      await tenant.converse([
        ["assistant", reply],
        ["tool", block.context],
        ["assistant", passages.map(({ text }) => text).join("\n")],
      ]);
      await tenant.remember(reply, { role: "assistant", sessionId });
      await tenant.remember(reply);
      await tenant.remember(block.context, { role: "system" });
      expect(await facts()).toEqual(before);
    });

    it("stores nothing for who may only read, and answers all the same", async () => {
      const tenant = await world().loci.tenant("org/a");
      await tenant.remember("Mina lives in Lisbon.", { scopes: "org/a" });
      const reader = await tenant.member({ "memory:read": ["org/a"] });
      const answer = await chat(reader, "Where does Mina live? I am Otto and live in Rome.");
      expect(answer).toMatchObject({ stored: false, reply: expect.stringContaining("Lisbon") });
      expect((await tenant.get("/entities/Person/Otto")).status).toBe(404);
      expect((await tenant.get<{ records: { turn: number } }>("/inspect")).body.records.turn).toBe(1);
    });

    it("answers from its caller's region alone", async () => {
      const tenant = await world().loci.tenant("org/a", "org/b");
      await tenant.remember("The code word of the vault is walrus.", { scopes: "org/a" });
      const stranger = await tenant.member({ "memory:read": ["org/b"], "memory:write": ["org/b"] });
      const answer = await chat(stranger, "What is the code word of the vault?");
      expect([JSON.stringify(answer).includes("walrus"), answer.citations]).toEqual([false, []]);
      const { sessionId } = await chat(tenant, "What is the code word of the vault?", { scopes: [["org/a"]] });
      expect((await stranger.post(`/sessions/${sessionId}/chat`, { message: "And now?" })).status).toBe(404);
      expect((await stranger.get(`/sessions/${sessionId}/turns`)).status).toBe(404);
    });

    it("streams the same in frames that end with done", async () => {
      const tenant = await world().loci.tenant();
      await tenant.remember("Mina lives in Lisbon.");
      const { status, contentType, frames } = await stream(`${world().loci.url}/api/v1/${tenant.contextId}/chat`, tenant.key, {
        message: "Where does Mina live?",
      });
      expect([status, contentType]).toEqual([200, expect.stringContaining("text/event-stream")]);
      const done = frames.at(-1);
      expect([frames[0]?.event, done?.event, done?.data["done"]]).toEqual(["trace", "done", true]);
      const said = frames
        .filter(({ event }) => event === "delta")
        .map(({ data }) => data["delta"])
        .join("");
      expect(said).toBe(done?.data["reply"]);
      expect(frames.filter(({ event }) => event === "citation").map(({ data }) => data["citation"])).toEqual(
        done?.data["citations"],
      );
      expect(frames[0]?.data).toEqual({ traceId: done?.data["traceId"], sessionId: done?.data["sessionId"] });
    });
  });
}
