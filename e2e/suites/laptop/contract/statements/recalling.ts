import { expect } from "@jest/globals";
import type { QueryAnswer } from "@loci/e2e/parts/memory";
import type { Tenant } from "@loci/e2e/parts/tenants";
import { on, type World } from "../../main-job/world.ts";
import { answered, refused, uploaded } from "../asking.ts";
import { readEvents } from "../events.ts";
import { statements } from "./statements.ts";

interface TraceAnswer {
  readonly source: string;
  readonly resolutionTier: string;
  readonly memoryUpdates: readonly unknown[];
}

/** Contract: Query, context block, chat, document query; entities' times; traces. */
export function recalling(world: World): void {
  const make = async () => {
    const memory = await world().tenant("org/a");
    await memory.remember("Mina lives in Lisbon.", { observed_at: on("2024-03-01") });
    await memory.remember("Mina moved to Porto.", { observed_at: on("2024-09-01") });
    await memory.state([["Person/Mina", "works_for", "-> Organisation/Acme"]], { observed_at: on("2024-06-01") });
    for (let i = 0; i < 14; i++) await memory.remember(`Mina painted boat ${i} in the colour ${i * 3}.`, { infer: "none" });
    await uploaded(memory, {
      file: `# Boats\n\n${Array.from({ length: 14 }, (_, i) => `## Part ${i}\n\nBoat ${i} has ${i} oars. ${"It floats well. ".repeat(60)}`).join("\n\n")}\n`,
      metadata: { title: "Boats" },
    });
    return memory;
  };
  const ask = async (memory: Tenant, fields: object) =>
    answered<QueryAnswer>(await memory.post("/query", { query: "Mina boat", ...fields }), 200, "QueryMemoryResponse");
  const trace = async (memory: Tenant, { trace: { traceId } }: QueryAnswer) =>
    answered<TraceAnswer>(await memory.get(`/traces/${traceId}`), 200, "TraceRecord");

  statements<Tenant>("the contract's sentences on reading", make, [
    [
      "k is 10 where it is not given, 50 at most, and a whole number from 1, for each of the three questions",
      async (memory) => {
        for (const path of ["/query", "/context", "/documents/query"]) {
          for (const k of [51, 0, -1, 1.5, "5"]) refused(await memory.post(path, { query: "boat", k }), 400, "/k");
          answered(await memory.post(path, { query: "boat", k: 50 }), 200);
        }
        expect((await ask(memory, { mode: "hybrid", includeDuplicates: true })).hits).toHaveLength(10);
        const { results } = answered<{ results: unknown[] }>(await memory.post("/documents/query", { query: "boat oars" }), 200);
        expect(results).toHaveLength(10);
      },
    ],
    [
      "include filters the answer alone: as many candidates are looked at as without it",
      async (memory) => {
        const [all, facts, passages] = [
          await ask(memory, { mode: "hybrid" }),
          await ask(memory, { mode: "hybrid", include: ["facts"] }),
          await ask(memory, { mode: "hybrid", include: ["passages"] }),
        ];
        expect(facts.hits.every(({ source }) => source === "attribute" || source === "entity")).toBe(true);
        expect(passages.hits.every(({ source }) => source.includes("chunk") || source === "section")).toBe(true);
        expect(all.trace.retrievedCount).toBeGreaterThan(all.hits.length);
        for (const narrowed of [facts, passages]) expect(narrowed.trace.retrievedCount).toBe(all.trace.retrievedCount);
        refused(await memory.post("/query", { query: "x", include: "facts" }), 400, "/include");
      },
    ],
    [
      "k does not widen the candidates",
      async (memory) => {
        const [few, many] = [await ask(memory, { mode: "hybrid", k: 1 }), await ask(memory, { mode: "hybrid", k: 50 })];
        expect([few.hits.length, few.trace.retrievedCount]).toEqual([1, many.trace.retrievedCount]);
      },
    ],
    [
      "a source is kept for replay and changes no rank",
      async (memory) => {
        const [plain, labelled] = [
          await ask(memory, { mode: "hybrid" }),
          await ask(memory, { mode: "hybrid", source: "replay-7" }),
        ];
        expect(labelled.hits.map(({ id, score }) => [id, score])).toEqual(plain.hits.map(({ id, score }) => [id, score]));
        expect((await trace(memory, labelled)).source).toBe("replay-7");
      },
    ],
    [
      "asOf recalls what was known then, relations too, and nothing before anything was known",
      async (memory) => {
        const texts = async (asOf: string | undefined) =>
          (await memory.recall("Where does Mina live and work?", { asOf, mode: "hybrid", include: ["facts"] })).hits
            .map(({ text }) => text)
            .join("\n");
        expect(await texts(on("2024-04-01"))).toMatch(/Lisbon/);
        expect(await texts(on("2024-04-01"))).not.toMatch(/Porto|Acme/);
        expect(await texts(on("2024-07-01"))).toMatch(/Acme/);
        expect(await texts(undefined)).toMatch(/Porto/);
        expect(await texts(undefined)).not.toMatch(/Lisbon/);
        expect(await texts(on("2020-01-01"))).toBe("");
      },
    ],
    [
      "stored conversation is left out where its facts say the same, and comes with includeDuplicates",
      async (memory) => {
        await memory.remember("I like green tea.", { scopes: "org/a" });
        const said = async (includeDuplicates: boolean) =>
          (await memory.recall("Who likes green tea?", { mode: "hybrid", k: 50, includeDuplicates })).hits.filter(
            ({ source, text }) => source === "memory_chunk" && text.includes("green tea"),
          ).length;
        expect([await said(false), await said(true)]).toEqual([0, 1]);
      },
    ],
    [
      "an unknown mode, scope_view and time are refused by name, null means that it is not given",
      async (memory) => {
        for (const [field, value] of [
          ["mode", "HYBRID"],
          ["mode", ""],
          ["scopeView", "wide"],
          ["asOf", "2024-13-01T00:00:00Z"],
          ["asOf", "2024-01-01"],
          ["includeDuplicates", "yes"],
        ] as const)
          refused(await memory.post("/query", { query: "x", [field]: value }), 400, `/${field}`);
        answered(await memory.post("/query", { query: "x", mode: null, lens: null, labels: [], include: null }), 200);
      },
    ],
    [
      "the quick reference's names mean the same: scope, limit, as_of",
      async (memory) => {
        const asked = { mode: "hybrid", lens: "org/a", k: 3, asOf: on("2024-04-01") };
        const { lens: scope, k: limit, asOf: as_of } = asked;
        const ids = async (fields: object) => (await ask(memory, fields)).hits.map(({ id }) => id);
        expect(await ids({ mode: "hybrid", scope, limit, as_of })).toEqual(await ids(asked));
        for (const twice of [
          { k: 3, limit: 4 },
          { lens: "org/a", scope: "org" },
        ]) {
          const reply = await memory.post("/query", { query: "x", ...twice });
          expect(reply.status).toBe(400);
        }
      },
    ],
    [
      "a context block is one text for a prompt, and /context narrows by lens and labels as /query does",
      async (memory) => {
        await memory.remember("The grey otter hums at dawn.", { infer: "none", scopes: "org/a", labels: ["kind=otter"] });
        await memory.remember("A brown otter hums in the canal.", { infer: "none", labels: ["kind=other"] });
        const block = async (fields: object) =>
          answered<{ context: string }>(
            await memory.post("/context", { query: "otter hums", ...fields }),
            200,
            "ContextQueryResponse",
          ).context;
        expect(await block({})).toMatch(/at dawn/);
        const labelled = await block({ labels: ["kind=otter"] });
        expect(labelled).toMatch(/at dawn/);
        expect(labelled).not.toMatch(/in the canal/);
      },
    ],
    [
      "a hit names its kind and when it became known; the trace can be fetched and tells the tier",
      async (memory) => {
        const answer = await ask(memory, { query: "Where does Mina live?" });
        expect(answer.hits[0]).toMatchObject({ source: "attribute", occurredAt: on("2024-09-01") });
        expect(answer.tier).toBe("direct");
        expect((await trace(memory, answer)).resolutionTier).toBe(answer.tier);
      },
    ],
    [
      "a chat's citations have id, kind, snippet and score, and its markers name them",
      async (memory) => {
        const answer = answered<{ reply: string; citations: { id: string; kind: string; snippet: string; score: number }[] }>(
          await memory.post("/chat", { message: "Where does Mina live?" }),
          200,
          "ChatResponse",
        );
        const markers = [...answer.reply.matchAll(/\[S(\d+)\]/g)];
        expect(new Set(markers.map(([marker]) => marker)).size).toBe(answer.citations.length);
        expect(answer.citations[0]).toMatchObject({ occurredAt: on("2024-09-01") });
      },
    ],
    [
      "what a chat taught is told by its answer and by its trace",
      async (memory) => {
        const answer = answered<{ traceId: string; memoryUpdates: { attributes: { key: string }[] } }>(
          await memory.post("/chat", { message: "Zoe lives in Faro." }),
          200,
          "ChatResponse",
        );
        expect(answer.memoryUpdates.attributes.map(({ key }) => key)).toEqual(["residence"]);
        const told = answered<TraceAnswer>(await memory.get(`/traces/${answer.traceId}`), 200, "TraceRecord");
        expect(told.memoryUpdates).toEqual(expect.arrayContaining([expect.objectContaining({ kind: "create" })]));
        expect(told.resolutionTier).toMatch(/^(direct|cache|hybrid|full_context)$/);
      },
    ],
    [
      "a chat keeps to its scopes in what it reads",
      async (memory) => {
        const ann = await memory.member({ "memory:read": ["org/a"], "memory:write": ["org/a"] });
        const answer = answered<{ reply: string; citations: unknown[] }>(
          await ann.post("/chat", { message: "Where does Mina live?", scopes: ["org/a"] }),
          200,
          "ChatResponse",
        );
        expect(answer.reply).not.toMatch(/Porto|Lisbon/);
      },
    ],
    [
      "the last frame of a stream is named done, carries the reply and the citations, and nothing follows it",
      async (memory) => {
        const reply = await memory.post<string>("/chat", { message: "Where does Mina live?" }, { accept: "text/event-stream" });
        const last = readEvents(reply.body).at(-1);
        expect(last).toMatchObject({
          event: "done",
          data: {
            done: true,
            reply: expect.stringMatching(/Porto/),
            citations: expect.arrayContaining([expect.objectContaining({ kind: "attribute" })]),
          },
        });
        expect(reply.body.trimEnd().split("\n\n").at(-1)).toMatch(/^event: done/);
      },
    ],
    [
      "each read of an entity takes asOf, atInstant, validFrom and validUntil",
      async (memory) => {
        await memory.remember("Rita lived in Faro from 2010 to 2014. Rita lives in Porto since 2015.");
        for (const path of ["/entities/Person/Mina", "/entities/Person/Mina/history/residence"]) {
          for (const query of [
            `asOf=${on("2024-04-01")}`,
            `atInstant=${on("2024-04-01")}`,
            `validFrom=${on("2024-04-01")}`,
            `validUntil=${on("2024-04-01")}`,
            `valid_from=${on("2024-04-01")}&valid_until=${on("2024-05-01")}&as_of=${on("2025-01-01")}&at_instant=${on("2024-04-02")}`,
          ]) {
            answered(await memory.get(`${path}?${query}`), 200);
          }
          for (const name of ["asOf", "atInstant", "validFrom", "validUntil"])
            refused(await memory.get(`${path}?${name}=noon`), 400, `/${name}`);
        }
        refused(await memory.get(`/entities/Person/Zoe?asOf=${on("2020-01-01")}`), 404);
      },
    ],
    [
      "of a document query each leg may be asked for alone, and the optional ones do no harm where they are absent",
      async (memory) => {
        for (const fields of [{ useHyde: true }, { decomposeQuery: true }, { useReranker: true }, { use_reranker: true }]) {
          const { results } = answered<{ results: unknown[] }>(
            await memory.post("/documents/query", { query: "Which boat has 3 oars?", ...fields }),
            200,
            "QueryResponse",
          );
          expect(results.length).toBeGreaterThan(0);
        }
      },
    ],
    [
      "the windows of the numbers are since and windowHours, and the region is scope in each form",
      async (memory) => {
        const read = async (query: string) =>
          answered<{ totalQueries: number; windowHours: number }>(
            await memory.get(`/traces/stats?${query}`),
            200,
            "TraceStatsResponse",
          );
        expect((await read("windowHours=24")).totalQueries).toBeGreaterThan(0);
        expect((await read("window_hours=2")).windowHours).toBe(2);
        expect((await read(`since=${new Date(Date.now() + 3_600_000).toISOString()}`)).totalQueries).toBe(0);
        for (const name of ["scope", "scope[]", "scope[0]", "scope[0][0]", "scope[0][]"])
          await read(`${encodeURIComponent(name)}=org%2Fa`);
      },
    ],
    [
      "each tier answers: a key of one entity directly, a question again from the cache, few records as a whole, others by a search",
      async (memory) => {
        const tier = async (of: Tenant, fields: object) => (await ask(of, fields)).tier;
        expect(await tier(memory, { query: "Where does Rita live?" })).toBe("direct");
        expect(await tier(memory, { query: "Which boats have many oars?" })).toBe("hybrid");
        expect(await tier(memory, { query: "Which boats have many oars?" })).toBe("cache");
        const small = await world().tenant();
        await small.remember("The heron of the mill sleeps.", { infer: "none" });
        expect(await tier(small, { query: "Which bird is at the mill?" })).toBe("full_context");
      },
    ],
    [
      "the audit names a decision, a retrieval and a response by a trace that can be fetched",
      async (memory) => {
        for (const kind of ["decision", "retrieval", "response"]) {
          const { rows } = answered<{ rows: { kind: string; traceId: string }[] }>(
            await memory.get(`/audit?kind=${kind}&limit=3`),
            200,
            "AuditResponse",
          );
          expect(rows.length).toBeGreaterThan(0);
          for (const row of rows) answered(await memory.get(`/traces/${row.traceId}`), 200, "TraceRecord");
        }
      },
    ],
    [
      "reflection names its trace; what it may not keep, it does not",
      async (memory) => {
        const reflected = answered<{ traceId: string }>(await memory.post("/reflect", { query: "Mina" }), 200, "ReflectResponse");
        answered(await memory.get(`/traces/${reflected.traceId}`), 200, "TraceRecord");
        const reader = await memory.member({ "memory:read": ["/"] });
        refused(await reader.post("/reflect", { query: "Mina", persist: true }), 403);
      },
    ],
    [
      "who may read nothing pools nothing: consolidation is refused",
      async (memory) => {
        const writer = await memory.member({ "memory:write": ["/"] });
        refused(await writer.post("/consolidate", {}), 403);
        refused(await writer.post("/consolidate", { dryRun: true }), 403);
      },
    ],
  ]);
}
