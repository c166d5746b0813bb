import { identifier, sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { LociError } from "@loci/kernel";
import {
  caller,
  fact,
  facts,
  loci,
  named,
  openRoom,
  proposal,
  said,
  scopes,
  turn,
  view,
  within,
  write,
  type Room,
} from "../testing/room.ts";

const ada = "Person/Ada";
const day = 86_400_000;
const none = { decayPerDay: {}, ttlDays: {}, expireBelow: 0 };
const d = (n: number) => `2025-01-${String(n).padStart(2, "0")}T00:00:00.000Z`;

const everywhere = { clauses: [{ paths: ["/"] }] };

describe("the lifecycle", () => {
  let room: Room;
  beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
  afterAll(() => room.database.close());

  const attributes = async (ctx: string, time = {}) =>
    (await room.service.getEntity({ lens: null, ...named(ada), time: { ...view, ...time } }, caller(ctx))).attributes;
  const importance = async (ctx: string) => Object.fromEntries((await attributes(ctx)).map((one) => [one.key, one.importance]));
  const later = (ms: number) => void (room.clock.now += ms);
  const threeKinds = (ctx: string) =>
    room.service.writeMemory(
      write({
        proposals: facts(
          fact(ada, "birth_year", "1815"),
          fact(ada, "employer", "Acme", { memoryCategory: "knowledge" }),
          fact(ada, "mood", "glad", { memoryCategory: "context" }),
        ),
      }),
      caller(ctx),
    );

  describe("decay", () => {
    it("takes each category's factor for every day, and not twice for the same time", async () => {
      const ctx = room.context();
      await threeKinds(ctx);
      expect(await importance(ctx)).toEqual({ birth_year: 1, employer: 0.8, mood: 0.5 });
      later(10 * day);
      expect(await room.service.decay(none, loci(ctx))).toEqual({ affected: 2 });
      expect(await room.service.decay(none, loci(ctx))).toEqual({ affected: 0 });
      const after = await importance(ctx);
      expect(after["birth_year"]).toBe(1);
      expect(after["employer"]).toBeCloseTo(0.8 * 0.995 ** 10, 6);
      expect(after["mood"]).toBeCloseTo(0.5 * 0.95 ** 10, 6);
      later(10_000 * day);
      await room.service.decay({ ...none, decayPerDay: { context: 0.5 } }, loci(ctx));
      expect((await importance(ctx))["mood"]).toBe(0.01);
      await expect(room.service.decay({ ...none, decayPerDay: { context: 2 } }, loci(ctx))).rejects.toMatchObject({
        code: "invalid",
      });
    });

    it("acts within the caller's memory:write region only, and tells the index nothing", async () => {
      const [ctx, twin] = [room.context(), room.context()];
      for (const one of [ctx, twin]) {
        for (const place of ["a", "b"]) {
          const mood = fact(ada, "mood", place, { memoryCategory: "context" });
          await room.service.writeMemory(write({ scopes: scopes([place]), proposals: facts(mood) }), caller(one));
        }
      }
      const { revision } = await room.service.head({}, caller(ctx));
      later(day);
      expect(await room.service.decay(none, within(ctx, "a"))).toEqual({ affected: 1 });
      const moods = (await attributes(ctx)).map(({ value, importance: left }) => [value, left < 0.5]).sort();
      expect(moods).toEqual([
        ["a", true],
        ["b", false],
      ]);
      expect((await attributes(twin)).every((one) => one.importance === 0.5)).toBe(true);
      expect((await room.service.head({}, caller(ctx))).revision).toBe(revision);
      await expect(room.service.decay(none, caller(ctx, { "memory:read": ["/"] }))).rejects.toMatchObject({ code: "forbidden" });
    });
  });

  describe("expiry", () => {
    it("hides what nobody said again in time, from the present only; who says it again revives it", async () => {
      const ctx = room.context();
      const mood = (at: string) =>
        said(`glad ${at}`, at, fact(ada, "mood", "glad", { memoryCategory: "context" }), fact(ada, "birth_year", "1815"));
      const now = () => new Date(room.clock.now).toISOString();
      await room.service.writeMemory(write(mood(now())), caller(ctx));
      const ttl = { ...none, ttlDays: { context: 30 } };
      later(29 * day);
      await room.service.writeMemory(write(mood(now())), caller(ctx));
      later(29 * day);
      expect(await room.service.expire(ttl, loci(ctx))).toEqual({ affected: 0 });
      later(2 * day);
      const before = now();
      later(1);
      expect(await room.service.expire(ttl, loci(ctx))).toEqual({ affected: 1 });
      expect(await room.service.expire(ttl, loci(ctx))).toEqual({ affected: 0 });
      const keys = async (time = {}) => (await attributes(ctx, time)).map((one) => one.key).sort();
      expect(await keys()).toEqual(["birth_year"]);
      expect(await keys({ asOf: before })).toEqual(["birth_year", "mood"]);
      expect(await keys({ recordedAsOf: before })).toEqual(["birth_year", "mood"]);
      const { records } = await room.service.readFeed({ after: 0, limit: 1_000 }, loci(ctx));
      expect(records.filter((record) => record.removed)).toHaveLength(1);
      await room.service.writeMemory(write(mood(now())), caller(ctx));
      expect(await keys()).toEqual(["birth_year", "mood"]);
      expect(await room.service.expire(ttl, loci(ctx))).toEqual({ affected: 0 });
    });

    it("hides what lost its importance, and withdraws an uncertainty of which one side is left", async () => {
      const ctx = room.context();
      await room.service.writeMemory(
        write(said("a", d(1), fact(ada, "shoe_size", "38", { memoryCategory: "context" }))),
        caller(ctx),
      );
      await room.service.writeMemory(write(said("b", d(2), fact(ada, "shoe_size", "39"))), caller(ctx));
      expect((await attributes(ctx)).map((one) => one.uncertaintyIds.length)).toEqual([1, 1]);
      expect(await room.service.expire({ ...none, expireBelow: 0.6 }, caller(ctx))).toEqual({ affected: 1 });
      expect(await attributes(ctx)).toMatchObject([{ value: "39", uncertaintyIds: [] }]);
    });
  });

  it("reinforces what was used, once an hour, and to a quarter above its beginning at most", async () => {
    const ctx = room.context();
    const written = await threeKinds(ctx);
    const ids = (written.results[0]?.attributes ?? []).map((one) => one.id);
    for (let i = 0; i < 3; i++) await room.service.reinforce({ ids: [...ids, "turn:x"] }, loci(ctx));
    expect(await importance(ctx)).toEqual({ birth_year: 1, employer: 0.8 + 0.05 * 0.2, mood: 0.525 });
    for (let i = 0; i < 60; i++) {
      later(day);
      await room.service.reinforce({ ids }, loci(ctx));
    }
    expect((await importance(ctx))["mood"]).toBe(0.625);
    await expect(room.service.reinforce({ ids }, caller(ctx))).rejects.toMatchObject({ code: "forbidden" });
  });

  describe("what was returned", () => {
    const context = "Ada lives in the old town of Oslo. She plays chess on every Friday evening.";

    it("adds no facts when it is written back, whole or nearly whole; a user's own words do", async () => {
      const ctx = room.context();
      await room.service.noteReturned({ texts: [context], kind: "context", scopes: [everywhere] }, loci(ctx));
      await room.service.noteReturned(
        { texts: ["I was born in the year 1815, in London."], kind: "recall", scopes: [everywhere] },
        loci(ctx),
      );
      const tell = async (role: string, content: string, span = content) => {
        const spanStart = content.indexOf(span);
        const proposals = [
          proposal({
            turn: 0,
            entities: [{ ...named(ada), memoryCategory: "identity", embedding: new Uint8Array() }],
            facts: [fact(ada, "residence", "Oslo", { turn: 0, spanStart, spanEnd: spanStart + span.length })],
          }),
        ];
        const written = await room.service.writeMemory(write({ turns: [turn(content, { role })], proposals }), caller(ctx));
        return written.results[0]?.attributes.length;
      };
      expect(await tell("user", context)).toBe(0);
      expect(await tell("assistant", "  ada lives in the OLD town of Oslo! ")).toBe(0);
      expect(await tell("assistant", "I was born in the year 1815, in London.")).toBe(0);
      await expect(attributes(ctx)).rejects.toMatchObject({ code: "not_found" });
      const more = "Ada lives in the old town of Oslo. But she told me that she moves to Bergen.";
      expect(await tell("assistant", more, "Oslo")).toBe(0);
      expect(await tell("assistant", more, "she moves to Bergen")).toBe(1);
      expect(await tell("user", "I was born in the year 1815, in London.")).toBe(1);
    });

    it("teaches nothing where it is cut within a word of its last value", async () => {
      const ctx = room.context();
      const whole = "The dentist moved my appointment to 16 June at 10:00.";
      const dentist = "Thing/dentist";
      const tell = async (content: string, value: string) => {
        const spanEnd = content.length;
        const read = fact(dentist, "event", value, { turn: 0, spanStart: 0, spanEnd });
        return (await room.service.writeMemory(write(said(content, d(1), read)), caller(ctx))).results[0]?.attributes.length;
      };
      expect(await tell(whole, "moved my appointment")).toBe(1);
      await room.service.noteReturned({ texts: [`You said: "${whole}"`], kind: "chat", scopes: [everywhere] }, loci(ctx));
      expect(await tell('On 29 May 2026 you said: "The dentist moved my appointment t', "moved my appointment t")).toBe(0);
      expect(await tell("The dentist moved my crown fitting", "moved my crown fitting")).toBe(1);
    });

    it("teaches nothing where it is a fact as it is written that is cut within a word, or before its colon", async () => {
      const ctx = room.context();
      const van = "Thing/van";
      const tell = async (content: string, key: string, value: string) => {
        const read = fact(van, key, value, { turn: 0, spanStart: 0, spanEnd: content.length });
        return (await room.service.writeMemory(write(said(content, d(1), read)), caller(ctx))).results[0]?.attributes.length;
      };
      expect(await tell("The van has its inspection on 14 April.", "has_inspection_on", "14 April")).toBe(1);
      await room.service.noteReturned(
        { texts: ["dentist has appointment on: 16 June"], kind: "recall", scopes: [everywhere] },
        loci(ctx),
      );
      // Who was told nothing of the van repeats nothing.
      expect(await tell("Van has insp", "has", "insp")).toBe(1);
      await room.service.noteReturned(
        { texts: ["van has inspection on: 14 April"], kind: "recall", scopes: [everywhere] },
        loci(ctx),
      );
      expect(await tell("Van has inspec", "has", "inspec")).toBe(0);
      expect(await tell("van has inspection on", "has", "inspection")).toBe(0);
      expect(await tell("van has inspection on: 14 Ap", "does", "has inspection on: 14 Ap")).toBe(0);
      expect(await tell("van has inspection on: 14 April or May", "may_have", "14 April or May")).toBe(1);
      expect(await tell("Van has inspection", "has", "inspection")).toBe(1);
    });

    it("is recognised by who sees it, and by nobody else", async () => {
      const ctx = room.context();
      const text = "Ada keeps the minutes of the chess club of Oslo.";
      const ofA = { clauses: [{ paths: ["/a"] }] };
      await room.service.noteReturned({ texts: [text], kind: "chat", scopes: [ofA] }, loci(ctx));
      const tell = async (place: string) => {
        const written = await room.service.writeMemory(
          write({
            scopes: scopes([place]),
            ...said(text, d(1), fact(ada, "hobby", "chess", { turn: 0, spanStart: 0, spanEnd: 3 })),
          }),
          caller(ctx),
        );
        return written.results[0]?.attributes.length;
      };
      expect(await tell("b")).toBe(1);
      expect(await tell("a/below")).toBe(1);
      expect(await tell("a")).toBe(0);
    });

    it("has so many fingerprints for a call, and of a long text its beginning and the whole are known", async () => {
      const ctx = room.context();
      const long = (seed: string) => Array.from({ length: 9_000 }, (_, i) => `${seed}${i * 7919}`).join(" ");
      const texts = Array.from({ length: 40 }, (_, i) => long(`w${i}x`));
      let turns = 0;
      const counting = setInterval(() => turns++, 1);
      await room.service.noteReturned({ texts, kind: "recall", scopes: texts.map(() => everywhere) }, loci(ctx));
      clearInterval(counting);
      expect(turns).toBeGreaterThan(5);
      const [kept] = await room.database.inContext(ctx, (tx) =>
        tx.query<{ n: number }>(sql`select count(*)::int as n from graph.returned where ctx = ${ctx}`),
      );
      expect(kept?.n).toBeGreaterThan(10_000);
      expect(kept?.n).toBeLessThan(22_000);
      const teaches = async (content: string) => {
        const read = fact(ada, "hobby", "chess", { turn: 0, spanStart: 0, spanEnd: content.length });
        const written = write({ ...said(content, d(1), read), turns: [turn(content, { role: "assistant" })] });
        return (await room.service.writeMemory(written, caller(ctx))).results[0]?.attributes.length;
      };
      const [first = "", last = ""] = [texts[0], texts.at(-1)];
      expect(await teaches(`${first.split(" ").slice(100, 160).join(" ")}.`)).toBe(0);
      expect(await teaches(last)).toBe(0);
    });

    it("is looked up only where something was returned", async () => {
      const [empty, noted] = [room.context(), room.context()];
      await room.service.noteReturned({ texts: [context], kind: "chat", scopes: [everywhere] }, loci(noted));
      const cost = async (ctx: string) => {
        room.statements();
        await room.service.writeMemory(write(said("I like tea.", d(1), fact(ada, "likes", "tea"))), caller(ctx));
        return room.statements();
      };
      const plain = await cost(empty);
      expect((await cost(noted)) - plain).toBe(1);
    });
  });

  it("keeps stored answers and fingerprints for as long as is set", async () => {
    const ctx = room.context();
    const literal = () =>
      room.service.writeMemory(write({ operationId: "op", turns: [turn("x", { extraction: "none" })] }), caller(ctx));
    const first = await literal();
    await room.service.noteReturned({ texts: ["something was returned here"], kind: "chat", scopes: [everywhere] }, loci(ctx));
    expect(await room.service.retain({ operationHours: 0, returnedDays: 0 }, loci(ctx))).toEqual({ affected: 0 });
    later(23 * 3_600_000);
    expect((await literal()).turnIds).toEqual(first.turnIds);
    later(2 * 3_600_000);
    expect(await room.service.retain({ operationHours: 24, returnedDays: 2 }, loci(ctx))).toEqual({ affected: 1 });
    later(2 * day);
    // Of the text, and of its four words in a row.
    expect(await room.service.retain({ operationHours: 24, returnedDays: 2 }, loci(ctx))).toEqual({ affected: 2 });
  });

  it("drops a context with every row in every table, and leaves its twin alone", async () => {
    const [ctx, twin] = [room.context(), room.context()];
    for (const one of [ctx, twin])
      await room.service.writeMemory(write(said("Oslo", d(1), fact(ada, "residence", "Oslo"))), caller(one));
    const rows = async (one: string) => {
      const tables = await room.database.inContext(one, (tx) =>
        tx.query<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'graph'`),
      );
      const counts = tables.map(({ name }) =>
        room.database.inContext(one, (tx) =>
          tx.query<{ n: number }>(sql`select count(*)::int as n from graph.${identifier(name)} where ctx = ${one}`),
        ),
      );
      return (await Promise.all(counts)).reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
    };
    const before = await rows(twin);
    const { life } = await room.service.head({}, loci(ctx));
    await expect(room.service.dropContext({ life }, caller(ctx))).rejects.toMatchObject({ code: "forbidden" });
    const cut = { ...loci(ctx), signal: AbortSignal.abort(new LociError("cancelled", "Another has the work.")) };
    await expect(room.service.dropContext({ life }, cut)).rejects.toMatchObject({ code: "cancelled" });
    expect(await rows(ctx)).toBe(before);
    expect((await room.service.dropContext({ life }, loci(ctx))).affected).toBe(before);
    expect(await rows(ctx)).toBe(0);
    for (const again of [life, ""]) expect(await room.service.dropContext({ life: again }, loci(ctx))).toEqual({ affected: 0 });
    expect(await rows(twin)).toBe(before);
    // From here on it is another, of which who was held up until now takes nothing.
    await room.service.writeMemory(write(said("Oslo", d(1), fact(ada, "residence", "Oslo"))), caller(ctx));
    for (const late of [life, ""])
      await expect(room.service.dropContext({ life: late }, loci(ctx))).rejects.toMatchObject({ code: "conflict" });
    expect(await rows(ctx)).toBe(before);
  });
});
