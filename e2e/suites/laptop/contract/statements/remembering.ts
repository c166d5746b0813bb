import { expect } from "@jest/globals";
import type { BatchAnswer, EntityAnswer, FactsAnswer, QueryAnswer } from "@loci/e2e/parts/memory";
import type { Tenant } from "@loci/e2e/parts/tenants";
import { on, type World } from "../../main-job/world.ts";
import { answered, form, refused, uploaded } from "../asking.ts";
import { statements } from "./statements.ts";

const minute = 60_000;
const isNow = (time: string) => Math.abs(Date.now() - Date.parse(time)) < minute;

/** Contract: Fact and batch writes, sessions, documents. */
export function remembering(world: World): void {
  statements<Tenant>("the contract's sentences on writing", () => world().tenant("org/a"), [
    [
      "infer is full where it is not given",
      async (memory) => {
        const answer = answered<FactsAnswer>(await memory.post("/facts", { text: "Ada lives in Faro." }), 200, "FactsResponse");
        expect([answer.mode, answer.extraction.attributes.map(({ key }) => key)]).toEqual(["full", ["residence"]]);
      },
    ],
    [
      "a text is needed for a single fact, and infer is one of four",
      async (memory) => {
        for (const infer of [undefined, "full", "preview", "none"]) refused(await memory.post("/facts", { infer }), 400, "/text");
        refused(await memory.post("/facts", { text: "x", infer: "guess" }), 400, "/infer");
        refused(await memory.post("/facts", { infer: "triples" }), 400, "/triples");
      },
    ],
    [
      "preview is a dry run: nothing of it is there afterwards",
      async (memory) => {
        const sessions = async () => (await memory.get<{ total: number }>("/sessions")).body.total;
        const before = await sessions();
        const answer = await memory.post<FactsAnswer>("/facts", { text: "Preva lives in Faro.", infer: "preview" });
        expect(answer.body.extraction.attributes).toHaveLength(1);
        refused(await memory.get("/entities/Person/Preva"), 404);
        expect((await memory.recall("Preva", { mode: "bm25", includeDuplicates: true })).hits).toEqual([]);
        expect(await sessions()).toBe(before);
      },
    ],
    [
      "preview is one of the ways to read a batch, too, and keeps none of it",
      async (memory) => {
        const sessions = async () => (await memory.get<{ total: number }>("/sessions")).body.total;
        const before = await sessions();
        const messages = ["Batcha lives in Faro.", "Batchb lives in Porto."].map((content) => ({ role: "user", content }));
        for (const [extract, count] of [
          ["whole_conversation", 1],
          ["per_message", 2],
        ] as const) {
          const body = { messages, extract, infer: "preview" };
          const { extractions, sessionId } = answered<BatchAnswer>(
            await memory.post("/facts/batch", body),
            200,
            "FactsBatchResponse",
          );
          expect([extractions.length, extractions.flatMap(({ attributes }) => attributes).length, sessionId]).toEqual([
            count,
            2,
            "",
          ]);
        }
        expect(await sessions()).toBe(before);
        refused(await memory.get("/entities/Person/Batcha"), 404);
        refused(await memory.post("/facts/batch", { messages, infer: "triples" }), 400, "/infer");
      },
    ],
    [
      "none stores literally: chunkId, sessionId and turnId, the text as it came, and no fact",
      async (memory) => {
        const text = "  Nona lives in Faro,\n\tshe says…  ";
        const answer = answered<FactsAnswer>(await memory.post("/facts", { text, infer: "none" }), 200, "FactsResponse");
        expect(answer).toMatchObject({
          ...{ mode: "none", chunkId: expect.stringMatching(/./), sessionId: expect.stringMatching(/./) },
          turnId: expect.stringMatching(/./),
        });
        refused(await memory.get("/entities/Person/Nona"), 404);
        const { turns } = (await memory.get<{ turns: { content: string }[] }>(`/sessions/${answer.sessionId}/turns`)).body;
        expect(turns.map(({ content }) => content)).toEqual([text]);
      },
    ],
    [
      "triples carry entities, attributes and relations, each of a category of memory",
      async (memory) => {
        for (const [at, memory_category] of ["identity", "knowledge", "context"].entries()) {
          const entity = { type: "Person", name: `Tria${at}` };
          const triples = [
            { entity, key: "badge", value: "7", memory_category },
            { entity, key: "works_for", target: { type: "Organisation", name: "Acme" }, memory_category },
          ];
          const answer = answered<FactsAnswer>(await memory.post("/facts", { infer: "triples", triples }), 200, "FactsResponse");
          expect(answer.extraction).toMatchObject({
            attributes: [{ key: "badge", value: "7", memoryCategory: memory_category }],
            relations: [{ label: "works_for", memoryCategory: memory_category }],
          });
        }
        for (const memory_category of ["instruction", "uncertainty", "episodic", "", "Identity"]) {
          const triples = [{ entity: { type: "Person", name: "Trib" }, key: "badge", value: "7", memory_category }];
          refused(await memory.post("/facts", { infer: "triples", triples }), 400, "/triples/0/memory_category");
          refused(await memory.post("/facts", { text: "x", memory_category }), 400, "/memory_category");
        }
      },
    ],
    [
      "observed_at is the known time of what is read from the text; without it that is now",
      async (memory) => {
        await memory.remember("Obsa lives in Faro.", { observed_at: on("2023-02-01") });
        await memory.remember("Obsb lives in Faro.");
        const known = async (name: string) => (await memory.entity(`Person/${name}`)).attributes.map(({ createdAt }) => createdAt);
        expect(await known("Obsa")).toEqual([on("2023-02-01")]);
        expect((await known("Obsb")).map(isNow)).toEqual([true]);
        refused(await memory.post("/facts", { text: "x", observed_at: "yesterday" }), 400, "/observed_at");
      },
    ],
    [
      "ts is the time of a message, in any offset",
      async (memory) => {
        const messages = [{ role: "user", content: "Tsina lives in Faro.", ts: "2023-02-01T14:00:00+02:00" }];
        answered(await memory.post("/facts/batch", { messages }), 200, "FactsBatchResponse");
        expect((await memory.entity("Person/Tsina")).attributes[0]?.createdAt).toBe(on("2023-02-01"));
        refused(await memory.post("/facts/batch", { messages: [{ ...messages[0], ts: "noon" }] }), 400, "/messages/0/ts");
        refused(await memory.post("/facts/batch", { messages: [] }), 400, "/messages");
        refused(await memory.post("/facts/batch", {}), 400, "/messages");
      },
    ],
    [
      "an instruction stands in a table of its own and is no attribute",
      async () => {
        const memory = await world().tenant();
        const { extraction } = await memory.remember("Please always answer in German.");
        expect([extraction.instructions.length, extraction.attributes]).toEqual([1, []]);
        const state = (await memory.get<{ instructions: unknown[]; knowledge: { attributes: unknown[] } }>("/state")).body;
        expect([state.instructions.length, state.knowledge.attributes]).toEqual([1, []]);
      },
    ],
    [
      "a session is made with any metadata, and holds turns of every role in their order",
      async (memory) => {
        const metadata = { a: [1, { b: null }], "ü key": "x", snake_case: true };
        const session = await memory.post<{ id: string; sessionId: string }>("/sessions", { metadata, scopes: [["org/a"]] });
        expect(session.body).toMatchObject({ metadata, sessionId: session.body.id });
        const roles = ["user", "assistant", "system", "tool"];
        await memory.converse(
          roles.map((role) => [role, `Said by ${role}.`] as const),
          { session_id: session.body.id },
        );
        const { turns } = (await memory.get<{ turns: { role: string }[] }>(`/sessions/${session.body.id}/turns`)).body;
        expect(turns.map(({ role }) => role)).toEqual(roles);
      },
    ],
    [
      "the older write of one turn takes its role, and answers as /facts does",
      async (memory) => {
        const { body: session } = await memory.post<{ id: string }>("/sessions", {});
        const path = `/sessions/${session.id}/turns`;
        const turn = { role: "assistant", content: "Old Vera lives in Faro." };
        expect(answered(await memory.post(path, turn), 201, "FactsResponse")).toMatchObject({ sessionId: session.id });
        refused(await memory.post(path, { content: "x" }), 400, "/role");
        refused(await memory.post(path, { role: "user" }), 400, "/content");
      },
    ],
    [
      "an upload without observedAt is known from when it came, without scopes it has the caller's whole region",
      async (memory) => {
        const document = await uploaded(memory, { file: "Docia lives in Faro." });
        expect(document.scopes).toEqual([["/"]]);
        const { attributes } = await memory.entity("Person/Docia");
        expect(attributes.map(({ createdAt }) => isNow(createdAt))).toEqual([true]);
      },
    ],
    [
      "an upload's title, source, type and name come back with its record",
      async (memory) => {
        const metadata = { title: "T", source: "S", mimeType: "text/plain", filename: "n.txt" };
        const { body } = await memory.send<{ id: string }>("POST", "/documents", form({ file: "Some text.", metadata }));
        expect((await memory.get(`/documents/${body.id}`)).body).toMatchObject(metadata);
        const snake = { title: "T2", mime_type: "text/plain", observed_at: on("2023-01-01") };
        answered(await memory.send("POST", "/documents", form({ file: "Other text.", metadata: snake })), 202, "UploadResponse");
      },
    ],
    [
      "a label whose key begins with _ is refused, on an upload in every place",
      async (memory) => {
        const labels = ["ok=1", "_x=1"];
        refused(await memory.send("POST", "/documents", form({ file: "x", metadata: { labels } })), 400, "/metadata/labels/1");
        refused(
          await memory.send("PUT", "/documents/document:nope", form({ file: "x", metadata: { labels } })),
          400,
          "/metadata/labels/1",
        );
      },
    ],
    [
      "an entity is addressed by its type and name, also where they hold signs that URLs need, and deleted",
      async (memory) => {
        const name = "A/B & Söhne? 100%";
        await memory.state([[`Company/${name}`, "city", "Faro"]]);
        const path = `/entities/Company/${encodeURIComponent(name)}`;
        expect(answered<EntityAnswer>(await memory.get(path), 200, "EntityResponse").entity.name).toBe(name);
        expect(answered(await memory.get(`${path}/history/city`), 200, "EntityHistoryResponse")).toMatchObject({ history: [{}] });
        answered(await memory.send("DELETE", path), 204);
        refused(await memory.get(path), 404);
        refused(await memory.send("DELETE", path), 404);
        expect(
          answered<QueryAnswer>(await memory.post("/query", { query: "Söhne Faro" }), 200).hits.map(({ text }) => text),
        ).toEqual(expect.not.arrayContaining([expect.stringContaining("Söhne")]));
      },
    ],
    [
      "a history knows nothing of a key that was never said",
      async (memory) => {
        await memory.state([["Person/Hista", "city", "Faro"]]);
        const reply = await memory.get("/entities/Person/Hista/history/shoe_size");
        expect([200, 404]).toContain(reply.status);
        if (reply.status === 200) expect(reply.body).toMatchObject({ history: [] });
      },
    ],
  ]);
}
