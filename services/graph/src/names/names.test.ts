import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { caller, fact, facts, named, openRoom, relation, scopes, view, within, write, type Room } from "../testing/room.ts";

const bob = "Person/Bob";
const robert = "Person/Robert";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const tell = (ctx: string, ref: string, key: string, value: string, ...scope: string[]) =>
  room.service.writeMemory(
    write({ proposals: facts(fact(ref, key, value)), scopes: scope.length === 0 ? null : scopes(scope) }),
    caller(ctx),
  );
const seen = async (ctx: string, ref: string, call = caller(ctx), time = {}) =>
  (await room.service.getEntity({ lens: null, ...named(ref), time: { ...view, ...time } }, call)).attributes
    .map(({ key, value }) => `${key} ${value}`)
    .sort();
const listed = async (ctx: string) =>
  (await room.service.listEntities({ type: "", limit: 0, offset: 0, time: null }, caller(ctx))).entities.map(({ name }) => name);
const aliased = (entity: string, alias: string, over: Partial<graph.AliasRequest> = {}): graph.AliasRequest => ({
  ...{ entity: named(entity), alias, reason: "he says so", operation: null },
  ...over,
});
const merge = (ctx: string, keep: string, other: string, call = caller(ctx)) =>
  room.service.mergeEntities({ keep: named(keep), merge: named(other), reason: "one man", operation: null }, call);
const merges = async (ctx: string, call = caller(ctx)) => room.service.listMerges({ limit: 0, offset: 0 }, call);

describe("an alias", () => {
  it("is another name: reads follow it, and what is said under it is about the same entity, until it is taken back", async () => {
    const ctx = room.context();
    await tell(ctx, bob, "hobby", "chess");
    const made = await room.service.addAlias(aliased(bob, "Bobby"), caller(ctx));
    expect(made).toMatchObject({ entity: bob, alias: "Bobby", source: "principal:one" });
    expect(await room.service.addAlias(aliased(bob, "bobby"), caller(ctx))).toMatchObject({ createdAt: made.createdAt });
    await tell(ctx, "human/BOBBY", "residence", "Oslo");
    expect(await seen(ctx, "Person/Bobby")).toEqual(["hobby chess", "residence Oslo"]);
    expect((await room.service.findEntities({ names: ["bobby"], limit: 5, lens: null }, caller(ctx))).entities).toMatchObject([
      { name: "Bob" },
    ]);
    expect((await room.service.listAliases(named(bob), caller(ctx))).aliases).toEqual([made]);
    const then = new Date(room.clock.now).toISOString();
    await room.service.removeAlias(aliased(bob, "Bobby"), caller(ctx));
    await expect(seen(ctx, "Person/Bobby")).rejects.toMatchObject({ code: "not_found" });
    expect(await seen(ctx, "Person/Bobby", caller(ctx), { recordedAsOf: then })).toEqual(["hobby chess", "residence Oslo"]);
    await expect(room.service.removeAlias(aliased(bob, "Bobby"), caller(ctx))).rejects.toMatchObject({ code: "not_found" });
    await room.service.addAlias(aliased(bob, "Bobby"), caller(ctx));
    expect(await seen(ctx, "Person/Bobby")).toEqual(["hobby chess", "residence Oslo"]);
  });

  it("is refused where another entity is called so, or beyond the caller's leave", async () => {
    const ctx = room.context();
    await tell(ctx, bob, "hobby", "chess", "a");
    await tell(ctx, robert, "hobby", "go", "a");
    await expect(room.service.addAlias(aliased(bob, "Robert"), caller(ctx))).rejects.toMatchObject({ code: "conflict" });
    const reader = caller(ctx, { "memory:read": ["/"], "memory:write": ["b"] });
    await expect(room.service.addAlias(aliased(bob, "Bobby"), reader)).rejects.toMatchObject({ code: "forbidden" });
    await expect(room.service.addAlias(aliased(bob, "Bobby"), within(ctx, "b"))).rejects.toMatchObject({ code: "not_found" });
    await expect(room.service.addAlias(aliased(bob, " "), caller(ctx))).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("a merge", () => {
  it("makes readers see two as one, and undoing it gives back both as they were", async () => {
    const ctx = room.context();
    await tell(ctx, bob, "hobby", "chess");
    await tell(ctx, robert, "speaks", "German");
    const made = await merge(ctx, bob, robert);
    expect(made).toMatchObject({ kept: bob, merged: robert, reason: "one man", undoneAt: "", principal: "principal:one" });
    const all = ["hobby chess", "speaks German"];
    expect([await seen(ctx, bob), await seen(ctx, robert)]).toEqual([all, all]);
    const shown = await room.service.getEntity({ lens: null, ...named(robert), time: view }, caller(ctx));
    expect(shown.entity?.name).toBe("Bob");
    expect(shown.attributes.map(({ entity }) => entity).sort()).toEqual([bob, robert]);
    expect(await listed(ctx)).toEqual(["Bob"]);
    await tell(ctx, robert, "speaks", "French");
    const { history } = await room.service.getHistory({ ...named(bob), key: "speaks", time: null }, caller(ctx));
    expect(history).toHaveLength(2);
    const { entities } = await room.service.findEntities({ names: ["robert"], limit: 1, lens: null }, caller(ctx));
    expect(entities.map(({ name }) => name)).toEqual(["Robert", "Robert"]);
    const [found] = entities;
    const around = await room.service.neighbourhood({ entityIds: [found?.id ?? ""], hops: 1, limit: 9, time: null }, caller(ctx));
    expect(around.facts.map(({ value }) => value).sort()).toEqual(["French", "German", "chess"]);

    const undone = await room.service.undoMerge({ id: made.id, reason: "two men", operation: null }, caller(ctx));
    expect(undone.undoneAt).not.toBe("");
    expect([await seen(ctx, bob), await seen(ctx, robert)]).toEqual([["hobby chess"], ["speaks French", "speaks German"]]);
    expect(await listed(ctx)).toEqual(["Bob", "Robert"]);
    expect(await merges(ctx)).toMatchObject({ total: 1, merges: [{ id: made.id, undoneAt: undone.undoneAt }] });
    await expect(room.service.undoMerge({ id: made.id, reason: "", operation: null }, caller(ctx))).rejects.toMatchObject({
      code: "conflict",
    });
    await merge(ctx, robert, bob);
    expect(await listed(ctx)).toEqual(["Robert"]);
  });

  it("may follow another: chains are one, and a circle is refused", async () => {
    const ctx = room.context();
    const names = ["Person/A", "Person/B", "Person/C"];
    for (const [i, ref] of names.entries()) await tell(ctx, ref, "speaks", `language ${i}`);
    await merge(ctx, "Person/A", "Person/B");
    await merge(ctx, "Person/B", "Person/C");
    for (const ref of names) expect(await seen(ctx, ref)).toHaveLength(3);
    await expect(merge(ctx, "Person/C", "Person/A")).rejects.toMatchObject({ code: "conflict" });
    await expect(merge(ctx, "Person/A", "person/a")).rejects.toMatchObject({ code: "conflict" });
    expect(await listed(ctx)).toEqual(["A"]);
  });

  it("tells where the two disagree about a key that has one value", async () => {
    const ctx = room.context();
    await tell(ctx, bob, "birth_date", "1990-01-01");
    await tell(ctx, robert, "birth_date", "1991-01-01");
    await tell(ctx, robert, "speaks", "German");
    await merge(ctx, bob, robert);
    const { uncertainties } = await room.service.getEntity({ lens: null, ...named(bob), time: view }, caller(ctx));
    expect(uncertainties).toEqual([
      { id: "", about: "Person/Bob birth_date", reason: 'Sources disagree: "1990-01-01" or "1991-01-01".' },
    ]);
  });

  it("is seen and undone by who sees and may write both ends", async () => {
    const ctx = room.context();
    await tell(ctx, bob, "hobby", "chess", "a");
    await tell(ctx, robert, "hobby", "go", "b");
    await expect(merge(ctx, bob, robert, within(ctx, "a"))).rejects.toMatchObject({ code: "not_found" });
    const half = caller(ctx, { "memory:read": ["/"], "memory:write": ["a"] });
    await expect(merge(ctx, bob, robert, half)).rejects.toMatchObject({ code: "forbidden" });
    const { id } = await merge(ctx, bob, robert);
    expect(await seen(ctx, bob, within(ctx, "a"))).toEqual(["hobby chess"]);
    expect(await merges(ctx, within(ctx, "a"))).toEqual({ merges: [], total: 0 });
    await expect(room.service.undoMerge({ id, reason: "", operation: null }, within(ctx, "a"))).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(room.service.undoMerge({ id, reason: "", operation: null }, half)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a merge under several ScopeSets", () => {
  it("is undone only where the one who undoes it sees it, and elsewhere by who sees that", async () => {
    const ctx = room.context();
    for (const scope of ["a", "b"]) {
      await tell(ctx, bob, "hobby", "chess", scope);
      await tell(ctx, robert, "speaks", "German", scope);
    }
    const { id } = await merge(ctx, bob, robert);
    const undo = (call = caller(ctx)) => room.service.undoMerge({ id, reason: "two men", operation: null }, call);
    const both = ["hobby chess", "speaks German"];
    expect((await undo(within(ctx, "a"))).undoneAt).not.toBe("");
    expect(await seen(ctx, bob, within(ctx, "a"))).toEqual(["hobby chess"]);
    expect(await seen(ctx, bob, within(ctx, "b"))).toEqual(both);
    await expect(undo(within(ctx, "a"))).rejects.toMatchObject({ code: "conflict" });
    expect(await merges(ctx)).toMatchObject({ merges: [{ id, undoneAt: "" }] });
    expect((await undo()).undoneAt).not.toBe("");
    expect(await seen(ctx, bob, within(ctx, "b"))).toEqual(["hobby chess"]);
    await expect(undo(within(ctx, "b"))).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a vocabulary", () => {
  const admin = (ctx: string) => caller(ctx, { "memory:read": ["/"], "memory:write": ["/"], "grant:manage": ["/"] });
  const put = (ctx: string, keys: Record<string, string>, expectedVersion = -1) =>
    room.service.putVocabulary({ contextId: "", keys, expectedVersion, operation: null }, admin(ctx));

  it("classes keys for what is decided from then on, in versions", async () => {
    const ctx = room.context();
    const empty = await room.service.getVocabulary({ contextId: "" }, admin(ctx));
    expect(empty).toMatchObject({
      version: 0,
      keys: {},
      builtIn: { speaks: "multi", residence: "changing", birth_date: "stable" },
    });
    expect(await put(ctx, { captain: "multi" }, 0)).toMatchObject({ version: 1, keys: { captain: "multi" } });
    await tell(ctx, "Team/Reds", "captain", "Ruth");
    await tell(ctx, "Team/Reds", "captain", "Omar");
    expect(await seen(ctx, "Team/Reds")).toEqual(["captain Omar", "captain Ruth"]);
    expect((await room.service.getEntity({ lens: null, ...named("Team/Reds"), time: view }, caller(ctx))).uncertainties).toEqual(
      [],
    );
    await expect(put(ctx, {}, 0)).rejects.toMatchObject({ code: "conflict" });
    expect(await put(ctx, {})).toMatchObject({ version: 2, keys: {} });
  });

  it.each([
    ["/keys/Captain", { Captain: "multi" }],
    ["/keys/captain", { captain: "many" }],
    ["/keys/a~1b", { "a/b": "multi" }],
  ])("with a bad %s is refused by that name", async (pointer, keys) => {
    await expect(put(room.context(), keys)).rejects.toMatchObject({ code: "invalid", fields: [{ pointer }] });
  });

  it("is for the management, and for who manages the whole context", async () => {
    const ctx = room.context();
    const asked = { contextId: ctx };
    const management = { ...caller(ctx), caller: { kind: "management" } } as const;
    expect(await room.service.getVocabulary(asked, management)).toMatchObject({ version: 0 });
    await expect(room.service.getVocabulary({ contextId: "" }, management)).rejects.toMatchObject({ code: "invalid" });
    await expect(room.service.getVocabulary(asked, caller(ctx))).rejects.toMatchObject({ code: "forbidden" });
    await expect(room.service.getVocabulary({ contextId: "other" }, admin(ctx))).rejects.toMatchObject({ code: "forbidden" });
    const part = caller(ctx, { "grant:manage": ["a"] });
    await expect(room.service.getVocabulary(asked, part)).rejects.toMatchObject({ code: "forbidden" });
  });
});

it("a statement about an alias's name, as the end of a relation, is about its entity too", async () => {
  const ctx = room.context();
  await tell(ctx, "Company/Acme Corporation", "headquarters", "Oslo");
  await room.service.addAlias(aliased("Company/Acme Corporation", "Acme"), caller(ctx));
  await room.service.writeMemory(write({ proposals: facts(relation(bob, "employer", "Company/Acme")) }), caller(ctx));
  const { relations } = await room.service.getEntity({ lens: null, ...named(bob), time: view }, caller(ctx));
  expect(relations).toMatchObject([{ target: "Company/Acme Corporation" }]);
});
