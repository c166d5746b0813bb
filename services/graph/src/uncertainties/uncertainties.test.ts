import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { caller, fact, facts, named, openRoom, said, scopes, view, within, write, type Room } from "../testing/room.ts";

const d = (n: number) => `2024-01-${String(n).padStart(2, "0")}T00:00:00.000Z`;
const reds = "Team/Reds";
const mina = "Person/Mina";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const everything = { status: "", owner: "", entity: "", limit: 0, offset: 0 };
const list = async (ctx: string, over: Partial<graph.ListUncertaintiesRequest> = {}, call = caller(ctx)) =>
  (await room.service.listUncertainties({ ...everything, ...over }, call)).uncertainties;
const values = async (ctx: string, ref: string, call = caller(ctx)) =>
  (await room.service.getEntity({ lens: null, ...named(ref), time: view }, call)).attributes.map((one) => one.value).sort();
const decided = (id: string, over: Partial<graph.ResolveUncertaintyRequest>): graph.ResolveUncertaintyRequest => ({
  ...{ id, chosen: [], same: "", value: "", reason: "she said so", operation: null, embedding: new Uint8Array() },
  ...over,
});
const rules = (ctx: string, id: string) =>
  room.database.inContext(ctx, (tx) =>
    tx.query<{ kind: string; rule: string; evidence: { reason?: string }; principal: string; key_id: string }>(
      sql`select * from graph.decision where ctx = ${ctx} and record_id = ${id} order by recorded_at, id`,
    ),
  );

/** Two turns that disagree about who leads the Reds. */
async function disputed(ctx: string): Promise<graph.Uncertainty> {
  for (const [i, who] of ["Ruth", "Omar"].entries()) {
    await room.service.writeMemory(write(said(`😀 ${who} leads.`, d(i + 1), fact(reds, "captain", who))), caller(ctx));
  }
  const [found] = await list(ctx);
  if (found === undefined) throw new Error("nothing is disputed");
  return found;
}
const idOf = (one: graph.Uncertainty, value: string) => one.candidates.find(({ fact }) => fact?.value === value)?.fact?.id ?? "";

describe("an uncertainty", () => {
  it("is told with its candidates, the words that each was read from, and a question that would settle it", async () => {
    const ctx = room.context();
    const one = await disputed(ctx);
    expect(one).toMatchObject({
      ...{ entity: reds, key: "captain", status: "open", owner: "", question: "Is Reds' captain Ruth or Omar?" },
      candidates: [
        {
          fact: { value: "Ruth", uncertaintyIds: [one.id] },
          sources: [{ kind: "turn", text: "😀 Ruth leads.", role: "user", knownAt: d(1) }],
        },
        { fact: { value: "Omar" }, sources: [{ text: "😀 Omar leads." }] },
      ],
    });
    expect(one.ageSeconds).toBeGreaterThan(0);
    expect(await list(ctx, { entity: "team/REDS", status: "open" })).toHaveLength(1);
    expect(await list(ctx, { entity: "Team/Blues" })).toEqual([]);
    expect(await list(ctx, { status: "resolved" })).toEqual([]);
    expect(await list(ctx, {}, within(ctx, "elsewhere"))).toEqual([]);
    await expect(room.service.getUncertainty({ id: one.id }, within(ctx, "elsewhere"))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("costs four statements at most, however many there are", async () => {
    const ctx = room.context();
    for (const place of ["Oslo", "Rome"]) {
      const many = Array.from({ length: 30 }, (_, i) => fact(`Team/T${i}`, "captain", place));
      await room.service.writeMemory(write(said(place, d(place === "Oslo" ? 1 : 2), ...many)), caller(ctx));
    }
    room.statements();
    expect(await list(ctx, { entity: "" })).toHaveLength(30);
    expect(room.statements()).toBeLessThanOrEqual(4);
    expect(await list(ctx, { entity: "Team/T3" })).toHaveLength(1);
    expect(room.statements()).toBeLessThanOrEqual(4);
  });

  it("may have an owner, until it is settled", async () => {
    const ctx = room.context();
    const { id } = await disputed(ctx);
    expect(await room.service.assignUncertainty({ id, owner: "principal:two", operation: null }, caller(ctx))).toMatchObject({
      owner: "principal:two",
    });
    expect(await list(ctx, { owner: "principal:two" })).toHaveLength(1);
    expect(await list(ctx, { owner: "principal:three" })).toEqual([]);
    const reader = caller(ctx, { "memory:read": ["/"], "memory:write": ["a"] });
    await expect(room.service.assignUncertainty({ id, owner: "", operation: null }, reader)).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await rules(ctx, id)).toMatchObject([{ rule: "no_leave_to_change" }, { rule: "assigned", key_id: "key:one" }]);
  });
});

describe("a resolution", () => {
  it("leaves what was chosen standing and ends the others, everywhere and at once, for a reason that is kept", async () => {
    const ctx = room.context();
    const one = await disputed(ctx);
    const chosen = [idOf(one, "Omar")];
    const before = (await room.service.head({}, caller(ctx))).revision;
    const settled = await room.service.resolveUncertainty(decided(one.id, { chosen }), caller(ctx));
    expect(settled).toMatchObject({
      ...{ status: "resolved", resolution: "by_hand", resolutionReason: "she said so", resolvedBy: "principal:one", chosen },
      candidates: [{ fact: { value: "Ruth" } }, { fact: { value: "Omar", confidence: 1, knownUntil: "" } }],
    });
    expect(await values(ctx, reds)).toEqual(["Omar"]);
    const ids = one.candidates.flatMap(({ fact: candidate }) => candidate?.id ?? []);
    expect((await room.service.hydrate({ ids, time: null }, caller(ctx))).records.map(({ value }) => value)).toEqual(["Omar"]);
    expect((await room.service.head({}, caller(ctx))).revision).toBeGreaterThan(before);
    const ended = await rules(ctx, idOf(one, "Ruth"));
    expect(ended.at(-1)).toMatchObject({ kind: "supersede", rule: "resolved_by_hand", evidence: { reason: "she said so" } });
    const { history } = await room.service.getHistory({ ...named(reds), key: "captain", time: null }, caller(ctx));
    expect(history.map(({ value }) => value).sort()).toEqual(["Omar", "Ruth"]);
    await expect(room.service.resolveUncertainty(decided(one.id, { chosen }), caller(ctx))).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("may be another value, or none of them", async () => {
    const [left, right] = [room.context(), room.context()];
    const other = await disputed(left);
    await room.service.resolveUncertainty(decided(other.id, { value: "Ines" }), caller(left));
    expect(await values(left, reds)).toEqual(["Ines"]);
    const none = await disputed(right);
    expect(await room.service.resolveUncertainty(decided(none.id, {}), caller(right))).toMatchObject({ chosen: [] });
    expect(await values(right, reds)).toEqual([]);
  });

  it("may be several that stand beside each other from then on", async () => {
    const ctx = room.context();
    const one = await disputed(ctx);
    const chosen = one.candidates.flatMap(({ fact: candidate }) => candidate?.id ?? []);
    await room.service.resolveUncertainty(decided(one.id, { chosen }), caller(ctx));
    expect(await values(ctx, reds)).toEqual(["Omar", "Ruth"]);
    await room.service.writeMemory(write(said("Omar!", d(9), fact(reds, "captain", "Omar"))), caller(ctx));
    expect(await list(ctx, { status: "open" })).toEqual([]);
  });

  it("holds across streams and selectors, where the caller may write", async () => {
    const ctx = room.context();
    await room.service.writeMemory(
      write({ proposals: facts(fact(mina, "employer", "Acme")), scopes: scopes(["org"]), stream: "authoritative" }),
      caller(ctx),
    );
    await room.service.writeMemory(
      write({ proposals: facts(fact(mina, "employer", "Globex")), scopes: scopes(["org/mina"]) }),
      caller(ctx),
    );
    const [one] = await list(ctx);
    if (one === undefined) throw new Error("nothing is disputed");
    const own = caller(ctx, { "memory:read": ["/"], "memory:write": ["org/mina"] });
    const mine = decided(one.id, { chosen: [idOf(one, "Globex")] });
    await expect(room.service.resolveUncertainty(mine, own)).rejects.toMatchObject({ code: "forbidden" });
    await expect(room.service.resolveUncertainty(mine, within(ctx, "org/mina"))).rejects.toMatchObject({ code: "not_found" });
    const theirs = { chosen: [idOf(one, "Acme")] };
    expect(await room.service.resolveUncertainty(decided(one.id, theirs), own)).toMatchObject(theirs);
    expect(await values(ctx, mina)).toEqual(["Acme"]);
  });

  it("is weighed against what is said later like any other statement", async () => {
    const ctx = room.context();
    const one = await disputed(ctx);
    await room.service.resolveUncertainty(decided(one.id, { chosen: [idOf(one, "Omar")] }), caller(ctx));
    room.clock.now += 86_400_000;
    await room.service.writeMemory(write(said("Ruth again", "", fact(reds, "captain", "Ruth"))), caller(ctx));
    expect(await list(ctx, { status: "open" })).toMatchObject([{ candidates: [{}, {}] }]);
    // What was known before the decision is history, whenever it arrives.
    await room.service.writeMemory(write(said("Ines", d(3), fact(reds, "captain", "Ines"))), caller(ctx));
    expect(await values(ctx, reds)).toEqual(["Omar", "Ruth"]);
  });

  it("that is repeated has one effect", async () => {
    const ctx = room.context();
    const one = await disputed(ctx);
    const request = decided(one.id, { chosen: [idOf(one, "Omar")], operation: { id: "op", hash: new Uint8Array([1]) } });
    const first = await room.service.resolveUncertainty(request, caller(ctx));
    expect(await room.service.resolveUncertainty(request, caller(ctx))).toEqual(first);
  });

  it.each([
    ["/reason", { reason: " " }],
    ["/chosen/0", { chosen: ["attribute:none"] }],
    ["/value", { chosen: ["attribute:none"], value: "x" }],
  ])("with a bad %s is refused by that name", async (pointer, over) => {
    const ctx = room.context();
    const { id } = await disputed(ctx);
    await expect(room.service.resolveUncertainty(decided(id, over), caller(ctx))).rejects.toMatchObject({
      code: "invalid",
      fields: [{ pointer }],
    });
  });
});

describe("a correction", () => {
  const correct = (ctx: string, over: Partial<graph.CorrectEntityRequest>, call = caller(ctx)) =>
    room.service.correctEntity(
      {
        ...{ ...named(mina), key: "residence", value: "Porto", reason: "she moved", embedding: new Uint8Array(), old: "" },
        ...{ memoryCategory: "", operation: null },
        ...over,
      },
      call,
    );
  const tell = (ctx: string, key: string, ...list: string[]) =>
    room.service.writeMemory(write({ proposals: facts(...list.map((value) => fact(mina, key, value))) }), caller(ctx));

  it("ends the present value and states the new one, with its reason; an open uncertainty about it is settled", async () => {
    const ctx = room.context();
    await tell(ctx, "birth_date", "1990-01-01", "1991-01-01");
    expect(await list(ctx, { status: "open" })).toHaveLength(1);
    const result = await correct(ctx, { key: "birth_date", value: "1992-01-01" });
    expect(result.corrections.map(({ oldValue, newValue }) => `${oldValue} ${newValue}`).sort()).toEqual([
      "1990-01-01 1992-01-01",
      "1991-01-01 1992-01-01",
    ]);
    expect(await values(ctx, mina)).toEqual(["1992-01-01"]);
    expect(await list(ctx)).toMatchObject([{ status: "resolved", resolution: "corrected", resolutionReason: "she moved" }]);
    const [made] = result.attributes;
    expect(await rules(ctx, made?.id ?? "")).toMatchObject([{ kind: "create", rule: "corrected", principal: "principal:one" }]);
  });

  it("of a key that was empty is its first value", async () => {
    const ctx = room.context();
    await tell(ctx, "hobby", "chess");
    expect(await correct(ctx, {})).toMatchObject({
      attributes: [{ key: "residence", value: "Porto", memoryCategory: "knowledge" }],
    });
  });

  it("of a key with several values ends the one that is named", async () => {
    const ctx = room.context();
    await tell(ctx, "speaks", "German", "French");
    const speaks = { key: "speaks", value: "Spanish" };
    await expect(correct(ctx, speaks)).rejects.toMatchObject({ code: "invalid", fields: [{ pointer: "/old" }] });
    await expect(correct(ctx, { ...speaks, old: "Latin" })).rejects.toMatchObject({ code: "conflict" });
    await correct(ctx, { ...speaks, old: "german" });
    expect(await values(ctx, mina)).toEqual(["French", "Spanish"]);
  });

  it("needs an entity, and leave to write", async () => {
    const ctx = room.context();
    await tell(ctx, "residence", "Oslo");
    await expect(correct(ctx, named("Person/Nobody"))).rejects.toMatchObject({ code: "not_found" });
    const reader = caller(ctx, { "memory:read": ["/"], "memory:write": ["a"] });
    await expect(correct(ctx, {}, reader)).rejects.toMatchObject({ code: "forbidden" });
    await expect(correct(ctx, { reason: "" })).rejects.toMatchObject({ code: "invalid" });
    expect(await values(ctx, mina)).toEqual(["Oslo"]);
  });
});
