import { identifier, sql, type Sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { LociError, type Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { cut, document, stage } from "../testing/documents.ts";
import { caller, fact, loci, named, openRoom, said, scopes, turn, write, type Room } from "../testing/room.ts";

const all: Grants = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
const narrow: Grants = { "memory:read": ["a"], "memory:write": ["a"], "memory:forget": ["a"], "grant:manage": ["a"] };
/** Each selector with the clauses of which the caller holds one path at least, and not all. */
const beyond = { hidden: [["a", "sec"]], shared: [["a"], ["b"]] };
const ada = named("Person/Ada");
const alan = named("Person/Alan");
const vector = new Uint8Array();

interface Filled {
  readonly turns: readonly string[];
  readonly sessions: readonly string[];
  readonly documents: readonly string[];
  readonly failed: readonly string[];
  readonly uncertainties: readonly string[];
  readonly merges: readonly string[];
  readonly entities: readonly string[];
  readonly facts: readonly string[];
}

type Attempt = readonly [name: string, ask: (room: Room, at: Filled, call: Call) => Promise<unknown>[]];
const operation = null;
const manner = { dryRun: false, keepForgotten: true, matches: [], reason: "", operation };

const attempts: readonly Attempt[] = [
  ...[false, true].map((purge): Attempt => [
    `forgetting records (purge: ${purge})`,
    ({ service }, { turns, documents, entities, facts }, call) => [
      service.forgetRecords({ ids: [...turns, ...documents, ...entities, ...facts], purge, ...manner }, call),
    ],
  ]),
  ["forgetting a scope", ({ service }, _at, call) => [service.forgetScope({ path: "a", operation, dryRun: false }, call)]],
  [
    "deleting an entity",
    ({ service }, _at, call) => [service.deleteEntity({ ...alan, operation, replies: [], purge: false, dryRun: false }, call)],
  ],
  [
    "deleting a session",
    ({ service }, at, call) =>
      at.sessions.map((id) => service.deleteSession({ id, operation, replies: [], purge: false, dryRun: false }, call)),
  ],
  [
    "deleting a document",
    ({ service }, at, call) =>
      at.documents.map((id) => service.deleteDocument({ id, operation, replies: [], purge: false, dryRun: false }, call)),
  ],
  [
    "a document's next version",
    ({ service }, at, call) => at.documents.map((id) => service.createDocument(document({ id }), call)),
  ],
  ["retrying a document", ({ service }, at, call) => at.failed.map((id) => service.retryDocument({ id, operation }, call))],
  ["links of documents", ({ service }, _at, call) => [service.recomputeLinks({}, call)]],
  [
    "a turn in a session",
    ({ service }, at, call) =>
      at.sessions.map((sessionId) => service.writeMemory(write({ sessionId, turns: [turn("More.")] }), call)),
  ],
  [
    "a correction",
    ({ service }, _at, call) => [
      service.correctEntity(
        {
          ...{ ...alan, key: "residence", value: "Bergen", reason: "so", old: "", memoryCategory: "" },
          ...{ embedding: vector, operation },
        },
        call,
      ),
    ],
  ],
  [
    "resolving an uncertainty",
    ({ service }, at, call) =>
      at.uncertainties.map((id) =>
        service.resolveUncertainty({ id, chosen: [], same: "", value: "Nora", reason: "so", embedding: vector, operation }, call),
      ),
  ],
  [
    "assigning an uncertainty",
    ({ service }, at, call) => at.uncertainties.map((id) => service.assignUncertainty({ id, owner: "me", operation }, call)),
  ],
  ["an alias", ({ service }, _at, call) => [service.addAlias({ entity: alan, alias: "Al", reason: "", operation }, call)]],
  [
    "taking an alias back",
    ({ service }, _at, call) => [service.removeAlias({ entity: alan, alias: "Alain", reason: "", operation }, call)],
  ],
  ["a merge", ({ service }, _at, call) => [service.mergeEntities({ keep: ada, merge: alan, reason: "", operation }, call)]],
  ["taking a merge back", ({ service }, at, call) => at.merges.map((id) => service.undoMerge({ id, reason: "", operation }, call))],
  [
    "decay and expiry",
    ({ service }, _at, call) => [
      service.decay({ decayPerDay: { identity: 0.5, knowledge: 0.5, context: 0.5 }, ttlDays: {}, expireBelow: 0 }, call),
      service.expire({ decayPerDay: {}, ttlDays: { identity: 1, knowledge: 1, context: 1 }, expireBelow: 1 }, call),
    ],
  ],
  [
    "a derived fact",
    ({ service }, at, call) => [
      service.applyDerived(
        {
          ...{ purpose: "reflect", dryRun: false, traceId: "" },
          groups: at.entities.map((entityId) => ({
            ...{ entityId, scopes: null },
            facts: [
              {
                ...{ subject: null, key: "reflection", value: "It follows.", target: null, evidence: [...at.facts] },
                ...{ rationale: "", embedding: vector, memoryCategory: "" },
              },
            ],
          })),
        },
        call,
      ),
    ],
  ],
  ["a repair", ({ service }, _at, call) => [service.fsck({ check: "", duplicateThreshold: 0, maxResults: 0, repair: true }, call)]],
];

describe("a caller that may not forget or write every path of a selector", () => {
  let room: Room;
  beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
  afterAll(() => room.database.close());

  async function fill(ctx: string): Promise<Filled> {
    const { service } = room;
    const call = caller(ctx, all);
    const day = (n: number) => `2024-01-0${n}T00:00:00.000Z`;
    await service.writeMemory(
      { ...write(said("Ada.", day(1), fact("Person/Ada", "residence", "Rome"))), scopes: scopes(["a"]) },
      call,
    );
    const at = { turns: [], sessions: [], documents: [], failed: [], facts: [] } as Record<string, string[]>;
    for (const clauses of Object.values(beyond)) {
      const under = { scopes: scopes(...clauses) };
      const tell = (over: Partial<graph.WriteMemoryRequest>) => service.writeMemory(write({ ...over, ...under }), call);
      const told = await tell(said("Alan lives in Oslo.", day(1), fact("Person/Alan", "residence", "Oslo")));
      await tell(said("Captain Nora.", day(1), fact("Team/T", "captain", "Nora")));
      await tell(said("Captain Omar.", day(2), fact("Team/T", "captain", "Omar")));
      await tell(said("Alain.", day(2), fact("Person/Alain Delon", "residence", "Paris")));
      at["turns"]?.push(...told.turnIds);
      at["sessions"]?.push(told.sessionId);
      at["facts"]?.push(...told.results.flatMap(({ attributes }) => attributes.map(({ id }) => id)));
      for (const place of ["documents", "failed"] as const) {
        const { document: made } = await service.createDocument(document(under), call);
        const id = made?.id ?? "";
        await service.writeSections(cut(id, 1, [{ heading: "One", chunks: [`Alan lives in Oslo, says ${place}.`] }]), loci(ctx));
        at[place]?.push(id);
        if (place === "failed")
          await service.setDocumentStage(stage(id, 1, "failed", { failedStage: "embedding", error: "-" }), loci(ctx));
      }
    }
    await service.addAlias({ entity: alan, alias: "Alain", reason: "", operation }, call);
    const merge = await service.mergeEntities({ keep: alan, merge: named("Person/Alain Delon"), reason: "", operation }, call);
    const open = await service.listUncertainties({ status: "open", owner: "", entity: "", limit: 10, offset: 0 }, call);
    const { entities } = await service.findEntities({ names: ["Alan"], limit: 10, lens: null }, call);
    return {
      ...(at as unknown as Filled),
      merges: [merge.id],
      uncertainties: open.uncertainties.map(({ id }) => id),
      entities: entities.map(({ id }) => id),
    };
  }

  /** Every row under a selector that the caller does not cover, and what was said of them elsewhere. */
  async function rowsBeyond(ctx: string): Promise<Record<string, unknown>> {
    return room.database.inContext(ctx, async (tx) => {
      const sets = await tx.query<{ key: string; clauses: string[][] }>(
        sql`select key, clauses from graph.scope_set where ctx = ${ctx}`,
      );
      const keys = sets.filter(({ clauses }) => clauses.flat().some((path) => path !== "a")).map(({ key }) => key);
      const tables = await tx.query<{ name: string }>(
        sql`select table_name as name from information_schema.columns where table_schema = 'graph' and column_name = 'scope_set'`,
      );
      const read = async (name: string, where: Sql) =>
        tx.query(sql`select to_jsonb(t) as row from graph.${identifier(name)} t where t.ctx = ${ctx} and ${where} order by 1`);
      const own = sql`in (select id from graph.entity e where e.ctx = ${ctx} and e.scope_set = any(${keys}))`;
      const found: Record<string, unknown> = {
        entity_alias: await read("entity_alias", sql`t.entity_id ${own}`),
        entity_merge: await read("entity_merge", sql`t.kept_id ${own}`),
      };
      for (const { name } of tables) found[name] = await read(name, sql`t.scope_set = any(${keys})`);
      return found;
    });
  }

  it.each(attempts)("changes nothing under it by %s", async (_name, ask) => {
    const ctx = room.context();
    const at = await fill(ctx);
    expect([at.facts.length, at.documents.length, at.uncertainties.length, at.entities.length]).toEqual([2, 2, 2, 4]);
    const before = await rowsBeyond(ctx);
    for (const asked of ask(room, at, caller(ctx, narrow))) {
      await asked.catch((error: unknown) => {
        const { code } = LociError.from(error);
        if (code !== "not_found" && code !== "forbidden") throw error;
      });
    }
    expect(await rowsBeyond(ctx)).toEqual(before);
  });
});
