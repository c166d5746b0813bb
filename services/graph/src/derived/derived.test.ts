import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { caller, fact, facts, loci, named, openRoom, said, scopes, view, within, write, type Room } from "../testing/room.ts";

const ada = "Person/Ada";
const d = (n: number) => `2024-01-${String(n).padStart(2, "0")}T00:00:00.000Z`;
const vector = new Uint8Array(new Float32Array([0.5, -1]).buffer);

function gathering(over: Partial<graph.GatherGroupsRequest> = {}): graph.GatherGroupsRequest {
  return {
    purpose: "consolidate",
    factLimit: 0,
    observationLimit: 0,
    groupLimit: 0,
    entityRef: "",
    sweep: false,
    entityIds: [],
    idsOnly: false,
    ...over,
  };
}

function concluding(
  key: string,
  value: string,
  evidence: readonly string[],
  over: Partial<graph.DerivedFact> = {},
): graph.DerivedFact {
  const rest = { target: null, rationale: "because", embedding: vector, memoryCategory: "" };
  return { subject: named(ada), key, value, evidence: [...evidence], ...rest, ...over };
}

describe("what is derived", () => {
  let room: Room;
  beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
  afterAll(() => room.database.close());

  const all = (ctx: string) => caller(ctx, { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] });
  const hobbies = ["chess", "swimming", "opera"];
  const known = async (ctx: string, ...places: string[]) => {
    for (const place of places.length === 0 ? ["/"] : places) {
      const list = hobbies.map((hobby, i) =>
        fact(ada, "hobby", hobby, { turn: -1, memoryCategory: i === 0 ? "context" : "knowledge" }),
      );
      await room.service.writeMemory(write({ scopes: scopes([place]), proposals: facts(...list), knownAt: d(1) }), all(ctx));
    }
  };
  const groups = async (ctx: string, over = {}, call = all(ctx)) => (await room.service.gatherGroups(gathering(over), call)).groups;
  const onlyGroup = async (ctx: string) => {
    const [group] = await groups(ctx);
    if (group === undefined) throw new Error("no group");
    return { group, ids: group.facts.map((one) => one.id) };
  };
  const conclude = async (ctx: string, group: graph.FactGroup, list: graph.DerivedFact[], over = {}, call = all(ctx)) => {
    const request = { purpose: "consolidate", dryRun: false, traceId: "", ...over };
    const { entityId, scopes: set } = group;
    return (await room.service.applyDerived({ ...request, groups: [{ entityId, scopes: set, facts: list }] }, call)).outcomes;
  };
  const attributes = async (ctx: string, key: string, call = all(ctx)) =>
    (await room.service.getEntity({ lens: null, ...named(ada), time: view }, call)).attributes.filter((one) => one.key === key);

  describe("is pooled", () => {
    it("by entity and ScopeSet, from the caller's region only, and says what is writable", async () => {
      const [ctx, twin] = [room.context(), room.context()];
      for (const one of [ctx, twin]) await known(one, "a", "b");
      await room.service.writeMemory(
        write({ scopes: scopes(["a"]), proposals: facts(fact("Person/Bob", "hobby", "go")) }),
        all(ctx),
      );
      expect(await groups(ctx, {}, within(ctx, "c"))).toEqual([]);
      const mine = await groups(ctx, {}, caller(ctx, { "memory:read": ["a", "b"], "memory:write": ["b"] }));
      expect(mine.map((group) => [group.scopes?.clauses[0]?.paths[0], group.writable, group.facts.length]).sort()).toEqual([
        ["a", false, 3],
        ["b", true, 3],
      ]);
      expect(await groups(ctx, { factLimit: 2, groupLimit: 1 }, loci(ctx))).toMatchObject([{ writable: true, facts: [{}, {}] }]);
      await expect(groups(ctx, {}, caller(ctx, { "memory:write": ["/"] }))).rejects.toMatchObject({ code: "forbidden" });
    });

    it("as ids alone, and then bit by bit", async () => {
      const ctx = room.context();
      await known(ctx, "a", "b");
      const listed = await groups(ctx, { idsOnly: true, sweep: true });
      expect(listed).toMatchObject([
        { entity: null, facts: [] },
        { entity: null, facts: [] },
      ]);
      const ids = listed.map((group) => group.entityId);
      expect(await groups(ctx, { entityIds: ids.slice(1) })).toMatchObject([
        { entityId: ids[1], entity: named(ada), facts: [{}, {}, {}] },
      ]);
      expect(await groups(ctx, { entityIds: ids }, within(ctx, "a"))).toHaveLength(1);
    });

    it("for one entity by its name, or in a sweep while something is new", async () => {
      const ctx = room.context();
      await known(ctx);
      expect(await groups(ctx, { purpose: "elaborate", entityRef: ada })).toMatchObject([{ entity: named(ada) }]);
      await expect(groups(ctx, { purpose: "elaborate", entityRef: "Person/Nobody" })).rejects.toMatchObject({
        code: "not_found",
      });
      const sweep = { purpose: "elaborate", sweep: true };
      const [group] = await groups(ctx, sweep);
      if (group === undefined) throw new Error("no group");
      await conclude(ctx, group, [], { purpose: "elaborate" });
      expect(await groups(ctx, sweep)).toEqual([]);
      await room.service.writeMemory(write({ proposals: facts(fact(ada, "hobby", "riding")) }), all(ctx));
      expect(await groups(ctx, sweep)).toHaveLength(1);
    });
  });

  describe("is stored", () => {
    it("with low confidence and its evidence; the same again adds proof, newer evidence supersedes", async () => {
      const ctx = room.context();
      await known(ctx);
      const { group, ids } = await onlyGroup(ctx);
      const first = await conclude(ctx, group, [concluding("temperament", "Curious", ids.slice(0, 2))]);
      expect(first).toMatchObject([{ entity: ada, kind: "create", proofCount: 2, committed: true, rationale: "because" }]);
      expect(await attributes(ctx, "temperament")).toMatchObject([
        {
          id: first[0]?.recordId,
          value: "Curious",
          confidence: 0.5,
          stream: "experiential",
          memoryCategory: "knowledge",
          sources: [{ kind: "derived" }],
        },
      ]);
      expect(await conclude(ctx, group, [concluding("temperament", "curious", ids)])).toMatchObject([
        { kind: "update", recordId: first[0]?.recordId, proofCount: 3 },
      ]);
      expect(await conclude(ctx, group, [concluding("temperament", "lazy", ids)])).toEqual([]);
      const written = await room.service.writeMemory(write(said("x", d(9), fact(ada, "hobby", "sleeping"))), all(ctx));
      const newer = [...ids, written.results[0]?.attributes[0]?.id ?? ""];
      expect(await conclude(ctx, group, [concluding("temperament", "lazy", newer)])).toMatchObject([
        { kind: "supersede", proofCount: 4 },
      ]);
      expect((await attributes(ctx, "temperament")).map((one) => one.value)).toEqual(["lazy"]);
      const { history } = await room.service.getHistory({ ...named(ada), key: "temperament", time: view }, all(ctx));
      expect(history.map((one) => [one.value, one.knownUntil])).toEqual([
        ["lazy", ""],
        ["Curious", d(9)],
      ]);
      expect((await groups(ctx))[0]?.observations.map((one) => one.value)).toEqual(["lazy"]);
    });

    it("and never competes with what was said, nor repeats it", async () => {
      const ctx = room.context();
      await known(ctx);
      const { group, ids } = await onlyGroup(ctx);
      await conclude(ctx, group, [concluding("residence", "Oslo", ids)]);
      const ended = await room.service.writeMemory(
        write(said("Bergen", d(3), fact(ada, "residence", "Bergen", { changed: true }))),
        all(ctx),
      );
      expect(ended.results[0]?.corrections).toEqual([]);
      const stood = await attributes(ctx, "residence");
      expect(stood.map((one) => [one.value, one.uncertaintyIds])).toEqual(
        expect.arrayContaining([
          ["Oslo", []],
          ["Bergen", []],
        ]),
      );
      expect(await conclude(ctx, group, [concluding("residence", "bergen", ids), concluding("hobby", "chess", ids)])).toEqual([]);
    });

    it("as a relation to another entity of the same ScopeSet, made where there is none", async () => {
      const ctx = room.context();
      await known(ctx, "a");
      const { group, ids } = await onlyGroup(ctx);
      const target = named("Person/Bob");
      const [outcome] = await conclude(ctx, group, [concluding("friend", "", ids, { target })]);
      expect(outcome).toMatchObject({ target: "Person/Bob", kind: "create", value: "Bob" });
      expect((await room.service.getEntity({ lens: null, ...target, time: view }, within(ctx, "a"))).entity?.name).toBe("Bob");
    });

    it("not in a dry run, nor where the caller may not write, nor without evidence of its own group", async () => {
      const ctx = room.context();
      await known(ctx, "a", "b");
      const [a, b] = await groups(ctx);
      if (a === undefined || b === undefined) throw new Error("no groups");
      const ids = a.facts.map((one) => one.id);
      const { revision } = await room.service.head({}, all(ctx));
      const preview = [{ kind: "create", recordId: "", committed: false }];
      expect(await conclude(ctx, a, [concluding("temperament", "curious", ids)], { dryRun: true })).toMatchObject(preview);
      const reader = caller(ctx, { "memory:read": ["/"], "memory:write": ["elsewhere"] });
      expect(await conclude(ctx, a, [concluding("temperament", "curious", ids)], {}, reader)).toMatchObject(preview);
      expect(
        await conclude(ctx, a, [
          concluding(
            "temperament",
            "curious",
            b.facts.map((one) => one.id),
          ),
        ]),
      ).toEqual([]);
      expect(await conclude(ctx, a, [concluding("temperament", "curious", ids)], {}, within(ctx, "c"))).toEqual([]);
      expect((await room.service.head({}, all(ctx))).revision).toBe(revision);
    });

    it("until what it follows from is forgotten", async () => {
      const ctx = room.context();
      await known(ctx);
      const { group, ids } = await onlyGroup(ctx);
      await conclude(ctx, group, [
        concluding("temperament", "curious", ids.slice(0, 2)),
        concluding("motto", "play", ids.slice(2)),
      ]);
      const asked = {
        ids: ids.slice(0, 1),
        purge: false,
        dryRun: false,
        keepForgotten: false,
        matches: [],
        reason: "",
        operation: null,
      };
      await room.service.forgetRecords(asked, all(ctx));
      expect(await attributes(ctx, "temperament")).toEqual([]);
      expect(await attributes(ctx, "motto")).toHaveLength(1);
    });
  });
});
