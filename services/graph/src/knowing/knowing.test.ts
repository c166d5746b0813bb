import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import {
  caller,
  fact,
  facts,
  instruction,
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
} from "../testing/room.ts";

const d = (n: number) => `2025-02-${String(n).padStart(2, "0")}T00:00:00.000Z`;
const mina = "Person/Mina";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const tell = (ctx: string, over: Partial<graph.WriteMemoryRequest>) => room.service.writeMemory(write(over), caller(ctx));
const state = (ctx: string, over: Partial<graph.StateRequest> = {}, call = caller(ctx)) =>
  room.service.getState({ lens: null, time: null, ...over }, call);
const profile = (ctx: string, call = caller(ctx)) => room.service.getProfile({ lens: null }, call);
const inspect = (ctx: string, ref: string, call = caller(ctx)) => room.service.inspect({ lens: null, ref, time: null }, call);
const told = (entries: readonly { key: string; value: string }[] = []) => entries.map(({ key, value }) => `${key} ${value}`).sort();

describe("the state", () => {
  it("is what stands by category, with active instructions and what is not known, in four statements", async () => {
    const ctx = room.context();
    await tell(
      ctx,
      said("a", d(1), fact(mina, "residence", "Oslo"), fact(mina, "captain", "Ruth", { memoryCategory: "knowledge" })),
    );
    await tell(
      ctx,
      said("b", d(2), fact(mina, "residence", "Porto"), fact(mina, "captain", "Omar", { memoryCategory: "knowledge" })),
    );
    await tell(
      ctx,
      said("c", d(2), relation(mina, "employer", "Company/Acme"), fact(mina, "mood", "fine", { memoryCategory: "context" })),
    );
    await tell(ctx, {
      turns: [turn("Be brief")],
      proposals: [proposal({ turn: 0, instructions: [instruction("style", "Be brief", { turn: 0, spanStart: 0, spanEnd: 8 })] })],
    });
    room.statements();
    const now = await state(ctx);
    expect(room.statements()).toBeLessThanOrEqual(4);
    expect(told(now.identity?.attributes)).toEqual(["residence Porto"]);
    expect(now.identity?.attributes[0]?.sources).toMatchObject([{ kind: "turn", spanStart: 0 }]);
    expect(now.identity?.relations).toMatchObject([{ key: "employer", target: "Company/Acme", value: "Acme" }]);
    expect(now.identity?.entities.map(({ name }) => name).sort()).toEqual(["Acme", "Mina"]);
    expect(told(now.knowledge?.attributes)).toEqual(["captain Omar", "captain Ruth"]);
    expect(now.knowledge?.attributes.map(({ uncertaintyIds }) => uncertaintyIds)).toEqual([
      [now.unknowns[0]?.id],
      [now.unknowns[0]?.id],
    ]);
    expect(told(now.context?.attributes)).toEqual(["mood fine"]);
    expect(now.instructions).toMatchObject([{ label: "style", description: "Be brief" }]);
    expect(now.unknowns).toMatchObject([{ about: "Person/Mina captain", reason: 'Sources disagree: "Ruth" or "Omar".' }]);
    const then = await state(ctx, { time: { ...view, asOf: d(1) } });
    expect(told(then.identity?.attributes)).toEqual(["residence Oslo"]);
    expect(then.instructions).toEqual([]);
  });

  it("is narrowed by a lens to what involves it, and never widened beyond the region", async () => {
    const ctx = room.context();
    for (const scope of ["org", "org/a", "org/b"]) {
      await tell(ctx, { proposals: facts(fact(`Thing/${scope}`, "note", scope)), scopes: scopes([scope]) });
    }
    const notes = async (lens: graph.StateRequest["lens"], call = caller(ctx)) =>
      (await state(ctx, { lens }, call)).identity?.attributes.map(({ value }) => value).sort();
    expect(await notes(null)).toEqual(["org", "org/a", "org/b"]);
    expect(await notes(scopes(["org/a"]))).toEqual(["org", "org/a"]);
    expect(await notes(scopes(["org"]), within(ctx, "org/b"))).toEqual(["org/b"]);
    await expect(notes(scopes(["org/a"]), within(ctx, "org/b"))).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a profile", () => {
  it("is who the persons are, what they prefer, and what is new, the user first; disputed values say so", async () => {
    const ctx = room.context();
    await tell(ctx, said("a", "2024-01-01T00:00:00Z", fact(mina, "residence", "Oslo"), fact(mina, "employer", "Acme")));
    await tell(ctx, said("b", d(20), fact(mina, "residence", "Porto"), fact(mina, "likes", "tea")));
    await tell(ctx, said("c", d(21), fact("User/user", "favourite_colour", "red"), fact("Company/Acme", "note", "x")));
    await tell(
      ctx,
      said("d", d(22), fact(mina, "mood", "fine", { memoryCategory: "context" }), fact(mina, "birth_date", "1990-01-01")),
    );
    await tell(ctx, said("e", d(23), fact(mina, "birth_date", "1991-01-01")));
    room.statements();
    const found = await profile(ctx);
    expect(room.statements()).toBeLessThanOrEqual(4);
    expect(told(found.static)).toEqual(["birth_date 1990-01-01", "birth_date 1991-01-01", "employer Acme", "residence Porto"]);
    expect(found.static.filter(({ disputed }) => disputed).map(({ key }) => key)).toEqual(["birth_date", "birth_date"]);
    expect(found.preferences.map(({ entity, key }) => `${entity} ${key}`)).toEqual([
      "User/user favourite_colour",
      "Person/Mina likes",
    ]);
    expect(told(found.dynamic)).toEqual(["mood fine", "residence Porto"]);
    expect(found.instructions).toEqual([]);
    expect(await profile(ctx, within(ctx, "elsewhere"))).toEqual({ static: [], dynamic: [], preferences: [], instructions: [] });
  });
});

describe("inspection", () => {
  it("shows each kind of record with the decisions that made it so, and what is out of sight not at all", async () => {
    const ctx = room.context();
    await tell(ctx, said("Oslo", d(1), fact(mina, "residence", "Oslo")));
    const answer = await tell(ctx, {
      ...said("Porto", d(2), fact(mina, "residence", "Porto"), relation(mina, "employer", "Company/Acme")),
    });
    const [result] = answer.results;
    const ids = [...(result?.attributes ?? []), ...(result?.relations ?? [])].map(({ id }) => id);
    const [attribute = "", employed = ""] = ids;
    const one = await inspect(ctx, attribute);
    expect(one).toMatchObject({
      kind: "attribute",
      current: { value: "Porto" },
      history: [{ value: "Porto" }, { value: "Oslo" }],
    });
    expect(one.decisions).toMatchObject([{ kind: "create", rule: "changing_key", keyId: "key:one", traceId: "trace:test" }]);
    expect(JSON.parse(one.decisions[0]?.evidenceJson ?? "")).toMatchObject({ sentence: "Porto" });
    const ended = await inspect(ctx, one.history[1]?.id ?? "");
    expect(ended.decisions.map(({ rule }) => rule)).toEqual(["changing_key", "new_value"]);
    expect(await inspect(ctx, employed)).toMatchObject({ kind: "relation", relations: [{ target: "Company/Acme" }] });
    const whole = await inspect(ctx, "entity:Person/Mina");
    expect(whole).toMatchObject({
      kind: "entity",
      entity: { attributes: [{ value: "Porto" }] },
      decisions: [{ rule: "first_mention" }],
    });
    expect(await inspect(ctx, whole.entity?.entity?.id ?? "")).toEqual(whole);
    expect(await inspect(ctx, answer.turnIds[0] ?? "")).toMatchObject({ kind: "turn", record: { text: "Porto" } });
    for (const ref of [attribute, employed, answer.turnIds[0] ?? "", "entity:Person/Mina", "entity:Person/Nobody"]) {
      await expect(inspect(ctx, ref, within(ctx, "elsewhere"))).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(inspect(ctx, "nothing")).rejects.toMatchObject({ code: "invalid" });
  });

  it("shows instructions and uncertainties", async () => {
    const ctx = room.context();
    const { results } = await tell(ctx, {
      proposals: [
        proposal({
          instructions: [instruction("style", "Be brief")],
          facts: [fact(mina, "captain", "Ruth"), fact(mina, "captain", "Omar")],
        }),
      ],
    });
    expect(await inspect(ctx, results[0]?.instructions[0]?.id ?? "")).toMatchObject({ instruction: { description: "Be brief" } });
    const found = await inspect(ctx, results[0]?.uncertainties[0]?.id ?? "");
    expect(found).toMatchObject({
      kind: "uncertainty",
      uncertainty: { key: "captain" },
      decisions: [{ rule: "no_leave_to_change" }],
    });
  });
});

it("the counts are of the caller's region", async () => {
  const ctx = room.context();
  await tell(ctx, { ...said("Oslo", d(1), fact(mina, "residence", "Oslo")), scopes: scopes(["a"]) });
  await tell(ctx, { turns: [turn("later", { extraction: "pending" })], scopes: scopes(["b"]) });
  const all = await room.service.countRecords({ lens: null }, caller(ctx));
  expect(all.records).toMatchObject({ entity: 1, attribute: 1, relation: 0, turn: 2, session: 2, document: 0, uncertainty: 0 });
  expect(all.health).toMatchObject({ pending_extractions: 1, failed_extractions: 0, quarantined: 0 });
  expect(all.revision).toBe(4);
  const inA = { entity: 1, turn: 1, session: 1 };
  expect((await room.service.countRecords({ lens: null }, within(ctx, "a"))).records).toMatchObject(inA);
  expect((await room.service.countRecords({ lens: scopes(["a"]) }, caller(ctx))).records).toMatchObject(inA);
  await expect(room.service.countRecords({ lens: scopes(["b"]) }, within(ctx, "a"))).rejects.toMatchObject({ code: "forbidden" });
});

it("is of one person where an end user is named, however many others are called so too", async () => {
  const ctx = room.context();
  const user = "Person/user";
  await tell(ctx, { proposals: facts(fact(user, "residence", "Graz")), scopes: scopes(["user/ana"]) });
  await tell(ctx, { proposals: facts(fact(user, "residence", "Linz")), scopes: scopes(["user/ben"]) });
  for (const [who, place] of [
    ["user/ana", "Graz"],
    ["user/ben", "Linz"],
  ] as const) {
    const asked = { lens: scopes([who]), time: null };
    const page = await room.service.getEntity({ ...asked, type: "Person", name: "user" }, caller(ctx));
    expect(page.attributes.map(({ value }) => value)).toEqual([place]);
    const seen = await room.service.inspect({ ...asked, ref: user }, caller(ctx));
    expect(seen.entity?.attributes.map(({ value }) => value)).toEqual([place]);
    const key = await room.service.inspect({ ...asked, ref: `attribute:${user}/residence` }, caller(ctx));
    expect(key.current?.value).toBe(place);
  }
  const outside = { lens: scopes(["user/ben"]), time: null, type: "Person", name: "user" };
  await expect(room.service.getEntity(outside, within(ctx, "user/ana"))).rejects.toMatchObject({ code: "forbidden" });
});
