import { describe, expect, it } from "@jest/globals";
import type { Memory, Reply } from "@loci/e2e/parts/memory";
import type { World } from "../main-job/world.ts";
import { answered, refused, uploaded } from "./asking.ts";
import { readEvents } from "./events.ts";
import { shape } from "./shape.ts";

interface ChatAnswer {
  readonly reply: string;
  readonly sessionId: string;
  readonly traceId: string;
  readonly stored: boolean;
  readonly citations: readonly {
    id: string;
    kind: string;
    snippet: string;
    documentTitle?: string;
    positionPercent?: number;
    role?: string;
  }[];
}

const eventStream = { accept: "text/event-stream" };

/** Contract: Chat, and Events. */
export function chat(world: World): void {
  const house = async () => {
    const memory = await world().tenant("org/a");
    await memory.remember("Mina lives in Lisbon. Mina works at Acme.", { scopes: "org/a" });
    return memory;
  };
  const ask = async (memory: Memory, path: string, body: object) =>
    answered<ChatAnswer>(await memory.post(path, body), 200, "ChatResponse");
  const turns = async (memory: Memory, sessionId: string) =>
    answered<{ turns: { role: string; content: string }[] }>(await memory.get(`/sessions/${sessionId}/turns`), 200).turns;

  describe("POST /chat", () => {
    it("answers, cites what it says, and keeps both turns", async () => {
      const memory = await house();
      const answer = await ask(memory, "/chat", { message: "Where does Mina live?" });
      expect(answer.reply).toMatch(/Lisbon.*\[S\d+\]/);
      expect(answer.citations.length).toBeGreaterThan(0);
      expect(await turns(memory, answer.sessionId)).toMatchObject([
        { role: "user", content: "Where does Mina live?" },
        { role: "assistant", content: answer.reply },
      ]);
      expect(answered(await memory.get(`/traces/${answer.traceId}`), 200, "TraceRecord")).toMatchObject({
        parent: { responseText: answer.reply, userMessage: "Where does Mina live?", sessionId: answer.sessionId },
      });
    });

    it("cites a document with its title and place", async () => {
      const memory = await world().tenant();
      await uploaded(memory, {
        file: "# Herons\n\nThe grey heron builds its nest in tall willow trees.\n",
        metadata: { title: "Herons" },
      });
      const { citations } = await ask(memory, "/chat", { message: "Where does the grey heron build its nest?" });
      expect(citations[0]).toMatchObject({
        kind: "chunk",
        documentTitle: "Herons",
        positionPercent: expect.any(Number),
        snippet: expect.stringMatching(/willow/),
      });
    });

    it("says where a source is what an assistant said", async () => {
      const memory = await world().tenant();
      await memory.converse([["assistant", "The grey heron builds its nest in the old willow."]], { infer: "none" });
      const { citations } = await ask(memory, "/chat", { message: "Where does the grey heron build its nest?" });
      expect(citations[0]).toMatchObject({ kind: "memory_chunk", role: "assistant", snippet: expect.stringMatching(/willow/) });
    });

    it("takes every field that the existing client sends", async () => {
      const memory = await house();
      const body = {
        message: "Where does Mina live?",
        scopes: [["org/a"]],
        labels: [],
        bypassCache: true,
        model: null,
        sessionId: null,
        stream: false,
      };
      await ask(memory, "/chat", body);
    });

    it("goes on in a session, by its body and by its path", async () => {
      const memory = await house();
      const first = await ask(memory, "/chat", { message: "Where does Mina live?" });
      const second = await ask(memory, "/chat", { message: "Where does she work?", session_id: first.sessionId });
      const third = await ask(memory, `/sessions/${first.sessionId}/chat`, { message: "Who is Mina?" });
      expect([second.sessionId, third.sessionId]).toEqual([first.sessionId, first.sessionId]);
      expect(await turns(memory, first.sessionId)).toHaveLength(6);
      refused(
        await memory.post(`/sessions/${first.sessionId}/chat`, { message: "x", sessionId: "session:other" }),
        400,
        "/sessionId",
      );
      refused(await memory.post("/chat", { message: "x", session_id: "session:nope" }), 404);
      refused(await memory.post("/sessions/session:nope/chat", { message: "x" }), 404);
    });

    it("learns nothing from its own words, and its questions become no hits", async () => {
      const memory = await house();
      await ask(memory, "/chat", { message: "Does Mina live in Lisbon?" });
      expect(await memory.history("Person/Mina", "residence")).toHaveLength(1);
      const { hits } = await memory.recall("Does Mina live in Lisbon?", { mode: "bm25", includeDuplicates: true, k: 50 });
      expect(hits.filter(({ text }) => text.includes("?"))).toEqual([]);
    });

    it("answers who may read and not write, and says that nothing was kept", async () => {
      const memory = await house();
      const reader = await memory.member({ "memory:read": ["org/a"] });
      const answer = await ask(reader, "/chat", { message: "Where does Mina live?" });
      expect([answer.stored, answer.reply]).toEqual([false, expect.stringMatching(/Lisbon/)]);
      expect(answered(await memory.get("/sessions"), 200)).toMatchObject({ total: 1 });
    });

    it("is refused by the name of what is wrong", async () => {
      const memory = await house();
      refused(await memory.post("/chat", {}), 400, "/message");
      refused(await memory.post("/chat", { message: "x", k: 51 }), 400, "/k");
      refused(await memory.post("/chat", { message: "x", labels: ["no pair"] }), 400, "/labels/0");
      const member = await memory.member({ "memory:read": ["org/a"] });
      refused(await member.post("/chat", { message: "x", scopes: "org/b" }), 403);
    });
  });

  describe("the chat stream", () => {
    it.each([
      ["Accept: text/event-stream", {}, eventStream],
      ["stream: true", { stream: true }, {}],
    ])(
      "is started by %s, names its frames, and ends with done, which holds the reply and the citations",
      async (_how, fields, headers) => {
        const memory = await house();
        const reply: Reply<string> = await memory.send("POST", "/chat", { message: "Where does Mina live?", ...fields }, headers);
        expect([reply.status, reply.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
        const frames = readEvents(reply.body);
        expect(frames.map(({ event }) => event)).toEqual(["trace", ...frames.slice(1, -1).map(({ event }) => event), "done"]);
        expect(new Set(frames.slice(1, -1).map(({ event }) => event))).toEqual(new Set(["delta", "citation"]));
        const done = frames.at(-1)?.data as unknown as ChatAnswer & { done: boolean };
        expect(shape("ChatResponse", done)).toEqual([]);
        expect(done.done).toBe(true);
        const deltas = frames.filter(({ event }) => event === "delta").map(({ data }) => data["delta"]);
        expect(deltas.join("")).toBe(done.reply);
        expect(frames[0]?.data).toMatchObject({ traceId: done.traceId, sessionId: done.sessionId });
        expect(frames.filter(({ event }) => event === "citation").map(({ data }) => data["citation"])).toEqual(done.citations);
      },
    );

    it("streams within a session, and is a plain problem where it cannot begin", async () => {
      const memory = await house();
      const { sessionId } = await memory.remember("Tom lives in Faro.");
      const path = `/sessions/${sessionId}/chat`;
      const reply: Reply<string> = await memory.send("POST", path, { message: "Where does Tom live?" }, eventStream);
      expect(readEvents(reply.body).at(-1)).toMatchObject({ event: "done", data: { sessionId } });
      refused(await memory.post("/sessions/session:nope/chat", { message: "x" }, eventStream), 404);
      refused(await memory.post("/chat", { message: "" }, eventStream), 400, "/message");
    });
  });
}
