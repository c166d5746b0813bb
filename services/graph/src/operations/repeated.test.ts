import { param, sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { openPglite } from "@loci/adapters/pglite";
import type { graph, GraphService } from "@loci/protos";
import { cut, document, stage } from "../testing/documents.ts";
import { caller, fact, facts, loci, named, openRoom, said, turn, write, type Room } from "../testing/room.ts";

interface Deed {
  readonly name: keyof GraphService<Call>;
  /** @returns the id that the request names, if it names one */
  readonly prepare?: (service: GraphService<Call>, ctx: string) => Promise<string>;
  readonly ask: (service: GraphService<Call>, operation: graph.Operation, call: Call, id: string) => Promise<unknown>;
}

const all: Grants = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"], "grant:manage": ["/"] };
const [ada, alan] = ["Person/Ada", "Person/Alan"].map(named) as [graph.EntityName, graph.EntityName];
const known = async (service: GraphService<Call>, ctx: string) => {
  const list = facts(fact("Person/Ada", "residence", "Oslo"), fact("Person/Alan", "residence", "Rome"));
  const { sessionId } = await service.writeMemory(write({ turns: [turn("They live somewhere.")], proposals: list }), caller(ctx));
  return sessionId;
};
const kept = async (service: GraphService<Call>, ctx: string) => {
  const made = (await service.createDocument(document(), caller(ctx))).document;
  if (made === null) throw new Error("no document was made");
  await service.writeSections(cut(made.id, made.version, [{ heading: "One", chunks: ["Ada lives in Oslo."] }]), loci(ctx));
  return made.id;
};
const disputed = async (service: GraphService<Call>, ctx: string) => {
  const stated = (day: string, who: string) => write(said(who, `2024-01-0${day}T00:00:00.000Z`, fact("Team/T", "captain", who)));
  for (const [day, who] of [
    ["1", "Nora"],
    ["2", "Omar"],
  ] as const)
    await service.writeMemory(stated(day, who), caller(ctx));
  const asked = { status: "open", owner: "", entity: "", limit: 1, offset: 0 };
  return (await service.listUncertainties(asked, caller(ctx))).uncertainties[0]?.id ?? "";
};
const alias = (operation: graph.Operation | null) => ({ entity: ada, alias: "Adele", reason: "", operation });
const merge = (operation: graph.Operation | null) => ({ keep: ada, merge: alan, reason: "one person", operation });

/** Each method whose answer may be lost after its effect, which whoever repeats it must not be told to be an error. */
const deeds: readonly Deed[] = [
  {
    name: "deleteDocument",
    prepare: kept,
    ask: (service, operation, call, id) =>
      service.deleteDocument({ id, operation, replies: [], purge: false, dryRun: false }, call),
  },
  {
    name: "retryDocument",
    async prepare(service, ctx) {
      const id = await kept(service, ctx);
      await service.setDocumentStage(stage(id, 1, "failed", { failedStage: "embedding", error: "no model" }), loci(ctx));
      return id;
    },
    ask: (service, operation, call, id) => service.retryDocument({ id, operation }, call),
  },
  { name: "createDocument", ask: (service, operation, call) => service.createDocument(document({ operation }), call) },
  {
    name: "deleteSession",
    prepare: known,
    ask: (service, operation, call, id) => service.deleteSession({ id, operation, replies: [], purge: false, dryRun: false }, call),
  },
  {
    name: "deleteEntity",
    prepare: known,
    ask: (service, operation, call) => service.deleteEntity({ ...ada, operation, replies: [], purge: false, dryRun: false }, call),
  },
  { name: "addAlias", prepare: known, ask: (service, operation, call) => service.addAlias(alias(operation), call) },
  {
    name: "removeAlias",
    async prepare(service, ctx) {
      await known(service, ctx);
      await service.addAlias(alias(null), caller(ctx));
      return "";
    },
    ask: (service, operation, call) => service.removeAlias(alias(operation), call),
  },
  { name: "mergeEntities", prepare: known, ask: (service, operation, call) => service.mergeEntities(merge(operation), call) },
  {
    name: "undoMerge",
    async prepare(service, ctx) {
      await known(service, ctx);
      return (await service.mergeEntities(merge(null), caller(ctx))).id;
    },
    ask: (service, operation, call, id) => service.undoMerge({ id, reason: "", operation }, call),
  },
  {
    name: "assignUncertainty",
    prepare: disputed,
    ask: (service, operation, call, id) => service.assignUncertainty({ id, owner: "principal:two", operation }, call),
  },
  {
    name: "resolveUncertainty",
    prepare: disputed,
    ask: (service, operation, call, id) =>
      service.resolveUncertainty(
        { id, chosen: [], same: "", value: "Nora", reason: "so", operation, embedding: new Uint8Array() },
        call,
      ),
  },
  {
    name: "correctEntity",
    prepare: known,
    ask: (service, operation, call) =>
      service.correctEntity(
        {
          ...{ ...ada, key: "residence", value: "Bergen", reason: "so", old: "Oslo" },
          ...{ embedding: new Uint8Array(), memoryCategory: "", operation },
        },
        call,
      ),
  },
  {
    name: "forgetRecords",
    prepare: async (service, ctx) => {
      const written = await service.writeMemory(write({ turns: [turn("Forget me.")] }), caller(ctx));
      return written.turnIds[0] ?? "";
    },
    ask: (service, operation, call, id) =>
      service.forgetRecords(
        { ids: [id], purge: false, dryRun: false, keepForgotten: false, matches: [], reason: "", operation },
        call,
      ),
  },
  {
    name: "forgetScope",
    async prepare(service, ctx) {
      const clauses = { clauses: [{ paths: ["org/a"] }] };
      await service.writeMemory(write({ turns: [turn("Of a.")], scopes: clauses }), caller(ctx));
      return "";
    },
    ask: (service, operation, call) => service.forgetScope({ path: "org/a", operation, dryRun: false }, call),
  },
  {
    name: "putVocabulary",
    ask: (service, operation, call) =>
      service.putVocabulary({ contextId: "", keys: { captain: "stable" }, expectedVersion: 0, operation }, call),
  },
  {
    name: "createSession",
    ask: (service, operation, call) => service.createSession({ scopes: null, metadataJson: "", operation }, call),
  },
  {
    name: "writeMemory",
    ask: (service, { id, hash }, call) =>
      service.writeMemory(write({ turns: [turn("Said once.")], operationId: id, operationHash: hash }), call),
  },
];

describe("a repeated operation", () => {
  let room: Room;
  beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
  afterAll(() => room.database.close());

  const counts = (ctx: string) => {
    const ctxParam = param(ctx);
    return room.database.inContext(ctx, (tx) =>
      tx.query(sql`select (select count(*) from graph.decision where ctx = ${ctxParam}) as decisions,
          (select count(*) from graph.session where ctx = ${ctxParam}) as sessions, (select count(*) from graph.turn where ctx = ${ctxParam}) as turns,
          (select max(seq) from graph.feed_head where ctx = ${ctxParam}) as head`),
    );
  };

  it.each(deeds)("of $name is answered as it was, and has no effect of its own", async ({ prepare, ask }) => {
    const ctx = room.context();
    const id = (await prepare?.(room.service, ctx)) ?? "";
    let replays = 0;
    const call = { ...caller(ctx, all), onReplayed: () => replays++ };
    const operation = { id: "op", hash: new Uint8Array([1]) };
    const first = await ask(room.service, operation, call, id);
    expect(replays).toBe(0);
    const after = await counts(ctx);
    // What is told of it besides is told to who was there: a forgotten record's label is kept nowhere.
    const told = (answer: unknown) => ({ ...(answer as object), replayed: undefined, refs: undefined });
    expect(told(await ask(room.service, operation, call, id))).toEqual(told(first));
    expect([replays, await counts(ctx)]).toEqual([1, after]);
    const other = { id: "op", hash: new Uint8Array([2]) };
    await expect(ask(room.service, other, call, id)).rejects.toMatchObject({ code: "conflict" });
    await expect(ask(room.service, operation, { ...call, ...caller(ctx, { "memory:read": ["/"] }) }, id)).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("is another one for another principal", async () => {
    const ctx = room.context();
    const id = await known(room.service, ctx);
    const operation = { id: "op", hash: new Uint8Array([1]) };
    await room.service.deleteSession({ id, operation, replies: [], purge: false, dryRun: false }, caller(ctx, all));
    await expect(
      room.service.deleteSession({ id, operation, replies: [], purge: false, dryRun: false }, caller(ctx, all, "principal:two")),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("of a merge is forgotten with the entities whose names its answer holds", async () => {
    const ctx = room.context();
    await known(room.service, ctx);
    const operation = { id: "op", hash: new Uint8Array([1]) };
    await room.service.mergeEntities(merge(operation), caller(ctx, all));
    const { entities } = await room.service.findEntities({ names: ["Alan"], limit: 1, lens: null }, caller(ctx, all));
    const purge = { purge: true, dryRun: false, keepForgotten: false, matches: [], reason: "", operation: null };
    await room.service.forgetRecords({ ids: entities.map((one) => one.id), ...purge }, caller(ctx, all));
    const left = await room.database.inContext(ctx, (tx) => tx.query(sql`select 1 from graph.operation`));
    expect(left).toEqual([]);
  });
});
