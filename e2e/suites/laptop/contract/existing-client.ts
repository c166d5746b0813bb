import { describe, expect, it } from "@jest/globals";
import type { World } from "../main-job/world.ts";
import { shape } from "./shape.ts";
import type { ShapeName } from "./shapes.ts";
import { until } from "./asking.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Frame {
  readonly delta?: string;
  readonly traceId?: string;
  readonly sessionId?: string;
  readonly done?: boolean;
}

class ProblemError extends Error {
  readonly problem: { readonly title: string; readonly detail: string; readonly type: string; readonly instance: string };
  constructor(status: number, problem: ProblemError["problem"]) {
    super(`${status} ${problem.title}`);
    this.problem = problem;
  }
}

/** The library that speaks this contract today, in small: it sends what it sends, and trusts the types that it was built for. */
function existingClient(base: string, key: string, onBehalfOf?: string) {
  let requests = 0;
  const headers = (extra: Readonly<Record<string, string>> = {}) => ({
    authorization: `Bearer ${key}`,
    accept: "application/json",
    ...(onBehalfOf === undefined ? {} : { "x-vendor-on-behalf-of": onBehalfOf }),
    ...extra,
  });
  const checked = async (response: Response) => {
    if (!response.ok) throw new ProblemError(response.status, (await response.json()) as ProblemError["problem"]);
    return response;
  };
  const call = async <Body>(
    method: string,
    path: string,
    type: ShapeName | `${ShapeName}[]` | undefined,
    body?: unknown,
  ): Promise<Body> => {
    const write = path.startsWith("/facts") ? { "idempotency-key": `client-${++requests}` } : {};
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const response = await checked(await fetch(base + path, { method, headers: headers({ ...write, ...json }), ...sent }));
    if (response.status === 204) return undefined as Body;
    const answer: unknown = await response.json();
    if (type !== undefined) expect(shape(type, answer)).toEqual([]);
    return answer as Body;
  };
  return {
    call,
    /** The metadata part comes before the file. */
    async upload(metadata: Fields, file: string) {
      const body = new FormData();
      body.append("metadata", new Blob([JSON.stringify(metadata)], { type: "application/json" }));
      body.append("file", new Blob([file]), "upload");
      const response = await checked(await fetch(`${base}/documents`, { method: "POST", headers: headers(), body }));
      const answer = (await response.json()) as { id: string };
      expect(shape("UploadResponse", answer)).toEqual([]);
      return answer;
    },
    /** Reads data lines as they come; what a frame is called it does not look at. */
    async *stream(message: string): AsyncGenerator<Frame> {
      const body = JSON.stringify({ message, stream: true, scopes: [] });
      const sent = {
        method: "POST",
        headers: headers({ "content-type": "application/json", accept: "text/event-stream" }),
        body,
      };
      const response = await checked(await fetch(`${base}/chat`, sent));
      let rest = "";
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines.filter((each) => each.startsWith("data:"))) {
          const data = line.slice("data:".length).trim();
          if (data === "[DONE]") return;
          const frame = JSON.parse(data) as Frame;
          yield frame;
          if (frame.done === true) return;
        }
      }
      throw new Error("the stream ended before it was done");
    },
  };
}

/** Contract: wire shapes, the notes on that client's behaviour. */
export function anExistingClient(world: World): void {
  describe("an existing client", () => {
    it("does its whole job", async () => {
      const tenant = await world().tenant("org/acme/user/mina");
      const client = existingClient(`${world().url}/api/v1/${tenant.contextId}`, tenant.key);
      const { call } = client;
      const scopes = [["org/acme/user/mina"]];

      await call("POST", "/scopes", "ScopeNode", { path: "org/acme/team/birds", displayName: null, description: null });
      const session = await call<{ id: string }>("POST", "/sessions", "SessionResponse", { scopes, metadata: { app: "client" } });
      await call("POST", "/facts", "FactsResponse", {
        text: "Mina lives in Lisbon.",
        infer: "full",
        scopes,
        session_id: session.id,
        labels: [],
      });
      const triple = {
        entity: { type: "Person", name: "Mina" },
        key: "employer",
        value: "Acme",
        target: null,
        memory_category: null,
      };
      await call("POST", "/facts", "FactsResponse", { text: null, infer: "triples", triples: [triple], scopes });
      const messages = [{ role: "user", content: "Mina likes green tea.", ts: null }];
      await call("POST", "/facts/batch", "FactsBatchResponse", {
        messages,
        extract: "whole_conversation",
        scopes,
        session_id: null,
      });

      type Answer = { hits: { text: string }[]; trace: { traceId: string } };
      const recalled = await call<Answer>("POST", "/query", "QueryMemoryResponse", {
        query: "Where does Mina live?",
        k: 5,
        lens: scopes,
      });
      expect(recalled.hits[0]?.text).toMatch(/Lisbon/);
      await call("POST", "/context", "ContextQueryResponse", { query: "Mina", k: 5, lens: scopes });
      await call("POST", `/sessions/${session.id}/context`, "SessionContextResponse", { query: "Mina" });
      await call("GET", `/sessions/${session.id}/turns?limit=10&offset=0`, "TurnListResponse");
      for (const [path, type] of [
        ["/entities?type=Person&limit=10&offset=0", "EntityListResponse"],
        ["/entities/Person/Mina", "EntityResponse"],
        ["/entities/Person/Mina/history/residence", "EntityHistoryResponse"],
        ["/inspect?ref=entity%3APerson%2FMina", "InspectedEntity"],
        ["/state", "StateResponse"],
        ["/profile", "ProfileResponse"],
        ["/me", "Whoami"],
        ["/keys", "KeyDetail[]"],
        ["/scopes", "ScopeNode[]"],
        ["/principals", "Principal[]"],
        ["/principals/admin/effective?path=org%2Facme", "EffectiveGrants"],
        ["/audit?limit=5", "AuditResponse"],
        ["/traces?limit=5", "TraceListResponse"],
        ["/traces/stats", "TraceStatsResponse"],
        [`/traces/${recalled.trace.traceId}`, "TraceRecord"],
      ] as const) {
        await call("GET", path, type);
      }

      const document = await client.upload(
        { title: "Herons", source: "client", mimeType: "text/plain", scopes, labels: ["topic=birds"] },
        "Grey herons nest in willows.",
      );
      await until(
        () => call<{ status: string }>("GET", `/documents/${document.id}`, "Document"),
        ({ status }) => status === "ready",
      );
      await call("GET", "/documents?page=0&pageSize=10", "DocumentPage");
      await call("GET", `/documents/${document.id}/chunks?page=0&pageSize=10`, "ChunkPage");
      await call("POST", "/documents/query", "QueryResponse", { query: "herons", k: 3, mode: "hybrid", graphEdges: [] });

      const chatted = await call<{ reply: string }>("POST", "/chat", "ChatResponse", {
        message: "Where does Mina live?",
        scopes,
        sessionId: session.id,
      });
      expect(chatted.reply).toMatch(/Lisbon/);
      await call("POST", "/reflect", "ReflectResponse", { query: "Mina", persist: false });
      await call("POST", "/consolidate", "ConsolidateResponse", { dryRun: true, factLimit: null, observationLimit: null });
      await call("POST", "/elaborate", "ElaborateResponse", { dryRun: true, entityRef: null, sweep: true, budget: null });
      await call("POST", "/fsck", "FsckReport", { check: null, duplicateThreshold: null, maxResults: null });
      await call("POST", "/lifecycle/decay", "LifecycleResponse");
      await call("POST", "/lifecycle/expire", "LifecycleResponse");
      await call("POST", "/documents/recompute-links", "RecomputeLinksResponse");

      const minted = await call<{ id: string }>("POST", "/keys?ttlSeconds=60", "MintedKey", { name: "second", grants: null });
      await call("POST", "/keys/second/rotate", "MintedKey");
      await call("DELETE", "/keys/second", undefined);
      expect(minted.id).toMatch(/^key:/);

      await call("POST", "/forget", "ForgetResponse", { query: "Mina likes green tea", dryRun: true, purge: false });
      await call("POST", "/scopes/forget", "ForgetScopeResponse", { path: "org/acme/team/birds" });
      await call("DELETE", "/scopes?path=org%2Facme%2Fteam%2Fbirds", undefined);
      await call("DELETE", `/documents/${document.id}`, undefined);
      await call("DELETE", `/sessions/${session.id}`, undefined);
      await call("DELETE", "/entities/Person/Mina", undefined);
    });

    it("reads a chat as it comes, to the frame that says done", async () => {
      const tenant = await world().tenant();
      await tenant.remember("Mina lives in Lisbon.");
      const client = existingClient(`${world().url}/api/v1/${tenant.contextId}`, tenant.key);
      let reply = "";
      const seen: Frame[] = [];
      for await (const frame of client.stream("Where does Mina live?")) {
        reply += frame.delta ?? "";
        seen.push(frame);
      }
      expect(reply).toMatch(/Lisbon/);
      expect(seen.at(-1)).toMatchObject({
        done: true,
        traceId: expect.stringMatching(/^trace:/),
        sessionId: expect.stringMatching(/^session:/),
      });
    });

    it("acts for another under its own header, and reads problems", async () => {
      const tenant = await world().tenant("org/a");
      const ann = await tenant.member({ "memory:read": ["org/a"] });
      const client = existingClient(`${world().url}/api/v1/${tenant.contextId}`, tenant.key, ann.principalId);
      expect(await client.call("GET", "/me", "Whoami")).toMatchObject({ delegatedPrincipalId: ann.principalId });
      const failure: unknown = await client.call("POST", "/facts", undefined, { text: "x" }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ProblemError);
      expect((failure as ProblemError).problem).toMatchObject({
        title: "Not allowed",
        detail: expect.any(String),
        type: expect.any(String),
        instance: expect.any(String),
      });
    });
  });
}
