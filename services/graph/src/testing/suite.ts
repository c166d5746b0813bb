import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Database, identifier, sql } from "@loci/ports/database";
import type { graph } from "@loci/protos";
import {
  caller,
  fact,
  facts,
  instruction,
  loci,
  named,
  openRoom,
  proposal,
  relation,
  said,
  scopes,
  turn,
  view,
  within,
  write,
  type Room,
} from "./room.ts";

const d = (n: number) => `2024-01-${String(n).padStart(2, "0")}T00:00:00.000Z`;
const ada = "Person/Ada";
const vector = new Uint8Array(new Float32Array([0.5, -1]).buffer);

/** What the service does, over any database. */
export function graphSuite(name: string, open: () => Promise<Database>): void {
  describe(`the graph over ${name}`, () => {
    let room: Room;
    beforeAll(async () => void (room = await openRoom(await open())));
    afterAll(() => room.database.close());

    const rows = (ctx: string, table: string) =>
      room.database.inContext(ctx, (tx) => tx.query(sql`select * from graph.${identifier(table)} where ctx = ${ctx}`));
    const entity = (ctx: string, time = {}, call = caller(ctx), ref = ada) =>
      room.service.getEntity({ lens: null, ...named(ref), time: { ...view, ...time } }, call);
    const values = async (ctx: string, time = {}, call = caller(ctx)) =>
      (await entity(ctx, time, call)).attributes.map((one) => one.value).sort();
    const feed = async (ctx: string, after = 0, limit = 1_000) => room.service.readFeed({ after, limit }, loci(ctx));
    const head = async (ctx: string) => (await room.service.head({}, caller(ctx))).revision;

    describe("a write", () => {
      it("of 100 literal turns costs a handful of statements, and each is found by its chunk", async () => {
        const ctx = room.context();
        const turns = Array.from({ length: 100 }, (_, i) => turn(`line ${i}`, { extraction: "none", embedding: vector }));
        room.statements();
        const answer = await room.service.writeMemory(write({ turns, operationId: "op", labels: ["a=b"] }), caller(ctx));
        expect(room.statements()).toBeLessThanOrEqual(10);
        expect(answer.chunkIds).toHaveLength(100);
        const { records } = await room.service.hydrate({ ids: answer.chunkIds.slice(0, 2), time: null }, caller(ctx));
        expect(records).toMatchObject([
          {
            kind: "memory_chunk",
            id: answer.chunkIds[0],
            text: "line 0",
            turnId: answer.turnIds[0],
            sessionId: answer.sessionId,
            seq: 0,
            labels: ["a=b"],
          },
          { text: "line 1", seq: 1 },
        ]);
        expect(await head(ctx)).toBe(100);
      });

      it("of facts costs the same number of statements whatever their number", async () => {
        const cost = async (n: number) => {
          const ctx = room.context();
          const list = Array.from({ length: n }, (_, i) => fact(`Person/P${i}`, "residence", "Oslo", { embedding: vector }));
          await room.service.writeMemory(write({ proposals: facts(...list) }), caller(ctx));
          room.statements();
          await room.service.writeMemory(
            write({ proposals: facts(...list.map((one) => ({ ...one, value: "Bergen", changed: true }))) }),
            caller(ctx),
          );
          return room.statements();
        };
        expect(await cost(40)).toBe(await cost(1));
      });

      it("answers with what became of it", async () => {
        const ctx = room.context();
        await room.service.writeMemory(write(said("I live in Oslo.", d(1), fact(ada, "residence", "Oslo"))), caller(ctx));
        const content = "Hello. I moved to Bergen last week. I work at Acme.";
        const answer = await room.service.writeMemory(
          write({
            turns: [turn(content, { knownAt: d(2) })],
            proposals: [
              proposal({
                turn: 0,
                facts: [
                  fact(ada, "residence", "Bergen", { changed: true, turn: 0, spanStart: 9, spanEnd: 24 }),
                  relation(ada, "employer", "Company/Acme", { turn: 0, spanStart: 38, spanEnd: 50 }),
                ],
                instructions: [instruction("style", "No bullet points", { turn: 0, spanStart: 0, spanEnd: 5 })],
              }),
            ],
          }),
          caller(ctx),
        );
        expect(answer.results).toMatchObject([
          {
            turnId: answer.turnIds[0],
            entities: [
              { name: "Ada", entityType: "Person", isNew: false },
              { name: "Acme", isNew: true },
            ],
            attributes: [{ key: "residence", value: "Bergen" }],
            relations: [{ subject: "Ada", label: "employer", object: "Acme" }],
            corrections: [{ key: "residence", oldValue: "Oslo", newValue: "Bergen" }],
            instructions: [{ label: "style", description: "No bullet points" }],
            uncertainties: [],
          },
        ]);
        expect(answer.results[0]?.decisions.map(({ kind, rule }) => `${kind} ${rule}`)).toEqual(
          expect.arrayContaining(["supersede changed", "create changed", "create new_value", "create first_mention"]),
        );
        const decisions = await rows(ctx, "decision");
        expect(decisions.find(({ kind }) => kind === "supersede")).toMatchObject({
          evidence: { sentence: "I moved to Bergen last week." },
          principal: "principal:one",
          trace_id: "trace:test",
        });
      });

      it("goes on in a session that the caller names, under the session's selector", async () => {
        const ctx = room.context();
        const first = await room.service.writeMemory(write({ turns: [turn("one")], scopes: scopes(["org/a"]) }), caller(ctx));
        const second = await room.service.writeMemory(write({ turns: [turn("two")], sessionId: first.sessionId }), caller(ctx));
        const { records } = await room.service.hydrate({ ids: second.turnIds, time: null }, within(ctx, "org/a"));
        expect(records).toMatchObject([{ sessionId: first.sessionId, seq: 1, scopes: scopes(["org/a"]) }]);
      });

      it("without scopes is stored under the caller's whole write region, each path a clause", async () => {
        const ctx = room.context();
        const { turnIds } = await room.service.writeMemory(write({ turns: [turn("one")] }), within(ctx, "b", "a"));
        const { records } = await room.service.hydrate({ ids: turnIds, time: null }, within(ctx, "b"));
        expect(records).toMatchObject([{ scopes: scopes(["a"], ["b"]) }]);
      });

      it("beyond the caller's authority is refused, and a session out of sight does not exist", async () => {
        const ctx = room.context();
        const { sessionId } = await room.service.writeMemory(
          write({ turns: [turn("one")], scopes: scopes(["a"], ["b"]) }),
          caller(ctx),
        );
        const attempt = (over: object, call = within(ctx, "a")) =>
          room.service.writeMemory(write({ turns: [turn("x")], ...over }), call);
        await expect(attempt({ scopes: scopes(["a", "b"]) })).rejects.toMatchObject({ code: "forbidden" });
        await expect(attempt({ sessionId })).rejects.toMatchObject({ code: "forbidden" });
        await expect(attempt({ sessionId }, within(ctx, "c"))).rejects.toMatchObject({ code: "not_found" });
        await expect(attempt({ sessionId: "session:none" })).rejects.toMatchObject({ code: "not_found" });
        await expect(attempt({}, caller(ctx, { "memory:read": ["/"] }))).rejects.toMatchObject({ code: "forbidden" });
        expect(await rows(ctx, "turn")).toHaveLength(1);
      });

      it.each([
        ["/turns/0/role", { turns: [turn("x", { role: "robot" })] }],
        ["/turns/0/content", { turns: [turn("a\0b")] }],
        ["/turns/0/content", { turns: [turn("")] }],
        ["/turns/0/knownAt", { turns: [turn("x", { knownAt: "yesterday" })] }],
        ["/turns/0/extraction", { turns: [turn("x", { extraction: "maybe" })] }],
        ["/stream", { stream: "mainstream" }],
        ["/labels/0", { labels: ["nokey"] }],
        ["/labels/0", { labels: ["_own=1"] }],
        ["/scopes/0/0", { scopes: scopes(["a//b"]) }],
        ["/proposals/0/facts/0/memoryCategory", { proposals: facts(fact(ada, "k", "v", { memoryCategory: "gossip" })) }],
        ["/proposals/0/facts/0/turn", { proposals: facts(fact(ada, "k", "v", { turn: 3 })) }],
        ["/proposals/0/facts/0/value", { proposals: facts(fact(ada, "k", " ")) }],
        ["/proposals/0/facts/0/confidence", { proposals: facts(fact(ada, "k", "v", { confidence: Number.NaN })) }],
        ["/proposals/0/facts/0/key", { proposals: facts(fact(ada, "!?", "v")) }],
        ["/proposals/0/facts/0/validUntil", { proposals: facts(fact(ada, "k", "v", { validFrom: d(2), validUntil: d(1) })) }],
        ["/proposals/0/facts/0/subject/name", { proposals: facts(fact("Person/", "k", "v")) }],
      ])("with a bad %s is refused by that name", async (pointer, over) => {
        const attempt = room.service.writeMemory(write(over), caller(room.context()));
        await expect(attempt).rejects.toMatchObject({ code: "invalid", fields: [{ pointer }] });
      });

      it("that is dry decides the same and leaves nothing", async () => {
        const ctx = room.context();
        await room.service.writeMemory(write(said("Oslo", d(1), fact(ada, "residence", "Oslo"))), caller(ctx));
        const before = await head(ctx);
        const dry = write({
          ...said("Bergen", d(2), fact(ada, "residence", "Bergen")),
          dryRun: true,
          scopes: scopes(["new"]),
          operationId: "o",
        });
        const same = await room.service.writeMemory({ ...dry, scopes: null }, caller(ctx));
        expect(same.results).toMatchObject([
          { corrections: [{ oldValue: "Oslo", newValue: "Bergen", entityId: "" }], attributes: [{ id: "" }] },
        ]);
        expect(await room.service.writeMemory(dry, caller(ctx))).toMatchObject({ sessionId: "", turnIds: [""], chunkIds: [""] });
        expect(await head(ctx)).toBe(before);
        expect(await values(ctx)).toEqual(["Oslo"]);
        for (const table of ["turn", "session", "scope_set"]) expect(await rows(ctx, table)).toHaveLength(1);
        expect(await rows(ctx, "operation")).toEqual([]);
      });
    });

    describe("an operation id", () => {
      const hash = (n: number) => new Uint8Array([n]);
      it("has one effect, also when its twins come at once", async () => {
        const ctx = room.context();
        const request = write({ turns: [turn("once")], operationId: "op-1", operationHash: hash(1) });
        const answers = await Promise.all(Array.from({ length: 4 }, () => room.service.writeMemory(request, caller(ctx))));
        expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
        expect(new Set(answers.map((answer) => answer.turnIds[0])).size).toBe(1);
        expect(await rows(ctx, "turn")).toHaveLength(1);
      });

      it("is refused for another request, and free for another principal", async () => {
        const ctx = room.context();
        const request = write({ turns: [turn("once")], operationId: "op-1", operationHash: hash(1) });
        await room.service.writeMemory(request, caller(ctx));
        await expect(room.service.writeMemory({ ...request, operationHash: hash(2) }, caller(ctx))).rejects.toMatchObject({
          code: "conflict",
        });
        const other = await room.service.writeMemory(request, caller(ctx, undefined, "principal:two"));
        expect(other.replayed).toBe(false);
      });

      it("is free again after a failed attempt", async () => {
        const ctx = room.context();
        const bad = write({ turns: [turn("x")], operationId: "op", operationHash: hash(1), sessionId: "session:none" });
        await expect(room.service.writeMemory(bad, caller(ctx))).rejects.toMatchObject({ code: "not_found" });
        expect(await room.service.writeMemory({ ...bad, sessionId: "" }, caller(ctx))).toMatchObject({ replayed: false });
      });
    });

    describe("the change feed", () => {
      it("has no gaps and no repetitions under 20 writers at once", async () => {
        const ctx = room.context();
        await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            room.service.writeMemory(
              write(
                i % 2 === 0
                  ? { turns: [turn(`t${i}`), turn(`u${i}`)] }
                  : said(`t${i}`, "", fact(`Person/P${i}`, "residence", "Oslo")),
              ),
              within(ctx, i % 3 === 0 ? "a" : "b"),
            ),
          ),
        );
        const entries = (await rows(ctx, "feed")).map(({ seq }) => Number(seq)).sort((a, b) => a - b);
        expect(entries).toEqual(Array.from({ length: 10 * 2 + 10 * 3 }, (_, i) => i + 1));
        expect(await head(ctx)).toBe(50);
      });

      it("tells passages, facts and entities as they are now, each once", async () => {
        const ctx = room.context();
        const request = said("I live in Oslo", d(1), fact(ada, "residence", "Oslo", { embedding: vector }));
        await room.service.writeMemory(write({ ...request, labels: ["team=x"] }), caller(ctx));
        await room.service.writeMemory(write({ turns: [turn("literal", { extraction: "none", speaker: "Ada" })] }), caller(ctx));
        await room.service.writeMemory(write(said("Bergen", d(5), fact(ada, "residence", "Bergen"))), caller(ctx));
        const { records, position } = await feed(ctx);
        expect(position).toBe(await head(ctx));
        expect(new Set(records.map((record) => record.id)).size).toBe(records.length);
        const texts = records.map((record) => [record.class, record.text, record.knownUntil]);
        expect(texts).toEqual(
          expect.arrayContaining([
            ["passage", "I live in Oslo", ""],
            ["passage", "literal", ""],
            ["fact", "Ada residence: Oslo", d(5)],
            ["fact", "Ada residence: Bergen", ""],
            ["entity", "Ada (Person)", ""],
          ]),
        );
        const oslo = records.find((record) => record.text.endsWith("Oslo") && record.class === "fact");
        expect(oslo).toMatchObject({
          labels: ["team=x"],
          removed: false,
          scopes: scopes(["/"]),
          entityIds: [expect.stringMatching(/^entity:/)],
        });
        expect([...(oslo?.embedding ?? [])]).toEqual([...vector]);
        expect(records.find((record) => record.text === "literal")?.id).toMatch(/^memory_chunk:/);
      });

      it("goes on where it was left, page by page, and is for Loci itself only", async () => {
        const ctx = room.context();
        await room.service.writeMemory(write({ turns: [turn("a"), turn("b"), turn("c")] }), caller(ctx));
        const first = await feed(ctx, 0, 2);
        const rest = await feed(ctx, first.position, 2);
        expect([...first.records, ...rest.records].map((record) => record.text)).toEqual(["a", "b", "c"]);
        expect(await feed(ctx, rest.position)).toEqual({ records: [], changes: [], position: 3 });
        await expect(room.service.readFeed({ after: 0, limit: 1 }, caller(ctx))).rejects.toMatchObject({ code: "forbidden" });
      });

      it("never tells of what is quarantined, and nothing else returns it", async () => {
        const ctx = room.context();
        await room.service.writeMemory(
          write({
            turns: [turn("hello")],
            proposals: [proposal({ facts: [fact(ada, "residence", "Atlantis", { turn: 0 }), fact(ada, "role", "cook")], turn: 0 })],
          }),
          caller(ctx),
        );
        const [stored] = (await rows(ctx, "fact")).filter(({ quarantined }) => quarantined === true);
        expect(stored).toMatchObject({ value: "Atlantis" });
        expect((await feed(ctx)).records.map((record) => record.text)).not.toContain("Ada residence: Atlantis");
        expect(await values(ctx)).toEqual(["cook"]);
        expect(await room.service.hydrate({ ids: [String(stored?.["id"])], time: null }, caller(ctx))).toEqual({ records: [] });
      });
    });

    describe("two writers on one key at once", () => {
      it("lose nothing: one row, all its sources", async () => {
        const ctx = room.context();
        await Promise.all(
          Array.from({ length: 8 }, (_, i) =>
            room.service.writeMemory(write(said(`Oslo ${i}`, d(i + 1), fact(ada, "residence", "Oslo"))), caller(ctx)),
          ),
        );
        const { attributes } = await entity(ctx);
        expect(attributes).toMatchObject([{ value: "Oslo", createdAt: d(1) }]);
        expect(attributes[0]?.sources).toHaveLength(8);
        expect(await rows(ctx, "entity")).toHaveLength(1);
      });

      it("end as if the statements had come in the order of known time", async () => {
        const ctx = room.context();
        const places = ["Oslo", "Bergen", "Molde", "Bodø", "Narvik", "Hamar"];
        await Promise.all(
          places.map((place, i) =>
            room.service.writeMemory(write(said(place, d(i + 1), fact(ada, "residence", place))), caller(ctx)),
          ),
        );
        expect(await values(ctx)).toEqual(["Hamar"]);
        const { history } = await room.service.getHistory({ ...named(ada), key: "residence", time: null }, caller(ctx));
        expect(history.map((row) => [row.value, row.createdAt, row.knownUntil])).toEqual(
          places.map((place, i) => [place, d(i + 1), i === 5 ? "" : d(i + 2)]).reverse(),
        );
      });
    });

    describe("visibility", () => {
      it("shows what lies in the region, and answers alike for what does not and what is not", async () => {
        const ctx = room.context();
        const mine = await room.service.writeMemory(
          write({ ...said("a", d(1), fact(ada, "residence", "Oslo")), scopes: scopes(["org/a"]) }),
          caller(ctx),
        );
        const shared = await room.service.writeMemory(
          write({ ...said("b", d(1), fact(ada, "hobby", "chess")), scopes: scopes(["org/a", "org/b"]) }),
          caller(ctx),
        );
        const all = [
          ...mine.turnIds,
          ...shared.turnIds,
          mine.results[0]?.attributes[0]?.id ?? "",
          mine.results[0]?.entities[0]?.id ?? "",
        ];
        const seen = async (...region: string[]) =>
          (await room.service.hydrate({ ids: all, time: null }, within(ctx, ...region))).records.length;
        expect(await seen("/")).toBe(4);
        expect(await seen("org/a")).toBe(3);
        expect(await seen("org/b")).toBe(0);
        expect(await seen("org/a/deeper")).toBe(0);
        expect(await values(ctx, {}, within(ctx, "org/a"))).toEqual(["Oslo"]);
        await expect(entity(ctx, {}, within(ctx, "org/c"))).rejects.toMatchObject({ code: "not_found" });
        await expect(entity(ctx, {}, caller(ctx), "Person/Nobody")).rejects.toMatchObject({ code: "not_found" });
        expect(await room.service.listEntities({ type: "", limit: 0, offset: 0, time: null }, within(ctx, "org/c"))).toEqual({
          entities: [],
          total: 0,
        });
        await expect(entity(ctx, {}, caller(ctx, { "memory:write": ["/"] }))).rejects.toMatchObject({ code: "forbidden" });
      });

      it("keeps contexts apart", async () => {
        const [left, right] = [room.context(), room.context()];
        const { turnIds } = await room.service.writeMemory(write(said("Oslo", d(1), fact(ada, "residence", "Oslo"))), caller(left));
        expect(await room.service.hydrate({ ids: turnIds, time: null }, caller(right))).toEqual({ records: [] });
        await expect(entity(right)).rejects.toMatchObject({ code: "not_found" });
      });

      it("shows the namesakes of several selectors as one entity, whatever the spelling", async () => {
        const ctx = room.context();
        for (const [scope, name, key, value] of [
          ["a", "Person/Ada", "residence", "Oslo"],
          ["b", "human/ADA ", "hobby", "chess"],
        ] as const) {
          await room.service.writeMemory(write({ proposals: facts(fact(name, key, value)), scopes: scopes([scope]) }), caller(ctx));
        }
        expect(await values(ctx)).toEqual(["Oslo", "chess"]);
        const listed = await room.service.listEntities({ type: "people", limit: 10, offset: 0, time: null }, caller(ctx));
        expect(listed).toMatchObject({ total: 1, entities: [{ entityType: "Person", name: "Ada" }] });
        expect(await values(ctx, {}, within(ctx, "b"))).toEqual(["chess"]);
      });

      it("tells of no disagreement with a wider document who cannot see that: its value could be tried", async () => {
        const ctx = room.context();
        await room.service.writeMemory(
          write({ proposals: facts(fact(ada, "employer", "Acme")), scopes: scopes(["org"]), stream: "authoritative" }),
          caller(ctx),
        );
        const answer = await room.service.writeMemory(
          write({ proposals: facts(fact(ada, "employer", "Globex")), scopes: scopes(["org/ada"]) }),
          within(ctx, "org/ada"),
        );
        expect(answer.results[0]?.uncertainties).toEqual([]);
        const narrow = await entity(ctx, {}, within(ctx, "org/ada"));
        expect(narrow.attributes.map((one) => [one.value, one.uncertaintyIds.length])).toEqual([["Globex", 0]]);
        expect(JSON.stringify([answer, narrow])).not.toContain("Acme");
        const wide = await entity(ctx);
        expect(wide.uncertainties).toMatchObject([{ reason: expect.stringMatching(/"Acme" or "Globex"|"Globex" or "Acme"/) }]);
      });

      it("tells who may write but not read nothing of what was there", async () => {
        const ctx = room.context();
        await room.service.writeMemory(write({ proposals: facts(fact(ada, "residence", "Secret City")) }), caller(ctx));
        const blind = caller(ctx, { "memory:write": ["/"] });
        const answer = await room.service.writeMemory(
          write({ proposals: facts(fact(ada, "residence", "Oslo", { changed: true })) }),
          blind,
        );
        expect(JSON.stringify(answer)).not.toContain("Secret");
        expect(answer.results[0]?.corrections).toEqual([]);
      });
    });

    describe("looking back", () => {
      const spring = "2019-03-01T00:00:00.000Z";
      it("by known time walks through what superseded what", async () => {
        const ctx = room.context();
        for (const [day, place] of [
          [1, "Oslo"],
          [5, "Bergen"],
          [9, "Molde"],
        ] as const) {
          await room.service.writeMemory(write(said(place, d(day), fact(ada, "residence", place))), caller(ctx));
        }
        expect(await values(ctx)).toEqual(["Molde"]);
        expect(await values(ctx, { asOf: d(6) })).toEqual(["Bergen"]);
        expect(await values(ctx, { asOf: d(5) })).toEqual(["Bergen"]);
        expect(await values(ctx, { asOf: d(1) })).toEqual(["Oslo"]);
        await expect(entity(ctx, { asOf: "2023-12-31T00:00:00Z" })).rejects.toMatchObject({ code: "not_found" });
      });

      it("by valid time asks what held in the world, where what is unknown holds always", async () => {
        const ctx = room.context();
        await room.service.writeMemory(write(said("Oslo", d(1), fact(ada, "residence", "Oslo"))), caller(ctx));
        await room.service.writeMemory(
          write(
            said("Bergen", d(5), fact(ada, "residence", "Bergen", { changed: true, validFrom: spring, validPrecision: "month" })),
          ),
          caller(ctx),
        );
        expect(await values(ctx)).toEqual(["Bergen"]);
        expect(await values(ctx, { atInstant: "2018-01-01T00:00:00Z" })).toEqual(["Oslo"]);
        expect(await values(ctx, { atInstant: spring })).toEqual(["Bergen"]);
        expect(await values(ctx, { validFrom: "2018-01-01T00:00:00Z", validUntil: "2020-01-01T00:00:00Z" })).toEqual([
          "Bergen",
          "Oslo",
        ]);
        // On day 2 nobody knew yet that it would end.
        expect(await values(ctx, { asOf: d(2), atInstant: "2024-01-01T00:00:00Z" })).toEqual(["Oslo"]);
        const { history } = await room.service.getHistory({ ...named(ada), key: "residence", time: null }, caller(ctx));
        expect(history).toMatchObject([
          { value: "Bergen", validFrom: spring, validPrecision: "month" },
          { value: "Oslo", validUntil: spring, knownUntil: d(5) },
        ]);
      });

      it("by recorded time asks what was believed on that day, whatever was learned since", async () => {
        const ctx = room.context();
        const days: string[] = [];
        const tell = async (place: string, day: number) => {
          await room.service.writeMemory(write(said(place, d(day), fact(ada, "residence", place))), caller(ctx));
          room.clock.now += 60_000;
          days.push(new Date(room.clock.now).toISOString());
          room.clock.now += 60_000;
        };
        await tell("Oslo", 1);
        await tell("Molde", 9);
        await tell("Bergen", 5);
        const at = (n: number) => ({ recordedAsOf: days[n] ?? "" });
        expect(await values(ctx, at(0))).toEqual(["Oslo"]);
        expect(await values(ctx, at(1))).toEqual(["Molde"]);
        // Before Bergen was heard of, Oslo was believed to have been so until Molde.
        expect(await values(ctx, { ...at(1), asOf: d(6) })).toEqual(["Oslo"]);
        expect(await values(ctx, { ...at(2), asOf: d(6) })).toEqual(["Bergen"]);
        const history = async (n: number) =>
          (
            await room.service.getHistory({ ...named(ada), key: "residence", time: { ...view, ...at(n) } }, caller(ctx))
          ).history.map((row) => [row.value, row.knownUntil]);
        expect(await history(0)).toEqual([["Oslo", ""]]);
        expect(await history(1)).toEqual([
          ["Molde", ""],
          ["Oslo", d(9)],
        ]);
        expect(await history(2)).toEqual([
          ["Molde", ""],
          ["Bergen", d(9)],
          ["Oslo", d(5)],
        ]);
        const [oslo] = (
          await room.service.getHistory({ ...named(ada), key: "residence", time: { ...view, ...at(0) } }, caller(ctx))
        ).history;
        const { records } = await room.service.hydrate({ ids: [oslo?.id ?? ""], time: { ...view, ...at(0) } }, caller(ctx));
        expect(records).toMatchObject([{ value: "Oslo", knownUntil: "" }]);
        expect((await room.service.hydrate({ ids: [oslo?.id ?? ""], time: null }, caller(ctx))).records).toEqual([]);
      });

      it("with a time that is none is refused by name", async () => {
        await expect(entity(room.context(), { asOf: "last week" })).rejects.toMatchObject({
          code: "invalid",
          fields: [{ pointer: "/asOf" }],
        });
      });
    });

    describe("how a hit stands", () => {
      const hits = async (ctx: string, ids: readonly string[], over: Partial<graph.HydrateHitsRequest> = {}, call = caller(ctx)) =>
        (await room.service.hydrateHits({ ids: [...ids], time: null, includeEnded: false, ...over }, call)).records;
      const kinds = (records: readonly graph.MemoryRecord[]) => records.map((record) => record.standing?.kind);
      const tell = async (ctx: string, ...text: Parameters<typeof said>) => {
        const answer = await room.service.writeMemory(write(said(...text)), caller(ctx));
        return { turn: answer.turnIds[0] ?? "", fact: answer.results[0]?.attributes[0]?.id ?? "" };
      };

      it("is told by what took its place, of facts and of the turns that said it", async () => {
        const ctx = room.context();
        const oslo = await tell(ctx, "Ada lives in Oslo.", d(1), fact(ada, "residence", "Oslo"));
        const bergen = await tell(ctx, "Ada moved to Bergen.", d(3), fact(ada, "residence", "Bergen", { changed: true }));
        const quiet = await tell(ctx, "Nice weather.", d(4));
        const ids = [oslo.turn, oslo.fact, bergen.turn, bergen.fact, quiet.turn];
        const ended = { kind: "ended", until: d(3), endedBy: [bergen.fact] };
        expect((await hits(ctx, ids, { includeEnded: true })).map((record) => record.standing)).toMatchObject([
          { ...ended, endedParts: [{ factId: oslo.fact, text: "Ada residence: Oslo", spanStart: 0, endedBy: bergen.fact }] },
          { ...ended, endedParts: [] },
          { kind: "current", endedParts: [] },
          { kind: "current" },
          { kind: "unread" },
        ]);
        expect(kinds(await hits(ctx, ids))).toEqual(["ended", "current", "current", "unread"]);
        expect(kinds(await hits(ctx, ids, { time: { ...view, asOf: d(2) } }))).toEqual(["current", "current"]);
      });

      it("is told by the turn that denied it, which itself says what holds", async () => {
        const ctx = room.context();
        const oslo = await tell(ctx, "Ada lives in Oslo.", d(1), fact(ada, "residence", "Oslo"));
        const left = await tell(ctx, "Ada left Oslo.", d(3), fact(ada, "residence", "Oslo", { negated: true }));
        const records = await hits(ctx, [oslo.fact, oslo.turn, left.turn], { includeEnded: true });
        expect(kinds(records)).toEqual(["ended", "ended", "current"]);
        expect(records[1]?.standing?.endedBy).toEqual([left.turn]);
      });

      it("is disputed in the turns of both sides", async () => {
        const ctx = room.context();
        const ruth = await tell(ctx, "Ruth", d(1), fact("Team/Reds", "captain", "Ruth"));
        const omar = await tell(ctx, "Omar", d(2), fact("Team/Reds", "captain", "Omar"));
        const records = await hits(ctx, [ruth.turn, omar.turn, omar.fact]);
        expect(kinds(records)).toEqual(["disputed", "disputed", "disputed"]);
        expect(new Set(records.flatMap((record) => record.uncertaintyIds)).size).toBe(1);
      });

      it("costs one statement for all of a page", async () => {
        const ctx = room.context();
        const told: string[] = [];
        for (let i = 0; i < 6; i++) told.push((await tell(ctx, `line ${i}`, d(1 + i), fact(ada, "residence", `Place ${i}`))).turn);
        await hits(ctx, told);
        room.statements();
        await room.service.hydrate({ ids: told, time: null }, caller(ctx));
        const plain = room.statements();
        await hits(ctx, told);
        expect(room.statements()).toBe(plain + 1);
      });
    });

    describe("an uncertainty", () => {
      it("is shown with its candidates until a later statement settles it", async () => {
        const ctx = room.context();
        await room.service.writeMemory(write(said("Ruth", d(1), fact("Team/Reds", "captain", "Ruth"))), caller(ctx));
        const answer = await room.service.writeMemory(write(said("Omar", d(2), fact("Team/Reds", "captain", "Omar"))), caller(ctx));
        expect(answer.results[0]?.uncertainties).toMatchObject([{ about: "Team/Reds captain" }]);
        const disputed = await entity(ctx, {}, caller(ctx), "Team/Reds");
        expect(disputed.attributes.map((one) => one.uncertaintyIds)).toEqual([
          [answer.results[0]?.uncertainties[0]?.id],
          [answer.results[0]?.uncertainties[0]?.id],
        ]);
        const day = new Date(++room.clock.now).toISOString();
        room.clock.now += 1_000;
        await room.service.writeMemory(
          write(said("Omar it is now", d(3), fact("Team/Reds", "captain", "Omar", { changed: true }))),
          caller(ctx),
        );
        const settled = await entity(ctx, {}, caller(ctx), "Team/Reds");
        expect(settled).toMatchObject({ uncertainties: [], attributes: [{ value: "Omar", uncertaintyIds: [] }] });
        expect((await entity(ctx, { recordedAsOf: day }, caller(ctx), "Team/Reds")).uncertainties).toHaveLength(1);
        expect(await rows(ctx, "uncertainty")).toMatchObject([{ status: "resolved", resolution: "later_statement" }]);
      });
    });

    describe("instructions", () => {
      it("are records of their own, revoked by their label", async () => {
        const ctx = room.context();
        const tell = (content: string, at: string, one: ReturnType<typeof instruction>) =>
          room.service.writeMemory(
            write({
              turns: [turn(content, { knownAt: at })],
              proposals: [proposal({ turn: 0, instructions: [{ ...one, turn: 0, spanStart: 0, spanEnd: content.length }] })],
            }),
            caller(ctx),
          );
        await tell("Always answer in German", d(1), instruction("language", "Always answer in German"));
        await tell("Answer in German!", d(2), instruction("language", "always answer in german"));
        expect(await rows(ctx, "instruction")).toMatchObject([{ description: "Always answer in German", known_until: null }]);
        await tell("English is fine again", d(3), instruction("language", "", { revokes: true }));
        expect(await rows(ctx, "instruction")).toMatchObject([{ known_until: new Date(d(3)) }]);
        expect(await rows(ctx, "fact")).toEqual([]);
      });
    });

    describe("names", () => {
      it("are found in full, by alias and by their first word, persons first", async () => {
        const ctx = room.context();
        const list = ["Place/Caroline", "Person/Caroline Smith", "Person/Bob"].map((ref) => fact(ref, "note", "x"));
        const answer = await room.service.writeMemory(write({ proposals: facts(...list) }), caller(ctx));
        const bob = answer.results[0]?.entities.find((one) => one.name === "Bob")?.id ?? "";
        await room.database.inContext(ctx, (tx) =>
          tx.query(sql`insert into graph.entity_alias (ctx, entity_id, name, name_norm, turn_id, recorded_at)
              values (${ctx}, ${bob}, 'Bobby', 'bobby', '', now())`),
        );
        const find = async (...names: string[]) =>
          (await room.service.findEntities({ names, limit: 10, lens: null }, caller(ctx))).entities.map((one) => [
            one.name,
            one.matchedName,
          ]);
        expect(await find("caroline")).toEqual([
          ["Caroline Smith", "caroline"],
          ["Caroline", "caroline"],
        ]);
        expect(await find("BOBBY", "nobody")).toEqual([["Bob", "BOBBY"]]);
        expect(await find("smith", "")).toEqual([]);
        expect((await entity(ctx, {}, caller(ctx), "Person/Bobby")).entity?.name).toBe("Bob");
        await room.service.writeMemory(write({ proposals: facts(fact("Person/bobby", "hobby", "chess")) }), caller(ctx));
        expect((await entity(ctx, {}, caller(ctx), "Person/Bob")).attributes.map((one) => one.key).sort()).toEqual([
          "hobby",
          "note",
        ]);
      });

      it("are listed in pages, with the number of all", async () => {
        const ctx = room.context();
        await room.service.writeMemory(
          write({ proposals: facts(...["c", "a", "b"].map((name) => fact(`Thing/${name}`, "note", "x"))) }),
          caller(ctx),
        );
        const page = (offset: number) => room.service.listEntities({ type: "thing", limit: 2, offset, time: null }, caller(ctx));
        expect((await page(0)).entities.map((one) => one.name)).toEqual(["a", "b"]);
        expect(await page(2)).toMatchObject({ total: 3, entities: [{ name: "c" }] });
        await expect(room.service.listEntities({ type: "", limit: 501, offset: 0, time: null }, caller(ctx))).rejects.toMatchObject(
          { code: "invalid" },
        );
      });
    });

    describe("a neighbourhood", () => {
      it("holds the facts of an entity, then of those it is related to in either direction", async () => {
        const ctx = room.context();
        const answer = await room.service.writeMemory(
          write({
            proposals: facts(
              relation(ada, "employer", "Company/Acme"),
              fact(ada, "residence", "Oslo"),
              fact("Company/Acme", "headquarters", "Paris"),
              relation("Person/Bob", "employer", "Company/Acme"),
              fact("Person/Bob", "residence", "Rome"),
            ),
          }),
          caller(ctx),
        );
        const idOf = (name: string) => answer.results[0]?.entities.find((one) => one.name === name)?.id ?? "";
        const around = async (name: string, hops: number, limit = 50, call = caller(ctx)) =>
          (await room.service.neighbourhood({ entityIds: [idOf(name)], hops, limit, time: null }, call)).facts
            .map((one) => `${one.distance} ${one.key} ${one.value}`)
            .sort();
        expect(await around("Ada", 1)).toEqual(["1 employer Acme", "1 residence Oslo"]);
        expect(await around("Ada", 2)).toEqual(["1 employer Acme", "1 residence Oslo", "2 headquarters Paris"]);
        expect(await around("Acme", 2)).toEqual([
          "1 employer Acme",
          "1 employer Acme",
          "1 headquarters Paris",
          "2 residence Oslo",
          "2 residence Rome",
        ]);
        expect(await around("Acme", 2, 4)).toHaveLength(4);
        expect(await around("Ada", 2, 50, within(ctx, "elsewhere"))).toEqual([]);
      });
    });

    describe("an extraction that comes later", () => {
      const clear = (ctx: string) =>
        room.service
          .claimPending({ limit: 1_000, leaseSeconds: 3_600 }, loci(""))
          .then(({ turns }) => turns.filter((one) => one.contextId === ctx));

      it("is claimed once, applied under the turn's own selector and stream, once", async () => {
        const ctx = room.context();
        const call = within(ctx, "org/a");
        const request = {
          turns: [turn("I live in Oslo", { extraction: "pending", knownAt: d(1) })],
          scopes: scopes(["org/a"]),
          labels: ["k=v"],
        };
        const { turnIds } = await room.service.writeMemory(write({ ...request, stream: "authoritative" }), call);
        expect(await clear(ctx)).toEqual([
          {
            contextId: ctx,
            turnId: turnIds[0],
            causeTraceId: call.traceId,
            role: "user",
            speaker: "",
            content: "I live in Oslo",
            knownAt: d(1),
            attempts: 1,
          },
        ]);
        expect(await clear(ctx)).toEqual([]);
        const extraction = {
          turnIds,
          proposals: [proposal({ turn: 0, facts: [fact(ada, "residence", "Oslo", { turn: 0, spanStart: 10, spanEnd: 14 })] })],
          traceId: "",
        };
        const applied = await room.service.applyExtraction(extraction, loci(ctx));
        expect(applied.results).toMatchObject([{ turnId: turnIds[0], attributes: [{ value: "Oslo" }] }]);
        expect((await room.service.applyExtraction(extraction, loci(ctx))).results).toMatchObject([
          { attributes: [], decisions: [] },
        ]);
        const { attributes } = await entity(ctx, {}, call);
        expect(attributes).toMatchObject([
          {
            stream: "authoritative",
            createdAt: d(1),
            scopes: scopes(["org/a"]),
            sources: [{ kind: "turn", ref: turnIds[0], spanStart: 10, spanEnd: 14 }],
          },
        ]);
        expect(await rows(ctx, "pending_extraction")).toEqual([]);
        expect(await rows(ctx, "fact")).toMatchObject([{ labels: ["k=v"] }]);
        await expect(room.service.applyExtraction(extraction, call)).rejects.toMatchObject({ code: "forbidden" });
      });

      it("that fails comes again later, and is given up after its last attempt", async () => {
        const ctx = room.context();
        const { turnIds } = await room.service.writeMemory(write({ turns: [turn("x", { extraction: "pending" })] }), caller(ctx));
        await clear(ctx);
        const postponed = { turnId: turnIds[0] ?? "", delaySeconds: 60, maxAttempts: 2, readingEnded: false };
        await room.service.postponePending(postponed, loci(ctx));
        expect(await clear(ctx)).toEqual([]);
        room.clock.now += 61_000;
        expect(await clear(ctx)).toMatchObject([{ attempts: 2 }]);
        await room.service.postponePending(postponed, loci(ctx));
        room.clock.now += 3_600_000;
        expect(await clear(ctx)).toEqual([]);
        expect(await rows(ctx, "turn")).toMatchObject([{ extraction: "failed", content: "x" }]);
      });

      it("goes on at once when it is taken up, also after it was given up, but for what is being read", async () => {
        const ctx = room.context();
        const told = write({ turns: ["a", "b", "c"].map((text) => turn(text, { extraction: "pending" })) });
        const asker = { principal: "agent", delegated: "", keyId: "key:one" };
        const { turnIds } = await room.service.writeMemory(told, caller(ctx));
        expect(await clear(ctx)).toHaveLength(3);
        const [later, lost] = turnIds;
        const outcome = { delaySeconds: 3_600, readingEnded: false };
        await room.service.postponePending({ ...outcome, turnId: later ?? "", maxAttempts: 40 }, loci(ctx));
        await room.service.postponePending({ ...outcome, turnId: lost ?? "", maxAttempts: 1 }, loci(ctx));
        await expect(room.service.takeUpPending(asker, caller(ctx))).rejects.toMatchObject({ code: "forbidden" });
        expect(await room.service.takeUpPending(asker, loci(room.context()))).toEqual({ turns: 0, documents: [], more: false });
        expect(await room.service.takeUpPending(asker, loci(ctx))).toEqual({ turns: 2, documents: [], more: false });
        expect((await clear(ctx)).map(({ turnId }) => turnId).toSorted()).toEqual([later, lost].toSorted());
      });

      it("of a text that ends its reader twice is set aside, and begun again only when somebody asks", async () => {
        const ctx = room.context();
        const call = caller(ctx);
        const { turnIds, sessionId } = await room.service.writeMemory(
          write({ turns: [turn("x", { extraction: "pending" })] }),
          call,
        );
        const turnId = turnIds[0] ?? "";
        const ended = { turnId, delaySeconds: 60, maxAttempts: 40, readingEnded: true };
        await clear(ctx);
        expect(await room.service.postponePending(ended, loci(ctx))).toEqual({ extraction: "pending" });
        room.clock.now += 61_000;
        expect(await clear(ctx)).toHaveLength(1);
        expect(await room.service.postponePending(ended, loci(ctx))).toEqual({ extraction: "set_aside" });
        room.clock.now += 86_400_000;
        expect(await clear(ctx)).toEqual([]);
        expect(await rows(ctx, "turn")).toMatchObject([{ extraction: "set_aside", content: "x" }]);
        const stats = { scope: null, since: "", everything: false };
        expect(await room.service.getMemoryStats(stats, call)).toMatchObject({ pendingExtractions: 0, setAsideTexts: 1 });

        await expect(room.service.retryTurn({ sessionId: "session:other", turnId }, call)).rejects.toMatchObject({
          code: "not_found",
        });
        const reader = caller(ctx, { "memory:read": ["/"], "memory:write": ["org/other"] });
        await expect(room.service.retryTurn({ sessionId, turnId }, reader)).rejects.toMatchObject({ code: "forbidden" });
        expect(await room.service.retryTurn({ sessionId, turnId }, call)).toMatchObject({ id: turnId, extraction: "pending" });
        expect(await room.service.retryTurn({ sessionId, turnId }, call)).toMatchObject({ id: turnId, extraction: "pending" });
        expect(await clear(ctx)).toMatchObject([{ turnId, attempts: 1 }]);
        await room.service.applyExtraction({ turnIds, proposals: [], traceId: "" }, loci(ctx));
        await expect(room.service.retryTurn({ sessionId, turnId }, call)).rejects.toMatchObject({ code: "conflict" });
      });

      it("of a text whose request has ended a reader has one trial less", async () => {
        const ctx = room.context();
        const told = write({ turns: [turn("x", { extraction: "pending", readingEnded: true })] });
        const { turnIds } = await room.service.writeMemory(told, caller(ctx));
        await clear(ctx);
        const ended = { turnId: turnIds[0] ?? "", delaySeconds: 60, maxAttempts: 40, readingEnded: true };
        expect(await room.service.postponePending(ended, loci(ctx))).toEqual({ extraction: "set_aside" });
      });

      it("is counted before it begins: of what again and again nothing is heard is set aside, what is heard of counts anew", async () => {
        const ctx = room.context();
        const { turnIds } = await room.service.writeMemory(write({ turns: [turn("x", { extraction: "pending" })] }), caller(ctx));
        const claims = async (count: number) => {
          for (let i = 0; i < count; i++) {
            expect(await clear(ctx)).toHaveLength(1);
            room.clock.now += 3_601_000;
          }
        };
        await claims(5);
        await clear(ctx);
        expect(await rows(ctx, "turn")).toMatchObject([{ extraction: "set_aside" }]);
        expect(await rows(ctx, "pending_extraction")).toEqual([]);
        const [{ session_id: sessionId = "" } = {}] = (await rows(ctx, "turn")) as { session_id?: string }[];
        await room.service.retryTurn({ sessionId, turnId: turnIds[0] ?? "" }, caller(ctx));
        await claims(4);
        await clear(ctx);
        const heard = { turnId: turnIds[0] ?? "", delaySeconds: 0, maxAttempts: 1_000, readingEnded: false };
        await room.service.postponePending(heard, loci(ctx));
        await claims(5);
      });

      it("for a turn that is gone is left out", async () => {
        const ctx = room.context();
        const gone = {
          turnIds: ["turn:gone"],
          proposals: [proposal({ turn: 0, facts: [fact(ada, "residence", "Oslo", { turn: 0, spanStart: 0, spanEnd: 4 })] })],
          traceId: "",
        };
        await room.service.applyExtraction(gone, loci(ctx));
        expect(await rows(ctx, "fact")).toEqual([]);
      });
    });

    describe("what is stored", () => {
      it("follows the order of known time, in whatever order it arrives", async () => {
        const statements = [
          said("Oslo", d(1), fact(ada, "residence", "Oslo")),
          said("not Oslo", d(3), fact(ada, "residence", "Oslo", { negated: true })),
          said("Bergen", d(2), fact(ada, "residence", "Bergen", { confidence: 0.75 })),
          said("since 2020", d(5), fact(ada, "residence", "Molde", { changed: true, validFrom: "2020-01-01T00:00:00.000Z" })),
        ];
        const end = async (order: readonly number[]) => {
          const ctx = room.context();
          for (const i of order) await room.service.writeMemory(write(statements[i]), caller(ctx));
          const { history } = await room.service.getHistory({ ...named(ada), key: "residence", time: null }, caller(ctx));
          return history.map((row) => [row.value, row.createdAt, row.knownUntil, row.validUntil, row.uncertaintyIds.length]);
        };
        const expected = await end([0, 2, 1, 3]);
        for (const order of [
          [3, 2, 1, 0],
          [1, 3, 0, 2],
          [2, 0, 3, 1],
          [0, 1, 2, 3],
        ])
          expect(await end(order)).toEqual(expected);
      });
    });

    describe("the deployment's embedding", () => {
      it("is pinned by the first who names one", async () => {
        const ask = (spec: object = {}) =>
          room.service.pinEmbedding({ provider: "", model: "", dimension: 0, normalised: false, ...spec }, loci(""));
        expect(await ask()).toEqual({ provider: "", model: "", dimension: 0, normalised: false });
        const first = { provider: "builtin", model: "hash", dimension: 256, normalised: true };
        expect(await ask(first)).toEqual(first);
        expect(await ask({ ...first, dimension: 384 })).toEqual(first);
        expect(await ask()).toEqual(first);
      });
    });
  });
}
