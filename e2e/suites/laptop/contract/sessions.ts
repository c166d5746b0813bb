import { describe, expect, it } from "@jest/globals";
import type { FactsAnswer } from "@loci/e2e/parts/memory";
import { on, type World } from "../main-job/world.ts";
import { answered, refused } from "./asking.ts";

interface Session {
  readonly id: string;
  readonly sessionId: string;
  readonly scopes: string[][];
}
interface Turns {
  readonly turns: readonly { id: string; role: string; content: string; seq: number; session: string; createdAt: string }[];
}

/** Contract: Sessions. */
export function sessions(world: World): void {
  describe("a session", () => {
    const begun = async () => {
      const memory = await world().tenant("org/a", "org/b");
      const body = { scopes: [["org/a"]], metadata: { app: "desk", nested: { n: [1, null] } } };
      const session = answered<Session>(await memory.post("/sessions", body), 201, "SessionResponse");
      return { memory, session };
    };

    it("is made with scopes and metadata, read again, and listed", async () => {
      const { memory, session } = await begun();
      expect(session).toMatchObject({
        id: session.sessionId,
        scopes: [["org/a"]],
        metadata: { app: "desk", nested: { n: [1, null] } },
      });
      expect(answered(await memory.get(`/sessions/${session.id}`), 200, "SessionResponse")).toEqual(session);
      expect(answered(await memory.get("/sessions"), 200)).toEqual({ sessions: [session], total: 1 });
      answered(await memory.post("/sessions", {}), 201, "SessionResponse");
    });

    it("takes one turn after another, by the older path too, and what is written to it has its scopes", async () => {
      const { memory, session } = await begun();
      const turn = { role: "user", content: "Mina lives in Lisbon.", ts: on("2024-03-01") };
      const first = answered<FactsAnswer>(await memory.post(`/sessions/${session.id}/turns`, turn), 201, "FactsResponse");
      expect(first).toMatchObject({ sessionId: session.id, extraction: { attributes: [{ key: "residence" }] } });
      await memory.converse([["assistant", "Noted."]], { session_id: session.id });
      const { turns } = answered<Turns>(await memory.get(`/sessions/${session.id}/turns`), 200, "TurnListResponse");
      expect(turns).toMatchObject([
        { id: first.turnId, ...{ role: "user", content: turn.content, createdAt: turn.ts, session: session.id } },
        { role: "assistant", content: "Noted.", session: session.id },
      ]);
      expect(turns[1]?.seq).toBeGreaterThan(turns[0]?.seq ?? Infinity);
      expect((await memory.recall("Where does Mina live?")).hits[0]?.scopes).toEqual([["org/a"]]);
    });

    it("gives its turns in pages: 100 unless a limit is named, up to 500, and skips an offset", async () => {
      const memory = await world().tenant();
      const said = Array.from({ length: 120 }, (_, i) => ["user", `Line ${i}.`] as const);
      const { sessionId, turnIds } = await memory.converse(said, { infer: "none" });
      const page = async (query: string) =>
        answered<Turns>(await memory.get(`/sessions/${sessionId}/turns${query}`), 200, "TurnListResponse").turns.map(
          ({ id }) => id,
        );
      expect(await page("")).toEqual(turnIds.slice(0, 100));
      expect(await page("?limit=500")).toEqual(turnIds);
      expect(await page("?limit=2&offset=118")).toEqual(turnIds.slice(118));
      expect(await page("?limit=2&offset=500")).toEqual([]);
      refused(await memory.get(`/sessions/${sessionId}/turns?limit=501`), 400, "/limit");
      refused(await memory.get(`/sessions/${sessionId}/turns?offset=-1`), 400, "/offset");
    });

    it("tells what a prompt in it needs, for a query by POST and so far by GET", async () => {
      const { memory, session } = await begun();
      await memory.remember("Mina lives in Lisbon.", { session_id: session.id });
      const path = `/sessions/${session.id}/context`;
      const asked = await memory.post(path, { query: "Where does Mina live?" });
      expect(answered<{ context: string }>(asked, 200, "SessionContextResponse").context).toMatch(/Lisbon/);
      expect(answered<{ context: string }>(await memory.get(path), 200, "SessionContextResponse").context).toMatch(/Lisbon/);
      refused(await memory.post(path, { query: "x", k: 51 }), 400, "/k");
      refused(await memory.post(path, {}), 400, "/query");
    });

    it("is deleted with what was said in it, and is then not there", async () => {
      const { memory, session } = await begun();
      await memory.remember("Mina lives in Lisbon.", { session_id: session.id });
      answered(await memory.send("DELETE", `/sessions/${session.id}`), 204);
      for (const path of ["", "/turns", "/context"]) refused(await memory.get(`/sessions/${session.id}${path}`), 404);
      refused(await memory.send("DELETE", `/sessions/${session.id}`), 404);
      refused(await memory.post(`/sessions/${session.id}/turns`, { role: "user", content: "x" }), 404);
      refused(await memory.post("/facts", { text: "x", session_id: session.id }), 404);
      expect((await memory.recall("Where does Mina live?")).hits).toEqual([]);
    });

    it("is not there for who may not see it, and takes no scope that is not its writer's", async () => {
      const { memory, session } = await begun();
      const other = await memory.member({ "memory:read": ["org/b"], "memory:write": ["org/b"], "memory:forget": ["org/b"] });
      for (const path of ["", "/turns", "/context"]) refused(await other.get(`/sessions/${session.id}${path}`), 404);
      refused(await other.send("DELETE", `/sessions/${session.id}`), 404);
      refused(await other.post("/sessions", { scopes: ["org/a"] }), 403);
      refused(await memory.post("/sessions", { scopes: ["org/nobody"] }), 400, "/scopes");
      refused(await memory.post("/sessions", { metadata: "x" }), 400, "/metadata");
    });
  });
}
