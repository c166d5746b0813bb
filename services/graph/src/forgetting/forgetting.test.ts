import { sql } from "@loci/ports/database";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Grants } from "@loci/kernel";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { cut, document } from "../testing/documents.ts";
import { tablesThatHold } from "../testing/marker.ts";
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
  write,
  type Room,
} from "../testing/room.ts";
import { withoutPath } from "./forget-scope.ts";
import { maxRefs } from "./refs.ts";

const ada = "Person/Ada";
const d = (n: number) => `2024-01-${String(n).padStart(2, "0")}T00:00:00.000Z`;
const vector = new Uint8Array(new Float32Array([0.5, -1]).buffer);

function forget(ids: readonly string[], over: Partial<graph.ForgetRecordsRequest> = {}): graph.ForgetRecordsRequest {
  return { ids: [...ids], purge: false, dryRun: false, keepForgotten: false, matches: [], reason: "", operation: null, ...over };
}

const wholeContext = { clauses: [{ paths: ["/"] }] };

describe("forgetting", () => {
  let room: Room;
  beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
  afterAll(() => room.database.close());

  const all: Grants = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
  const may = (ctx: string, grants: Grants = all) => caller(ctx, grants);
  const tell = (ctx: string, over: Partial<graph.WriteMemoryRequest>) => room.service.writeMemory(write(over), may(ctx));
  const values = async (ctx: string, time = {}, ref = ada) => {
    const entity = await room.service.getEntity({ lens: null, ...named(ref), time: { ...view, ...time } }, may(ctx));
    return entity.attributes.map((one) => one.value).sort();
  };
  const found = async (ctx: string, ids: readonly string[], time = {}) => {
    const { records } = await room.service.hydrate({ ids: [...ids], time: { ...view, ...time } }, may(ctx));
    return records.map((record) => record.id);
  };
  const removed = async (ctx: string) => {
    const { records } = await room.service.readFeed({ after: 0, limit: 1_000 }, loci(ctx));
    return records.filter((record) => record.removed).map((record) => record.id);
  };
  const turnsAsTheyAre = (ctx: string, ids: readonly string[]) =>
    room.database.inContext(ctx, (tx) =>
      tx.query<{ content: string; scope_set: string }>(
        sql`select content, scope_set, forgotten_at from graph.turn where ctx = ${ctx} and id = any(${ids})`,
      ),
    );
  const rules = (ctx: string, id: string) =>
    room.database.inContext(ctx, (tx) =>
      tx.query<{ rule: string; principal: string; evidence: object }>(
        sql`select rule, principal, evidence from graph.decision where ctx = ${ctx} and record_id = ${id} order by id`,
      ),
    );
  /** Everything that is told of Ada, without ids and the times of writing. */
  const whole = async (ctx: string) => {
    const told = await room.service.getEntity({ lens: null, ...named(ada), time: view }, may(ctx)).catch(() => undefined);
    const keys = [...new Set(["residence", "birthplace", "hobby"])];
    const histories = await Promise.all(
      keys.map(async (key) =>
        told === undefined ? [] : (await room.service.getHistory({ ...named(ada), key, time: view }, may(ctx))).history,
      ),
    );
    const facts = histories
      .flat()
      .map(({ key, value, knownUntil, createdAt, confidence, uncertaintyIds }) =>
        JSON.stringify([key, value, createdAt, knownUntil, confidence.toFixed(6), uncertaintyIds.length]),
      );
    return { facts: facts.sort(), uncertainties: (told?.uncertainties ?? []).map((one) => [one.about, one.reason]).sort() };
  };
  const factId = (written: graph.WriteMemoryResponse) =>
    written.results[0]?.attributes[0]?.id ?? written.results[0]?.relations[0]?.id ?? "";

  it("of a turn ends what was read from it alone, hides it from every time, and leaves what another source says", async () => {
    const ctx = room.context();
    const first = await tell(
      ctx,
      said("I live in Oslo and play chess.", d(1), fact(ada, "residence", "Oslo"), fact(ada, "hobby", "chess")),
    );
    const second = await tell(ctx, said("Chess again.", d(2), fact(ada, "hobby", "chess")));
    const [turnId = ""] = first.turnIds;
    const before = new Date(room.clock.now).toISOString();
    const answer = await room.service.forgetRecords(forget([turnId], { reason: "asked" }), may(ctx));
    expect(answer).toMatchObject({
      deleted: 2,
      receipt: null,
      refs: [
        { id: turnId, kind: "turn", label: "I live in Oslo and play chess.", matchedBy: "id" },
        {
          kind: "attribute",
          label: "Ada residence: Oslo (with \u201CI live in Oslo and play chess.\u201D)",
          matchedBy: "along",
          goesWith: turnId,
        },
      ],
    });
    expect(await values(ctx)).toEqual(["chess"]);
    const residence = first.results[0]?.attributes[0]?.id ?? "";
    for (const time of [{}, { asOf: d(5) }, { recordedAsOf: before }]) {
      expect(await found(ctx, [turnId, residence], time)).toEqual([]);
      expect(await values(ctx, time)).toEqual(["chess"]);
    }
    const chess = (await room.service.getEntity({ lens: null, ...named(ada), time: view }, may(ctx))).attributes[0];
    expect(chess?.sources.map((source) => source.ref)).toEqual(second.turnIds);
    expect(chess?.createdAt).toBe(d(2));
    expect(new Set(await removed(ctx))).toEqual(new Set([turnId, residence]));
    expect((await rules(ctx, turnId)).at(-1)).toMatchObject({
      rule: "forgotten",
      principal: "principal:one",
      evidence: { reason: "asked" },
    });
    expect((await rules(ctx, residence)).at(-1)?.rule).toBe("forgotten");
    expect((await rules(ctx, chess?.id ?? "")).at(-1)?.rule).toBe("source_forgotten");
  });

  it("of a fact makes what it had superseded stand again, and another tenant's twin stays as it is", async () => {
    const [mine, twin] = [room.context(), room.context()];
    const second: Record<string, string> = {};
    for (const ctx of [mine, twin]) {
      await tell(ctx, said("Oslo", d(1), fact(ada, "residence", "Oslo")));
      second[ctx] = factId(await tell(ctx, said("Bergen", d(2), fact(ada, "residence", "Bergen", { changed: true }))));
    }
    const answer = await room.service.forgetRecords(forget([second[mine] ?? "", second[twin] ?? ""]), may(mine));
    expect(answer.deleted).toBe(1);
    expect(await values(mine)).toEqual(["Oslo"]);
    expect(await values(twin)).toEqual(["Bergen"]);
    await tell(mine, said("Still here", d(3), fact(ada, "residence", "Oslo")));
    expect(await values(mine)).toEqual(["Oslo"]);
  });

  it("withdraws an uncertainty of which fewer than two sides are left", async () => {
    const ctx = room.context();
    await tell(ctx, said("1815", d(1), fact(ada, "birth_year", "1815")));
    const rival = factId(await tell(ctx, said("1816", d(2), fact(ada, "birth_year", "1816"))));
    const open = () =>
      room.service.getEntity({ lens: null, ...named(ada), time: view }, may(ctx)).then((entity) => entity.uncertainties);
    const [uncertainty] = await open();
    expect(uncertainty).toBeDefined();
    await room.service.forgetRecords(forget([rival]), may(ctx));
    expect(await open()).toEqual([]);
    const [row] = await room.database.inContext(ctx, (tx) =>
      tx.query(sql`select status, resolution from graph.uncertainty where ctx = ${ctx}`),
    );
    expect(row).toEqual({ status: "withdrawn", resolution: "candidate_forgotten" });
    expect((await rules(ctx, uncertainty?.id ?? "")).at(-1)?.rule).toBe("candidate_forgotten");
  });

  it("tells in a dry run what it would do, and changes nothing", async () => {
    const ctx = room.context();
    const written = await tell(ctx, said("Oslo", d(1), fact(ada, "residence", "Oslo")));
    const { revision } = await room.service.head({}, may(ctx));
    const dry = await room.service.forgetRecords(
      forget([factId(written), "turn:nothing"], { dryRun: true, purge: true }),
      may(ctx),
    );
    expect(dry).toMatchObject({
      deleted: 1,
      refs: [{ id: factId(written), kind: "attribute", label: "Ada residence: Oslo" }],
      receipt: null,
    });
    expect((await room.service.head({}, may(ctx))).revision).toBe(revision);
    const wet = await room.service.forgetRecords(forget([factId(written), "turn:nothing"]), may(ctx));
    expect(wet.deleted).toBe(dry.deleted);
  });

  it("touches nothing beyond the caller's memory:forget region, and tells nothing of it", async () => {
    const ctx = room.context();
    const inside = await tell(ctx, { ...said("a", d(1), fact(ada, "residence", "Oslo")), scopes: scopes(["users/a"]) });
    const outside = await tell(ctx, { ...said("b", d(1), fact(ada, "residence", "Bergen")), scopes: scopes(["users/b"]) });
    const both = await tell(ctx, {
      ...said("c", d(1), fact(ada, "residence", "Rome")),
      scopes: scopes(["users/a"], ["users/b"]),
    });
    const narrow = may(ctx, { "memory:read": ["users/a"], "memory:forget": ["users/a"] });
    const ids = [inside, outside, both].map(factId);
    expect(await room.service.forgetRecords(forget(ids), narrow)).toMatchObject({ deleted: 1, refs: [{ id: ids[0] }] });
    expect(await found(ctx, ids)).toEqual(ids.slice(1));
    await expect(room.service.forgetRecords(forget(ids), caller(ctx))).rejects.toMatchObject({ code: "forbidden" });
    const blind = may(ctx, { "memory:forget": ["/"] });
    expect(await room.service.forgetRecords(forget(ids.slice(1)), blind)).toMatchObject({
      deleted: 2,
      refs: [{ label: "" }, { label: "" }],
    });
  });

  it("does its work once for one operation id, and its stored answer holds no content", async () => {
    const ctx = room.context();
    const written = await tell(ctx, said("xyzzymarker", d(1), fact(ada, "residence", "xyzzymarker")));
    const operation = { id: "op", hash: new Uint8Array([1]) };
    const asked = forget([...written.turnIds, factId(written)], { purge: true, operation });
    const first = await room.service.forgetRecords(asked, may(ctx));
    expect(first.refs.map((ref) => ref.label)).toContain("xyzzymarker");
    const again = await room.service.forgetRecords(asked, may(ctx));
    expect(again).toMatchObject({ deleted: 3, replayed: true, receipt: { id: first.receipt?.id } });
    expect(await tablesThatHold(room.database, ctx, "xyzzymarker")).toEqual({});
  });

  it("leaves what would be there had it never been said, whatever came in which order", async () => {
    const dice = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const pick = <T>(list: readonly T[], roll: () => number) => list[Math.floor(roll() * list.length)] as T;
    for (let seed = 1; seed <= 6; seed++) {
      const roll = dice(seed * 7_919);
      const turns = Array.from({ length: 7 }, (_, i) => {
        const value = pick(["Oslo", "Bergen", "Rome"], roll);
        const how = { negated: roll() < 0.2, changed: roll() < 0.4, confidence: pick([0.6, 0.8, 0.9], roll) };
        return said(
          `turn ${i}`,
          d(1 + Math.floor(roll() * 9)),
          fact(ada, pick(["residence", "birthplace", "hobby"], roll), value, how),
        );
      });
      const isForgotten = turns.map(() => roll() < 0.4);
      const [all, rest] = [room.context(), room.context()];
      const ids: string[] = [];
      for (const [i, one] of turns.entries()) {
        const { turnIds } = await tell(all, one);
        if (isForgotten[i]) ids.push(...turnIds);
        else await tell(rest, one);
      }
      await room.service.forgetRecords(forget(ids, { purge: seed % 2 === 0 }), may(all));
      expect(await whole(all)).toEqual(await whole(rest));
    }
  });

  describe("for good", () => {
    it("leaves the text in no table, tells which ids went, and keeps a receipt without content", async () => {
      const ctx = room.context();
      const word = "plughmarker";
      const content = `Ada moved to ${word} and works for ${word} Ltd. She said so twice, in so many words.`;
      const read = (one: graph.ProposedFact) => ({ ...one, turn: 0, spanStart: 0, spanEnd: content.length, embedding: vector });
      const written = await tell(ctx, {
        ...{ operationId: "w", operationHash: new Uint8Array([2]), turns: [turn(content, { knownAt: d(3), embedding: vector })] },
        proposals: [
          proposal({
            turn: 0,
            entities: [{ ...named(`Thing/${word} lamp`), memoryCategory: "knowledge", embedding: vector }],
            facts: [
              read(fact(ada, "residence", word, { changed: true })),
              read(fact(ada, "birth_year", word)),
              read(relation(ada, "employer", `Organisation/${word} Ltd`)),
              { ...read(fact(ada, "nickname", word)), spanStart: -1, spanEnd: -1 },
              read(fact(ada, "hobby", "chess", { negated: true })),
            ],
            instructions: [{ ...instruction("greet", `greet with ${word}`), turn: 0, spanStart: 0, spanEnd: 5 }],
          }),
        ],
      });
      // What was there before, and what came later, stays.
      await tell(
        ctx,
        said("Oslo", d(1), fact(ada, "residence", "Oslo"), fact(ada, "birth_year", "1815"), fact(ada, "hobby", "chess")),
      );
      expect(Object.keys(await tablesThatHold(room.database, ctx, word))).toEqual(
        expect.arrayContaining(["decision", "entity", "fact", "instruction", "operation", "provenance", "turn"]),
      );
      await room.service.noteReturned({ texts: [content], kind: "recall", scopes: [wholeContext] }, loci(ctx));
      const answer = await room.service.forgetRecords(forget(written.turnIds, { purge: true }), may(ctx));
      expect(await tablesThatHold(room.database, ctx, word)).toEqual({});
      expect(await values(ctx)).toEqual(["1815", "Oslo", "chess"]);
      expect(answer.receipt).toMatchObject({
        principal: "principal:one",
        stillHeld: [],
        covers: expect.stringContaining("matched"),
      });
      const { createdAt = "", beyondReach = [] } = answer.receipt ?? {};
      // A log that lies in the data folder alone is cut there.
      expect(beyondReach).toHaveLength(room.database.features.product === "pglite" ? 1 : 2);
      expect(beyondReach.filter((copies) => !copies.includes(`before ${createdAt},`))).toEqual([]);
      expect(answer.receipt?.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(answer.receipt?.erased).toMatchObject({ turn: 1, instruction: 1, entity: 2, operation: 1 });
      const { records } = await room.service.listPurged(
        { after: "", limit: 1_000, ids: [], receipt: "", withForgotten: false },
        loci(ctx),
      );
      expect(records.map((record) => record.id)).toEqual(expect.arrayContaining([...written.turnIds, factId(written)]));
      expect(await removed(ctx)).toEqual(expect.arrayContaining([...written.turnIds, factId(written)]));
      const everywhere = await room.service.listPurged(
        { after: "", limit: 1_000, ids: [], receipt: "", withForgotten: false },
        loci(""),
      );
      expect(everywhere.records.filter((record) => record.contextId === ctx)).toHaveLength(records.length);
      const [receipt] = await room.database.inContext(ctx, (tx) =>
        tx.query(sql`select id, hash from graph.receipt where ctx = ${ctx}`),
      );
      expect(receipt).toEqual({ id: answer.receipt?.id, hash: answer.receipt?.hash });
    });

    it("erases a document with its chunks and what was read from them, and names its original", async () => {
      const ctx = room.context();
      const word = "corgemarker";
      const { document: made } = await room.service.createDocument(document({ title: word }), may(ctx));
      const id = made?.id ?? "";
      const text = `Acme is based in ${word}.`;
      const { chunkIds } = await room.service.writeSections(cut(id, 1, [{ heading: word, chunks: [text] }]), loci(ctx));
      const acme = (key: string, value: string) =>
        fact("Organisation/Acme", key, value, { turn: 0, spanStart: 0, spanEnd: text.length });
      const proposals = [proposal({ turn: 0, facts: [acme("headquarters", word), acme("sector", "steel")] })];
      await room.service.applyDocumentExtraction(
        { documentId: id, version: 1, chunkIds, proposals, traceId: "", setAsideChunkIds: [] },
        loci(ctx),
      );
      await tell(ctx, said("Acme makes steel", d(2), fact("Organisation/Acme", "sector", "steel")));
      const answer = await room.service.forgetRecords(forget([id, ...chunkIds], { purge: true }), may(ctx));
      expect(answer).toMatchObject({ deleted: 3, documentIds: [id] });
      expect(await tablesThatHold(room.database, ctx, word)).toEqual({});
      expect(await values(ctx, {}, "Organisation/Acme")).toEqual(["steel"]);
      const { records } = await room.service.listPurged(
        { after: "", limit: 1_000, ids: [], receipt: "", withForgotten: false },
        loci(ctx),
      );
      expect(records.map((record) => record.id)).toEqual(expect.arrayContaining([id, ...chunkIds]));
    });

    it("erases a document with its last chunk, and says of one that keeps some that its original holds the rest", async () => {
      const ctx = room.context();
      const made = async (...chunks: string[]) => {
        const { document: one } = await room.service.createDocument(
          document({ title: "Notes", contentHash: chunks.join() }),
          may(ctx),
        );
        const id = one?.id ?? "";
        const { chunkIds } = await room.service.writeSections(cut(id, 1, [{ heading: "H", chunks }]), loci(ctx));
        const stage = {
          id,
          version: 1,
          status: "ready",
          error: "",
          failedStage: "",
          attempts: 0,
          mimeType: "",
          title: "",
          pages: 0,
        };
        await room.service.setDocumentStage(stage, loci(ctx));
        return { id, chunkIds };
      };
      const whole = await made("The plugh is here.");
      const part = await made("The xyzzy is here.", "The harbour is there.");
      const answer = await room.service.forgetRecords(
        forget([...whole.chunkIds, part.chunkIds[0] ?? ""], { purge: true }),
        may(ctx),
      );
      expect(answer.refs.map(({ id }) => id)).toContain(whole.id);
      expect(answer).toMatchObject({ deleted: 3, documentIds: [whole.id], receipt: { erased: { chunk: 2, document: 1 } } });
      expect(answer.receipt?.stillHeld).toEqual([`the original of ${part.id}, until that is deleted or replaced`]);
      await expect(room.service.getDocument({ id: whole.id }, may(ctx))).rejects.toMatchObject({ code: "not_found" });
      expect(await room.service.getDocument({ id: part.id }, may(ctx))).toMatchObject({ chunks: 1 });
    });

    it("says of a document of which a sentence goes that its original holds it", async () => {
      const ctx = room.context();
      const { document: one } = await room.service.createDocument(document({ title: "Notes", contentHash: "part" }), may(ctx));
      const id = one?.id ?? "";
      const chunks = ["The xyzzy is here. The harbour is open all week."];
      const { chunkIds } = await room.service.writeSections(cut(id, 1, [{ heading: "H", chunks }]), loci(ctx));
      const matches = [{ id: chunkIds[0] ?? "", matchedBy: "words", score: 1, parts: [{ start: 0, end: 18 }] }];
      await room.service.forgetRecords({ ...forget([]), matches }, may(ctx));
      const { receipt, refs } = await room.service.forgetRecords({ ...forget([], { purge: true }), matches }, may(ctx));
      expect(refs).toMatchObject([{ extent: "part", label: "The xyzzy is here." }]);
      expect(receipt?.stillHeld).toEqual([`the original of ${id}, until that is deleted or replaced`]);
      expect(await tablesThatHold(room.database, ctx, "xyzzy")).toEqual({});
    });

    it("also erases what was only hidden before", async () => {
      const ctx = room.context();
      const written = await tell(ctx, said("grault garply", d(1), fact(ada, "residence", "grault")));
      const hidden = await room.service.forgetRecords(forget(written.turnIds), may(ctx));
      expect(await tablesThatHold(room.database, ctx, "grault")).not.toEqual({});
      const erased = await room.service.forgetRecords(forget(written.turnIds, { purge: true }), may(ctx));
      expect([hidden.deleted, erased.refs]).toEqual([3, hidden.refs]);
      expect(await tablesThatHold(room.database, ctx, "grault")).toEqual({});
    });
  });

  describe("and keeping it forgotten", () => {
    it("learns neither the same sentence nor the same fact again, under that ScopeSet", async () => {
      const ctx = room.context();
      const content = "My secret place is Waldo Island.";
      const secret = () => said(content, d(1), fact(ada, "residence", "Waldo Island"));
      const written = await tell(ctx, secret());
      await room.service.forgetRecords(forget(written.turnIds, { purge: true, keepForgotten: true }), may(ctx));
      const again = await tell(ctx, secret());
      expect(again.results).toMatchObject([{ attributes: [], entities: [] }]);
      expect(await found(ctx, again.turnIds)).toEqual([]);
      await tell(ctx, said(`By the way. ${content}`, d(2), { ...fact(ada, "residence", "Waldo Island") }));
      await tell(ctx, { proposals: facts(fact(ada, "residence", "waldo island"), fact(ada, "hobby", "chess")) });
      expect(await values(ctx)).toEqual(["chess"]);
      await tell(ctx, { ...secret(), scopes: scopes(["users/b"]) });
      expect(await values(ctx)).toEqual(["Waldo Island", "chess"]);
    });
  });

  describe("an entity", () => {
    it("takes its facts and the relations to it along; said anew, it is a new one", async () => {
      const ctx = room.context();
      const written = await tell(ctx, {
        proposals: facts(fact(ada, "residence", "Oslo"), relation("Person/Bob", "friend", ada)),
      });
      await room.service.deleteEntity({ ...named(ada), operation: null, replies: [], purge: false, dryRun: false }, may(ctx));
      await expect(values(ctx)).rejects.toMatchObject({ code: "not_found" });
      expect(
        await found(
          ctx,
          (written.results[0]?.relations ?? []).map((one) => one.id),
        ),
      ).toEqual([]);
      await expect(
        room.service.deleteEntity({ ...named(ada), operation: null, replies: [], purge: false, dryRun: false }, may(ctx)),
      ).rejects.toMatchObject({
        code: "not_found",
      });
      const again = await tell(ctx, { proposals: facts(fact(ada, "hobby", "chess")) });
      expect(await values(ctx)).toEqual(["chess"]);
      const ids = [written, again].map((one) => one.results[0]?.entities.find((entity) => entity.name === "Ada")?.id);
      expect(ids[0]).not.toBe(ids[1]);
      const reader = may(ctx, { "memory:read": ["/"], "memory:forget": ["elsewhere"] });
      await expect(
        room.service.deleteEntity({ ...named(ada), operation: null, replies: [], purge: false, dryRun: false }, reader),
      ).rejects.toMatchObject({
        code: "forbidden",
      });
    });
  });

  describe("a session", () => {
    it("forgets its turns and is gone", async () => {
      const ctx = room.context();
      const written = await tell(ctx, said("Oslo", d(1), fact(ada, "residence", "Oslo")));
      const other = await tell(ctx, said("chess", d(1), fact(ada, "hobby", "chess")));
      await room.service.deleteSession(
        { id: written.sessionId, operation: null, replies: [], purge: false, dryRun: false },
        may(ctx),
      );
      expect(await values(ctx)).toEqual(["chess"]);
      expect(await found(ctx, [...written.turnIds, ...other.turnIds])).toEqual(other.turnIds);
      await expect(
        room.service.deleteSession({ id: written.sessionId, operation: null, replies: [], purge: false, dryRun: false }, may(ctx)),
      ).rejects.toMatchObject({
        code: "not_found",
      });
      await expect(tell(ctx, { sessionId: written.sessionId, turns: [turn("more")] })).rejects.toMatchObject({
        code: "not_found",
      });
    });
  });

  describe("a scope", () => {
    it("drops clauses, and nothing else, from a selector", () => {
      expect(withoutPath([["a"], ["users/b"]], "users/b")).toEqual([["a"]]);
      expect(withoutPath([["a", "users/b/x"]], "users/b")).toEqual([]);
      expect(withoutPath([["users/bob"], ["users"]], "users/b")).toBeUndefined();
    });

    it("moves documents, keywords, names and instructions too, and keeps one where two would meet", async () => {
      const ctx = room.context();
      const [org, both] = [scopes(["org"]), scopes(["org"], ["users/bob"])];
      const made: string[] = [];
      for (const [place, contentHash] of [
        [org, "same"],
        [both, "same"],
        [both, "other"],
      ] as const) {
        const { document: one } = await room.service.createDocument(document({ scopes: place, contentHash }), may(ctx));
        const id = one?.id ?? "";
        await room.service.writeSections(cut(id, 1, [{ heading: "H", chunks: [`About steel ${made.length}.`] }]), loci(ctx));
        const keywords = [{ normalised: "steel", text: "Steel", score: 1, embedding: vector }];
        await room.service.writeKeywords({ documentId: id, version: 1, keywords }, loci(ctx));
        made.push(id);
      }
      for (const [place, word] of [
        [org, "briefly"],
        [both, "at length"],
      ] as const) {
        await tell(ctx, {
          scopes: place,
          proposals: [proposal({ facts: [fact(ada, "hobby", word)], instructions: [instruction("answer", word)] })],
          knownAt: d(word.length),
        });
      }
      await room.service.addAlias({ entity: named(ada), alias: "Augusta", reason: "", operation: null }, may(ctx));
      const answer = await room.service.forgetScope({ path: "users/bob", operation: null, dryRun: false }, may(ctx));
      // Erased: a document. Moved: another one, an entity, a fact and an instruction.
      expect(answer).toMatchObject({ deleted: 5, documentIds: [made[1]] });
      const inOrg = may(ctx, { "memory:read": ["org"] });
      const documents = await room.service.listDocuments({ status: "", mimeType: "", page: 0, pageSize: 0 }, inOrg);
      expect(documents.documents.map((one) => one.id).sort()).toEqual([made[0], made[2]].sort());
      const search = { q: "", minDocumentCount: 0, sort: "", page: 0, pageSize: 0 };
      expect((await room.service.listKeywords(search, inOrg)).keywords).toMatchObject([{ normalised: "steel", documentCount: 2 }]);
      const entity = await room.service.getEntity({ lens: null, ...named("Person/Augusta"), time: view }, inOrg);
      expect(entity.attributes.map((one) => one.value).sort()).toEqual(["at length", "briefly"]);
      expect((await room.service.getProfile({ lens: null }, inOrg)).instructions).toMatchObject([{ description: "at length" }]);
      expect(
        await room.service.fsck(
          { check: "", duplicateThreshold: 0, maxResults: 0, repair: true },
          may(ctx, { ...all, "grant:manage": ["/"] }),
        ),
      ).toMatchObject({ total: 0, repaired: 0 });
    });

    it("leaves what the caller may not forget as a whole as it is, and counts nothing of it", async () => {
      const ctx = room.context();
      await tell(ctx, { ...said("alone", d(1), fact(ada, "residence", "Rome")), scopes: scopes(["a"]) });
      const secret = await tell(ctx, { ...said("secret", d(1), fact(ada, "hobby", "chess")), scopes: scopes(["a", "sec"]) });
      const shared = await tell(ctx, { ...said("shared", d(1), fact(ada, "pet", "a cat")), scopes: scopes(["a"], ["b"]) });
      const narrow = may(ctx, { "memory:read": ["a"], "memory:forget": ["a"] });
      const before = await turnsAsTheyAre(ctx, [...secret.turnIds, ...shared.turnIds]);
      // Alone: a turn, a fact and an entity.
      for (const dryRun of [true, false]) {
        const answer = await room.service.forgetScope({ path: "a", operation: null, dryRun }, narrow);
        expect([answer.deleted, answer.refs.length]).toEqual([3, 3]);
      }
      expect(await turnsAsTheyAre(ctx, [...secret.turnIds, ...shared.turnIds])).toEqual(before);
      expect(before.map(({ content }) => content).sort()).toEqual(["secret", "shared"]);
      const wide = may(ctx, { "memory:read": ["a"], "memory:forget": ["a", "b", "sec"] });
      expect((await room.service.forgetScope({ path: "a", operation: null, dryRun: false }, wide)).deleted).toBe(6);
    });

    it("purges what stood under it alone, and moves the rest to what is left of its selector", async () => {
      const ctx = room.context();
      const word = "fredmarker";
      await tell(ctx, {
        ...said(`alone ${word}`, d(1), fact(`Person/${word}`, "residence", word)),
        scopes: scopes(["users/bob/x"]),
      });
      const shared = await tell(ctx, {
        ...said("shared", d(2), fact(ada, "residence", "Oslo"), fact(ada, "hobby", "chess")),
        scopes: scopes(["org"], ["users/bob"]),
      });
      await tell(ctx, { ...said("org", d(1), fact(ada, "residence", "Bergen")), scopes: scopes(["org"]) });
      const kept = await tell(ctx, { ...said("eve", d(1), fact(ada, "residence", "Rome")), scopes: scopes(["users/eve"]) });
      const bob = may(ctx, { ...all, "memory:read": ["users/bob"] });
      expect(await found(ctx, shared.turnIds)).toEqual(shared.turnIds);
      await expect(room.service.forgetScope({ path: "", operation: null, dryRun: false }, may(ctx))).rejects.toMatchObject({
        code: "invalid",
      });
      const narrow = may(ctx, { "memory:forget": ["users/bob/x"] });
      await expect(room.service.forgetScope({ path: "users/bob", operation: null, dryRun: false }, narrow)).rejects.toMatchObject({
        code: "forbidden",
      });
      const counted = await room.service.forgetScope({ path: "users/bob", operation: null, dryRun: true }, may(ctx));
      expect(counted).toMatchObject({ deleted: 7, receipt: null, documentIds: [] });
      expect(await found(ctx, shared.turnIds)).toEqual(shared.turnIds);
      const answer = await room.service.forgetScope({ path: "users/bob", operation: null, dryRun: false }, may(ctx));
      // Erased: a turn, a fact and an entity. Moved: a turn, two facts and an entity.
      expect(answer.deleted).toBe(7);
      expect(await tablesThatHold(room.database, ctx, word)).toEqual({});
      expect((await room.service.hydrate({ ids: shared.turnIds, time: view }, bob)).records).toEqual([]);
      expect(await found(ctx, [...shared.turnIds, ...kept.turnIds])).toEqual([...shared.turnIds, ...kept.turnIds]);
      // The two of the organisation are one now, and what both say was decided again: the later residence stands.
      const org = may(ctx, { "memory:read": ["org"] });
      const entity = await room.service.getEntity({ lens: null, ...named(ada), time: view }, org);
      expect(entity.attributes.map((one) => one.value).sort()).toEqual(["Oslo", "chess"]);
      expect((await room.service.listEntities({ type: "", limit: 0, offset: 0, time: view }, org)).total).toBe(1);
    });
  });
});

describe("forgetting more than ten thousand records", () => {
  let room: Room;
  beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
  afterAll(() => room.database.close());

  it("is done at once and as a whole, under one operation and with one receipt", async () => {
    const call = caller(room.context(), { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] });
    const ids: string[] = [];
    for (let i = 0; i <= 10; i++) {
      const turns = Array.from({ length: i < 10 ? 1_000 : 5 }, (_, j) => turn(`Note ${i}-${j}.`));
      ids.push(...(await room.service.writeMemory(write({ turns }), call)).turnIds);
    }
    const ask = (dryRun: boolean) => {
      const operation = { id: "large", hash: new Uint8Array([1]) };
      return room.service.forgetRecords(forget(ids, { purge: true, dryRun, operation }), call);
    };
    expect(await ask(true)).toMatchObject({ deleted: 10_005, receipt: null, replayed: false });
    const done = await ask(false);
    const hash = createHash("sha256")
      .update([...ids].sort().join("\n"))
      .digest("hex");
    expect(done).toMatchObject({ deleted: 10_005, receipt: { erased: { turn: 10_005 }, hash }, replayed: false });
    expect(done.refs).toHaveLength(maxRefs);
    const left = await room.service.hydrate({ ids: [ids[0] ?? "", ids.at(-1) ?? ""], time: view }, call);
    expect(left.records).toEqual([]);
    const again = await ask(false);
    expect([again.deleted, again.receipt, again.replayed]).toEqual([10_005, done.receipt, true]);
  });
});
